import { describe, expect, test } from 'vitest'
import { resendCallbackById } from '../../../src/operations/callbacks/resend-callback.ts'
import { breaker } from '../../../src/rules/callbacks/receiver-breaker.ts'
import {
  type Answers,
  aDeliverer,
  callbackOf,
  type Deliverer,
  receiverRowOf,
  statesOf,
  until,
} from '../support/deliverer.ts'
import { aMerchant, operator, rows } from '../support/service.ts'

// Decisions §6, "Isolation": the circuit breaker of each receiver.

const url = 'https://shop.example/notify'

/** Seconds after which a callback without an attempt may probe for the first time. */
const newcomerProbe = breaker.pauseSeconds + breaker.newcomerSeconds

describe('a receiver that hangs', () => {
  test('is not called after ten time-outs, and no callback loses an attempt', async () => {
    const { deliverer, ids } = await aHangingReceiver(30)
    for (const id of ids) await deliverer.deliver(id)
    expect(deliverer.calls).toHaveLength(10)
    expect(await receiverRowOf(ids[0] ?? 0)).toMatchObject({ state: 'open', trips: 1 })
    const kept = await callbackOf(ids[20] ?? 0)
    expect(kept).toMatchObject({ state: 'due', attempts: 0, lease_until: null, faults: 0 })
    expect(kept.next_at).toBeLessThan(deliverer.now())
    expect(deliverer.logged).toContainEqual({
      event: 'endpoint_open',
      endpoint: expect.stringMatching(/^\d+ [0-9a-f]{8} https:\/\/shop\.example$/),
      pause_seconds: 15,
    })
  })

  test('is probed by one callback after the pause, however many are due', async () => {
    const { deliverer, ids } = await aHangingReceiver(40)
    deliverer.advance(newcomerProbe)
    const asking = Promise.all(ids.slice(10).map((id) => deliverer.deliver(id)))
    await until(() => deliverer.hanging() === 1)
    deliverer.timeOut()
    await asking
    expect(deliverer.calls).toHaveLength(11)
  })

  test('has pauses of 15 s, 30 s, 1 min and then 2 min while it does not answer', async () => {
    const { deliverer, ids } = await aHangingReceiver(40)
    const pauses: number[] = []
    for (const id of ids.slice(10, 16)) {
      const left = await pauseOf(deliverer, id)
      pauses.push(left)
      deliverer.advance(left + breaker.newcomerSeconds - 1)
      await deliverer.deliver(id)
      expect((await callbackOf(id)).attempts).toBe(0)
      deliverer.advance(1)
      await hang(deliverer, [id])
      expect((await callbackOf(id)).attempts).toBe(1)
    }
    expect(pauses).toEqual([15, 30, 60, 120, 120, 120])
  })

  test('is probed by a callback that the queue wakes after the pause', async () => {
    const { deliverer, ids } = await aHangingReceiver(20)
    // Each failed callback is woken for its next attempt; the one that opened the breaker also after the pause.
    const wakesOf = (id: number) => deliverer.woken.filter(({ orderId }) => orderId === id)
    const twice = ids
      .slice(0, 10)
      .map(wakesOf)
      .filter(({ length }) => length === 2)
    expect(twice).toHaveLength(1)
    expect(twice[0]?.map(({ delaySeconds }) => delaySeconds)).toContain(15)
    expect(deliverer.woken).toContainEqual({ orderId: ids[10], delaySeconds: newcomerProbe })
  })

  test('is probed first by a callback with an attempt; one without waits longer', async () => {
    const { deliverer, ids } = await aHangingReceiver(20)
    const [before = 0, newcomer = 0] = ids.slice(9, 11)
    await rows('update callbacks set next_at = ? where order_id = ?', deliverer.now(), before)
    deliverer.advance(14)
    for (const id of [newcomer, before]) await deliverer.deliver(id)
    deliverer.advance(1)
    await deliverer.deliver(newcomer)
    expect(deliverer.calls).toHaveLength(10)
    await hang(deliverer, [before])
    expect(await callbackOf(before)).toMatchObject({ attempts: 2 })
    expect(await pauseOf(deliverer, before)).toBe(30)
  })

  test('is probed by a callback that the sweep finds after the pause', async () => {
    const { deliverer, ids } = await aHangingReceiver(20)
    const ours = async () => (await deliverer.sweep()).filter((id) => ids.includes(id))
    expect(await ours()).toEqual([])
    deliverer.advance(15)
    expect(await ours()).toEqual([ids[10]])
  })

  test('is probed by another callback when the process of the first probe was killed', async () => {
    const { deliverer, ids } = await aHangingReceiver(20)
    deliverer.advance(newcomerProbe)
    const dying = deliverer.deliver(ids[10] ?? 0)
    await until(() => deliverer.hanging() === 1)
    expect(await receiverRowOf(ids[0] ?? 0)).toMatchObject({ state: 'half_open' })
    await deliverer.deliver(ids[11] ?? 0)
    expect(deliverer.calls).toHaveLength(11)
    deliverer.advance(breaker.probeSeconds + breaker.newcomerSeconds)
    const asking = deliverer.deliver(ids[11] ?? 0)
    await until(() => deliverer.hanging() === 2)
    deliverer.timeOut()
    await Promise.all([dying, asking])
  })

  test('keeps no callback waiting for longer than ten minutes', async () => {
    const { deliverer, ids } = await aHangingReceiver(20)
    const [kept = 0, ...others] = ids.slice(10)
    const { next_at: dueAt } = await callbackOf(kept)
    for (const id of others) {
      deliverer.advance((await pauseOf(deliverer, kept)) + breaker.newcomerSeconds)
      await hang(deliverer, [id])
      if (deliverer.now() + 120 > (dueAt ?? 0) + 600) break
    }
    deliverer.advance((dueAt ?? 0) + 599 - deliverer.now())
    expect(await receiverRowOf(kept)).toMatchObject({ state: 'open' })
    await deliverer.deliver(kept)
    expect(await callbackOf(kept)).toMatchObject({ attempts: 0 })
    deliverer.advance(1)
    expect(await deliverer.sweep()).toContain(kept)
    await hang(deliverer, [kept])
    expect(await callbackOf(kept)).toMatchObject({ attempts: 1 })
  })

  test('is called at once by a resend, whose success closes the breaker', async () => {
    let answers: ReturnType<Answers> = 'hangs'
    const { deliverer, ids } = await aHangingReceiver(20, () => answers)
    answers = 200
    const [asked = 0, other = 0] = ids.slice(-2)
    await deliverer.deliver(other)
    expect(await callbackOf(other)).toMatchObject({ attempts: 0 })
    await resendCallbackById(
      deliverer.context,
      operator,
      `cb_${(await callbackOf(asked)).trade_no}`,
    )
    await deliverer.deliver(asked)
    expect(await callbackOf(asked)).toMatchObject({ state: 'delivered' })
    await deliverer.deliver(other)
    expect(await callbackOf(other)).toMatchObject({ state: 'delivered' })
  })
})

