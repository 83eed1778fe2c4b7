import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { showHours } from '../../../src/operations/show-hours.ts'
import { showOverview } from '../../../src/operations/show-overview.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { aDeliverer, openBreaker, setState } from '../support/deliverer.ts'
import { move } from '../support/orders.ts'
import { aCollection, aContext, aMerchant, paths } from '../support/service.ts'

// Decisions §9.

beforeEach(async () => {
  const tables = ['callback_attempts', 'callbacks', 'endpoints', 'collections', 'payouts']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)))
})

test('every count is 0 when nothing waits', async () => {
  expect(await showOverview(aContext())).toEqual({
    days_to_full: null,
    approvals_waiting: 0,
    oldest_approval_at: null,
    operators: null,
    can_approve: true,
    ...{ unclaimed_transactions: 0, oldest_unclaimed_at: null, unconfirmed_lines: 0, gaps: 0 },
    counted_up_to: 1_000,
    collections: {
      ...{ waiting: 0, exceptions: 0, unconfirmed: 0 },
      ...{ oldest_waiting_at: null, oldest_exception_at: null, oldest_unconfirmed_at: null },
    },
    unbacked_orders: 0,
    payouts: { waiting: 0, oldest_waiting_at: null },
    callbacks: {
      ...{ due: 0, due_is_complete: true, oldest_due_at: null },
      ...{ parked: 0, given_up: 0, attempts_last_hour: {} },
    },
    endpoints: { open: 0, named: [] },
  })
})

test('waiting orders are counted', async () => {
  const shop = await aMerchant()
  await shop.create()
  await shop.create({ collection_status: 'exception' })
  await shop.create({ collection_status: 'matched' })
  await shop.create({ status: 'succeeded' })
  const payout = { serial_no: 'P-1', amount: 1, payee_name: '林' }
  await shop.call(paths.payouts, payout)
  expect(await showOverview(aContext())).toMatchObject({
    collections: { waiting: 1, exceptions: 1, unconfirmed: 1 },
    payouts: { waiting: 1 },
  })
})

test('what has waited longest is told of each kind', async () => {
  const shop = await aMerchant()
  const first = await aCollection(shop)
  await aCollection(shop)
  const exception = await aCollection(shop, { collection_status: 'exception' })
  const old = Math.floor(Date.now() / 1000) - 1_800
  const write = env.DB.prepare('update collections set created_at = ? where id = ?')
  await env.DB.batch([first, exception].map(({ id }) => write.bind(old, id)))
  expect((await showOverview(aContext())).collections).toMatchObject({
    ...{ oldest_waiting_at: secondsToTaipei(old), oldest_exception_at: secondsToTaipei(old) },
    oldest_unconfirmed_at: null,
  })
})

test('collections are counted by the hour of their creation, with what is settled of them by now', async () => {
  const shop = await aMerchant()
  const context = aContext()
  const hours = async () => (await showHours(context)).hours.map(({ created }) => created)
  expect(await hours()).toEqual(Array(24).fill(0))
  await shop.create({ amount: 300 })
  const { tradeNo } = await aCollection(shop, { amount: 250 })
  await move.settle(tradeNo, { manual: true })
  // Declared money waits to be confirmed.
  await aCollection(shop, { amount: 100, status: 'succeeded' })
  const { hours: shown } = await showHours(context)
  expect(shown).toHaveLength(24)
  const thisHour = secondsToTaipei(Math.floor(Date.now() / 3_600_000) * 3_600)
  const counted = { created: 3, settled: 1, paid_amount: 250, is_complete: true }
  expect(shown.at(-1)).toEqual({ from: thisHour, ...counted })
  const later = aContext({ now: () => Date.now() + 23 * 3_600_000 })
  expect((await showHours(later)).hours[0]).toMatchObject({ created: 3 })
  const tooLate = aContext({ now: () => Date.now() + 24 * 3_600_000 })
  expect((await showHours(tooLate)).hours.every(({ created }) => created === 0)).toBe(true)
})

test('callbacks are counted by state, and attempts of the last hour by outcome', async () => {
  const answers = [500, 404, 200]
  const deliverer = aDeliverer(() => answers.shift() ?? 200)
  const { uid } = await aMerchant()
  const ids = await deliverer.owe(uid, 8, 'https://shop.example/notify')
  await setState(ids.slice(0, 1), 'parked')
  await setState(ids.slice(1, 2), 'given_up')
  for (const id of ids.slice(2, 5)) await deliverer.deliver(id)
  const dueAt = deliverer.now()
  deliverer.advance(300)
  await openBreaker(ids[0], deliverer.now() + 15)
  const overview = await showOverview(deliverer.context)
  expect(overview.callbacks).toEqual({
    due: 5,
    due_is_complete: true,
    oldest_due_at: secondsToTaipei(dueAt),
    parked: 1,
    given_up: 1,
    attempts_last_hour: { delivered: 1, http_4xx: 1, http_5xx: 1 },
  })
  const until = secondsToTaipei(deliverer.now() + 15)
  expect(overview.endpoints).toEqual({
    open: 1,
    named: [{ merchant_uid: uid, server: 'https://shop.example', until }],
  })
  deliverer.advance(3_600)
  expect((await showOverview(deliverer.context)).callbacks.attempts_last_hour).toEqual({})
})

test('no count exceeds a thousand', async () => {
  const deliverer = aDeliverer()
  const { uid } = await aMerchant()
  await deliverer.owe(uid, 700, 'https://a.example/notify')
  await deliverer.owe(uid, 700, 'https://b.example/notify')
  expect((await showOverview(deliverer.context)).callbacks.due).toBe(1_000)
})
