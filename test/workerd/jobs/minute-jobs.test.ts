import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type DatabaseRun, runDatabaseJobs } from '../../../src/jobs/database-jobs.ts'
import { jobNames, runJob, runMinuteJobs } from '../../../src/jobs/minute-jobs.ts'
import { readFigures } from '../../../src/operations/alarms/read-watch.ts'
import { copyIn } from '../../../src/operations/copies/copy-databases.ts'
import { contextIn } from '../../../src/operations/merchant-contexts.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { forgetAlarms } from '../support/alarms.ts'
import { aDeliverer } from '../support/deliverer.ts'
import { aLink, amountPath } from '../support/links.ts'
import { aContext, aMerchant, failingDatabase, post, rows } from '../support/service.ts'

type Line = Readonly<Record<string, unknown>>

/** Runs the jobs of a minute, where a heartbeat is wanted; `runOn` replaces how those of a database run. */
async function aMinute({
  databases = [env.DB],
  answer = async () => new Response('ok'),
  runOn,
  now = Date.now,
}: {
  readonly databases?: readonly D1Database[]
  readonly answer?: () => Promise<Response>
  readonly runOn?: (number: number) => Promise<DatabaseRun>
  readonly now?: () => number
} = {}) {
  const url = 'https://beats.example/one?token=secret'
  const asked: RequestInit[] = []
  const lines: Line[] = []
  const one = aContext({
    databases: databases.map(openMerchantDatabase),
    log: (entry) => lines.push(entry),
    now,
    fetch: async (to, init) => {
      if (to !== url) return new Response('ok')
      asked.push(init)
      return answer()
    },
  })
  const context = { ...one, settings: { ...one.settings, heartbeatUrl: new URL(url) } }
  const here = async (number: number) => {
    const found = contextIn(context, number)
    if (found === null) throw new Error('there is no such database')
    return runDatabaseJobs(found)
  }
  const copy = (number: number, ms: number) => copyIn(context, number, { ms })
  const ended = await runMinuteJobs(context, { run: runOn ?? here, copy }).catch(() => 'failed')
  const of = (event: string) => lines.filter((line) => line.event === event)
  return { asked, ended, of, jobs: of('job') }
}

test('a heartbeat is sent once, after jobs that did not fail, with a limit of time', async () => {
  const { asked, of, ended, jobs } = await aMinute()
  expect(asked).toEqual([{ method: 'GET', redirect: 'manual', signal: expect.any(AbortSignal) }])
  expect([of('heartbeat_failed'), ended]).toEqual([[], undefined])
  expect(jobs).toHaveLength(jobNames.length)
})

test('no heartbeat is sent where a job has failed in every database', async () => {
  const runOn = () => Promise.reject(new Error('the invocation is lost'))
  const { asked, ended } = await aMinute({ runOn })
  expect([asked, ended]).toEqual([[], 'failed'])
})

test('a heartbeat that is not taken is a line in the log, without its address, and no failure', async () => {
  const refused = await aMinute({ answer: async () => new Response('no', { status: 503 }) })
  expect(refused.of('heartbeat_failed')).toEqual([
    { event: 'heartbeat_failed', outcome: 'refused', http_status: 503 },
  ])
  const lost = await aMinute({ answer: () => Promise.reject(new Error('no route')) })
  expect(lost.of('heartbeat_failed')).toEqual([
    { event: 'heartbeat_failed', outcome: 'network', http_status: null },
  ])
  expect([refused.ended, lost.ended]).toEqual([undefined, undefined])
})

const names = [...jobNames].sort()

test('each job of the minute writes one line for all databases, with its time and what it has done', async () => {
  const { jobs } = await aMinute({ databases: [env.DB, env.SPARE_1] })
  expect(jobs.map(({ name }) => name).sort()).toEqual(names)
  for (const line of jobs) {
    expect(line).toMatchObject({ outcome: 'done', faults: 0, duration_ms: expect.any(Number) })
  }
  expect(jobs).toContainEqual(
    expect.objectContaining({ name: 'sweep', counts: { due: 0, parked: 0 } }),
  )
})

