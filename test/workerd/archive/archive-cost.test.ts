import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { archiveOrders } from '../../../src/operations/archive/archive-orders.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { pause } from '../../../src/units/time-limit.ts'
import { meter } from '../../support/metered.ts'
import { watchedBinding } from '../../support/watched.ts'
import { aPaidCollection, archiveAll, endOthersWork, later } from '../support/archive.ts'
import { move } from '../support/orders.ts'
import { aMerchant, rows } from '../support/service.ts'

beforeAll(() => endOthersWork())

// What it costs that an order leaves (docs/growing.md).

test('an object of orders: its rows written, calls to the database and bytes in the bucket', async () => {
  await archiveAll()
  const shop = await aMerchant()
  const count = 20
  for (let n = 0; n < count; n += 1) await aPaidCollection(shop, { merchant_order_no: `M-${n}` })
  await rows('update archive_position set after_id = 0, ended_at = null')
  const counter = meter()
  const db = openMerchantDatabase(counter.database(env.DB))
  expect(await archiveOrders(later(40, { db }))).toMatchObject({ orders: count, objects: 1 })
  const [object] = await rows<{ bytes: number }>(
    'select bytes from archive_objects order by id desc limit 1',
  )
  const { rowsWritten, trips } = counter.usage
  // Three rows go, and one with three entries of indexes comes; few are of the object and the run.
  expect(rowsWritten).toBeLessThanOrEqual(7 * count + 8)
  expect(trips).toBeLessThanOrEqual(10)
  expect((object?.bytes ?? 0) / count).toBeLessThan(300)
})

test('a payment beside it waits for a few objects, however many leave', async () => {
  const [old, shop] = [await aMerchant(), await aMerchant()]
  const count = 300
  for (let n = 0; n < count; n += 1) await aPaidCollection(old)
  let [objects, isOver] = [0, false]
  const archive = watchedBinding(env.ARCHIVE, (run, name) => {
    if (name === 'put') objects += 1
    return run()
  })
  const pay = async () => {
    const [before, begun] = [objects, performance.now()]
    // Their callbacks are due: none of them leaves, too.
    const { body } = await shop.create({ notify_url: 'https://m.example/n' })
    await move.settle(body.data.trade_no)
    return { objects: objects - before, ms: performance.now() - begun }
  }
  const alone: Awaited<ReturnType<typeof pay>>[] = []
  for (let n = 0; n < 30; n += 1) alone.push(await pay())
  const run = archiveAll(later(40, { archive })).finally(() => {
    isOver = true
  })
  const beside: typeof alone = []
  while (!isOver) {
    beside.push(await pay())
    // One invocation's timers wait for its calls.
    await pause(5)
  }
  expect((await run).orders).toBeGreaterThanOrEqual(count)
  const longest = (payments: typeof alone) => Math.max(...payments.map(({ ms }) => ms)).toFixed()
  console.log(
    `A payment alone took at most ${longest(alone)} ms, beside ${objects} objects ${longest(beside)} ms`,
  )
  expect(Math.max(...beside.map((one) => one.objects))).toBeLessThanOrEqual(3)
})
