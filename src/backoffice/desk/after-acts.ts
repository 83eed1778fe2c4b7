import type { Outcome } from '../../contract/back-office/call.ts'
import type { CallName } from '../../contract/back-office/table.ts'
import type { Acted } from './acts.ts'
import { bankingPlaces, bankingResults } from './banking/after-banking.tsx'
import { callbackPlaces, callbackResults } from './callbacks/after-callbacks.tsx'
import type { Desk } from './desk.ts'
import { merchantPlaces, merchantResults } from './merchants/after-merchants.tsx'
import { drawTestedAlarms } from './overview/alarms-page.tsx'
import type { Drawn } from './page.ts'
import { peoplePlaces, peopleResults } from './people/after-people.tsx'

/** By call: what is shown in place of the next page, because it is told once only; null where nothing is. */
export type Results = Readonly<
  Partial<Record<CallName, (desk: Desk, answer: object, acted: Acted) => Result | Promise<Result>>>
>

type Result = Drawn | null

/**
 * By call: the address that the reader goes on to once it was carried out; else the page of the form, as it is now.
 * `approved` is the call that was carried out, where an approval was.
 */
export type Places = Readonly<
  Partial<Record<CallName, (answer: object, acted: Acted, approved: string) => string>>
>

const results: Results = {
  ...bankingResults,
  ...merchantResults,
  ...callbackResults,
  ...peopleResults,
  testAlarms: drawTestedAlarms,
}
const places: Places = {
  ...bankingPlaces,
  ...merchantPlaces,
  ...callbackPlaces,
  ...peoplePlaces,
}

/** The page that shows what a call answered; `as` is the call that was approved, where one was. */
export async function resultOf(
  desk: Desk,
  as: string,
  answer: object,
  acted: Acted,
): Promise<Result> {
  const show = (results as Readonly<Record<string, Results[CallName]>>)[as]
  return show?.(desk, answer, acted) ?? null
}

/** Where the reader goes on to after a call was carried out; null for the page of the form. */
export function placeAfter(
  { call, value }: Extract<Outcome, { readonly kind: 'answered' }>,
  acted: Acted,
): string | null {
  return places[acted.name]?.(value, acted, call) ?? null
}