describe('a receiver that answers again', () => {
  test('gets two more callbacks for each success, until none is left and its row is deleted', async () => {
    let answers: ReturnType<Answers> = 'hangs'
    const { deliverer, ids } = await aHangingReceiver(110, () => answers)
    const kept = ids.slice(10)
    answers = 200
    deliverer.advance(newcomerProbe)
    deliverer.woken.length = 0
    const waves: number[] = []
    for (let wave = [kept[0] ?? 0]; wave.length > 0; ) {
      const before = deliverer.calls.length
      for (const id of wave) await deliverer.deliver(id)
      waves.push(deliverer.calls.length - before)
      wave = deliverer.woken.splice(0).map(({ orderId }) => orderId)
      expect(wave.length).toBeLessThanOrEqual(2 * (waves.at(-1) ?? 0))
    }
    expect(waves[0]).toBe(1)
    expect(await statesOf(kept)).toEqual({ delivered: 100 })
    deliverer.advance(100)
    for (const id of ids.slice(0, 10)) await deliverer.deliver(id)
    expect(await receiverRowOf(ids[0] ?? 0)).toBeUndefined()
  })
})

describe('a receiver that answers without acknowledging', () => {
  test.each([404, 410, 403, 302])(
    'with HTTP %i is not called after a hundred of them',
    async (status) => {
      const deliverer = aDeliverer(() => status)
      const ids = await deliverer.owe((await aMerchant()).uid, 130, url)
      for (const id of ids) await deliverer.deliver(id)
      expect(deliverer.calls).toHaveLength(100)
      expect(await receiverRowOf(ids[0] ?? 0)).toMatchObject({ state: 'open' })
    },
  )

  test('keeps its breaker open when it answers the probe so', async () => {
    let answers: ReturnType<Answers> = 'hangs'
    const { deliverer, ids } = await aHangingReceiver(20, () => answers)
    deliverer.advance(newcomerProbe)
    answers = 404
    await deliverer.deliver(ids[10] ?? 0)
    await deliverer.deliver(ids[11] ?? 0)
    expect(await callbackOf(ids[10] ?? 0)).toMatchObject({ attempts: 1, last_outcome: 'http_4xx' })
    expect(await callbackOf(ids[11] ?? 0)).toMatchObject({ attempts: 0 })
    answers = 200
    deliverer.advance(30 + breaker.newcomerSeconds)
    await deliverer.deliver(ids[11] ?? 0)
    await deliverer.deliver(ids[12] ?? 0)
    expect(await statesOf(ids.slice(11, 13))).toEqual({ delivered: 2 })
  })
})

