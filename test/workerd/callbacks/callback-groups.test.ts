import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { takeCallbacks } from '../../../src/operations/callbacks/take-callbacks.ts'
import { breaker } from '../../../src/rules/callbacks/receiver-breaker.ts'
import { orderId } from '../../../src/rules/orders/order-identity.ts'
import { openMerchantDatabase, type Statement } from '../../../src/store/database.ts'
import { commitsTogether } from '../../../src/store/group-commit.ts'
import { meter } from '../../support/metered.ts'
import {
  type Answers,
  aDeliverer,
  attemptsAt,
  callbackOf,
  openBreaker,
  receiverRowOf,
  statesOf,
  until,
} from '../support/deliverer.ts'
import { aMerchant, failingDatabase, rows, withDatabase } from '../support/service.ts'

// Decisions §6: callbacks of one group are leased and recorded together, and no fault of one affects another.

const url = 'https://shop.example/notify'

async function aGroup(count: number, answers?: Answers) {
  const counter = meter()
  const deliverer = aDeliverer(answers, { db: openMerchantDatabase(counter.database(env.DB)) })
  const { uid } = await aMerchant()
  const ids = await deliverer.owe(uid, count, url)
  const makeAll = async () => {
    const { attempts } = await takeCallbacks(deliverer.context, ids)
    const made = await Promise.allSettled(attempts.map(({ make }) => make()))
    return { attempts, failed: made.filter(({ status }) => status === 'rejected').length }
  }
  return { deliverer, uid, ids, usage: counter.usage, makeAll }
}

