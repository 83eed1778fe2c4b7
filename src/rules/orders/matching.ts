import { taipeiDay } from '../../units/taipei-time.ts'
import { type BankAccount, refuseAccount } from '../banking/bank-account.ts'
import type { Recipient } from '../callbacks/callback-body.ts'
import { reportOfCollection } from '../callbacks/reported-events.ts'
import { bankNameOf } from '../catalogue/banks.ts'
import { type Concern, standingConcern } from '../people/second-person.ts'
import type { EventFact } from './order-events.ts'
import { collectionKind } from './order-kinds.ts'
import { isSettled, mayMatch } from './order-states.ts'
import { isTakenByOther, type Maker, refuseUntaken, stepTo } from './order-step.ts'
import { type Collection, refused, type StepRefusal } from './orders.ts'
import { hasOverride, type Override, overrides } from './override.ts'
import { type Decision, decided } from './steps.ts'

/** The account to pay into, given as text, and the collection's agent. */
export type FreeTextMatch = Pick<
  Collection,
  'agent' | 'collectionAccountName' | 'collectionAccountNo' | 'collectionBankName'
>

type FreeTextMatchRequest = {
  readonly order: Collection
  readonly match: FreeTextMatch
  /** Whether the order's database has a bank account. */
  readonly hasAccounts: boolean
  readonly maker: Maker
}

/**
 * Matches a collection to an account given as text: an operator with a second person, or anybody if there is no bank
 * account (back office §2). `taken`: it is matched already, or another agent has it.
 */
export function decideMatch({
  order,
  match,
  hasAccounts,
  maker,
}: FreeTextMatchRequest): Decision<Collection> {
  if (hasAccounts && maker.actor.role !== 'operator') return refused('forbidden')
  const refusal = refuseMatch(order, { override: false }, maker.actor)
  if (refusal !== null) return refusal
  const fact = { name: 'matched', agent: match.agent } as const
  const concern = hasAccounts ? standingConcern('free_text_match') : null
  return matched({ order, changes: { ...match, ...onNoAccount }, maker, fact, concern })
}

const onNoAccount = {
  bankAccountId: null,
  bankAccountDay: null,
  accountSince: null,
  waitsInSlot: false,
} as const

/** A match to one of the platform's bank accounts. */
type AccountMatch = {
  readonly agent: string
  readonly account: BankAccount
  readonly merchantUid: string
  readonly override: Override
  /** UTC milliseconds. */
  readonly nowMs: number
  /** The former account of a reassignment; the collection may still be matched to it. */
  readonly from?: number
}

/**
 * Why a collection cannot be matched, before its account is looked at; null if it can (back office §1). A collection
 * that has left `from` meanwhile has moved.
 */
export function refuseMatch(
  order: Collection,
  { override, from }: Pick<AccountMatch, 'override' | 'from'>,
  actor: Maker['actor'],
): StepRefusal | null {
  if (hasOverride(override) && actor.role !== 'operator') return refused('forbidden')
  if (isSettled(order)) return refused('already_final')
  if (from !== undefined && order.bankAccountId !== from) return refused('order_moved')
  const mayMove = from !== undefined || mayMatch(order, 'matched')
  if (mayMove && !isTakenByOther(order, actor)) return null
  return refused('taken', { takenBy: order.agent })
}

/**
 * Matches a collection to a bank account, and copies the account's texts. Refuses as `decideMatch` does, and if the
 * account does not serve the order (back office §2); the batch checks the daily cap (`store/banking/account-use.ts`).
 */
export function decideAccountMatch(
  order: Collection,
  match: AccountMatch,
  maker: Maker,
): Decision<Collection> {
  const { agent, account, merchantUid, override, nowMs } = match
  const { actor, now } = maker
  const refusal = refuseMatch(order, match, actor)
  if (refusal !== null) return refusal
  const unusable = refuseAccount(account, { actor, agent, merchantUid })
  if (unusable !== null) return refused(unusable)
  const isSame = order.bankAccountId === account.id
  const changes = {
    agent,
    collectionAccountName: account.holderName,
    collectionAccountNo: account.accountNo,
    collectionBankName: bankNameOf(account.bankCode) ?? account.bankCode,
    bankAccountId: account.id,
    bankAccountDay: taipeiDay(now),
    accountSince: (isSame ? order.accountSince : null) ?? nowMs,
    waitsInSlot: takesSlot(order, account, override),
  }
  const overridden = hasOverride(override) ? { override } : {}
  const fact = { name: 'matched', agent, bankAccount: account.id, ...overridden } as const
  const concern = hasOverride(override)
    ? ({ why: 'override', amount: order.amount } as const)
    : null
  return matched({ order, changes, maker, fact, concern })
}

/**
 * Whether a match takes a slot: on an account with automatic work, with the payer's digits, unless an operator
 * overrides another order's slot (matching §2).
 */
function takesSlot(
  { last5 }: Collection,
  { auto }: Pick<BankAccount, 'auto'>,
  override: Override,
): boolean {
  return auto !== 'off' && last5 !== '' && !overrides(override, 'slot_taken')
}

type Matching = {
  readonly order: Collection
  readonly changes: FreeTextMatch &
    Pick<Collection, 'bankAccountId' | 'bankAccountDay' | 'accountSince' | 'waitsInSlot'>
  readonly maker: Maker
  readonly fact: EventFact
  readonly concern: Concern | null
}

function matched({ order, changes, maker, fact, concern }: Matching): Decision<Collection> {
  const after = { ...order, ...changes, collectionStatus: 'matched', reason: '' } as const
  return decided(stepTo({ kind: collectionKind, before: order, after, maker, fact }), concern)
}

/**
 * Ends a collection unpaid, as its link's expiry does: an exception, reported to merchants that receive all events. A
 * late deposit can still be settled (decisions §5, "Expiry unpaid").
 */
export function decideExpiry(
  order: Collection,
  merchant: Recipient,
  maker: Maker,
): Decision<Collection> {
  if (isSettled(order)) return refused('already_final')
  if (!mayMatch(order, 'exception')) return refused('move_not_allowed')
  const reason = 'expired'
  const after = {
    ...order,
    collectionStatus: 'exception',
    reason,
    expired: true,
    waitsInSlot: false,
  } as const
  const callback = reportOfCollection({ name: 'expired', reason, at: maker.now }, after, merchant)
  const fact = { name: 'exception', reason } as const
  const change = { kind: collectionKind, before: order, after, maker, fact, callback }
  return decided(stepTo(change))
}

/** Puts a collection aside for a person to examine, with the reason. */
export function decideException(
  order: Collection,
  reason: string,
  maker: Maker,
): Decision<Collection> {
  if (isSettled(order)) return refused('already_final')
  const untaken = refuseUntaken(order, maker.actor)
  if (untaken !== null) return untaken
  if (!mayMatch(order, 'exception')) return refused('move_not_allowed')
  const after = {
    ...order,
    collectionStatus: 'exception',
    reason,
    expired: false,
    waitsInSlot: false,
  } as const
  const fact = { name: 'exception', reason } as const
  return decided(stepTo({ kind: collectionKind, before: order, after, maker, fact }))
}
