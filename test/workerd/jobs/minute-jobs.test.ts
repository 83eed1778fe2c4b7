import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { minuteJobs, runJob } from '../../../src/jobs/minute-jobs.ts'
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
