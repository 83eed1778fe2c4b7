import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { failingD1 } from '../../support/failing-database.ts'
import { anOperator, approve, ask, ben, withApprovals } from '../support/back-office.ts'
import { aContext, failingDatabase, rows } from '../support/service.ts'
import { aLine, anOrderInSlot, aPlace, outcomeOf } from './pairs.ts'

// The switch of the deployment (matching §1).

const unavailable = { error: 'unavailable', value: { retryAfterSeconds: 5 } }
const alone = withApprovals({}, { on: false })
const stop = (of = alone) => ask(of, anOperator(), 'stopAuto', {}, { reason: '查帳' })
const start = (of = alone) => ask(of, anOperator(), 'startAuto', {}, { reason: '查畢' })
const states = async () => {
  const found = await Promise.all(
    [env.DB, env.DB_SANDBOX].map((one) =>
      one.prepare('select state from auto_switch').first('state'),
    ),
  )
  return found.join()
}
const journal = () =>
  rows("select action, reason from journal where subject_kind = 'auto' order by id")

afterEach(async () => {
  for (const one of [env.DB, env.DB_SANDBOX]) {
    await one.exec("update auto_switch set state = 'running'")
  }
  await rows("delete from journal where subject_kind = 'auto'")
})

test('after the answer of stop nothing is settled, until it is started', async () => {
  const place = await aPlace()
  await anOrderInSlot(place)
  const line = await aLine(place)
  const { value: stopped } = await stop()
  expect(stopped).toMatchObject({ state: 'stopped', reason: '查帳' })
  expect(await states()).toBe('stopped,stopped')
  expect(await outcomeOf(line)).toEqual(['stopped'])
  expect((await start()).value).toMatchObject({ state: 'running', reason: '查畢' })
  expect(await outcomeOf(line)).toMatch(/^C/)
  expect(await journal()).toEqual([
    { action: 'stop', reason: '查帳' },
    { action: 'start', reason: '查畢' },
  ])
})

test('stopping what is stopped answers as the first time, and writes nothing', async () => {
  const [first, second] = [await stop(), await ask(alone, ben, 'stopAuto', {}, { reason: '再停' })]
  expect(second).toEqual(first)
  expect(await journal()).toHaveLength(1)
})

test('eight stops at once are one', async () => {
  await Promise.all(Array.from({ length: 8 }, () => stop()))
  expect(await states()).toBe('stopped,stopped')
  expect(await journal()).toHaveLength(1)
})

test('to stop takes one person at once, to start takes two', async () => {
  const two = withApprovals()
  expect((await stop(two)).value).toMatchObject({ state: 'stopped' })
  const { value: asked } = await start(two)
  expect(asked).toMatchObject({ state: 'waiting' })
  expect(await states()).toBe('stopped,stopped')
  await approve(two, ben, asked.approval_id)
  expect(await states()).toBe('running,running')
})

test('what one database has missed is started by two people, too', async () => {
  await env.DB_SANDBOX.exec("update auto_switch set state = 'stopped'")
  const two = withApprovals()
  const { value: asked } = await start(two)
  expect(asked).toMatchObject({ state: 'waiting' })
  expect(await states()).toBe('running,stopped')
  await approve(two, ben, asked.approval_id)
  expect(await states()).toBe('running,running')
})

test('a first database whose state is not read makes it 503, once, and the others are stopped', async () => {
  await stop()
  await start()
  let [reads, writes] = [0, 0]
  const d1 = failingD1(env.DB_SANDBOX, ({ isWrite }) => {
    if (isWrite) writes += 1
    return null
  })
  const unread = failingD1(env.DB, ({ sqls }) => {
    const fails = sqls.some((sql) => /^select state.* from auto_switch/.test(sql)) && reads++ < 6
    return fails ? { message: 'Network connection lost.', when: 'before' } : null
  })
  const db = openMerchantDatabase(unread)
  const parts = { ...alone, db, databases: [db], sandbox: openMerchantDatabase(d1) }
  expect(await stop({ ...alone, ...aContext(parts) })).toMatchObject(unavailable)
  expect([await states(), writes]).toEqual(['running,stopped', 1])
})

test('a database that does not answer makes it 503, and the others are stopped', async () => {
  const away = openMerchantDatabase(failingDatabase())
  const without = { ...alone, ...aContext({ ...alone, sandbox: away }) }
  expect(await stop(without)).toMatchObject(unavailable)
  expect(await states()).toBe('stopped,running')
  expect(await stop()).toMatchObject({ value: { state: 'stopped' } })
  expect(await states()).toBe('stopped,stopped')
})

test('five switches that come first make it 503', async () => {
  let lost = 0
  const d1 = failingD1(env.DB, ({ sqls }) => {
    if (!sqls.some((sql) => sql.startsWith('update auto_switch'))) return null
    lost += 1
    return { message: 'CHECK constraint failed: auto_switch_state_known', when: 'before' }
  })
  const db = openMerchantDatabase(d1)
  const parts = { ...alone, db, databases: [db] }
  expect(await stop({ ...alone, ...aContext(parts) })).toMatchObject(unavailable)
  expect(lost).toBe(5)
})
