import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type MerchantContext, newIsolateState } from '../../../src/context.ts'
import { runDatabaseJobs } from '../../../src/jobs/database-jobs.ts'
import { jobNames, runMinuteJobs } from '../../../src/jobs/minute-jobs.ts'
import { copyIn } from '../../../src/operations/copies/copy-databases.ts'
import { sandboxNumber } from '../../../src/rules/orders/order-identity.ts'
import { attemptLimits } from '../../../src/store/callbacks/attempt-limits.ts'
import { openMerchantDatabase, openPlatformDatabase } from '../../../src/store/database.ts'
import { forgetAlarms } from '../support/alarms.ts'
import { aDeliverer } from '../support/deliverer.ts'
import { type Condition, type Invocation, invocation } from '../support/platform-limits.ts'
import { aContext, aMerchant, rows } from '../support/service.ts'
import { databases as realDatabases } from '../support/three-databases.ts'

// A minute's run over many databases, under the platform's limits. Three databases stand for all of them, so that rows
// are fewer than in as many of their own, and calls, connections and waits as many.

const count = Number(env.MINUTE_DATABASES)
const orders = Number(env.MINUTE_ORDERS)
const shops = 10
const timeout = 120_000

/** The limit of a minute's run, with what a busy machine adds. */
const runMsMax = 30_000

type Line = Readonly<Record<string, unknown>>

type MinuteRun = {
  readonly ms: number
  readonly lines: readonly Line[]
  /** The most queries of an invocation. */
  readonly queries: number
  readonly posted: number
  /** Until when 95 of 100 callbacks were sent, in milliseconds from the run's beginning. */
  readonly p95: number
}

/** A minute's run where the databases of those numbers are in those conditions. */
async function aMinute(conditions: Readonly<Record<number, Condition>> = {}): Promise<MinuteRun> {
  const lines: Line[] = []
  const invocations: Invocation[] = []
  const postedMs: number[] = []
  const startedMs = Date.now()
  const limits = attemptLimits()
  // An isolate of its own for each database, as each has an invocation of its own.
  const begin = () => {
    const one = invocation()
    invocations.push(one)
    const databases = Array.from({ length: count }, (_, number) => {
      const real = realDatabases[number % realDatabases.length] ?? env.DB
      return one.database(real, conditions[number])
    })
    const [first = env.DB] = databases
    return aContext({
      databases: databases.slice(0, sandboxNumber).map(openMerchantDatabase),
      platformDb: openPlatformDatabase(first),
      // The last of sixteen is the test merchants'.
      sandbox: databases.slice(sandboxNumber).map(openMerchantDatabase)[0] ?? null,
      isolate: { ...newIsolateState(), attemptLimits: limits },
      log: (entry) => lines.push(entry),
      fetch: (_url, { signal }) =>
        one.connected(async () => {
          postedMs.push(Date.now() - startedMs)
          await scheduler.wait(50)
          signal?.throwIfAborted()
          return new Response('success')
        }),
    })
  }
  await runMinuteJobs(begin(), {
    run: async (number) => {
      const context: MerchantContext = begin()
      const db = number === sandboxNumber ? context.sandbox : context.databases[number]
      if (!db) throw new Error('there is no such database')
      return runDatabaseJobs({ ...context, db, databaseNumber: number })
    },
    copy: (number, ms) => copyIn(begin(), number, { ms }),
  }).catch(() => undefined)
  const queries = Math.max(...invocations.map((one) => one.queries()))
  const posted = postedMs.length
  const p95 = postedMs.sort((a, b) => a - b)[Math.floor(posted * 0.95)] ?? 0
  return { ms: Date.now() - startedMs, lines, queries, posted, p95 }
}

const jobLines = (lines: readonly Line[]) => lines.filter(({ event }) => event === 'job')
const outcomes = (lines: readonly Line[]) => new Set(jobLines(lines).map(({ outcome }) => outcome))

