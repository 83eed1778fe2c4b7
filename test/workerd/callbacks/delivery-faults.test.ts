import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { MerchantContext } from '../../../src/context.ts'
import { consumeDeadWakeUps, consumeWakeUps } from '../../../src/jobs/callback-jobs.ts'
import { resendCallbackById } from '../../../src/operations/callbacks/resend-callback.ts'
import { reviveCallback } from '../../../src/operations/callbacks/revive-callback.ts'
import { parkFaulty, sweepCallbacks } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import type { WakeUp } from '../../../src/platform/callback-queue.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { aCallbackWorld, callbackOf, deliverCallback, until } from '../support/deliverer.ts'
import { damageSecret } from '../support/secrets.ts'
import { aMerchant, rows, withDatabase } from '../support/service.ts'

// Decisions §6: a fault of our own is not an attempt, and none goes on for ever unseen.

const url = 'https://shop.example/notify'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a secret that cannot be opened', () => {
  test('is no attempt, is tried less and less often, and parks its callback', async () => {
    const { world, id, uid } = await aCallback()
    const mend = await damageSecret(uid)
    const pauses: number[] = []
    for (let fault = 1; fault <= 8; fault += 1) {
      await expect(world.deliver(id)).rejects.toThrow()
      const { lease_until: leaseUntil, ...row } = await callbackOf(id)
      expect(row).toMatchObject({ state: 'due', attempts: 0, faults: fault })
      pauses.push(((leaseUntil ?? 0) - world.now()) / 60)
      expect(await parkFaulty(world.context)).toBe(0)
      world.advance((leaseUntil ?? 0) - world.now())
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    await mend()
    await world.deliver(id)
    await world.sweep()
    expect(await callbackOf(id)).toMatchObject({ state: 'parked', next_at: null, attempts: 0 })
    const { trade_no } = await namesOf(id)
    expect(world.logged).toContainEqual({
      event: 'callback_parked',
      callback_id: `cb_${trade_no}`,
      trade_no,
    })
    expect(world.calls).toEqual([])
  })

  test('that can be opened again is forgotten with the next attempt', async () => {
    const { world, id, uid } = await aCallback(() => 500)
    const mend = await damageSecret(uid)
    await expect(world.deliver(id)).rejects.toThrow()
    await mend()
    world.advance(60)
    await world.deliver(id)
    expect(await callbackOf(id)).toMatchObject({ state: 'due', attempts: 1, faults: 0 })
  })

  test('ends a resend that was asked for, and leaves a delivered callback delivered', async () => {
    const { world, id, uid } = await aCallback()
    await world.deliver(id)
    await resendCallbackById(world.context, (await namesOf(id)).callbackId)
    await damageSecret(uid)
    for (let fault = 1; fault <= 8; fault += 1) {
      await expect(world.deliver(id)).rejects.toThrow()
      world.advance(3_600)
    }
    await world.sweep()
    expect(await callbackOf(id)).toMatchObject({
      state: 'delivered',
      resend_trigger: null,
      faults: 0,
    })
  })
})

describe('a parked callback', () => {
  test('that is revived is due at once, keeps its attempts and is delivered', async () => {
    let status = 500
    const { world, id } = await aCallback(() => status)
    await world.deliver(id)
    await park(id)
    expect(await world.sweep()).not.toContain(id)
    status = 200
    const { callbackId } = await namesOf(id)
    expect(await reviveCallback(world.context, callbackId)).toMatchObject({
      callback_id: callbackId,
      state: 'due',
      attempts: 1,
    })
    expect(world.woken.at(-1)).toEqual({ orderId: id, delaySeconds: 0 })
    await world.deliver(id)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 2 })
  })

  test('can be resent, and success settles it', async () => {
    const { world, id } = await aCallback()
    await park(id)
    await resendCallbackById(world.context, (await namesOf(id)).callbackId)
    await world.deliver(id)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1 })
  })

  test('is the only one that can be revived', async () => {
    const { world, id } = await aCallback()
    const { callbackId } = await namesOf(id)
    const refused = { code: 'not_parked' }
    await expect(reviveCallback(world.context, callbackId)).rejects.toMatchObject(refused)
    await world.deliver(id)
    await expect(reviveCallback(world.context, callbackId)).rejects.toMatchObject(refused)
    const unknown = reviveCallback(world.context, 'cb_C0')
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a database that is down', () => {
  test('before the claim leaves the callback as it was', async () => {
    const { world, id } = await aCallback()
    const { context } = failing(world.context, () => true)
    await expect(deliverCallback(context, id)).rejects.toThrow('down')
    await expect(sweepCallbacks(context, async () => undefined)).rejects.toThrow('down')
    await world.deliver(id)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1, faults: 0 })
  })

  test('for a moment after the POST costs the merchant no second one', async () => {
    const { world, id } = await aCallback()
    const { context, calls } = failing(world.context, (call) => call === 2)
    await deliverCallback(context, id)
    expect(calls()).toBe(3)
    expect(world.calls).toHaveLength(1)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1 })
  })

  test('after the POST is no attempt: it is told again when the lease has run out', async () => {
    const { world, id } = await aCallback()
    const { context } = failing(world.context, (call) => call >= 2)
    await expect(deliverCallback(context, id)).rejects.toThrow('down')
    expect(await callbackOf(id)).toMatchObject({ state: 'due', attempts: 0 })
    world.advance(60)
    expect(await world.sweep()).toContain(id)
    await world.deliver(id)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1, faults: 0 })
  })

  test('whose answer was lost has written the attempt once', async () => {
    const { world, id } = await aCallback()
    const { context } = failing(world.context, (call) => (call === 2 ? 'after' : false))
    await deliverCallback(context, id)
    expect(world.logged).toContainEqual(expect.objectContaining({ state: 'superseded' }))
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1 })
  })
})