test('a job that did not end in one database says where, and goes on in the others', async () => {
  const { jobs, of } = await aMinute({ databases: [env.DB, failingDatabase()] })
  expect(jobs.map(({ name }) => name).sort()).toEqual(names)
  expect(jobs.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(jobs).toContainEqual(
    expect.objectContaining({ name: 'sweep', outcome: 'partly', faults: 1 }),
  )
  const failed = of('job_failed').map(({ name, database }) => [name, database])
  expect(failed).toContainEqual(['sweep', 1])
  expect(failed).toContainEqual(['expire_links', 1])
  expect(failed.filter(([, database]) => database !== 1)).toEqual([])
})

// A clock that goes on by so much at each look.
function clockOf(msPerLook: number, fromMs = Date.now()) {
  let at = fromMs
  return () => {
    at += msPerLook
    return at
  }
}

test('a job begins no further step near the end of its time, and goes on in the next minute', async () => {
  const shop = await aMerchant()
  await post(shop, amountPath, aLink({ amount: 1000 }))
  const fromMs = Date.now() + 86_400_000
  const linksWhere = async (msPerLook: number) => {
    const { jobs } = await aMinute({ now: clockOf(msPerLook, fromMs) })
    return jobs.find(({ name }) => name === 'expire_links')?.counts
  }
  expect([await linksWhere(4_100), await linksWhere(0)]).toEqual([{ links: 0 }, { links: 1 }])
})

test('jobs that are slow together end before the minute gives a database up, the last in the next minute', async () => {
  const now = clockOf(600)
  const startedMs = now()
  const run = await runDatabaseJobs({
    ...aContext({ now }),
    db: openMerchantDatabase(env.DB),
    databaseNumber: 0,
  })
  expect(now() - startedMs).toBeLessThan(35_000)
  expect(run.figures).not.toBeNull()
  const [first, last] = [run.jobs[1], run.jobs.at(-1)]
  expect([first?.counts, last?.counts]).toEqual([{ links: expect.any(Number) }, null])
})

test('an invocation that is lost counts as a fault of each job', async () => {
  const runOn = async (number: number) => {
    if (number === 0)
      return {
        jobs: [{ name: 'sweep', counts: { due: 2 }, faults: 0, durationMs: 7 }],
        figures: null,
      }
    throw new Error('exceeded its memory')
  }
  const { jobs, of } = await aMinute({ databases: [env.DB, env.SPARE_1], runOn })
  expect(jobs).toContainEqual({
    event: 'job',
    name: 'sweep',
    outcome: 'partly',
    duration_ms: 7,
    faults: 2,
    counts: { due: 2 },
  })
  expect(of('database_jobs_lost').map(({ database }) => database)).toEqual([1, 15])
})

test('a job that fails three minutes in a row is an alarm of that job', async () => {
  await forgetAlarms()
  const read = await readFigures(aContext())
  if (read.kind !== 'read') throw new Error('the database does not answer')
  const { figures } = read
  const failed = { name: 'check_books', counts: null, faults: 1, durationMs: 1 }
  const ended = { name: 'sweep', counts: {}, faults: 0, durationMs: 1 }
  const runOn = async (number: number) =>
    number === 0 ? { jobs: [failed, ended], figures } : { jobs: [failed], figures: null }
  const raised = []
  for (const minute of [0, 1, 2]) {
    await aMinute({ runOn, now: () => Date.UTC(2026, 0, 1, 0, minute) })
    const found = await rows<{ subject: string; value: number; raised_at: number | null }>(
      "select subject, value, raised_at from alarms where name = 'job_failing'",
    )
    raised.push(found.map(({ subject, value, raised_at: at }) => [subject, value, at !== null]))
  }
  // Of the database that does not answer another alarm tells.
  const told = (isRaised: boolean) => [['job:check_books', 1, isRaised]]
  expect(raised).toEqual([told(false), told(false), told(true)])
})

test('of a merchant with thirty receivers each is watched each minute', async () => {
  const { uid } = await aMerchant()
  const urls = Array.from({ length: 30 }, (_, n) => `https://shop-${n}.example/notify`)
  const ids = await Promise.all(urls.map((url) => aDeliverer().owe(uid, 1, url)))
  await rows('update callbacks set scheduled_attempts = 8 where order_id = ?', ids[7]?.[0] ?? 0)
  for (const place of [0, 0.5]) {
    const failingReceivers = expect.arrayContaining([expect.objectContaining({ uid, failed: 8 })])
    const read = await readFigures(aContext({ random: () => place }))
    expect(read).toMatchObject({ kind: 'read', figures: { failingReceivers } })
  }
  const own = 'merchant_id = (select id from merchants where uid = ?)'
  await rows(`delete from callbacks where ${own}`, uid)
})

test('a job of the whole service that fails writes its line too, with the fault', async () => {
  const lines: Line[] = []
  const context = aContext({ log: (entry) => lines.push(entry) })
  const run = async () => Promise.reject(new Error('out of order'))
  expect(await runJob(context, 'broken', run)).toEqual({ name: 'broken', outcome: 'failed' })
  expect(lines).toEqual([
    {
      event: 'job',
      name: 'broken',
      outcome: 'failed',
      duration_ms: expect.any(Number),
      faults: 0,
      counts: {},
      fault: expect.stringContaining('out of order'),
    },
  ])
})
