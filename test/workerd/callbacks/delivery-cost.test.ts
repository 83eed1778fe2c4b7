import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { bulkResend, bulkRevival } from '../../../src/contract/back-office/callbacks.ts'
import { journalOfCallbacks } from '../../../src/operations/callbacks/resend-callback.ts'
import { resendCallbacks } from '../../../src/operations/callbacks/resend-callbacks.ts'
import { reviveCallbacks } from '../../../src/operations/callbacks/revive-callbacks.ts'
import { listCallbacks } from '../../../src/operations/callbacks/show-callbacks.ts'
import { sweepCallbacks } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import { showOverview } from '../../../src/operations/service/show-overview.ts'
import { breaker } from '../../../src/rules/callbacks/receiver-breaker.ts'
import { makeParkedDue, requestResends } from '../../../src/store/callbacks/callbacks.ts'
import { recordAcknowledgement, recordFailure } from '../../../src/store/callbacks/receivers.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter, type Usage } from '../../support/metered.ts'
import { aDeliverer, callbackOf, deliverCallback, openBreaker } from '../support/deliverer.ts'
import { move } from '../support/orders.ts'
import {
  aContext,
  aMerchant,
  operator,
  paths,
  post,
  rows,
  withDatabase,
} from '../support/service.ts'

const url = 'https://shop.example/notify'

describe('a collection that is created, paid and delivered', () => {
  test('writes 20 rows at most', async () => {
    const { db, d1, usage } = meteredDatabase()
    const deliverer = aDeliverer()
    // The order is created by the clock: what is older would be booked late.
    deliverer.advance(Math.ceil(Date.now() / 1000) - deliverer.now())
    const context = withDatabase(deliverer.context, db)
    const order = { orderid: 'O-1', amount: 100, notify_url: url }
    const { body } = await post(await aMerchant(), paths.create, order, { ...env, DB: d1 })
    await move.settle(body.data.trade_no, {}, { context })
    await deliverCallback(context, body.data.id)
    expect(await callbackOf(body.data.id)).toMatchObject({ state: 'delivered' })
    expect(usage.rowsWritten).toBeLessThanOrEqual(20)
  })

  test('is delivered in two database calls, which write two rows', async () => {
    const { db, usage } = meteredDatabase()
    const deliverer = aDeliverer()
    const [id = 0] = await deliverer.owe((await aMerchant()).uid, 1, url)
    await deliverCallback(withDatabase(deliverer.context, db), id)
    expect(usage).toMatchObject({ trips: 2, rowsWritten: 2 })
  })

  test('a wake-up for a receiver with an open breaker, or for no callback, writes nothing', async () => {
    const { db, usage } = meteredDatabase()
    const deliverer = aDeliverer()
    const [id = 0] = await deliverer.owe((await aMerchant()).uid, 1, url)
    await openBreaker(id, deliverer.now() + 15)
    await deliverCallback(withDatabase(deliverer.context, db), id)
    await deliverCallback(withDatabase(deliverer.context, db), 4)
    expect(usage).toMatchObject({ trips: 2, rowsWritten: 0 })
  })
})

test('no statement of delivery scans a table that grows', async () => {
  const { db, usage } = meteredDatabase()
  const context = aContext({ db, wake: async () => undefined })
  await sweepCallbacks(context, async () => [])
  await deliverCallback(context, 4)
  await recordFailure({ db, name: '1 https://shop.example', cost: 1, now: 100, breaker })
  await recordAcknowledgement({
    db,
    name: '1 https://shop.example',
    now: 100,
    since: 100,
    limit: 2,
    memorySeconds: 60,
  })
  for (const state of ['given_up', 'parked'] as const) {
    await listCallbacks(context, { state, limit: 5 })
  }
  await resendCallbacks(context, operator, bulkResend.parse({ merchant_uid: 'M' }))
  await resendCallbacks(context, operator, bulkResend.parse({ state: 'given_up' }))
  await reviveCallbacks(context, operator, bulkRevival.parse({ merchant_uid: 'M' }))
  await reviveCallbacks(context, operator, bulkRevival.parse({ outcome: 'timeout' }))
  const journal = journalOfCallbacks({
    context,
    principal: operator,
    action: 'resend',
    target: 'cb_4',
  })
  await requestResends({
    db,
    orderIds: [4],
    now: 100,
    notSince: 90,
    includeDelivered: false,
    journal,
  })
  await makeParkedDue({ db, orderIds: [4], now: 100, journal })
  for (const state of [undefined, 'due', 'delivered', 'given_up', 'parked'] as const) {
    await listCallbacks(context, { merchant_uid: 'M', state, limit: 5 })
  }
  expect(await scansOf(usage)).toEqual([])
})

test('the overview is one database call and scans nothing but what waits', async () => {
  const { db, usage } = meteredDatabase()
  await showOverview(aContext({ db }))
  expect(usage.trips).toBe(1)
  expect(await scansOf(usage)).toEqual([])
})

test('due callbacks are listed without a scan of delivered ones', async () => {
  const { db, usage } = meteredDatabase()
  await listCallbacks(aContext({ db }), { state: 'due', limit: 5 })
  expect(await scansOf(usage)).toEqual(['SCAN callbacks USING COVERING INDEX callbacks_due'])
})

function meteredDatabase() {
  const { usage, database } = meter()
  const d1 = database(env.DB)
  return { d1, db: openMerchantDatabase(d1), usage }
}

/** The steps of the plans that read every row of a table or index. */
async function scansOf({ statements }: Usage): Promise<string[]> {
  const plans = statements.map(({ sql, values }) =>
    rows<{ detail: string }>(`explain query plan ${sql}`, ...values),
  )
  const steps = (await Promise.all(plans)).flat().map(({ detail }) => detail)
  const tables = /^SCAN (callbacks|callback_attempts|endpoints|merchants|collections|payouts)\b/
  return [...new Set(steps.filter((step) => tables.test(step)))]
}
