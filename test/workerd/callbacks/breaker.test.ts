import { describe, expect, test } from 'vitest'
import { resendCallbackById } from '../../../src/operations/callbacks/resend-callback.ts'
import { breaker } from '../../../src/rules/callbacks/receiver-breaker.ts'
import {
  type Answers,
  aCallbackWorld,
  type CallbackWorld,
  callbackOf,
  receiverRowOf,
  statesOf,
  until,
} from '../support/deliverer.ts'
import { aMerchant, rows } from '../support/service.ts'

// Decisions §6, "Isolation": the circuit breaker of each receiver.

const url = 'https://shop.example/notify'

/** How long after the first pause a callback that was never attempted may find out. */
const newcomersTurn = breaker.pauseSeconds + breaker.newcomerSeconds

describe('a receiver that hangs', () => {
  test('is left alone after ten time-outs, and nobody spends an attempt on it', async () => {
    const { world, ids } = await aHangingReceiver(30)
    for (const id of ids) await world.deliver(id)
    expect(world.calls).toHaveLength(10)
    expect(await receiverRowOf(ids[0] ?? 0)).toMatchObject({ state: 'open', trips: 1 })
    const kept = await callbackOf(ids[20] ?? 0)
    expect(kept).toMatchObject({ state: 'due', attempts: 0, lease_until: null, faults: 0 })
    expect(kept.next_at).toBeLessThan(world.now())
    expect(world.logged).toContainEqual({
      event: 'endpoint_open',
      endpoint: expect.stringMatching(/^\d+ https:\/\/shop\.example$/),
      pause_seconds: 15,
    })
  })

  test('is asked by one callback after the pause, however many are ready', async () => {
    const { world, ids } = await aHangingReceiver(40)
    world.advance(newcomersTurn)
    const asking = Promise.all(ids.slice(10).map((id) => world.deliver(id)))
    await until(() => world.hanging() === 1)
    world.timeOut()
    await asking
    expect(world.calls).toHaveLength(11)
  })

  test('has pauses of 15 s, 30 s, 1 min and then 2 min while it does not answer', async () => {
    const { world, ids } = await aHangingReceiver(40)
    const pauses: number[] = []
    for (const id of ids.slice(10, 16)) {
      const left = await pauseOf(world, id)
      pauses.push(left)
      world.advance(left + breaker.newcomerSeconds - 1)
      await world.deliver(id)
      expect((await callbackOf(id)).attempts).toBe(0)
      world.advance(1)
      await hang(world, [id])
      expect((await callbackOf(id)).attempts).toBe(1)
    }
    expect(pauses).toEqual([15, 30, 60, 120, 120, 120])
  })

  test('is asked by a callback that the queue wakes when the pause is over', async () => {
    const { world, ids } = await aHangingReceiver(20)
    // Each that failed is woken for its own next attempt, and the one that opened the breaker at the end of the pause.
    const wakesOf = (id: number) => world.woken.filter(({ orderId }) => orderId === id)
    const twice = ids
      .slice(0, 10)
      .map(wakesOf)
      .filter(({ length }) => length === 2)
    expect(twice).toHaveLength(1)
    expect(twice[0]?.map(({ delaySeconds }) => delaySeconds)).toContain(15)
    expect(world.woken).toContainEqual({ orderId: ids[10], delaySeconds: newcomersTurn })
  })

  test('is asked by one that was attempted before; who never was leaves it the turn for a while', async () => {
    const { world, ids } = await aHangingReceiver(20)
    const [before = 0, newcomer = 0] = ids.slice(9, 11)
    await rows('update callbacks set next_at = ? where order_id = ?', world.now(), before)
    world.advance(14)
    for (const id of [newcomer, before]) await world.deliver(id)
    world.advance(1)
    await world.deliver(newcomer)
    expect(world.calls).toHaveLength(10)
    await hang(world, [before])
    expect(await callbackOf(before)).toMatchObject({ attempts: 2 })
    expect(await pauseOf(world, before)).toBe(30)
  })

  test('is asked by a callback that the sweep finds when the pause is over', async () => {
    const { world, ids } = await aHangingReceiver(20)
    const ours = async () => (await world.sweep()).filter((id) => ids.includes(id))
    expect(await ours()).toEqual([])
    world.advance(15)
    expect(await ours()).toEqual([ids[10]])
  })

  test('is asked by another when whoever asked has died over it', async () => {
    const { world, ids } = await aHangingReceiver(20)
    world.advance(newcomersTurn)
    const dying = world.deliver(ids[10] ?? 0)
    await until(() => world.hanging() === 1)
    expect(await receiverRowOf(ids[0] ?? 0)).toMatchObject({ state: 'half_open' })
    await world.deliver(ids[11] ?? 0)
    expect(world.calls).toHaveLength(11)
    world.advance(breaker.probeSeconds + breaker.newcomerSeconds)
    const asking = world.deliver(ids[11] ?? 0)
    await until(() => world.hanging() === 2)
    world.timeOut()
    await Promise.all([dying, asking])
  })

  test('keeps no callback waiting for longer than ten minutes', async () => {
    const { world, ids } = await aHangingReceiver(20)
    const [kept = 0, ...others] = ids.slice(10)
    const { next_at: dueAt } = await callbackOf(kept)
    for (const id of others) {
      world.advance((await pauseOf(world, kept)) + breaker.newcomerSeconds)
      await hang(world, [id])
      if (world.now() + 120 > (dueAt ?? 0) + 600) break
    }
    world.advance((dueAt ?? 0) + 599 - world.now())
    expect(await receiverRowOf(kept)).toMatchObject({ state: 'open' })
    await world.deliver(kept)
    expect(await callbackOf(kept)).toMatchObject({ attempts: 0 })
    world.advance(1)
    expect(await world.sweep()).toContain(kept)
    await hang(world, [kept])
    expect(await callbackOf(kept)).toMatchObject({ attempts: 1 })
  })

  test('is asked at once by a resend, and its success lets everybody through', async () => {
    let answers: ReturnType<Answers> = 'hangs'
    const { world, ids } = await aHangingReceiver(20, () => answers)
    answers = 200
    const [asked = 0, other = 0] = ids.slice(-2)
    await world.deliver(other)
    expect(await callbackOf(other)).toMatchObject({ attempts: 0 })
    await resendCallbackById(world.context, await callbackIdOf(asked))
    await world.deliver(asked)
    expect(await callbackOf(asked)).toMatchObject({ state: 'delivered' })
    await world.deliver(other)
    expect(await callbackOf(other)).toMatchObject({ state: 'delivered' })
  })
})

