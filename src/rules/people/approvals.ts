import type { ApprovalState } from '../../contract/back-office/states.ts'
import { canonicalJson } from '../../units/same-json.ts'
import type { BankAccount } from '../banking/bank-account.ts'
import { firstIdAt } from '../orders/order-identity.ts'
import type { Subject, SubjectKind } from './principal.ts'

/** How long a call waits for a second person, in seconds (back office §5). */
export const approvalLifeSeconds = 86_400

/** The lowest id of an approval whose time is not over, for ids sort by time. `now` is in UTC seconds. */
export function oldestWaiting(now: number): number {
  return firstIdAt(now - approvalLifeSeconds)
}

/** The state of an approval now: one whose time is over is `expired`, whatever is stored. */
export function currentState(
  { id, state }: { readonly id: number; readonly state: ApprovalState },
  now: number,
): ApprovalState {
  return state === 'waiting' && id < oldestWaiting(now) ? 'expired' : state
}

/** Whether somebody may approve a call: never who asked for it (back office §5). */
export function mayApprove({ asker }: { readonly asker: string }, name: string): boolean {
  return asker !== name
}

/**
 * A call of the back office: its name, the values in its path, and its body as its schema read it and as it was sent.
 */
export type StoredCall = {
  readonly name: string
  readonly path: Readonly<Record<string, string>>
  readonly body: unknown
  readonly sent: unknown
}

/** The text that two calls share when they ask for the same: whoever makes them, and however they spell it. */
export function sameCallText({ name, path, body }: StoredCall): string {
  return canonicalJson([name, path, body])
}

/** The bank transactions that a stored call is about, or names: each id once. */
export function transactionIdsOfCall(
  { kind, name }: Subject,
  body: Readonly<Record<string, unknown>>,
): readonly number[] {
  const { bank_transactions: named = [], instead_of: replaced = [], counterpart = [] } = body
  const about = kind === 'bank_transaction' ? name : []
  const ids = [about, named, replaced, counterpart].flat().map(Number)
  return [...new Set(ids.filter(Number.isSafeInteger))]
}

/** A subject as one text, `kind:name`. */
export function subjectText({ kind, name }: Subject): string {
  return `${kind}:${name}`
}

/** The subject that such a text names. */
export function parseSubject(text: string): Subject {
  const colon = text.indexOf(':')
  return { kind: text.slice(0, colon) as SubjectKind, name: text.slice(colon + 1) }
}

type Fields = Readonly<Record<string, unknown>>

/** What an approver is told of a call beside its subject: whose money it is, and how much. Amounts in dollars. */
export type ApprovalDetails = {
  readonly amount: number | null
  /** "" where it is about no merchant. */
  readonly merchantUid: string
  readonly bankAccountId: number | null
  /** Who pays, or is paid; "" where nobody is, or where an erasure has taken the name. */
  readonly person: string
  /** The merchant's number of the order; "" where it is about none, or that has none. */
  readonly orderNo: string
}

/** The names of merchants by uid, and of bank accounts by id, as far as they are known. */
export type ApprovalNames = {
  readonly merchants: ReadonlyMap<string, string>
  readonly accounts: ReadonlyMap<
    number,
    Pick<BankAccount, 'id' | 'bankCode' | 'accountNo' | 'holderName'>
  >
}

/** What a stored call is about, by its subject, its body as it was sent, and its order as it was then. */
export function approvalDetails({
  call,
  subject,
  body,
  before,
}: {
  readonly call: string
  readonly subject: string
  readonly body: Fields
  readonly before: Fields | null
}): ApprovalDetails {
  const { kind, name } = parseSubject(subject)
  const sent = fieldsOf(body.sent)
  const isOfOrder = kind === 'collection' || kind === 'payout'
  const order = isOfOrder ? fieldsOf(before) : {}
  const paid = order.paid_amount ?? order.actual_amount
  const asked = sent.paid_amount ?? sent.actual_amount ?? order.amount
  const moved = /^(?:match|settle|process)/.test(call) ? asked : paid
  const accountId = Number(order.bank_account ?? (kind === 'bank_account' ? name : Number.NaN))
  const ofMember = kind === 'member' ? name.slice(0, name.indexOf('/')) : ''
  return {
    amount: dollarsOf(isOfOrder ? moved : sent.amount),
    merchantUid: textOf(order.uid) || (kind === 'merchant' ? name : ofMember),
    bankAccountId: Number.isSafeInteger(accountId) ? accountId : null,
    person: textOf(order.user_name) || textOf(order.payee_name),
    orderNo: textOf(order.merchant_order_no),
  }
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function dollarsOf(value: unknown): number | null {
  const isGiven = typeof value === 'number' || textOf(value).trim() !== ''
  return isGiven && Number.isFinite(Number(value)) ? Number(value) : null
}
