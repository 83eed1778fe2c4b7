import type { Context } from '../../context.ts'
import type { BulkRevival } from '../../contract/back-office-calls.ts'
import { makeParkedDue } from '../../store/callbacks/callbacks.ts'
import { type IdsInDatabase, idsByDatabase } from '../merchant-contexts.ts'
import { pageOfCallbacks } from './resend-callbacks.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

/** What became of one page of parked callbacks. */
export type Revived = {
  /** Parked callbacks of this page that the filter names. */
  readonly matched: number
  readonly revived: number
  /** Revived or resent by somebody else meanwhile. */
  readonly skipped: number
  /** Where to go on; null when there are no more. */
  readonly next_cursor: string | null
}

/**
 * Brings back many callbacks that were parked for faults of our own (decisions §6), newest orders first, a page at each
 * call: they are due at once, with the attempts they have left.
 */
export async function reviveCallbacks(context: Context, call: BulkRevival): Promise<Revived> {
  const { orderIds, nextCursor } = await pageOfCallbacks(context, call, { state: 'parked' })
  const now = Math.floor(context.now() / 1000)
  const revive = ({ context: { db }, ids }: IdsInDatabase) => makeParkedDue(db, ids, now)
  const revived = (await Promise.all(idsByDatabase(context, orderIds).map(revive))).flat()
  if (revived.length > 0) await wakeCallbacks(context, revived)
  return {
    matched: orderIds.length,
    revived: revived.length,
    skipped: orderIds.length - revived.length,
    next_cursor: nextCursor,
  }
}
