import type { Outcome } from '../../contract/back-office/call.ts'
import type { AnswerOf, CallName } from '../../contract/back-office/table.ts'
import { moneyText } from '../../units/money.ts'
import type { Places, Result, Results, SubmittedForm } from './acts.ts'
import { bankingPlaces, bankingResults } from './banking/after-banking.tsx'
import { callbackPlaces, callbackResults } from './callbacks/after-callbacks.tsx'
import { undoneBy } from './cookies/last-act.ts'
import type { Desk } from './desk.ts'
import { formFields } from './form-body.ts'
import { merchantPlaces, merchantResults } from './merchants/after-merchants.tsx'
import { type OutcomeSummary, summaryOf } from './orders/outcome-summary.ts'
import { drawTestedAlarms } from './overview/alarms-page.tsx'
import { peoplePlaces, peopleResults } from './people/after-people.tsx'

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

/** The outcome of each order of a call on several; null for other calls. */
export function outcomesAfter(name: CallName, answer: object): OutcomeSummary | null {
  if (name !== 'settleCollections' && name !== 'reassignCollections') return null
  // The call's name determines the type of the answer.
  return summaryOf((answer as AnswerOf<typeof name>).items)
}

/** The page that shows what a call answered; `as` is the call that was approved, where one was. */
export async function resultOf({
  desk,
  as,
  answer,
  acted,
}: {
  readonly desk: Desk
  readonly as: string
  readonly answer: object
  readonly acted: SubmittedForm
}): Promise<Result> {
  const show = (results as Readonly<Record<string, Results[CallName]>>)[as]
  return show?.(desk, answer, acted) ?? null
}

/** Where the reader goes on to after a call was carried out; null for the page of the form. */
export function placeAfter(
  { call, value }: Extract<Outcome, { readonly kind: 'answered' }>,
  acted: SubmittedForm,
): string | null {
  return places[acted.name]?.(value, acted, call) ?? null
}

/** The order that the notice of an act names: a queue opens the next one, or the act can be undone. Null for others. */
export function orderAfter({ name, path }: SubmittedForm): string | null {
  return finishing.has(name) || name in undoneBy ? (path.trade_no ?? null) : null
}

const finishing: ReadonlySet<CallName> = new Set<CallName>([
  'matchCollection',
  'settleCollection',
  'processPayout',
])

/** The detail of an act, from its answer: the sum and its member, an account or its state, the held subject, a line. */
export function detailAfter({ name, sent }: SubmittedForm, answer: object): string {
  // The call's name determines the type of the answer.
  if (name === 'ignoreTransaction') return moneyText((answer as AnswerOf<typeof name>).amount)
  if (name === 'settleCollection') return paidIn(answer as AnswerOf<typeof name>)
  if (name === 'matchCollection') return accountIn(answer as AnswerOf<typeof name>)
  if (name === 'placeHold') return heldIn(answer as AnswerOf<typeof name>)
  if (name === 'notePayout') return sent[formFields.told]?.[0] ?? ''
  if (name !== 'patchBankAccount' || sent.state === undefined) return ''
  return (answer as AnswerOf<typeof name>).state
}

function paidIn(order: AnswerOf<'settleCollection'>): string {
  const { paid_amount: paid, user_name: name } = order
  return [moneyText(paid), name].filter((part) => part !== '').join(' · ')
}

function accountIn(order: AnswerOf<'matchCollection'>): string {
  const { collection_bank_name: bank, collection_account_no: number } = order
  return `${bank} …${number.slice(-5)}`
}

function heldIn({ merchant_uid: uid, user_id, account_no: number, trade_no }: Hold): string {
  const account = number === '' ? '' : `…${number.slice(-5)}`
  return [uid, user_id, account, trade_no].filter((part) => part !== '').join(' ')
}

type Hold = AnswerOf<'placeHold'>
