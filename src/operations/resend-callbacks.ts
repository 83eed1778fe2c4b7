import type { BulkResend } from '../contract/back-office.ts'
import type { Context } from '../env.ts'
import { firstIdAt } from '../rules/order-identity.ts'
import { listCallbacks, requestResends } from '../store/callbacks.ts'
import { type IdsAtHome, idsAtHome, newestOfAll } from './databases.ts'
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
  const { merchant_uid: merchantUid, state, limit, include_delivered: includeDelivered } = call
  const before = Math.min(
    call.cursor ?? Number.MAX_SAFE_INTEGER,
    call.to === undefined ? Number.MAX_SAFE_INTEGER : firstIdAt(call.to),
  )
  const filter = {
    merchantUid,
    ...(state === undefined && !includeDelivered ? { states: undelivered } : { state }),
    from: call.from === undefined ? undefined : firstIdAt(call.from),
  }
  const read = ({ db }: Context) => listCallbacks(db, filter, before, limit)
  const page = await newestOfAll(context, read, ({ callback }) => callback.orderId, limit)
  const matching = page
    .map(({ callback }) => callback)
    .filter(({ lastOutcome }) => call.outcome === undefined || lastOutcome === call.outcome)
  const orderIds = matching.map(({ orderId }) => orderId)
  const now = Math.floor(context.now() / 1000)
  const ask = ({ home, ids }: IdsAtHome) =>
    requestResends(home.db, ids, now, now - resendPauseSeconds, includeDelivered)
  const requested = (await Promise.all(idsAtHome(context, orderIds).map(ask))).flat()
  if (requested.length > 0) await wakeCallbacks(context, requested)
  const last = page.length === limit ? page.at(-1) : undefined
  return {
    matched: matching.length,
    requested: requested.length,
    skipped: matching.length - requested.length,
    next_cursor: last === undefined ? null : String(last.callback.orderId),
  }
}

const undelivered = ['due', 'given_up', 'parked'] as const
