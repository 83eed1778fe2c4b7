import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Context } from '../../../src/context.ts'
import { callbackResend } from '../../../src/contract/callbacks/callback-endpoint.ts'
import { resendCallbackById } from '../../../src/operations/callbacks/resend-callback.ts'
import { sweepCallbacks } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import { settleCollection } from '../../../src/operations/orders/move-collection.ts'
import { signedJson } from '../../support/merchant-client.ts'
import { deliverCallback } from '../support/deliverer.ts'
import { at } from '../support/links.ts'
import {
  aContext,
  aMerchant,
  anId,
  expectRefused,
  operator,
  paths,
  postDirectly,
  rows,
  type Shop,
} from '../support/service.ts'
import { watchedDatabase } from '../support/watched-database.ts'

const path = '/api/v1/merchant/callbacks/retry'
afterEach(() => {
  vi.useRealTimers()
})

const asOrdered = { paidAmount: null, paidAt: null, manual: false, override: false }

describe('a resend', () => {
  test('is answered before the attempt, by any of the order’s numbers (§1.3 resend, §4.11 path, orderid, answer, data, §6 resend)', async () => {
    const { shop, orderid, tradeNo } = await aSettled()
    const { body } = await shop.call(path, { type: 'collection', orderid })
    expect(callbackResend.response.parse(body)).toEqual(body)
    expect(body.data).toMatchObject({
      callback_id: `cb_${tradeNo}`,
      type: 'collection',
      orderid,
      url: 'https://m.example/n',
      callback_status: 'pending',
      attempts: 0,
      last_attempt: null,
    })
  })

  test('takes two calls to the database: the order is found, and its resend asked for', async () => {
    const { shop, orderid } = await aSettled()
    await postDirectly(paths.balance, signedJson(shop.uid, shop.secret))
    const { d1, seen } = watchedDatabase()
    const body = signedJson(shop.uid, shop.secret, { type: 'collection', orderid })
    const answer = await postDirectly(path, body, undefined, { ...env, DB: d1 })
    expect(answer.status).toBe(200)
    expect(new Set(seen.map(({ call }) => call)).size).toBe(2)
  })

  test('is refused within ten seconds of the one before, and says when to come again (§7 429)', async () => {
    const { shop, orderid } = await aSettled()
    at(Date.now())
    const calls = Array.from({ length: 10 }, () => shop.call(path, { type: 'collection', orderid }))
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(9)
    expect(refused[0]?.body.error).toBe('too_many_requests')
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(10)
  })

  test('that succeeds settles a callback that was still due (§4.11 success)', async () => {
    const { context, id, tradeNo, answers } = await aSettled()
    answers.push(500, 200)
    await deliverCallback(context, id)
    await resendCallbackById(context, `cb_${tradeNo}`)
    await deliverCallback(context, id)
    expect(await row(id)).toMatchObject({ state: 'delivered', attempts: 2, next_at: null })
    expect(await triggers(id)).toEqual(['schedule', 'back_office'])
  })

  test('that fails leaves state and schedule as they were (§4.11 success)', async () => {
    const { context, id, tradeNo, answers, advance } = await aSettled()
    answers.push(500, 500, 500)
    await deliverCallback(context, id)
    const before = await row(id)
    await resendCallbackById(context, `cb_${tradeNo}`)
    await deliverCallback(context, id)
    expect(await row(id)).toMatchObject({
      state: 'due',
      next_at: before?.next_at,
      scheduled_attempts: 1,
      attempts: 2,
    })
    advance(20)
    await deliverCallback(context, id)
    expect(await row(id)).toMatchObject({ scheduled_attempts: 2, attempts: 3 })
  })

  test('reaches a callback that was delivered, and a failure does not undo that (§4.11 effect)', async () => {
    const { context, id, tradeNo, answers } = await aSettled()
    answers.push(200, 500)
    await deliverCallback(context, id)
    await resendCallbackById(context, `cb_${tradeNo}`)
    await deliverCallback(context, id)
    expect(await row(id)).toMatchObject({ state: 'delivered', attempts: 2 })
    expect(await triggers(id)).toEqual(['schedule', 'back_office'])
  })

  test('whose wake is lost is found by the sweep', async () => {
    const { context, id, tradeNo, answers } = await aSettled()
    answers.push(200)
    await deliverCallback(context, id)
    await resendCallbackById(context, `cb_${tradeNo}`)
    expect(await swept(context)).toContain(id)
  })
})