describe('a group of callbacks', () => {
  test('of five takes two database calls when all are answered at once', async () => {
    const { ids, usage, makeAll } = await aGroup(5)
    await makeAll()
    expect(await statesOf(ids)).toEqual({ delivered: 5 })
    expect(usage.trips).toBe(2)
  })

  test('is leased once, however many lease it at the same time', async () => {
    const { deliverer, ids, makeAll } = await aGroup(5)
    await Promise.all([makeAll(), makeAll(), makeAll()])
    expect(deliverer.calls).toHaveLength(5)
    expect(await statesOf(ids)).toEqual({ delivered: 5 })
  })

  test('with one whose secret cannot be decrypted delivers the others', async () => {
    const { deliverer, ids } = await aGroup(3)
    const { uid } = await aMerchant()
    const [bad = 0] = await deliverer.owe(uid, 1, url)
    await rows(`update merchants set secret = 'AAAA' where uid = ?`, uid)
    const { attempts } = await takeCallbacks(deliverer.context, [bad, ...ids])
    const made = await Promise.allSettled(attempts.map(({ make }) => make()))
    expect(made.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(await statesOf(ids)).toEqual({ delivered: 3 })
    expect(await callbackOf(bad)).toMatchObject({ state: 'due', attempts: 0, faults: 1 })
    expect(deliverer.calls).toHaveLength(3)
  })

  test('with one whose attempt is recorded already records the others', async () => {
    const { ids, makeAll } = await aGroup(4)
    const [doubled = 0, ...others] = ids
    const attempt = `insert into callback_attempts
        (order_id, number, trigger_name, outcome, answer, started_at, duration_ms)
      values (?, 2, 'schedule', 'timeout', '', 1, 1)`
    await rows(attempt, doubled)
    await rows('update callbacks set attempts = 1 where order_id = ?', doubled)
    expect(await makeAll()).toMatchObject({ failed: 0 })
    expect(await statesOf(others)).toEqual({ delivered: 3 })
    expect(await callbackOf(doubled)).toMatchObject({ state: 'due', attempts: 1 })
  })

  test('of two first attempts, of which one has outlived its lease, one is recorded', async () => {
    const answers: ('hangs' | 200)[] = ['hangs', 200]
    const deliverer = aDeliverer(() => answers.shift() ?? 200)
    const [id = 0] = await deliverer.owe((await aMerchant()).uid, 1, url)
    const slow = deliverer.deliver(id)
    await until(() => deliverer.hanging() === 1)
    deliverer.advance(61)
    await deliverer.deliver(id)
    deliverer.timeOut()
    await slow
    expect(await attemptsAt(id)).toMatchObject([{ number: 1, outcome: 'delivered' }])
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1 })
  })

  test('of a receiver with an open breaker makes one probe', async () => {
    const { deliverer, ids, makeAll } = await aGroup(5, () => 500)
    const [first = 0] = ids
    await openBreaker(first, deliverer.now() - breaker.newcomerSeconds)
    expect((await makeAll()).attempts).toHaveLength(1)
    expect(await receiverRowOf(first)).toMatchObject({ state: 'open', trips: 2 })
    deliverer.advance(breaker.pauseSeconds)
    expect((await makeAll()).attempts).toHaveLength(0)
  })

  test('of two receivers, one in trouble, delivers to the other', async () => {
    const { deliverer, uid, ids } = await aGroup(3)
    const troubled = await deliverer.owe(uid, 3, 'https://other.example/notify')
    await openBreaker(troubled[0], deliverer.now() + 60)
    const { attempts } = await takeCallbacks(deliverer.context, [...troubled, ...ids])
    await Promise.all(attempts.map(({ make }) => make()))
    expect(await statesOf(ids)).toEqual({ delivered: 3 })
    expect(await statesOf(troubled)).toEqual({ due: 3 })
  })

  test('with one receiver that hangs delivers and records the others meanwhile', async () => {
    const { deliverer, uid, ids } = await aGroup(3, ({ url: to }) => (to === url ? 200 : 'hangs'))
    const [slow = 0] = await deliverer.owe(uid, 1, 'https://slow.example/notify')
    const { attempts } = await takeCallbacks(deliverer.context, [slow, ...ids])
    const made = Promise.all(attempts.map(({ make }) => make()))
    await until(async () => (await statesOf(ids)).delivered === 3)
    expect(await callbackOf(slow)).toMatchObject({ state: 'due', attempts: 0, faults: 1 })
    await until(() => deliverer.hanging() === 1)
    deliverer.timeOut()
    await made
    expect(await callbackOf(slow)).toMatchObject({ state: 'due', attempts: 1, faults: 0 })
  })

  test('leaves one whose database is not bound, and attempts the others', async () => {
    const { deliverer, ids } = await aGroup(2)
    const elsewhere = orderId({
      kind: 'collection',
      nowMs: Date.UTC(2026, 0, 31),
      random: 0.5,
      database: 7,
    })
    const databases = [env.DB, env.SPARE_1].map(openMerchantDatabase)
    const twoDatabases = { ...deliverer.context, databases }
    const { attempts, faults } = await takeCallbacks(twoDatabases, [elsewhere, ...ids])
    expect(faults.map((one) => one.orderId)).toEqual([elsewhere])
    expect(attempts.map((one) => one.orderId).sort()).toEqual([...ids].sort())
  })

  test('stays as it is while the database is down', async () => {
    const { deliverer, ids } = await aGroup(3)
    const broken = withDatabase(deliverer.context, openMerchantDatabase(failingDatabase()))
    const { attempts, faults } = await takeCallbacks(broken, ids)
    expect(attempts).toEqual([])
    expect(faults.map((one) => one.orderId)).toEqual(ids)
    expect(await callbackOf(ids[0] ?? 0)).toMatchObject({ state: 'due', attempts: 0, faults: 0 })
  })
})

describe('commits of about the same time', () => {
  const sql = 'update merchants set version = version where id = ?'
  const statements: readonly [Statement] = [{ toSQL: () => ({ sql, params: [-1] }) }]

  test('are one batch: the first waits for the ones that follow', async () => {
    const counter = meter()
    const write = commitsTogether(openMerchantDatabase(counter.database(env.DB)), 20)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => write(statements)))
    expect(new Set(outcomes)).toEqual(new Set(['committed']))
    expect(counter.usage.trips).toBe(1)
  })

  test('all fail when the database is down', async () => {
    const write = commitsTogether(openMerchantDatabase(failingDatabase()), 3)
    const written = await Promise.allSettled([1, 2, 3].map(() => write(statements)))
    expect(written.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })
})
