import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { Context } from '../../../src/context.ts'
import { healthAnswer } from '../../../src/contract/health-answer.ts'
import { sweepCallbacks } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import { showHealth } from '../../../src/operations/service/show-health.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { toSeconds } from '../../../src/units/clock.ts'
import { interruptedD1 } from '../../support/watched.ts'
import { ask } from '../support/exchange-host.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { aContext, expectRefused, rows, sendRequest } from '../support/service.ts'

test('is 200 with the age of the newest swept minute, on the merchant host alone', async () => {
  await sweepAll(aContext())
  await rows('update sweeps set at = at - 40')
  // An isolate reads once in five seconds, and another file of this process may have asked just before.
  const age = async () => (await sendRequest('/health', {})).body.sweep_age_seconds
  await expect.poll(age).toEqual(expect.any(Number))
  const { status, headers, body } = await sendRequest('/health', {})
  expect(status).toBe(200)
  expect(healthAnswer().parse(body)).toEqual(body)
  expect(body).toEqual({ ok: 1, message: 'success', sweep_age_seconds: expect.any(Number) })
  expect(body.sweep_age_seconds).toBeGreaterThanOrEqual(40)
  expect(body.sweep_age_seconds).toBeLessThan(100)
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await sendRequest('/health', { method: 'HEAD' })).status).toBe(200)
  expectRefused(await sendRequest('/health', { method: 'POST' }), 405, 'method_not_allowed')
  expectRefused(await sendRequest('/health/', {}), 404, 'not_found')
  for (const host of ['exchange.example', 'else.example']) {
    expect((await ask(`https://${host}/health`)).status).toBe(404)
  }
})

test('before the first sweep there is no age', async () => {
  await rows('delete from sweeps')
  expect(await showHealth(aContext())).toMatchObject({ sweep_age_seconds: null })
})

test('each database is swept: the age is that of the one longest ago', async () => {
  const context = aContext()
  const databases = [...context.databases, openMerchantDatabase(env.SPARE_1)]
  const two = { ...context, databases }
  await sweepAll(two)
  expect((await showHealth({ ...two })).sweep_age_seconds).toBeLessThan(60)
  await env.SPARE_1.prepare('update sweeps set at = at - 100').run()
  expect((await showHealth({ ...two })).sweep_age_seconds).toBeGreaterThanOrEqual(100)
  await env.SPARE_1.prepare('update sweeps set at = at + 100').run()
})

const unavailable = { code: 'unavailable', status: 503, details: { retryAfterSeconds: 5 } }

test('is 503 when any database was last swept more than three minutes ago', async () => {
  const { two, first, second, look, pass } = await aSweptPair()
  pass(180)
  expect(await look(two)).toMatchObject({ sweep_age_seconds: 180 })
  pass(1)
  await expect(look(two)).rejects.toMatchObject(unavailable)

  await sweepAll({ ...two, databases: [first] })
  expect(await look({ ...two, databases: [first] })).toMatchObject({ sweep_age_seconds: 0 })
  await expect(look(two)).rejects.toMatchObject(unavailable)
  await expect(look({ ...two, databases: [second, first] })).rejects.toMatchObject(unavailable)
  const withTests = { ...two, databases: [first], sandbox: second }
  await expect(look(withTests)).rejects.toMatchObject(unavailable)

  await sweepAll(two)
  expect(await look(two)).toMatchObject({ sweep_age_seconds: 0 })
})

test('a database that was never swept is no trouble for ten minutes after a deployment', async () => {
  const { two, first, look, pass, logged } = await aSweptPair()
  await env.SPARE_1.prepare('delete from sweeps').run()
  const deployed = { ...two, deployedAt: toSeconds(two.now()) }
  for (const seconds of [0, 60, 119]) {
    pass(seconds)
    expect(await look(deployed)).toMatchObject({ sweep_age_seconds: null })
  }
  await sweepAll({ ...two, databases: [first] })
  const again = { ...deployed, deployedAt: toSeconds(two.now()) - 600 }
  expect(await look(again)).toMatchObject({ sweep_age_seconds: null })
  pass(1)
  logged.length = 0
  await expect(look(again)).rejects.toMatchObject(unavailable)
  expect(logged).toEqual([{ event: 'sweep_late', database: 1 }])
})

test('reads once in five seconds at most, however many ask', async () => {
  const { context, reads, advance } = aWatchedContext(() => Promise.resolve())
  const all = await Promise.all(Array.from({ length: 50 }, () => showHealth(context)))
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1)
  advance(4_999)
  await showHealth(context)
  expect(reads.count).toBe(1)
  advance(1)
  await showHealth(context)
  expect(reads.count).toBe(2)
})

test('is 503 when the database does not answer, or fails, and well again five seconds later', async () => {
  let database: () => Promise<void> = () => Promise.reject(new Error('the database is on fire'))
  const { context, reads, advance } = aWatchedContext(() => database())
  const refused = { code: 'unavailable', status: 503, details: { retryAfterSeconds: 5 } }
  for (const _again of [1, 2]) await expect(showHealth(context)).rejects.toMatchObject(refused)
  expect(reads.count).toBe(1)

  advance(5_000)
  database = () => new Promise(() => undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hanging = expect(showHealth(context)).rejects.toMatchObject(refused)
  await vi.advanceTimersByTimeAsync(3_000)
  await hanging
  vi.useRealTimers()

  advance(5_000)
  database = () => Promise.resolve()
  expect(await showHealth(context)).toMatchObject({ ok: 1 })
})

const sweepAll = (context: Context) =>
  inEveryDatabase(context, (one) => sweepCallbacks(one, async () => []))

/** Two databases that were swept at this moment, under a clock of their own. Each look is that of another isolate. */
async function aSweptPair() {
  let nowMs = Date.now()
  const logged: object[] = []
  const context = aContext({ now: () => nowMs, log: (entry) => logged.push(entry), sandbox: null })
  const [first, second] = [openMerchantDatabase(env.DB), openMerchantDatabase(env.SPARE_1)]
  const two: Context = { ...context, databases: [first, second] }
  await sweepAll(two)
  logged.length = 0
  const pass = (seconds: number) => {
    nowMs += seconds * 1000
  }
  return { two, first, second, logged, pass, look: (of: Context) => showHealth({ ...of }) }
}

/** A context with a clock of its own, whose database answers after `before`. */
function aWatchedContext(before: () => Promise<void>) {
  const reads = { count: 0 }
  let nowMs = Date.now()
  const d1 = interruptedD1(env.DB, /^/, () => {
    reads.count += 1
    return before()
  })
  const context: Context = aContext({ db: openMerchantDatabase(d1), now: () => nowMs })
  const advance = (milliseconds: number) => {
    nowMs += milliseconds
  }
  return { context, reads, advance }
}
