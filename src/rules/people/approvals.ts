import type { ApprovalState } from '../../contract/back-office/states.ts'
import { daySeconds } from '../../units/clock.ts'
import { canonicalJson } from '../../units/same-json.ts'
import type { BankAccount } from '../banking/bank-account.ts'
import { firstIdAt } from '../orders/order-identity.ts'
import type { JsonView } from './changed-fields.ts'
import type { Subject, SubjectKind } from './principal.ts'

/** How long a call waits for a second person, in seconds (back office §5). */
export const approvalLifeSeconds = daySeconds

/** The lowest id of an approval whose time is not over: ids sort by time. `now` is in UTC seconds. */
export function oldestWaiting(now: number): number {
  return firstIdAt(now - approvalLifeSeconds)
}

/** The current state of an approval: `expired` once its time is over, whatever is stored. */
export function currentState(
  { id, state }: { readonly id: number; readonly state: ApprovalState },
  now: number,
): ApprovalState {
  return state === 'waiting' && id < oldestWaiting(now) ? 'expired' : state
}

/** Whether a person may approve a call: never its asker (back office §5). */
export function mayApprove({ asker }: { readonly asker: string }, name: string): boolean {
  return asker !== name
}

/** A call of the back office: its name, the values in its path, and its body as parsed and as sent. */
export type StoredCall = {
  readonly name: string
  readonly path: Readonly<Record<string, string>>
  readonly body: unknown
  readonly sent: unknown
}

/** A text that is equal for two calls with the same request, whoever makes them and however it is spelled. */
export function sameCallText({ name, path, body }: StoredCall): string {
  return canonicalJson([name, path, body])
}

/** The bank transactions that a stored call names, each id once. */
export function transactionIdsOfCall(
  { kind, name }: Subject,
  body: Readonly<Record<string, unknown>>,
): readonly number[] {
  const { bank_transactions: lines = [], instead_of: replaced = [], counterpart = [] } = body
  const about = kind === 'bank_transaction' ? name : []
  const ids = [about, lines, replaced, counterpart].flat().map(Number)
  return [...new Set(ids.filter(Number.isSafeInteger))]
}

/** A subject as one text, `kind:name`. */
export function subjectText({ kind, name }: Subject): string {
  return `${kind}:${name}`
}

export function parseSubject(text: string): Subject {
  const colon = text.indexOf(':')
  return { kind: text.slice(0, colon) as SubjectKind, name: text.slice(colon + 1) }
}

/** The details of a call for its approver, beside its subject. Amounts in dollars. */
export type ApprovalDetails = {
  readonly amount: number | null
  /** The ids of the transactions whose sum is the amount instead; empty for none. */
  readonly lineIds: readonly number[]
  /** "" if it concerns no merchant. */
  readonly merchantUid: string
  readonly bankAccountId: number | null
  /** The payer or payee; "" for none, or after an erasure. */
  readonly person: string
  /** The merchant's number of the order; "" for none. */
  readonly orderNo: string
}

/** The known names of merchants by uid, and of bank accounts by id; the amounts of transactions (hundredths) by id. */
export type ApprovalNames = {
  readonly merchants: ReadonlyMap<string, string>
  readonly lines: ReadonlyMap<number, number>
  readonly accounts: ReadonlyMap<
    number,
    Pick<BankAccount, 'id' | 'bankCode' | 'accountNo' | 'holderName'>
  >
}

/** The details of a stored call, from its subject, its body as sent, and its order at that time. */
export function approvalDetails({
  call,
  subject,
  body,
  before,
}: {
  readonly call: string
  readonly subject: string
  readonly body: JsonView
  readonly before: JsonView | null
}): ApprovalDetails {
  const { kind, name } = parseSubject(subject)
  const sent = fieldsOf(body.sent)
  const isOfOrder = kind === 'collection' || kind === 'payout'
  const order = isOfOrder ? fieldsOf(before) : {}
  const paid = order.paid_amount ?? order.actual_amount
  const callAmount = sent.paid_amount ?? sent.actual_amount ?? order.amount
  const moved = /^(?:match|settle|process)/.test(call) ? callAmount : paid
  const accountId = Number(order.bank_account ?? (kind === 'bank_account' ? name : Number.NaN))
  const ofMember = kind === 'member' ? name.slice(0, name.indexOf('/')) : ''
  return {
    amount: dollarsOf(isOfOrder ? moved : sent.amount),
    lineIds: call === 'settleCollection' ? transactionIdsOfCall({ kind, name }, sent) : [],
    merchantUid: textOrNone(order.uid) || (kind === 'merchant' ? name : ofMember),
    bankAccountId: Number.isSafeInteger(accountId) ? accountId : null,
    person: textOrNone(order.user_name) || textOrNone(order.payee_name),
    orderNo: textOrNone(order.merchant_order_no),
  }
}

const fieldsOf = (value: unknown): JsonView =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const textOrNone = (value: unknown) => (typeof value === 'string' ? value : '')

function dollarsOf(value: unknown): number | null {
  const isGiven = typeof value === 'number' || textOrNone(value).trim() !== ''
  return isGiven && Number.isFinite(Number(value)) ? Number(value) : null
}
