import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { countHours } from '../../../src/operations/service/count-hours.ts'
import { showHours } from '../../../src/operations/service/show-hours.ts'
import { showOverview } from '../../../src/operations/service/show-overview.ts'
import { setPricing } from '../../../src/operations/settlement/manage-pricing.ts'
import { secondsToTaipei, taipeiDay } from '../../../src/units/taipei-time.ts'
import { anAccount } from '../support/bank-accounts.ts'
import { aDeliverer, openBreaker, setState } from '../support/deliverer.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { move } from '../support/orders.ts'
import {
  aCollection,
  aContext,
  adjustShop,
  aMerchant,
  anId,
  operator,
  paths,
  setClock,
} from '../support/service.ts'

// Decisions §9.

beforeEach(async () => {
  const tables = ['callback_attempts', 'callbacks', 'endpoints', 'collections', 'payouts']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)))
})

test('every count is 0 when nothing waits', async () => {
  expect(await showOverview(aContext())).toEqual({
    days_to_full: null,
    archive: null,
    approvals_waiting: 0,
    oldest_approval_at: null,
    operators: null,
    can_approve: true,
    unclaimed_transactions: 0,
    oldest_unclaimed_at: null,
    unconfirmed_lines: 0,
    gaps: 0,
    auto: { settled_today: 0, median_minutes: null, unproven: 0, contradicted: [] },
    caps: { accounts: 0, reached: 0, room: 0 },
    counted_up_to: 500,
    collections: {
      waiting: 0,
      exceptions: 0,
      unconfirmed: 0,
      oldest_waiting_at: null,
      oldest_exception_at: null,
      oldest_unconfirmed_at: null,
      ended_without_account: 0,
    },
    unbacked_orders: 0,
    payouts: { waiting: 0, oldest_waiting_at: null },
    callbacks: {
      due: 0,
      due_is_complete: true,
      failing: 0,
      oldest_due_at: null,
      parked: 0,
      given_up: 0,
      attempts_last_hour: {},
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

test('the overview shows of each kind what has waited longest', async () => {
  const shop = await aMerchant()
  const first = await aCollection(shop)
  await aCollection(shop)
  const exception = await aCollection(shop, { collection_status: 'exception' })
  const old = Math.floor(Date.now() / 1000) - 1_800
  const write = env.DB.prepare('update collections set created_at = ? where id = ?')
  await env.DB.batch([first, exception].map(({ id }) => write.bind(old, id)))
  expect((await showOverview(aContext())).collections).toMatchObject({
    oldest_waiting_at: secondsToTaipei(old),
    oldest_exception_at: secondsToTaipei(old),
    oldest_unconfirmed_at: null,
  })
})

const hourMs = 3_600_000

// The running hour and those after it, as the minute's job meets them.
async function countAt(ms: number): Promise<ReturnType<typeof showHours>> {
  const context = aContext({ now: () => ms })
  await inEveryDatabase(context, countHours)
  return showHours(context)
}

test('declared money is settled in the hour of its declaration, confirmed or not, until it is rejected', async () => {
  await env.DB.prepare('delete from hour_figures').run()
  const begin = Math.floor(Date.now() / hourMs) * hourMs
  await countAt(begin - 1)
  const settled = async () => {
    const { hours } = await countAt(begin + hourMs - 1)
    const { collections } = hours.at(-1)?.happened ?? {}
    return [collections?.settled, collections?.settled_amount]
  }
  const { tradeNo } = await aCollection(await aMerchant(), { amount: 250, status: 'succeeded' })
  expect(await settled()).toEqual([1, 250])
  await move.confirm(tradeNo)
  expect(await settled()).toEqual([1, 250])
  const other = await aCollection(await aMerchant(), { amount: 100, status: 'succeeded' })
  expect(await settled()).toEqual([2, 350])
  await move.confirm(other.tradeNo, { accept: false, reason: 'x' })
  expect(await settled()).toEqual([1, 250])
})

test('what happens in an hour is counted once, and looked at again half an hour after its end', async () => {
  await env.DB.prepare('delete from hour_figures').run()
  const begin = Math.floor(Date.now() / hourMs) * hourMs
  await countAt(begin - 1)
  const shop = await aMerchant()
  await shop.create({ amount: 300 })
  const { id, tradeNo } = await aCollection(shop, { amount: 250 })
  await env.DB.prepare('update collections set account_since = ? where id = ?')
    .bind((Math.floor(Date.now() / 1000) + 40) * 1000, id)
    .run()
  await move.settle(tradeNo, { manual: true })
  await shop.call(paths.payouts, { serial_no: 'P-2', amount: 1, payee_name: '林' })
  const happened = {
    collections: { created: 2, settled: 1, settled_amount: 250 },
    payouts: { created: 1, paid: 0, paid_amount: 0, cancelled: 0 },
    income: 0,
  }
  const { hours } = await countAt(begin + hourMs - 1)
  expect(hours).toHaveLength(24)
  expect(hours.at(-1)).toEqual({ from: secondsToTaipei(begin / 1000), happened, followed: null })
  // Counted again, it is the same.
  expect((await countAt(begin + hourMs - 1)).hours.at(-1)).toMatchObject({ happened })
  expect((await countAt(begin + 1.4 * hourMs)).hours.at(-2)).toMatchObject({ followed: null })
  const { hours: later } = await countAt(begin + 1.6 * hourMs)
  expect(later.at(-2)).toMatchObject({ happened, followed: { created: 2, settled: 1 } })
  const seconds = later.at(-2)?.followed?.seconds_to_account.median ?? 0
  expect(Math.abs(seconds - 40)).toBeLessThanOrEqual(2)
  expect(later.at(-1)?.happened?.collections.created).toBe(0)
})

test('what was earned today, and this month, is counted: less what is given back, and with corrections', async () => {
  await env.DB.prepare('delete from hour_figures').run()
  const shop = await aMerchant()
  // The fourth of the month, at noon in Taipei.
  const noon = Date.UTC(2032, 2, 4, 4)
  const month = Date.UTC(2032, 1, 29, 15, 30)
  setClock(month)
  await countAt(month)
  const rate = { rate_ppm: 20_000, fixed: 0, min: 0, max: null }
  const context = aContext()
  await setPricing({ context, principal: operator, uid: shop.uid, change: { collection: rate } })
  for (const [hoursBefore, amount] of [
    [20, 1_000],
    [0, 500],
  ] as const) {
    if (hoursBefore === 0) await countAt(noon - 12 * hourMs - 1)
    setClock(noon - hoursBefore * hourMs)
    const { tradeNo } = await aCollection(shop, { amount })
    await move.settle(tradeNo, { manual: true })
  }
  const correction = { amount: -300, bucket: 'fees', reason: 'x', idempotency_key: anId() } as const
  await adjustShop(shop.uid, correction)
  const { today, month: ofMonth } = await countAt(noon)
  expect([today.so_far?.income, ofMonth]).toEqual([13, { from: '2032-03-01', income: 33 }])
})

test('a day without a row for its beginning is not compared, and says so', async () => {
  await env.DB.prepare('delete from hour_figures').run()
  const { today, hours } = await countAt(Date.now())
  expect([today.so_far, hours.at(-1)?.happened]).toEqual([null, null])
})

test('links that ended without an account, and callbacks that fail, are counted', async () => {
  const shop = await aMerchant()
  const ended = await aCollection(shop, { collection_status: 'exception' })
  await aCollection(shop, { collection_status: 'exception' })
  await env.DB.prepare(
    "update collections set link_id = 1, collection_account_no = '', expired = 1 where id = ?",
  )
    .bind(ended.id)
    .run()
  const deliverer = aDeliverer(() => 500)
  const [owed = 0] = await deliverer.owe(shop.uid, 2, 'https://shop.example/notify')
  await deliverer.deliver(owed)
  const { collections, callbacks } = await showOverview(deliverer.context)
  expect(collections.ended_without_account).toBe(1)
  expect(callbacks).toMatchObject({ failing: 1, due: 1 })
})

test('the room under the caps of active accounts is added up', async () => {
  const before = (await showOverview(aContext())).caps
  const { id } = await anAccount({ daily_cap: 10_000 })
  await anAccount({ daily_cap: 500, use: 'out' })
  const reached = await anAccount({ daily_cap: 500 })
  const day = env.DB.prepare('update bank_accounts set day = ?, handed_out = ? where id = ?')
  const today = taipeiDay(Date.now() / 1000)
  await env.DB.batch([day.bind(today, 100_000, id), day.bind(today, 50_001, reached.id)])
  expect((await showOverview(aContext())).caps).toEqual({
    accounts: before.accounts + 2,
    reached: before.reached + 1,
    room: before.room + 9_000,
  })
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
    failing: 0,
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

test('no count exceeds five hundred', async () => {
  const deliverer = aDeliverer()
  const { uid } = await aMerchant()
  await deliverer.owe(uid, 300, 'https://a.example/notify')
  await deliverer.owe(uid, 300, 'https://b.example/notify')
  expect((await showOverview(deliverer.context)).callbacks.due).toBe(500)
})
