import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { archivedContext } from '../../../src/operations/archive/archived-rows.ts'
import { unarchive } from '../../../src/operations/archive/unarchive.ts'
import { objectsOf } from '../../../src/store/archive/archived-orders.ts'
import { archivableTables, readOrderRows } from '../../../src/store/archive/leaving-rows.ts'
import { bookedAt } from '../../../src/store/copies/copied-tables.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { collectionTable } from '../../../src/store/orders/collections.ts'
import {
  aPaidCollection,
  archiveAll,
  archivedIds,
  endOthersWork,
  later,
} from '../support/archive.ts'
import { aMerchant, rows } from '../support/service.ts'

beforeAll(() => endOthersWork())

// Final orders leave the database for the bucket, and are as they were when they are back.

const db = openMerchantDatabase(env.DB)

test('a final order leaves with all that belongs to it, and is back as it was', async () => {
  const shop = await aMerchant()
  const paid = await aPaidCollection(shop)
  const waiting = (await shop.create({})).body.data
  const before = await readOrderRows(db, [paid.id, waiting.id])
  const run = await archiveAll()
  expect(run.changed).toBe(0)
  expect(await archivedIds()).toContain(paid.id)
  // The entries stay, and are found by the row that stays.
  const entries = await rows(
    `select ${bookedAt} as at from archived_orders cross join json_each(archived_orders.booked) as booked
     where archived_orders.id = ?`,
    paid.id,
  )
  expect(entries).toEqual(await rows('select at from ledger_entries where order_id = ?', paid.id))
  expect(entries).toHaveLength(1)
  const left = await readOrderRows(db, [paid.id, waiting.id])
  expect(left.collections).toHaveLength(1)
  expect(left.callbacks).toEqual([])
  const view = await archivedContext(later(), [paid.id])
  expect(await readOrderRows(view?.db ?? db, [paid.id])).toEqual(
    Object.fromEntries(
      archivableTables.map(({ name, key }) => [
        name,
        (before[name] ?? []).filter((row) => row[key] === paid.id),
      ]),
    ),
  )
  const found = await collectionTable.findOfAnyone(view?.db ?? db, {
    id: paid.id,
    tradeNo: paid.trade_no,
  } as never)
  expect(found?.order.orderid).toBe(paid.orderid)
  await unarchive(later(), [paid.id])
  expect(await readOrderRows(db, [paid.id, waiting.id])).toEqual(before)
  expect(await archivedIds()).toEqual([])
  expect(await rows('select * from archived_tallies where unbacked_count <> 0')).toEqual([])
})

test('a number that is archived is refused again', async () => {
  const shop = await aMerchant()
  const paid = await aPaidCollection(shop)
  await archiveAll()
  const { body } = await shop.create({ orderid: paid.orderid })
  expect(body).toMatchObject({ error: 'duplicate_orderid' })
})

test('orders of more objects than a statement takes values are read', async () => {
  const orders = Array.from({ length: 150 }, (_, n) => ({ objectId: n + 1 }))
  expect(await objectsOf(db, orders)).toEqual([])
})
