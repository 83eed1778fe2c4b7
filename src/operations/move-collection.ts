import { Refusal } from '../contract/refusals.ts'
import type { Context } from '../env.ts'
import { collectionEntry } from '../rules/back-office-report.ts'
import {
  type Collection,
  confirmCollection as confirm,
  type Decision,
  matchCollection as match,
  type Settlement,
  reportException as setAside,
  settleCollection as settle,
} from '../rules/collection.ts'
import type { Actor } from '../rules/journal.ts'
import { orderNamed } from '../rules/order-identity.ts'
import {
  type CollectionOwner,
  findCollectionOfAnyone,
  updateCollection,
} from '../store/collections.ts'
import { commit } from '../store/database.ts'
import { consequencesOf } from './collection-step.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

/** Names the account a member is to pay into. The agent is the actor unless an operator names another. */
export async function matchCollection(
  context: Context,
  actor: Actor,
  tradeNo: string,
  account: Parameters<typeof match>[1],
): Promise<Moved> {
  if (actor.role === 'agent' && account.agent !== actor.name) throw new Refusal('forbidden')
  return moveCollection(context, tradeNo, (found, now) =>
    match(found.collection, account, actor, now),
  )
}

/** Puts a collection aside for a person to look at. */
export async function reportException(
  context: Context,
  actor: Actor,
  tradeNo: string,
  reason: string,
): Promise<Moved> {
  return moveCollection(context, tradeNo, (found, now) =>
    setAside(found.collection, reason, actor, now),
  )
}

/** The deposit has arrived: books it and owes the merchant its callback. */
export async function settleCollection(
  context: Context,
  actor: Actor,
  tradeNo: string,
  settlement: Settlement,
): Promise<Moved> {
  return moveCollection(context, tradeNo, (found, now) =>
    settle(found.collection, found.merchant, settlement, actor, now),
  )
}

/** Confirms, or rejects, money that the merchant declared itself. */
export async function confirmCollection(
  context: Context,
  actor: Actor,
  tradeNo: string,
  accept: boolean,
  reason: string,
): Promise<Moved> {
  return moveCollection(context, tradeNo, (found, now) =>
    confirm(found.collection, accept, reason, actor, now),
  )
}

// Each lost race is somebody else's move, and a collection has only a few left in it.
const triesMax = 10

type Found = { readonly collection: Collection; readonly merchant: CollectionOwner }

/** A collection after its move, as the back office sees it. */
type Moved = ReturnType<typeof collectionEntry>

// Whoever loses a race decides again on what the winner has left: most often that it is too late.
async function moveCollection(
  context: Context,
  tradeNo: string,
  decide: (found: Found, now: number) => Decision,
): Promise<Moved> {
  const named = orderNamed(tradeNo)
  for (let tries = 0; tries < triesMax; tries += 1) {
    const found = named && (await findCollectionOfAnyone(context.db, named))
    if (found === null) throw new Refusal('not_found', { message: '查無此代收,請確認交易號' })
    const decision = decide(found, Math.floor(context.now() / 1000))
    if ('refusal' in decision) {
      const { refusal, takenBy } = decision
      throw new Refusal(refusal, takenBy === undefined ? {} : { taken_by: takenBy })
    }
    const { step } = decision
    const outcome = await commit(context.db, [
      updateCollection(context.db, found.collection, step.collection),
      ...consequencesOf(context, found.collection, step),
    ])
    if (outcome !== 'committed') continue
    if (step.callback !== null) await wakeCallbacks(context, [step.collection.id])
    return collectionEntry({ uid: found.merchant.uid, collection: step.collection })
  }
  throw new Error(`${tradeNo}: lost ${triesMax} races in a row`)
}
