import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { archiveOrders } from '../../../src/operations/archive/archive-orders.ts'
import { unarchive } from '../../../src/operations/archive/unarchive.ts'
import { copyDatabases } from '../../../src/operations/copies/copy-databases.ts'
import { firstIdAfter } from '../../../src/rules/orders/order-identity.ts'
import { readOrderRows } from '../../../src/store/archive/order-rows.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { watchedBinding } from '../../support/watched.ts'
import {
  aPaidCollection,
  archiveAll,
  archivedIds,
  endOthersWork,
  later,
  paidAndDelivered,
} from '../support/archive.ts'
import { copiedContents, expectCopied, wholeAge } from '../support/copies.ts'
import { anAmountLink } from '../support/links.ts'
import { aPayout, move } from '../support/orders.ts'
import { aContext, aMerchant, rows, rowsOf } from '../support/service.ts'

beforeAll(() => endOthersWork())

// The copies are the database, row for row, before orders leave, while they are away and when they are back.

const db = openMerchantDatabase(env.DB)
const few = { units: 2, changes: 3, scan: 4, timeoutMs: 40_000 }

test('copies are what the database has, whatever leaves and comes back between their steps', async () => {
  const shop = await aMerchant()
  const context = aContext()
  const kept = await aPaidCollection(shop)
  for (let n = 0; n < 6; n += 1) await aPaidCollection(shop)
  await move.cancel(await aPayout(shop))
  await expectCopied(context, [env.DB])
  const counts = async () => {
    const contents = await copiedContents('DB')
    return [contents?.collections?.length, contents?.archived_orders?.length]
  }
  expect(await counts()).toEqual([7, 0])
  for (let round = 0; round < 6; round += 1) {
    const run = await archiveAll(later(), { looked: 2 + round, steps: 2 })
    expect([run.changed, run.orders > 0]).toEqual([0, true])
    await copyDatabases(context, few)
    const ids = await archivedIds()
    await unarchive(later(), ids.slice(0, 1))
    await aPaidCollection(shop)
    await copyDatabases(context, few)
    await expectCopied(context, [env.DB])
  }
  await archiveAll()
  await expectCopied(context, [env.DB])
  expect(await counts()).toEqual([0, 14])
  await unarchive(later(), [kept.id])
  await expectCopied(context, [env.DB])
  await unarchive(later(), await archivedIds())
  await expectCopied(context, [env.DB])
  expect(await counts()).toEqual([13, 0])
})

test('an object that a database does not know, put back in time, is deleted sixty days later', async () => {
  const shop = await aMerchant()
  const paid = await aPaidCollection(shop)
  const before = await readOrderRows(db, [paid.id])
  await archiveAll()
  const [object] = await rows<{ id: number; name: string }>(
    `select * from archive_objects where id = (select object_id from archived_orders where id = ?)`,
    paid.id,
  )
  // As it was before: the order is there, and no object.
  await unarchive(later(), [paid.id])
  await rows('delete from archive_objects')
  await rows('delete from copy_position')
  expect(await readOrderRows(db, [paid.id])).toEqual(before)
  await expectCopied(later(41), [env.DB])
  const isThere = async () => (await env.ARCHIVE.head(object?.name ?? '')) !== null
  // A run deletes a hundred, and other files of tests have left some.
  const deleteAt = async (days: number) => {
    const context = { ...later(days), settings: aContext().settings }
    while ((await archiveOrders(context)).deleted > 0);
  }
  await deleteAt(100)
  expect(await isThere()).toBe(true)
  await deleteAt(102)
  expect(await isThere()).toBe(false)
  expect(await rows('select * from archive_objects where id = ?', object?.id)).toEqual([])
})

test('copies of a database that was put back begin at once, however many objects it does not know', async () => {
  const shop = await aMerchant()
  const ids: number[] = []
  for (let n = 0; n < 13; n += 1) {
    ids.push((await aPaidCollection(shop)).id)
    await archiveAll()
  }
  await unarchive(later(), ids)
  await rows('delete from archive_objects')
  await rows('delete from copy_position')
  // Pages of one object.
  const archive = watchedBinding(env.ARCHIVE, (run, name, [options]) =>
    name === 'list' ? env.ARCHIVE.list({ ...Object(options), limit: 1 }) : run(),
  )
  const context = { ...later(41), archive }
  const end = firstIdAfter(context.now())
  const known = async () => (await rows('select id from archive_objects')).length
  await copyDatabases(context)
  expect(await wholeAge(context)).not.toBeNull()
  expect(await known()).toBe(10)
  const { objects } = await env.ARCHIVE.list({ prefix: 'DB/orders/' })
  for (let reached = 10; reached < objects.length; reached += 10) await copyDatabases(context)
  // An object of an id in the future, as other files archive some, is left until its time.
  const due = objects.filter(({ key }) => Number(key.split('/').at(-1)?.split('.')[0]) < end)
  expect(await known()).toBe(due.length)
})

test('a link leaves with its order in the copies, too', async () => {
  const shop = await aMerchant()
  const context = aContext()
  await anAmountLink(shop)
  const [paid] = await rowsOf<{ id: number; trade_no: string }>('collections', shop)
  await paidAndDelivered(paid?.trade_no ?? '')
  await expectCopied(context, [env.DB])
  const links = async () => (await copiedContents('DB'))?.payment_links?.length
  const before = await links()
  await archiveAll()
  await expectCopied(context, [env.DB])
  expect(await links()).toBe((before ?? 0) - 1)
  await unarchive(later(), [paid?.id ?? 0])
  await expectCopied(context, [env.DB])
  expect(await links()).toBe(before)
})
