import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { archivedContext } from '../../../src/operations/archive/archived-rows.ts'
import { unarchive } from '../../../src/operations/archive/unarchive.ts'
import { objectsOf } from '../../../src/store/archive/archived-orders.ts'
import {
  archivableTables,
  readOrderRows,
  rowsFromJson,
} from '../../../src/store/archive/order-rows.ts'
import { bookedAt } from '../../../src/store/copies/copied-tables.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { collectionTable } from '../../../src/store/orders/collections.ts'
import { collections } from '../../../src/store/schema.ts'
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

test('long texts leave in smaller objects, and an order too large for a statement keeps no other', async () => {
  const shop = await aMerchant()
  const ids: number[] = []
  for (let n = 0; n < 3; n += 1) ids.push((await aPaidCollection(shop)).id)
  const [large = 0, ...others] = ids
  const text = '錢'.repeat(400_000)
  for (const id of others) await rows('update collections set extra = ? where id = ?', text, id)
  for (const number of [2, 3]) {
    await rows(
      `insert into callback_attempts (
         order_id, number, event_number, trigger_name, outcome, answer, started_at, duration_ms
       ) values (?, ?, 1, 'merchant', 'wrong_answer', ?, 1, 1)`,
      large,
      number,
      text,
    )
  }
  const before = await readOrderRows(db, others)
  expect(await archiveAll()).toMatchObject({ orders: 2, objects: 2, changed: 1 })
  expect(await archivedIds()).toEqual(expect.arrayContaining(others))
  await unarchive(later(), others)
  expect(await readOrderRows(db, others)).toEqual(before)
})

test('a row from before a column has its default, as the column stores it', async () => {
  const { columns } = archivableTables[0] ?? { columns: [] }
  const given = JSON.stringify({ collections: [{ id: 1 }] })
  const [row] = await rows(
    `with made (${columns.join(', ')}) as (${rowsFromJson(collections, '?')}) select * from made`,
    given,
  )
  expect(row).toMatchObject({ id: 1, expired: 0, waits_in_slot: 0, last5: '', amount: null })
})

test('orders of more objects than a statement takes values are read', async () => {
  const orders = Array.from({ length: 150 }, (_, n) => ({ objectId: n + 1 }))
  expect(await objectsOf(db, orders)).toEqual([])
})
