import { taipeiDay } from '../../units/taipei-time.ts'
import { type BankAccount, refuseAccount } from '../banking/bank-account.ts'
import type { Owner } from '../callbacks/callback-body.ts'
import { toldOfCollection } from '../callbacks/told-events.ts'
import { bankNameOf } from '../catalogue/banks.ts'
import { collectionSteps } from './collection-moves.ts'
import type { EventFact } from './order-events.ts'
import { isSettled, mayMatch } from './order-states.ts'
import { isHeldByOther, type Maker, refuseUntaken, stepTo } from './order-step.ts'
import type { Collection } from './orders.ts'
import { isGiven, type Override } from './override.ts'
import type { Decision } from './steps.ts'

/** The account that a member is to pay into, in words, and whom the collection is assigned to. */
export type FreeTextMatch = Pick<
  Collection,
  'agent' | 'collectionAccountName' | 'collectionAccountNo' | 'collectionBankName'
>

/**
 * Names the account that the member is to pay into, in words. `taken`: the collection is matched already, or another
 * agent has it.
 */
export function decideMatch(
  collection: Collection,
  match: FreeTextMatch,
  maker: Maker,
): Decision<Collection> {
  const fact = { name: 'matched', agent: match.agent } as const
  return matched(collection, { ...match, ...onNoAccount }, maker, fact)
}

const onNoAccount = { bankAccountId: null, bankAccountDay: null, accountSince: null }

/** A match to one of the platform's bank accounts. */
export type AccountMatch = {
  readonly agent: string
  readonly account: BankAccount
  /** The uid of the collection's merchant. */
  readonly merchantUid: string
  readonly override: Override
  /** UTC milliseconds. */
  readonly nowMs: number
}

/**
 * Matches a collection to a bank account, whose texts it takes. Refuses as `decideMatch` does, and what the account is
 * not for (back office §2); the database checks the daily cap.
 */
export function decideAccountMatch(
  collection: Collection,
  { agent, account, merchantUid, override, nowMs }: AccountMatch,
  maker: Maker,
): Decision<Collection> {
  const { actor, now } = maker
  if (isGiven(override) && actor.role !== 'operator') return { refusal: 'forbidden' }
  const isSame = collection.bankAccountId === account.id
  const changes = {
    agent,
    collectionAccountName: account.holderName,
    collectionAccountNo: account.accountNo,
    collectionBankName: bankNameOf(account.bankCode) ?? account.bankCode,
    bankAccountId: account.id,
    bankAccountDay: taipeiDay(now),
    accountSince: (isSame ? collection.accountSince : null) ?? nowMs,
  }
  const overridden = isGiven(override) ? { override } : {}
  const fact = { name: 'matched', agent, bankAccount: account.id, ...overridden } as const
  const decision = matched(collection, changes, maker, fact)
  const refusal = refuseAccount(account, { actor, agent, merchantUid })
  return 'refusal' in decision || refusal === null ? decision : { refusal }
}

function matched(
  collection: Collection,
  changes: FreeTextMatch & Pick<Collection, 'bankAccountId' | 'bankAccountDay' | 'accountSince'>,
  maker: Maker,
  fact: EventFact,
): Decision<Collection> {
  if (isSettled(collection)) return { refusal: 'already_final' }
  if (!mayMatch(collection, 'matched') || isHeldByOther(collection, maker.actor)) {
    return { refusal: 'taken', takenBy: collection.agent }
  }
  const isMatched = { collectionStatus: 'matched', reason: '' } as const
  const order = { ...collection, ...changes, ...isMatched }
  return { step: stepTo(collectionSteps, collection, order, maker, fact, null) }
}

/**
 * Ends a collection unpaid, as its link's expiry does: an exception that merchants who are told of all events hear of.
 * A late deposit can still be settled (decisions §5, "Expiry unpaid").
 */
export function decideExpiry(
  collection: Collection,
  merchant: Owner,
  maker: Maker,
): Decision<Collection> {
  if (isSettled(collection)) return { refusal: 'already_final' }
  if (!mayMatch(collection, 'exception')) return { refusal: 'move_not_allowed' }
  const reason = 'expired'
  const order = { ...collection, collectionStatus: 'exception', reason } as const
  const callback = toldOfCollection({ name: reason, reason, at: maker.now }, order, merchant)
  const fact = { name: 'exception', reason } as const
  return { step: stepTo(collectionSteps, collection, order, maker, fact, callback) }
}

/** Puts a collection aside for a person to examine, with the reason. */
export function decideException(
  collection: Collection,
  reason: string,
  maker: Maker,
): Decision<Collection> {
  if (isSettled(collection)) return { refusal: 'already_final' }
  const untaken = refuseUntaken(collection, maker.actor)
  if (untaken !== null) return untaken
  if (!mayMatch(collection, 'exception')) return { refusal: 'move_not_allowed' }
  const order = { ...collection, collectionStatus: 'exception', reason } as const
  const fact = { name: 'exception', reason } as const
  return { step: stepTo(collectionSteps, collection, order, maker, fact, null) }
}