test('a deliverer that is killed over its attempt loses nothing', async () => {
  let status: number | 'hangs' = 'hangs'
  const { world, id } = await aCallback(() => status)
  void world.deliver(id)
  await until(() => world.hanging() === 1)
  await world.deliver(id)
  world.advance(59)
  expect(await world.sweep()).not.toContain(id)
  world.advance(1)
  expect(await world.sweep()).toContain(id)
  status = 200
  await world.deliver(id)
  expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1, faults: 0 })
})

describe('the queue', () => {
  test('keeps what could not be taken on, and lets go of the rest', async () => {
    const batch = aBatch('merchant-pay-callbacks', [11, 12, 13])
    await consumeWakeUps(batch, async (orderIds) => orderIds.filter((id) => id === 12))
    const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext())
    expect(explicitAcks).toEqual(['m-11', 'm-13'])
    expect(retryMessages).toEqual([{ msgId: 'm-12' }])
  })

  test('keeps them all when nobody can be reached', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    const batch = aBatch('merchant-pay-callbacks', [11, 12])
    await consumeWakeUps(batch, () => Promise.reject(new Error('reloading')))
    const { retryMessages } = await getQueueResult(batch, createExecutionContext())
    expect(retryMessages).toEqual([{ msgId: 'm-11' }, { msgId: 'm-12' }])
    expect(log.mock.calls.join()).toContain('deliverer_unreachable')
  })

  test('hands over groups of five, four groups at a time', async () => {
    let underWay = 0
    const groups: (readonly number[])[] = []
    const ids = Array.from({ length: 43 }, (_, n) => n)
    const most: number[] = []
    const batch = aBatch('merchant-pay-callbacks', ids)
    await consumeWakeUps(batch, async (group) => {
      groups.push(group)
      underWay += 1
      most.push(underWay)
      await new Promise((resolve) => setTimeout(resolve, 2))
      underWay -= 1
      return []
    })
    expect(groups.flat().toSorted((a, b) => a - b)).toEqual(ids)
    expect(Math.max(...groups.map(({ length }) => length))).toBe(5)
    expect(Math.max(...most)).toBe(4)
  })

  test('lets dead wakes of an outage do no harm, and parks what has faults of its own', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    const { world, id: healthy } = await aCallback()
    const [faulty = 0] = await world.owe((await aMerchant()).uid, 1, url)
    await rows('update callbacks set faults = 8 where order_id = ?', faulty)
    const batch = aBatch('merchant-pay-callbacks-dead', [healthy, faulty])
    await consumeDeadWakeUps(batch, env)
    expect(await callbackOf(healthy)).toMatchObject({ state: 'due', faults: 0 })
    expect(await callbackOf(faulty)).toMatchObject({ state: 'parked' })
    const lines = log.mock.calls.map(([line]) => JSON.parse(line))
    expect(lines.filter(({ event }) => event === 'dead_wake')).toHaveLength(2)
    expect(lines.filter(({ event }) => event === 'callback_parked')).toHaveLength(1)
  })
})

/** A callback that is due, and whose it is. */
async function aCallback(answers?: Parameters<typeof aCallbackWorld>[0]) {
  const world = aCallbackWorld(answers)
  const { uid } = await aMerchant()
  const [id = 0] = await world.owe(uid, 1, url)
  return { world, id, uid }
}

async function park(id: number): Promise<void> {
  await rows(`update callbacks set state = 'parked', next_at = null where order_id = ?`, id)
}

async function namesOf(id: number): Promise<{ trade_no: string; callbackId: string }> {
  const query = 'select trade_no from callbacks where order_id = ?'
  const [{ trade_no } = { trade_no: '' }] = await rows<{ trade_no: string }>(query, id)
  return { trade_no, callbackId: `cb_${trade_no}` }
}

/** The database, failing at some calls (from 1): before the call has any effect, or after it has had all. */
function failing(context: MerchantContext, fails: (call: number) => boolean | 'after') {
  let calls = 0
  const d1 = {
    prepare: (query: string) => env.DB.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      calls += 1
      const how = fails(calls)
      if (how === true) throw new Error('D1_ERROR: the database is down')
      const results = await env.DB.batch(statements)
      if (how === 'after') throw new Error('D1_ERROR: Network connection lost.')
      return results
    },
  }
  const db = openMerchantDatabase(d1 as unknown as D1Database)
  return { context: withDatabase(context, db), calls: () => calls }
}

function aBatch(queue: string, orderIds: readonly number[]) {
  return createMessageBatch<WakeUp>(
    queue,
    orderIds.map((orderId) => {
      return { id: `m-${orderId}`, timestamp: new Date(), attempts: 1, body: { orderId } }
    }),
  )
}
