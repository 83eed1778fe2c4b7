import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { unarchive } from '../../../src/operations/archive/unarchive.ts'
import { beginPass, checkIn } from '../../../src/operations/books/check-books.ts'
import { tallyColumns } from '../../../src/store/accounts/ledger-columns.ts'
import { watchedBinding } from '../../support/watched.ts'
import {
  aPaidCollection,
  archiveAgain,
  archiveAll,
  archivedIds,
  endOthersWork,
  later,
} from '../support/archive.ts'
import { checkAll, findingsOf, passesOf, smallSteps } from '../support/book-check.ts'
import { aBookScene, type BookScene } from '../support/book-scene.ts'
import { aDeliverer, deliverCallback } from '../support/deliverer.ts'
import { aSettled, move } from '../support/orders.ts'
import { aMerchant, rows } from '../support/service.ts'

beforeAll(() => endOthersWork())

// The check of the books adds up what is archived: a hundredth is named, and what leaves or comes back is no difference.

let scene: BookScene

beforeAll(async () => {
  scene = await aBookScene()
  const owed = await rows<{ id: number }>('select order_id as id from callbacks')
  for (const { id } of owed)
    await deliverCallback(aDeliverer(() => 200, { now: Date.now }).context, id)
  await archiveAll()
})

test('archived orders of every kind are counted, and raise no difference', async () => {
  const { settled, backed, confirmed, paidOut, cancelled } = scene.orders
  const ids = await archivedIds()
  expect(ids).toEqual(expect.arrayContaining([settled, backed, confirmed, paidOut, cancelled]))
  expect(await checkAll(later())).toEqual([])
  expect(await checkAll(later(), smallSteps)).toEqual([])
})

const more = (table: string, column: string, which = 'true') => {
  const by = (n: number) => `update ${table} set ${column} = ${column} + ${n} where ${which}`
  return [by(1), by(-1)] as const
}

const lost = (table: string, which: string) =>
  [
    `create table kept as select * from ${table} where ${which}; delete from ${table} where ${which}`,
    `insert into ${table} select * from kept; drop table kept`,
  ] as const

test.each([
  ['archive_objects * orders: ', more('archive_objects', 'orders', `state = 'whole'`)],
  ['archive_objects * collected: ', more('archive_objects', 'collected', `state = 'whole'`)],
  ['archive_objects * paid_out: ', more('archive_objects', 'paid_out', `state = 'whole'`)],
  ['archive_objects * orders: 0, not ', lost('archive_objects', `state = 'whole'`)],
  ['archived_orders :uid collections: ', lost('archived_orders', 'id = :settled')],
  ['archived_orders :uid payouts: ', lost('archived_orders', 'id = :paidOut')],
  ['ledger_entries :settled#2.1 entry: ', lost('archived_orders', 'id = :settled')],
  ['bank_transactions :transaction order_id: ', lost('archived_orders', 'id = :backed')],
  ['ledger_entries :settled#2.1 entry: ', more('ledger_entries', 'at', 'order_id = :settled')],
  ['balances :uid other available: ', more('ledger_entries', 'amount', 'order_id = :settled')],
  ...tallyColumns.map((column) => {
    return [`balances :uid other ${column}: `, more('archived_tallies', column)] as const
  }),
] as const)('what is wrong is named: %s', async (finding, [breaks, mends]) => {
  const { shop, transaction, orders } = scene
  const named = (text: string) =>
    text.replace(/:(\w+)/g, (_, name: string) =>
      String({ uid: shop.uid, transaction, ...orders }[name]),
    )
  const run = async (sql: string) => {
    for (const statement of sql.split(';')) await rows(named(statement))
  }
  await run(breaks)
  const found = await checkAll(later(), smallSteps)
  await run(mends)
  expect(found).toContainEqual(expect.stringContaining(named(finding)))
  expect(await checkAll(later())).toEqual([])
})

test('nothing leaves while a difference is open', async () => {
  const shop = await aMerchant()
  const paid = await aPaidCollection(shop)
  await rows('update archive_objects set orders = orders + 1')
  expect(await checkAll(later())).toHaveLength(1)
  expect((await archiveAgain()).orders).toBe(0)
  await rows('update archive_objects set orders = orders - 1')
  expect(await checkAll(later())).toEqual([])
  await archiveAll()
  expect(await archivedIds()).toContain(paid.id)
})

const inTheWay = {
  'a check of sums': `insert into book_passes
    select 1, 'tallies', 1, 'null', 1, null, 0, 0, 0 where not exists (select 1 from book_passes)`,
  maintenance: `insert or ignore into maintenance values (1, 1, 'ann', 'x')`,
}

test.each(Object.entries(inTheWay))(
  'nothing leaves once %s has begun, even if its object is stored by then',
  async (_, begin) => {
    await aSettled(await aMerchant())
    let stored = 0
    const archive = watchedBinding(env.ARCHIVE, async (run, name) => {
      if (name === 'put') stored += 1
      if (name === 'put') await rows(begin)
      return run()
    })
    const before = await archivedIds()
    const { orders, objects } = await archiveAll(later(40, { archive }))
    await endOthersWork()
    expect({ orders, objects, archived: await archivedIds() }).toEqual({
      orders: 0,
      objects: 0,
      archived: before,
    })
    expect(stored).toBeGreaterThan(0)
  },
)

test('no pass takes what leaves and comes back meanwhile for a difference', async () => {
  const shops = [await aMerchant(), await aMerchant()]
  for (let n = 0; n < 14; n += 1) {
    const shop = shops[n % 2] ?? scene.shop
    const tradeNo = await aSettled(shop)
    if (n % 5 === 0) await move.reverse(tradeNo)
  }
  const found: object[] = []
  const context = later(41, { log: (entry) => found.push(entry) })
  const step = fc.record({
    what: fc.constantFrom('archive', 'archive', 'bring back', 'bring back', 'nothing'),
    pick: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    checks: fc.nat({ max: 5 }),
  })
  const takes = async ({ what, pick }: { readonly what: string; readonly pick: number }) => {
    if (what === 'archive') {
      await archiveAgain(later(), { looked: 1 + Math.floor(pick * 12), steps: 3 })
    }
    const ids = what === 'bring back' ? await archivedIds() : []
    const id = ids[Math.floor(pick * ids.length)]
    if (id !== undefined) await unarchive(later(), [id])
  }
  const before = await passesOf(env.DB)
  for (const one of fc.sample(step, 70)) {
    await Promise.all([takes(one), beginPass(context)])
    await Promise.all([takes(one), checkIn(context, one.checks, smallSteps)])
  }
  expect(await checkAll(context, smallSteps)).toEqual([])
  expect(found).toEqual([])
  expect((await passesOf(env.DB)).finished).toBeGreaterThan(before.finished + 2)
  expect(await findingsOf(context)).toEqual([])
})
