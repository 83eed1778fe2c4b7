import type { Context, MerchantContext } from '../../context.ts'
import { findObject, putBack } from '../../store/archive/archive-objects.ts'
import { archivedAmong } from '../../store/archive/archived-orders.ts'
import { joinedRows } from '../../store/archive/order-rows.ts'
import { toSeconds } from '../../units/clock.ts'
import { idsByDatabase } from '../merchant-contexts.ts'
import { archiveBatchOf } from './archive-batch.ts'
import { recordsOf } from './archived-rows.ts'

/**
 * Moves archived orders back into their database, so that they can be changed; with all others of their objects, one
 * batch per object. They are archived again once they are final.
 */
export async function unarchive(
  context: MerchantContext,
  orderIds: readonly number[],
): Promise<void> {
  const orders = await archivedAmong(context.db, orderIds)
  for (const id of new Set(orders.map(({ objectId }) => objectId))) {
    const object = await findObject(context.db, id)
    // Another request has moved it back.
    if (object?.state !== 'whole') continue
    const rows = joinedRows((await recordsOf(context, object)).map((record) => record.rows))
    await putBack(context.db, archiveBatchOf(context, object, rows), toSeconds(context.now()))
  }
}

/** Moves archived orders back into their several databases. */
export async function unarchiveOrders(
  context: Context,
  orderIds: readonly number[],
): Promise<void> {
  for (const { context: home, ids } of idsByDatabase(context, orderIds)) await unarchive(home, ids)
}