describe('the breaker stays closed', () => {
  test('while the receiver acknowledges now and then among its failures', async () => {
    const deliverer = aDeliverer(() => (deliverer.calls.length % 8 === 0 ? 200 : 'hangs'))
    const ids = await deliverer.owe((await aMerchant()).uid, 40, url)
    for (let start = 0; start < 40; start += 8)
      await hang(deliverer, ids.slice(start, start + 8), 7)
    expect(deliverer.calls).toHaveLength(40)
  })

  test('when time-outs are rare', async () => {
    const deliverer = aDeliverer(() => 'hangs')
    const ids = await deliverer.owe((await aMerchant()).uid, 30, url)
    for (const id of ids) {
      await hang(deliverer, [id])
      deliverer.advance(10)
    }
    expect(deliverer.calls).toHaveLength(30)
  })

  test('when the receiver refuses quickly, unless a hundred times in a minute', async () => {
    const deliverer = aDeliverer(() => 503)
    const ids = await deliverer.owe((await aMerchant()).uid, 102, url)
    for (const id of ids.slice(0, 99)) await deliverer.deliver(id)
    expect(await receiverRowOf(ids[0] ?? 0)).toMatchObject({ state: 'closed', cost: 99 })
    for (const id of ids.slice(99)) await deliverer.deliver(id)
    expect(deliverer.calls).toHaveLength(100)
    expect(await receiverRowOf(ids[0] ?? 0)).toMatchObject({ state: 'open' })
  })

  test('for another merchant with the same server', async () => {
    const { deliverer } = await aHangingReceiver(20)
    const [other = 0] = await deliverer.owe((await aMerchant()).uid, 1, url)
    await hang(deliverer, [other])
    expect(await callbackOf(other)).toMatchObject({ attempts: 1 })
  })
})

test('a receiver that refuses each callback once recovers after one pause, in whatever order callbacks come', async () => {
  const known = new Set<string>()
  const deliverer = aDeliverer(({ orderid }) => {
    if (known.has(orderid)) return 200
    known.add(orderid)
    return 500
  })
  const { uid } = await aMerchant()
  const ids: number[] = []
  const wakes: { readonly orderId: number; readonly at: number }[] = []
  const opened = () => deliverer.logged.filter(({ event }) => event === 'endpoint_open')
  const begun = deliverer.now()
  while (ids.length < 150 || (await statesOf(ids)).delivered !== 150) {
    expect(deliverer.now() - begun).toBeLessThan(120)
    if (ids.length < 150) ids.push(...(await deliverer.owe(uid, 15, url)))
    // The sweep comes first: it finds the longest waiting, which have no attempt.
    const swept = (await deliverer.sweep()).filter((id) => ids.includes(id))
    for (const id of swept) await deliverer.deliver(id)
    for (const { orderId, delaySeconds } of deliverer.woken.splice(0)) {
      wakes.push({ orderId, at: deliverer.now() + delaySeconds })
    }
    const arrived = wakes.filter(({ at }) => at === deliverer.now())
    for (const { orderId } of arrived) await deliverer.deliver(orderId)
    deliverer.advance(1)
  }
  expect(opened().map((one) => one.pause_seconds)).toEqual([15])
})

test('a receiver that is well has no row', async () => {
  const deliverer = aDeliverer()
  const [id = 0] = await deliverer.owe((await aMerchant()).uid, 1, url)
  await deliverer.deliver(id)
  expect(await receiverRowOf(id)).toBeUndefined()
  expect(deliverer.woken).toEqual([])
})

test('the row of a receiver without news for a day is deleted', async () => {
  const { deliverer, ids } = await aHangingReceiver(10)
  deliverer.advance(86_000)
  await deliverer.sweep()
  expect(await receiverRowOf(ids[0] ?? 0)).toBeDefined()
  deliverer.advance(1_000)
  await deliverer.sweep()
  expect(await receiverRowOf(ids[0] ?? 0)).toBeUndefined()
})

/** A merchant's callbacks, the first ten of which have timed out. */
async function aHangingReceiver(count: number, answers: Answers = () => 'hangs') {
  const deliverer = aDeliverer(answers)
  const ids = await deliverer.owe((await aMerchant()).uid, count, url)
  await hang(deliverer, ids.slice(0, 10))
  return { deliverer, ids }
}

/** Parallel attempts, all or `hanging` of which time out. */
async function hang(deliverer: Deliverer, ids: readonly number[], hanging = ids.length) {
  const made = Promise.all(ids.map((id) => deliverer.deliver(id)))
  await until(() => deliverer.hanging() === hanging)
  deliverer.timeOut()
  await made
}

async function pauseOf(deliverer: Deliverer, id: number): Promise<number> {
  return ((await receiverRowOf(id))?.until ?? 0) - deliverer.now()
}