describe('no resend', () => {
  test('of an order that is not final, or that has no address', async () => {
    const shop = await aMerchant()
    const pending = anId()
    await shop.create({ orderid: pending, notify_url: 'https://m.example/n' })
    const silent = anId()
    await shop.create({ orderid: silent, status: 'succeeded' })
    for (const orderid of [pending, silent]) {
      const answer = await shop.call(path, { type: 'collection', orderid })
      expectRefused(answer, 422, 'callback_not_available')
    }
  })

  test('of another merchant’s order, whatever number is sent', async () => {
    const { orderid, tradeNo } = await aSettled()
    const stranger = await aMerchant()
    for (const number of [{ orderid }, { merchant_order_no: orderid }, { tradeNo }]) {
      const answer = await stranger.call(path, { type: 'collection', ...number })
      expectRefused(answer, 422, 'order_not_found')
    }
  })

  test('of a collection under the type payout (§4.11 type)', async () => {
    const { shop, tradeNo } = await aSettled()
    const answer = await shop.call(path, { type: 'payout', tradeNo })
    expectRefused(answer, 422, 'order_not_found')
  })

  test('without a type or a number (§4.11 type)', async () => {
    const shop = await aMerchant()
    expectRefused(await shop.call(path, { orderid: 'x' }), 422, 'validation_error', ['type'])
    expect((await shop.call(path, { type: 'payout' })).body.error).toBe('validation_error')
  })
})

test('a payout’s callback is resent to where it went (§4.11 serial_no, data)', async () => {
  const shop = await aMerchant()
  const serial_no = anId()
  const addresses = { notify_url: 'https://m.example/n', reverse_url: 'https://m.example/r' }
  const payout = { serial_no, amount: 1, payee_name: '林', status: 'cancelled', ...addresses }
  await shop.call('/api/v1/merchant/payouts', payout)
  const { body } = await shop.call(path, { type: 'payout', serial_no })
  expect(body.data).toMatchObject({ type: 'payout', serial_no, url: 'https://m.example/r' })
})

/** A settled collection whose callback nobody attempts but the test, with a clock and a server of its own. */
async function aSettled() {
  const shop: Shop = await aMerchant()
  const orderid = anId()
  const answers: number[] = []
  let nowMs = Date.now()
  const context = aContext({
    now: () => nowMs,
    wake: async () => undefined,
    fetch: async () => new Response('success', { status: answers.shift() ?? 200 }),
  })
  await shop.create({ orderid, notify_url: 'https://m.example/n' })
  const { tradeNo, data } = (await shop.status({ orderid })).body
  await settleCollection(context, operator, tradeNo, asOrdered)
  const id: number = data.id
  return {
    ...{ shop, orderid, tradeNo, id, context, answers },
    advance: (seconds: number) => {
      nowMs += seconds * 1000
    },
  }
}

async function row(id: number) {
  const [found] = await rows<{ next_at: number }>('select * from callbacks where order_id = ?', id)
  return found
}

async function triggers(id: number): Promise<string[]> {
  const query = 'select trigger_name from callback_attempts where order_id = ? order by number'
  return (await rows<{ trigger_name: string }>(query, id)).map((one) => one.trigger_name)
}

async function swept(context: Context): Promise<readonly number[]> {
  const found: number[] = []
  await sweepCallbacks(context, async (orderIds) => {
    found.push(...orderIds)
  })
  return found
}
