import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { bulkResend, bulkRevival } from '../../../src/contract/back-office-calls.ts'
import { resendCallbacks } from '../../../src/operations/callbacks/resend-callbacks.ts'
import { reviveCallbacks } from '../../../src/operations/callbacks/revive-callbacks.ts'
import { sweepCallbacks } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import { listCallbacks } from '../../../src/operations/orders/list-orders.ts'
import { settleCollection } from '../../../src/operations/orders/move-collection.ts'
import { showOverview } from '../../../src/operations/show-overview.ts'
import { breaker } from '../../../src/rules/callbacks/receiver-breaker.ts'
import { makeParkedDue, requestResends } from '../../../src/store/callbacks/callbacks.ts'
import { recordAcknowledgement, recordFailure } from '../../../src/store/callbacks/receivers.ts'
import { signedJson } from '../../support/merchant-client.ts'
import { aCallbackWorld, deliverCallback } from '../support/deliverer.ts'
import {
  aContext,
  aMerchant,
  operator,
  paths,
  rows,
  sendDirectly,
  withDatabase,
} from '../support/service.ts'
import { planOf, type Watched, watchedDatabase } from '../support/watched-database.ts'

const url = 'https://shop.example/notify'

describe('a collection that is created, paid and delivered', () => {
  test('writes no more than 20 rows', async () => {
    const { db, d1, seen } = watchedDatabase()
    const context = withDatabase(aCallbackWorld().context, db)
    const { uid, secret } = await aMerchant()
    const body = signedJson(uid, secret, { orderid: 'O-1', amount: 100, notify_url: url })
    const headers = { 'content-type': 'application/json' }
    await sendDirectly(paths.create, { method: 'POST', headers, body }, { ...env, DB: d1 })
    const { id, tradeNo } = await orderOf(uid)
    await settleCollection(context, operator, tradeNo, asOrdered)
    await deliverCallback(context, id)
    expect(await rows('select state from callbacks where order_id = ?', id)).toEqual([
      { state: 'delivered' },
    ])
    expect(writtenIn(seen)).toBeLessThanOrEqual(20)
  })

  test('is delivered in two calls to the database, which write four rows', async () => {
    const { db, seen } = watchedDatabase()
    const world = aCallbackWorld()
    const [id = 0] = await world.owe((await aMerchant()).uid, 1, url)
    await deliverCallback(withDatabase(world.context, db), id)
    expect(new Set(seen.map(({ call }) => call)).size).toBe(2)
    expect(writtenIn(seen)).toBe(4)
  })

  test('a wake that comes too often, or for a receiver in trouble, writes nothing', async () => {
    const { db, seen } = watchedDatabase()
    const world = aCallbackWorld()
    const [id = 0] = await world.owe((await aMerchant()).uid, 1, url)
    await rows(
      `insert into endpoints select endpoint, 'open', 100, 1, ? from callbacks where order_id = ?`,
      world.now() + 15,
      id,
    )
    await deliverCallback(withDatabase(world.context, db), id)
    await deliverCallback(withDatabase(world.context, db), 4)
    expect(new Set(seen.map(({ call }) => call)).size).toBe(2)
    expect(writtenIn(seen)).toBe(0)
  })
})

test('nothing that delivery asks of the database walks through a table that grows', async () => {
  const { db, seen } = watchedDatabase()
  const context = aContext({ db, wake: async () => undefined })
  await sweepCallbacks(context, async () => undefined)
  await deliverCallback(context, 4)
  await recordFailure(db, '1 https://shop.example', 1, 100, breaker)
  await recordAcknowledgement(db, '1 https://shop.example', 100, 100, 2, 60)
  for (const state of ['given_up', 'parked'] as const) {
    await listCallbacks(context, { state, limit: 5 })
  }
  await resendCallbacks(context, bulkResend.parse({ merchant_uid: 'M' }))
  await resendCallbacks(context, bulkResend.parse({ state: 'given_up' }))
  await reviveCallbacks(context, bulkRevival.parse({ merchant_uid: 'M' }))
  await reviveCallbacks(context, bulkRevival.parse({ outcome: 'timeout' }))
  await requestResends(db, [4], 100, 90, false)
  await makeParkedDue(db, [4], 100)
  for (const state of [undefined, 'due', 'delivered', 'given_up', 'parked'] as const) {
    await listCallbacks(context, { merchant_uid: 'M', state, limit: 5 })
  }
  expect(await walks(seen)).toEqual([])
})

test('the overview walks through nothing but what waits, and no further than it counts', async () => {
  const { db, seen } = watchedDatabase()
  await showOverview(aContext({ db }))
  expect(new Set(seen.map(({ call }) => call)).size).toBe(1)
  expect(await walks(seen)).toEqual([])
})

test('those that are due are listed without a walk through those that were delivered', async () => {
  const { db, seen } = watchedDatabase()
  await listCallbacks(aContext({ db }), { state: 'due', limit: 5 })
  expect(await walks(seen)).toEqual(['SCAN callbacks USING COVERING INDEX callbacks_due'])
})

const asOrdered = { paidAmount: null, paidAt: null, manual: false, override: false }

async function orderOf(uid: string): Promise<{ id: number; tradeNo: string }> {
  const query = `select id, trade_no from collections
    where merchant_id = (select id from merchants where uid = ?)`
  const [order] = await rows<{ id: number; trade_no: string }>(query, uid)
  return { id: order?.id ?? 0, tradeNo: order?.trade_no ?? '' }
}

function writtenIn(seen: readonly Watched[]): number {
  return seen.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0)
}

/** The steps of the plans that look at every row of a table or of an index. */
async function walks(seen: readonly Watched[]): Promise<string[]> {
  const steps = (await Promise.all(seen.map(planOf))).flat()
  const tables = /^SCAN (callbacks|callback_attempts|endpoints|merchants|collections|payouts)\b/
  return [...new Set(steps.filter((step) => tables.test(step)))]
}
