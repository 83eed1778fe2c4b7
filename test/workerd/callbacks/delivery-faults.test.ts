import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { MerchantContext } from '../../../src/context.ts'
import { consumeDeadWakeUps, consumeWakeUps } from '../../../src/jobs/callback-jobs.ts'
import { resendCallbackById } from '../../../src/operations/callbacks/resend-callback.ts'
import { reviveCallback } from '../../../src/operations/callbacks/revive-callbacks.ts'
import { parkFaulty, sweepCallbacks } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import type { WakeUp } from '../../../src/platform/callback-queue.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { failingD1 } from '../../support/failing-database.ts'
import { aDeliverer, callbackOf, deliverCallback, setState, until } from '../support/deliverer.ts'
import { damageSecret } from '../support/secrets.ts'
import { aMerchant, operator, rows, spyOnLog, withDatabase } from '../support/service.ts'

// Decisions §6: an internal fault is no attempt, and a callback with eight faults is parked.

const url = 'https://shop.example/notify'

describe('a secret that cannot be decrypted', () => {
  test('is no attempt, has longer and longer pauses, and parks its callback', async () => {
    const { deliverer, id, uid } = await aCallback()
    const mend = await damageSecret(uid)
    const pauses: number[] = []
    for (let fault = 1; fault <= 8; fault += 1) {
      await expect(deliverer.deliver(id)).rejects.toThrow()
      const { lease_until: leaseUntil, ...row } = await callbackOf(id)
      expect(row).toMatchObject({ state: 'due', attempts: 0, faults: fault })
      pauses.push(((leaseUntil ?? 0) - deliverer.now()) / 60)
      expect(await parkFaulty(deliverer.context)).toBe(0)
      deliverer.advance((leaseUntil ?? 0) - deliverer.now())
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    await mend()
    await deliverer.deliver(id)
    await deliverer.sweep()
    expect(await callbackOf(id)).toMatchObject({ state: 'parked', next_at: null, attempts: 0 })
    const { trade_no } = await callbackOf(id)
    expect(deliverer.logged).toContainEqual({
      event: 'callback_parked',
      callback_id: `cb_${trade_no}`,
      trade_no,
    })
    expect(deliverer.calls).toEqual([])
  })

  test('that is repaired counts no more after the next attempt', async () => {
    const { deliverer, id, uid } = await aCallback(() => 500)
    const mend = await damageSecret(uid)
    await expect(deliverer.deliver(id)).rejects.toThrow()
    await mend()
    deliverer.advance(60)
    await deliverer.deliver(id)
    expect(await callbackOf(id)).toMatchObject({ state: 'due', attempts: 1, faults: 0 })
  })

  test('ends a requested resend, and a delivered callback stays delivered', async () => {
    const { deliverer, id, uid } = await aCallback()
    await deliverer.deliver(id)
    await resendCallbackById(deliverer.context, operator, await callbackIdOf(id))
    await damageSecret(uid)
    for (let fault = 1; fault <= 8; fault += 1) {
      await expect(deliverer.deliver(id)).rejects.toThrow()
      deliverer.advance(3_600)
    }
    await deliverer.sweep()
    expect(await callbackOf(id)).toMatchObject({
      state: 'delivered',
      resend_trigger: null,
      faults: 0,
    })
    expect(deliverer.logged.filter(({ event }) => event === 'callback_parked')).toEqual([])
  })
})

describe('a parked callback', () => {
  test('that is revived is due at once, keeps its attempts and is delivered', async () => {
    let status = 500
    const { deliverer, id } = await aCallback(() => status)
    await deliverer.deliver(id)
    await setState([id], 'parked')
    expect(await deliverer.sweep()).not.toContain(id)
    status = 200
    const callbackId = await callbackIdOf(id)
    expect(await reviveCallback(deliverer.context, operator, callbackId)).toMatchObject({
      callback_id: callbackId,
      state: 'due',
      attempts: 1,
    })
    expect(deliverer.woken.at(-1)).toEqual({ orderId: id, delaySeconds: 0 })
    await deliverer.deliver(id)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 2 })
  })

  test('can be resent, and success settles it', async () => {
    const { deliverer, id } = await aCallback()
    await setState([id], 'parked')
    await resendCallbackById(deliverer.context, operator, await callbackIdOf(id))
    await deliverer.deliver(id)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1 })
  })

  test('is the only one that can be revived', async () => {
    const { deliverer, id } = await aCallback()
    const callbackId = await callbackIdOf(id)
    const refused = { code: 'not_parked' }
    await expect(reviveCallback(deliverer.context, operator, callbackId)).rejects.toMatchObject(
      refused,
    )
    await deliverer.deliver(id)
    await expect(reviveCallback(deliverer.context, operator, callbackId)).rejects.toMatchObject(
      refused,
    )
    const unknown = reviveCallback(deliverer.context, operator, 'cb_C0')
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a database that is down', () => {
  test('before the lease leaves the callback as it was', async () => {
    const { deliverer, id } = await aCallback()
    const { context } = failing(deliverer.context, () => true)
    const down = { cause: { message: 'D1_ERROR: the database is down' } }
    await expect(deliverCallback(context, id)).rejects.toMatchObject(down)
    await expect(sweepCallbacks(context, async () => [])).rejects.toMatchObject(down)
    await deliverer.deliver(id)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1, faults: 0 })
  })

  test('for a moment after the POST makes no second POST', async () => {
    const { deliverer, id } = await aCallback()
    const { context, calls } = failing(deliverer.context, (call) => call === 2)
    await deliverCallback(context, id)
    expect(calls()).toBe(3)
    expect(deliverer.calls).toHaveLength(1)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1 })
  })

  test('after the POST is no attempt: the callback is sent again after its lease', async () => {
    const { deliverer, id } = await aCallback()
    const { context } = failing(deliverer.context, (call) => call >= 2)
    await expect(deliverCallback(context, id)).rejects.toThrow('down')
    expect(await callbackOf(id)).toMatchObject({ state: 'due', attempts: 0 })
    deliverer.advance(60)
    expect(await deliverer.sweep()).toContain(id)
    await deliverer.deliver(id)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1, faults: 0 })
  })

  test('whose answer was lost has recorded the attempt once', async () => {
    const { deliverer, id } = await aCallback()
    const { context } = failing(deliverer.context, (call) => (call === 2 ? 'after' : false))
    await deliverCallback(context, id)
    expect(deliverer.logged).toContainEqual(expect.objectContaining({ state: 'delivered' }))
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1 })
  })

  test.each([1, 2])(
    'and then is down has recorded attempt %i, and wakes the next',
    async (number) => {
      const { deliverer, id } = await aCallback(() => 500)
      if (number === 2) await deliverer.deliver(id)
      deliverer.advance(number === 2 ? 20 : 0)
      // The answer to the write is lost, then neither tries nor traces are answered until the last try.
      const { context } = failing(deliverer.context, (call) => {
        return call === 2 ? 'after' : call > 2 && call < 7
      })
      await deliverCallback(context, id)
      expect(deliverer.logged.at(-1)).toMatchObject({ event: 'callback_attempt', state: 'due' })
      expect(deliverer.woken.filter(({ orderId }) => orderId === id)).toHaveLength(number)
    },
  )

  test('says of an attempt that another has overtaken that it lost a race', async () => {
    const { deliverer, id } = await aCallback(() => 'hangs')
    const late = deliverer.deliver(id)
    await until(() => deliverer.hanging() === 1)
    await rows("update callbacks set attempts = 1, first_attempt = '{}' where order_id = ?", id)
    deliverer.timeOut()
    await late
    expect(deliverer.logged).toContainEqual(expect.objectContaining({ state: 'lost_race' }))
  })
})

