import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { callbackResend } from '../../../src/contract/callbacks/callback-endpoint.ts'
import { resendCallbackById } from '../../../src/operations/callbacks/resend-callback.ts'
import { meter } from '../../support/metered.ts'
import {
  aDeliverer,
  attemptsAt,
  callbackOf,
  deliverCallback,
  setState,
  sweep,
  until,
} from '../support/deliverer.ts'
import {
  aContext,
  aMerchant,
  anId,
  aSettledCollection,
  expectRefused,
  operator,
  paths,
  post,
  setClock,
} from '../support/service.ts'

const path = paths.resend

describe('a resend', () => {
  test('is answered before the attempt (§1.3 resend, §4.11 path, orderid, answer, data, §6 resend)', async () => {
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

  test('takes two database calls: one finds the order, one requests the resend', async () => {
    const { shop, orderid } = await aSettled()
    await post(shop, paths.balance)
    const counter = meter()
    const bindings = { ...env, DB: counter.database(env.DB) }
    const answer = await post(shop, path, { type: 'collection', orderid }, bindings)
    expect(answer.status).toBe(200)
    expect(counter.usage.trips).toBe(2)
  })

  test('is refused within ten seconds of the one before, and says when to come again (§7 429)', async () => {
    const { shop, orderid } = await aSettled()
    setClock(Date.now())
    const calls = Array.from({ length: 10 }, () => shop.call(path, { type: 'collection', orderid }))
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(9)
    expect(refused[0]?.body.error).toBe('too_many_requests')
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(10)
  })

  test('that succeeds delivers a callback that was still due (§4.11 success)', async () => {
    const { context, id, tradeNo, answers } = await aSettled()
    answers.push(500, 200)
    await deliverCallback(context, id)
    await resendCallbackById(context, operator, `cb_${tradeNo}`)
    await deliverCallback(context, id)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 2, next_at: null })
    expect(await triggers(id)).toEqual(['schedule', 'back_office'])
  })

  test('that fails leaves state and schedule as they were (§4.11 success)', async () => {
    const { context, id, tradeNo, answers, advance } = await aSettled()
    answers.push(500, 500, 500)
    await deliverCallback(context, id)
    const before = await callbackOf(id)
    await resendCallbackById(context, operator, `cb_${tradeNo}`)
    await deliverCallback(context, id)
    expect(await callbackOf(id)).toMatchObject({
      state: 'due',
      next_at: before.next_at,
      scheduled_attempts: 1,
      attempts: 2,
    })
    advance(20)
    await deliverCallback(context, id)
    expect(await callbackOf(id)).toMatchObject({ scheduled_attempts: 2, attempts: 3 })
  })

  test('calls a delivered callback again, which stays delivered when that fails (§4.11 effect)', async () => {
    const { context, id, tradeNo, answers } = await aSettled()
    answers.push(200, 500)
    await deliverCallback(context, id)
    await resendCallbackById(context, operator, `cb_${tradeNo}`)
    await deliverCallback(context, id)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 2 })
    expect(await triggers(id)).toEqual(['schedule', 'back_office'])
  })

  test('requested while an earlier one is under way is made after it', async () => {
    let answer: 200 | 'hangs' = 'hangs'
    const deliverer = aDeliverer(() => answer)
    const { id, tradeNo } = await aSettledCollection(deliverer.context)
    await setState([id], 'given_up')
    const resend = () => resendCallbackById(deliverer.context, operator, `cb_${tradeNo}`)
    await resend()
    const first = deliverer.deliver(id)
    await until(() => deliverer.hanging() === 1)
    deliverer.advance(10)
    await resend()
    deliverer.timeOut()
    await first
    answer = 200
    expect(await deliverer.sweep()).toContain(id)
    await deliverer.deliver(id)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', resend_trigger: null })
    expect(await triggers(id)).toEqual(['back_office', 'back_office'])
  })

  test('whose wake-up is lost is found by the sweep', async () => {
    const { context, id, tradeNo, answers } = await aSettled()
    answers.push(200)
    await deliverCallback(context, id)
    await resendCallbackById(context, operator, `cb_${tradeNo}`)
    expect(await sweep(context)).toContain(id)
  })
})

describe('a resend is refused', () => {
  test('for an order that is not final or has no address', async () => {
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

  test('for another merchant’s order, by any number', async () => {
    const { orderid, tradeNo } = await aSettled()
    const stranger = await aMerchant()
    for (const number of [{ orderid }, { merchant_order_no: orderid }, { tradeNo }]) {
      const answer = await stranger.call(path, { type: 'collection', ...number })
      expectRefused(answer, 422, 'order_not_found')
    }
  })

  test('for a collection under the type payout (§4.11 type)', async () => {
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
  await shop.call(paths.payouts, payout)
  const { body } = await shop.call(path, { type: 'payout', serial_no })
  expect(body.data).toMatchObject({ type: 'payout', serial_no, url: 'https://m.example/r' })
  const other = { ...payout, serial_no: anId() }
  await shop.call(paths.payouts, other)
  const byEarlierName = await shop.call(path, { type: 'payout', orderNo: other.serial_no })
  expect(byEarlierName.body.data.serial_no).toBe(other.serial_no)
})

/** A settled collection without wake-ups, with a clock of its own and a receiver that answers as told. */
async function aSettled() {
  const answers: number[] = []
  let nowMs = Date.now()
  const context = aContext({
    now: () => nowMs,
    wake: async () => undefined,
    fetch: async () => new Response('success', { status: answers.shift() ?? 200 }),
  })
  return {
    ...(await aSettledCollection(context)),
    context,
    answers,
    advance: (seconds: number) => {
      nowMs += seconds * 1000
    },
  }
}

async function triggers(id: number): Promise<string[]> {
  return (await attemptsAt(id)).map(({ trigger }) => trigger)
}
