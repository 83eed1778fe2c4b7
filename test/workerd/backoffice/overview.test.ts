import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { showOverview } from '../../../src/operations/show-overview.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { aCallbackWorld } from '../support/deliverer.ts'
import { aContext, aMerchant, rows } from '../support/service.ts'

// Decisions §9: what waits, at a glance.

beforeEach(async () => {
  const tables = ['callback_attempts', 'callbacks', 'endpoints', 'collections', 'payouts']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)))
})

test('when nothing waits it says so', async () => {
  expect(await showOverview(aContext())).toEqual({
    counted_up_to: 1_000,
    collections: { waiting: 0, exceptions: 0, unconfirmed: 0 },
    payouts: { waiting: 0 },
    callbacks: {
      ...{ due: 0, due_is_complete: true, oldest_due_at: null },
      ...{ parked: 0, given_up: 0, attempts_last_hour: {} },
    },
    endpoints: { open: 0, named: [] },
  })
})

test('orders that wait for somebody are counted', async () => {
  const shop = await aMerchant()
  await shop.create()
  await shop.create({ collection_status: 'exception' })
  await shop.create({ collection_status: 'matched' })
  await shop.create({ status: 'succeeded' })
  const payout = { serial_no: 'P-1', amount: 1, payee_name: '林' }
  await shop.call('/api/v1/merchant/payouts', payout)
  expect(await showOverview(aContext())).toMatchObject({
    collections: { waiting: 1, exceptions: 1, unconfirmed: 1 },
    payouts: { waiting: 1 },
  })
})

test('callbacks are counted by what becomes of them, and attempts of the last hour by their outcome', async () => {
  const answers = [500, 404, 200]
  const world = aCallbackWorld(() => answers.shift() ?? 200)
  const { uid } = await aMerchant()
  const ids = await world.owe(uid, 8, 'https://shop.example/notify')
  await rows(`update callbacks set state = 'parked', next_at = null where order_id = ?`, ids[0])
  await rows(`update callbacks set state = 'given_up', next_at = null where order_id = ?`, ids[1])
  for (const id of ids.slice(2, 5)) await world.deliver(id)
  const dueAt = world.now()
  world.advance(300)
  await rows(
    `insert into endpoints select endpoint, 'open', 100, 1, ? from callbacks where order_id = ?
     on conflict do update set state = 'open', trips = 1, until = excluded.until`,
    world.now() + 15,
    ids[0],
  )
  const overview = await showOverview(world.context)
  expect(overview.callbacks).toEqual({
    due: 5,
    due_is_complete: true,
    oldest_due_at: secondsToTaipei(dueAt),
    parked: 1,
    given_up: 1,
    attempts_last_hour: { delivered: 1, http_4xx: 1, http_5xx: 1 },
  })
  const until = secondsToTaipei(world.now() + 15)
  expect(overview.endpoints).toEqual({
    open: 1,
    named: [{ merchant_uid: uid, server: 'https://shop.example', until }],
  })
  world.advance(3_600)
  expect((await showOverview(world.context)).callbacks.attempts_last_hour).toEqual({})
})

test('no figure counts further than a thousand', async () => {
  const world = aCallbackWorld()
  const { uid } = await aMerchant()
  await world.owe(uid, 700, 'https://a.example/notify')
  await world.owe(uid, 700, 'https://b.example/notify')
  expect((await showOverview(world.context)).callbacks.due).toBe(1_000)
})
