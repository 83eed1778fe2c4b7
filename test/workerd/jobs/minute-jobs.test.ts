import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { minuteJobs, runJob, runMinuteJobs } from '../../../src/jobs/minute-jobs.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { aContext, failingDatabase } from '../support/service.ts'

type Line = Readonly<Record<string, unknown>>

async function linesOfJobs(databases: readonly D1Database[]): Promise<readonly Line[]> {
  const lines: Line[] = []
  const context = aContext({
    databases: databases.map(openMerchantDatabase),
    log: (entry) => lines.push(entry),
  })
  const jobs = minuteJobs.map((job) => runJob(job, context, async () => []))
  await Promise.allSettled(jobs)
  return lines.filter(({ event }) => event === 'job')
}

/** Runs the jobs where a heartbeat is wanted, and says what was asked and logged of it. */
async function heartbeatsOf(answer: () => Promise<Response>, database: D1Database = env.DB) {
  const url = 'https://beats.example/one?token=secret'
  const asked: RequestInit[] = []
  const lines: Line[] = []
  const one = aContext({
    databases: [openMerchantDatabase(database)],
    log: (entry) => lines.push(entry),
    fetch: async (to, init) => {
      if (to !== url) return new Response('ok')
      asked.push(init)
      return answer()
    },
  })
  const settings = { ...one.settings, heartbeatUrl: new URL(url) }
  const ended = await runMinuteJobs({ ...one, settings }, async () => []).catch(() => 'failed')
  const failures = lines.filter(({ event }) => event === 'heartbeat_failed')
  return { asked, ended, failures, jobs: lines.filter(({ event }) => event === 'job') }
}

test('a heartbeat is sent once, after jobs that did not fail, with a limit of time', async () => {
  const { asked, failures, ended, jobs } = await heartbeatsOf(async () => {
    return new Response('ok')
  })
  expect(asked).toEqual([{ method: 'GET', redirect: 'manual', signal: expect.any(AbortSignal) }])
  expect([failures, ended]).toEqual([[], undefined])
  expect(jobs).toHaveLength(minuteJobs.length)
})

test('no heartbeat is sent where a job has failed', async () => {
  const { asked, ended } = await heartbeatsOf(async () => new Response('ok'), failingDatabase())
  expect([asked, ended]).toEqual([[], 'failed'])
})

test('a heartbeat that is not taken is a line in the log, without its address, and no failure', async () => {
  const refused = await heartbeatsOf(async () => new Response('no', { status: 503 }))
  expect(refused.failures).toEqual([
    { event: 'heartbeat_failed', outcome: 'refused', http_status: 503 },
  ])
  const lost = await heartbeatsOf(() => Promise.reject(new Error('no route')))
  expect(lost.failures).toEqual([
    { event: 'heartbeat_failed', outcome: 'network', http_status: null },
  ])
  expect([refused.ended, lost.ended]).toEqual([undefined, undefined])
})

const names = minuteJobs.map(({ name }) => name).sort()

test('each job of the minute writes one line, with its time and what it has done', async () => {
  const lines = await linesOfJobs([env.DB])
  expect(lines.map(({ name }) => name).sort()).toEqual(names)
  for (const line of lines) {
    expect(line).toMatchObject({ outcome: 'done', faults: 0, duration_ms: expect.any(Number) })
  }
  expect(lines).toContainEqual(expect.objectContaining({ name: 'sweep', counts: { due: 0 } }))
})

test('a job that went on without a database that is down says so', async () => {
  const lines = await linesOfJobs([env.DB, failingDatabase()])
  expect(lines.map(({ name }) => name).sort()).toEqual(names)
  expect(lines.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  const sweep = lines.find(({ name }) => name === 'sweep')
  expect(sweep).toMatchObject({ outcome: 'partly', faults: 1 })
})

test('a job that fails writes its line too, with the fault, and throws', async () => {
  const lines: Line[] = []
  const context = aContext({ log: (entry) => lines.push(entry) })
  const run = async () => Promise.reject(new Error('out of order'))
  await expect(runJob({ name: 'broken', run }, context, async () => [])).rejects.toThrow('order')
  expect(lines).toEqual([
    {
      ...{ event: 'job', name: 'broken', outcome: 'failed', duration_ms: expect.any(Number) },
      ...{ faults: 0, counts: {}, fault: expect.stringContaining('out of order') },
    },
  ])
})