describe('a receiver that answers again', () => {
  test('is given two more for each that got through, until none is left and it is forgotten', async () => {
    let answers: ReturnType<Answers> = 'hangs'
    const { world, ids } = await aHangingReceiver(110, () => answers)
    const kept = ids.slice(10)
    answers = 200
    world.advance(newcomersTurn)
    world.woken.length = 0
    const waves: number[] = []
    for (let wave = [kept[0] ?? 0]; wave.length > 0; ) {
      const before = world.calls.length
      for (const id of wave) await world.deliver(id)
      waves.push(world.calls.length - before)
      wave = world.woken.splice(0).map(({ orderId }) => orderId)
      expect(wave.length).toBeLessThanOrEqual(2 * (waves.at(-1) ?? 0))
    }
    expect(waves[0]).toBe(1)
    expect(await statesOf(kept)).toEqual({ delivered: 100 })
    world.advance(100)
    for (const id of ids.slice(0, 10)) await world.deliver(id)
    expect(await receiverRowOf(ids[0] ?? 0)).toBeUndefined()
  })
})

describe('a receiver that answers without acknowledging', () => {
  test.each([404, 410, 403, 302])(
    'with HTTP %i is left alone after a hundred of them',
    async (status) => {
      const world = aCallbackWorld(() => status)
      const ids = await world.owe((await aMerchant()).uid, 1_000, url)
      for (const id of ids) await world.deliver(id)
      expect(world.calls).toHaveLength(100)
      expect(await receiverRowOf(ids[0] ?? 0)).toMatchObject({ state: 'open' })
    },
  )

  test('stays in trouble when the attempt that finds out is answered so', async () => {
    let answers: ReturnType<Answers> = 'hangs'
    const { world, ids } = await aHangingReceiver(20, () => answers)
    world.advance(newcomersTurn)
    answers = 404
    await world.deliver(ids[10] ?? 0)
    await world.deliver(ids[11] ?? 0)
    expect(await callbackOf(ids[10] ?? 0)).toMatchObject({ attempts: 1, last_outcome: 'http_4xx' })
    expect(await callbackOf(ids[11] ?? 0)).toMatchObject({ attempts: 0 })
    answers = 200
    world.advance(30 + breaker.newcomerSeconds)
    await world.deliver(ids[11] ?? 0)
    await world.deliver(ids[12] ?? 0)
    expect(await statesOf(ids.slice(11, 13))).toEqual({ delivered: 2 })
  })
})

