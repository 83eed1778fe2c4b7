import type { Context, MerchantContext } from '../../context.ts'
import type { BulkFilter, BulkResend } from '../../contract/back-office-calls.ts'
import { firstIdAt } from '../../rules/orders/order-identity.ts'
import {
  type CallbackFilter,
  listCallbacks,
  requestResends,
} from '../../store/callbacks/callbacks.ts'
import { type IdsInDatabase, idsByDatabase, newestOfAll } from '../merchant-contexts.ts'
import { resendPauseSeconds } from './resend-callback.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

/** What became of one page of callbacks. */
export type Resent = {
  /** Callbacks of this page that the filter names. */
  readonly matched: number
  readonly requested: number
  /** Delivered since, or asked for within the last ten seconds. */
  readonly skipped: number
  /** Where to go on; null when there are no more. */
  readonly next_cursor: string | null
}

/**
 * Asks for one more attempt of many callbacks, newest orders first, a page at each call: those that were not
 * delivered, unless the call says otherwise. The database decides on each of them at the moment it is asked for, so
 * a call that is repeated asks for nothing twice.
 */
export async function resendCallbacks(context: Context, call: BulkResend): Promise<Resent> {
  const { state, include_delivered: includeDelivered } = call
  const states = state === undefined && !includeDelivered ? { states: undelivered } : { state }
  const { orderIds, nextCursor } = await pageOfCallbacks(context, call, states)
  const now = Math.floor(context.now() / 1000)
  const ask = ({ context: { db }, ids }: IdsInDatabase) =>
    requestResends(db, ids, now, now - resendPauseSeconds, includeDelivered)
  const requested = (await Promise.all(idsByDatabase(context, orderIds).map(ask))).flat()
  if (requested.length > 0) await wakeCallbacks(context, requested)
  return {
    matched: orderIds.length,
    requested: requested.length,
    skipped: orderIds.length - requested.length,
    next_cursor: nextCursor,
  }
}

const undelivered = ['due', 'given_up', 'parked'] as const

/**
 * One page of the callbacks that a bulk call means, newest orders first: the orders that its filter names, and the
 * cursor of the next page, null when there is none. Outcomes are looked at within the page, which may so name few.
 */
export async function pageOfCallbacks(
  context: Context,
  { merchant_uid: merchantUid, outcome, from, to, cursor, limit }: BulkFilter,
  states: Pick<CallbackFilter, 'state' | 'states'>,
): Promise<{ readonly orderIds: readonly number[]; readonly nextCursor: string | null }> {
  const before = Math.min(
    cursor ?? Number.MAX_SAFE_INTEGER,
    to === undefined ? Number.MAX_SAFE_INTEGER : firstIdAt(to),
  )
  const filter = { merchantUid, ...states, from: from === undefined ? undefined : firstIdAt(from) }
  const read = ({ db }: MerchantContext) => listCallbacks(db, filter, before, limit)
  const page = await newestOfAll(context, read, ({ callback }) => callback.orderId, limit)
  const named = page.filter(
    ({ callback }) => outcome === undefined || callback.lastOutcome === outcome,
  )
  const last = page.length === limit ? page.at(-1) : undefined
  return {
    orderIds: named.map(({ callback }) => callback.orderId),
    nextCursor: last === undefined ? null : String(last.callback.orderId),
  }
}