/** The numbers of the databases that the alarm says are down, in two looks a minute apart. */
async function told(conditions: Readonly<Record<number, Condition>>): Promise<readonly string[]> {
  await forgetAlarms()
  await aMinute(conditions)
  const alarms = await rows<{ subject: string }>(
    "select subject from alarms where name = 'database_down' order by subject",
  )
  return alarms.map(({ subject }) => subject)
}

function expectWithin({ ms, queries, lines }: MinuteRun): void {
  expect(ms).toBeLessThan(runMsMax)
  expect(queries).toBeLessThanOrEqual(1_000)
  expect(jobLines(lines)).toHaveLength(jobNames.length)
}

function report(what: string, { ms, queries, posted }: MinuteRun): void {
  console.log(`${what}: ${(ms / 1000).toFixed(1)} s, at most ${queries} queries, ${posted} posted`)
}

test('an idle minute goes on in every database', { timeout }, async () => {
  const run = await aMinute()
  report('idle', run)
  expectWithin(run)
  expect(outcomes(run.lines)).toEqual(new Set(['done']))
})

/** Owes callbacks of the first database. */
async function owe(): Promise<void> {
  const deliverer = aDeliverer()
  for (let shop = 0; shop < shops; shop += 1) {
    const { uid } = await aMerchant()
    await deliverer.owe(uid, orders / shops, `https://shop-${shop}.example/notify`)
  }
  await rows("update callbacks set next_at = 1 where state = 'due'")
}

test('a minute delivers what is due without the queue', { timeout }, async () => {
  await owe()
  const run = await aMinute()
  report(`${orders} orders`, run)
  expectWithin(run)
  expect(run.posted).toBe(orders)
  const [left] = await rows<{ n: number }>(
    "select count(*) as n from callbacks where state = 'due'",
  )
  expect(left?.n).toBe(0)
})

const others = { 2: 'slow', 3: 'hangs', 4: 'gone' } as const

test('callbacks are sent as soon beside such databases as alone', { timeout }, async () => {
  const p95 = async (conditions: Readonly<Record<number, Condition>>) => {
    await owe()
    const run = await aMinute(conditions)
    expect(run.posted).toBe(orders)
    return run.p95
  }
  // The better of two: other tests run at the same time.
  const alone = Math.min(await p95({}), await p95({}))
  const beside = Math.min(await p95(others), await p95(others))
  console.log(`95 of 100 callbacks: alone after ${alone} ms, beside them after ${beside} ms`)
  expect(beside).toBeLessThan(1.5 * Math.max(alone, 500))
})

test('a slow database, one that hangs and one that is gone delay no other', {
  timeout,
}, async () => {
  const run = await aMinute(others)
  report('one slow, one hanging, one gone', run)
  expectWithin(run)
  expect(outcomes(run.lines)).toEqual(new Set(['partly', 'done']))
  const swept = jobLines(run.lines).find(({ name }) => name === 'sweep')
  expect(swept).toMatchObject({ outcome: 'partly', faults: 3 })
  const sizes = run.lines.filter(({ event }) => event === 'database_size')
  const answering = Array.from({ length: count }, (_, number) => number).filter(
    (number) => !(number in others),
  )
  expect(sizes.map(({ database }) => database).sort()).toEqual(answering.sort())
})

test('the alarm names the databases that do not answer, and no other', { timeout }, async () => {
  expect(await told(others)).toEqual(['database:2', 'database:3', 'database:4'])
})

test.each(['slow', 'hangs', 'gone'] as const)(
  'a first database that is %s delays no other',
  {
    timeout,
  },
  async (condition) => {
    await forgetAlarms()
    const run = await aMinute({ 0: condition })
    report(`the first ${condition}`, run)
    expectWithin(run)
    const sizes = run.lines.filter(({ event }) => event === 'database_size')
    expect(sizes).toHaveLength(count - 1)
    const lost = run.lines.filter(({ event }) => event === 'watch_without_database')
    expect(new Set(lost.map(({ database }) => database))).toEqual(new Set([0]))
  },
)
