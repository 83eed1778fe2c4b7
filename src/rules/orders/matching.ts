import { collectionSteps } from './collection-moves.ts'
import { isSettled, mayMatch } from './order-states.ts'
import { isHeldByOther, type Maker, refuseUntaken, stepTo } from './order-step.ts'
import type { Collection, Decision } from './orders.ts'

/** Names the account that the member is to pay into. `taken`: it is matched already, or another agent has it. */
export function decideMatch(
  collection: Collection,
  account: Pick<
    Collection,
    'agent' | 'collectionAccountName' | 'collectionAccountNo' | 'collectionBankName'
  >,
  maker: Maker,
): Decision<Collection> {
  if (isSettled(collection)) return { refusal: 'already_final' }
  if (!mayMatch(collection, 'matched') || isHeldByOther(collection, maker.actor)) {
    return { refusal: 'taken', takenBy: collection.agent }
  }
  const fact = { name: 'matched', agent: account.agent } as const
  const matched = { collectionStatus: 'matched', reason: '' } as const
  const order = { ...collection, ...account, ...matched }
  return { step: stepTo(collectionSteps, collection, order, maker, fact, null) }
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
