import type { CallName } from '../../contract/back-office/answers/desk-answers.ts'
import type { Acted } from './acts.ts'
import type { Desk } from './desk.ts'
import type { Drawn } from './page.ts'

/** What is shown in place of the next page, because it is told once only: a secret, the result of a test. */
type Result = (answer: object) => (desk: Desk) => Drawn

const results: Readonly<Partial<Record<CallName, Result>>> = {}

/** The page that shows what a call answered; null where the reader goes on to a page of its own. */
export function resultOf(name: string, answer: object): ((desk: Desk) => Drawn) | null {
  const result = (results as Readonly<Record<string, Result>>)[name]
  return result === undefined ? null : result(answer)
}

// Where the reader goes on to once something has been made; else the page of the form, as it is now.
const places: Readonly<Partial<Record<CallName, (acted: Acted, answer: object) => string>>> = {}

/** Where the reader goes on to after a call was carried out; null for the page of the form. */
export function placeAfter(acted: Acted, answer: object): string | null {
  return places[acted.name]?.(acted, answer) ?? null
}
