import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { archiveOrders } from '../../../src/operations/archive/archive-orders.ts'
import { archivedContext } from '../../../src/operations/archive/archived-rows.ts'
import { bringBack } from '../../../src/operations/archive/bring-back.ts'
import { leavingTables, readOrderRows } from '../../../src/store/archive/leaving-rows.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { collectionTable } from '../../../src/store/orders/collections.ts'
import { aDeliverer, deliverCallback } from '../support/deliverer.ts'
import { move } from '../support/orders.ts'
import { aContext, aMerchant, rows } from '../support/service.ts'

// Final orders leave the database for the bucket, and are as they were when they are back.

const days = 86_400_000
const db = openMerchantDatabase(env.DB)

beforeEach(async () => {
  await rows('delete from archive_position')
})

/** The database's context so many days later. */
function later(count = 40) {
  const context = aContext({ now: () => Date.now() + count * days })
  return { ...context, settings: { ...context.settings, archiveAfterDays: 35 } }
}

async function aPaidCollection(shop: Awaited<ReturnType<typeof aMerchant>>, fields: object = {}) {
  const { body } = await shop.create({ notify_url: 'https://m.example/n', ...fields })
  await move.settle(body.data.trade_no)
  await deliverCallback(aDeliverer(() => 200, { now: Date.now }).context, body.data.id)
  return body.data
}

const archived = () => rows<{ id: number }>('select * from archived_orders order by id')

test('a final order leaves with all that belongs to it, and is back as it was', async () => {
  const shop = await aMerchant()
  const paid = await aPaidCollection(shop)
  const waiting = (await shop.create({})).body.data
  const before = await readOrderRows(db, [paid.id, waiting.id])
  const run = await archiveOrders(later())
  expect(run.changed).toBe(0)
  expect((await archived()).map(({ id }) => id)).toContain(paid.id)
  const left = await readOrderRows(db, [paid.id, waiting.id])
  expect(left.collections).toHaveLength(1)
  expect(left.callbacks).toEqual([])
  const view = await archivedContext(later(), [paid.id])
  expect(await readOrderRows(view?.db ?? db, [paid.id])).toEqual(
    Object.fromEntries(
      leavingTables.map(({ name, key }) => [
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
  await bringBack(later(), [paid.id])
  expect(await readOrderRows(db, [paid.id, waiting.id])).toEqual(before)
  expect(await archived()).toEqual([])
  expect(await rows('select * from archived_tallies where unbacked_count <> 0')).toEqual([])
})

test('a number that is archived is refused again', async () => {
  const shop = await aMerchant()
  const paid = await aPaidCollection(shop)
  await archiveOrders(later())
  const { body } = await shop.create({ orderid: paid.orderid })
  expect(body).toMatchObject({ error: 'duplicate_orderid' })
})