test('a process that is killed during an attempt loses nothing', async () => {
  let status: number | 'hangs' = 'hangs'
  const { deliverer, id } = await aCallback(() => status)
  void deliverer.deliver(id)
  await until(() => deliverer.hanging() === 1)
  await deliverer.deliver(id)
  deliverer.advance(59)
  expect(await deliverer.sweep()).not.toContain(id)
  deliverer.advance(1)
  expect(await deliverer.sweep()).toContain(id)
  status = 200
  await deliverer.deliver(id)
  expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1, faults: 0 })
})

describe('the queue', () => {
  test('retries the messages that could not be taken, and acknowledges the rest', async () => {
    const batch = aBatch('merchant-pay-callbacks', [11, 12, 13])
    await consumeWakeUps(batch, async (orderIds) => orderIds.filter((id) => id === 12))
    const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext())
    expect(explicitAcks).toEqual(['m-11', 'm-13'])
    expect(retryMessages).toEqual([{ msgId: 'm-12' }])
  })

  test('retries all messages when the deliverer cannot be reached', async () => {
    const logged = spyOnLog()
    const batch = aBatch('merchant-pay-callbacks', [11, 12])
    await consumeWakeUps(batch, () => Promise.reject(new Error('reloading')))
    const { retryMessages } = await getQueueResult(batch, createExecutionContext())
    expect(retryMessages).toEqual([{ msgId: 'm-11' }, { msgId: 'm-12' }])
    expect(JSON.stringify(logged())).toContain('deliverer_unreachable')
  })

  test('a message of somebody else fails neither its batch nor the alarm of dead ones', async () => {
    const batchOf = (queue: string) =>
      createMessageBatch(
        queue,
        [null, 'text', { orderId: 12 }].map((body, n) => {
          return { id: `m-${n}`, timestamp: new Date(), body, attempts: 1 }
        }),
      ) as MessageBatch<WakeUp>
    const taken: number[] = []
    const batch = batchOf('merchant-pay-callbacks')
    await consumeWakeUps(batch, async (group) => {
      taken.push(...group)
      return []
    })
    const { explicitAcks } = await getQueueResult(batch, createExecutionContext())
    expect([explicitAcks, taken]).toEqual([
      ['m-0', 'm-1', 'm-2'],
      [0, 0, 12],
    ])
    const logged = spyOnLog()
    await consumeDeadWakeUps(batchOf('merchant-pay-callbacks-dead'), env)
    expect(logged().filter(({ event }) => event === 'dead_wake')).toHaveLength(3)
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

  test('dead wake-ups of an outage do no harm, and park callbacks with faults', async () => {
    const logged = spyOnLog()
    const { deliverer, id: healthy } = await aCallback()
    const [faulty = 0] = await deliverer.owe((await aMerchant()).uid, 1, url)
    await rows('update callbacks set faults = 8 where order_id = ?', faulty)
    const batch = aBatch('merchant-pay-callbacks-dead', [healthy, faulty])
    await consumeDeadWakeUps(batch, env)
    expect(await callbackOf(healthy)).toMatchObject({ state: 'due', faults: 0 })
    expect(await callbackOf(faulty)).toMatchObject({ state: 'parked' })
    const lines = logged()
    expect(lines.filter(({ event }) => event === 'dead_wake')).toHaveLength(2)
    expect(lines.filter(({ event }) => event === 'callback_parked')).toHaveLength(1)
  })
})

async function aCallback(answers?: Parameters<typeof aDeliverer>[0]) {
  const deliverer = aDeliverer(answers)
  const { uid } = await aMerchant()
  const [id = 0] = await deliverer.owe(uid, 1, url)
  return { deliverer, id, uid }
}

async function callbackIdOf(id: number): Promise<string> {
  return `cb_${(await callbackOf(id)).trade_no}`
}

/** The database with a fault at some calls (from 1): before the call has any effect, or after all. */
function failing(context: MerchantContext, fails: (call: number) => boolean | 'after') {
  let calls = 0
  const d1 = failingD1(env.DB, () => {
    calls += 1
    const how = fails(calls)
    if (how === false) return null
    if (how === 'after') return { message: 'Network connection lost.', when: how }
    return { message: 'the database is down', when: 'before' }
  })
  return { context: withDatabase(context, openMerchantDatabase(d1)), calls: () => calls }
}

function aBatch(queue: string, orderIds: readonly number[]) {
  return createMessageBatch<WakeUp>(
    queue,
    orderIds.map((orderId) => {
      return { id: `m-${orderId}`, timestamp: new Date(), attempts: 1, body: { orderId } }
    }),
  )
}