describe('a receiver is not left alone', () => {
  test('while it answers now and then among its failures', async () => {
    const world = aCallbackWorld(() => (world.calls.length % 8 === 0 ? 200 : 'hangs'))
    const ids = await world.owe((await aMerchant()).uid, 40, url)
    for (let start = 0; start < 40; start += 8) await hang(world, ids.slice(start, start + 8), 7)
    expect(world.calls).toHaveLength(40)
  })

  test('when its time-outs are far between', async () => {
    const world = aCallbackWorld(() => 'hangs')
    const ids = await world.owe((await aMerchant()).uid, 30, url)
    for (const id of ids) {
      await hang(world, [id])
      world.advance(10)
    }
    expect(world.calls).toHaveLength(30)
  })

  test('when it refuses quickly, unless a hundred times in a minute', async () => {
    const world = aCallbackWorld(() => 503)
    const ids = await world.owe((await aMerchant()).uid, 102, url)
    for (const id of ids.slice(0, 99)) await world.deliver(id)
    expect(await receiverRowOf(ids[0] ?? 0)).toMatchObject({ state: 'closed', cost: 99 })
    for (const id of ids.slice(99)) await world.deliver(id)
    expect(world.calls).toHaveLength(100)
    expect(await receiverRowOf(ids[0] ?? 0)).toMatchObject({ state: 'open' })
  })

  test('because another merchant that names the same server has trouble with it', async () => {
    const { world } = await aHangingReceiver(20)
    const [other = 0] = await world.owe((await aMerchant()).uid, 1, url)
    await hang(world, [other])
    expect(await callbackOf(other)).toMatchObject({ attempts: 1 })
  })
})

test('a receiver that refuses each callback once is well again after a pause, whoever comes first', async () => {
  const known = new Set<string>()
  const world = aCallbackWorld(({ orderid }) => {
    if (known.has(orderid)) return 200
    known.add(orderid)
    return 500
  })
  const { uid } = await aMerchant()
  const ids: number[] = []
  const wakes: { readonly orderId: number; readonly at: number }[] = []
  const opened = () => world.logged.filter(({ event }) => event === 'endpoint_open')
  const begun = world.now()
  while (ids.length < 150 || (await statesOf(ids)).delivered !== 150) {
    expect(world.now() - begun).toBeLessThan(120)
    if (ids.length < 150) ids.push(...(await world.owe(uid, 15, url)))
    // The sweep first, which knows the longest waiting, and those were never attempted.
    const swept = (await world.sweep()).filter((id) => ids.includes(id))
    for (const id of swept) await world.deliver(id)
    for (const { orderId, delaySeconds } of world.woken.splice(0)) {
      wakes.push({ orderId, at: world.now() + delaySeconds })
    }
    const arrived = wakes.filter(({ at }) => at === world.now())
    for (const { orderId } of arrived) await world.deliver(orderId)
    world.advance(1)
  }
  expect(opened().map((one) => one.pause_seconds)).toEqual([15])
})

test('nothing is kept of a receiver that is well', async () => {
  const world = aCallbackWorld()
  const [id = 0] = await world.owe((await aMerchant()).uid, 1, url)
  await world.deliver(id)
  expect(await receiverRowOf(id)).toBeUndefined()
  expect(world.woken).toEqual([])
})

test('a receiver of which nothing is heard for a day is forgotten', async () => {
  const { world, ids } = await aHangingReceiver(10)
  world.advance(86_000)
  await world.sweep()
  expect(await receiverRowOf(ids[0] ?? 0)).toBeDefined()
  world.advance(1_000)
  await world.sweep()
  expect(await receiverRowOf(ids[0] ?? 0)).toBeUndefined()
})

/** A merchant's callbacks, the first ten of which have hung until they were timed out. */
async function aHangingReceiver(count: number, answers: Answers = () => 'hangs') {
  const world = aCallbackWorld(answers)
  const ids = await world.owe((await aMerchant()).uid, count, url)
  await hang(world, ids.slice(0, 10))
  return { world, ids }
}

/** Attempts that are made at the same time, and that all, or so many of them, hang until they are timed out. */
async function hang(world: CallbackWorld, ids: readonly number[], hanging = ids.length) {
  const made = Promise.all(ids.map((id) => world.deliver(id)))
  await until(() => world.hanging() === hanging)
  world.timeOut()
  await made
}

async function pauseOf(world: CallbackWorld, id: number): Promise<number> {
  return ((await receiverRowOf(id))?.until ?? 0) - world.now()
}

async function callbackIdOf(id: number): Promise<string> {
  const query = 'select trade_no from callbacks where order_id = ?'
  const [row] = await rows<{ trade_no: string }>(query, id)
  return `cb_${row?.trade_no}`
}
