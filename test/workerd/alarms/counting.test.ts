import { beforeEach, expect, test } from 'vitest'
import { openPlatformDatabase } from '../../../src/store/database.ts'
import { forgetAlarms } from '../support/alarms.ts'
import { anIsolate } from '../support/isolate.ts'
import { anAddress, failingDatabase, rows } from '../support/service.ts'

beforeEach(forgetAlarms)

/** An isolate that answers requests, and what it lets go on after them. */
function aServer(parts: Parameters<typeof anIsolate>[1] = {}) {
  const left: Promise<void>[] = []
  const isolate = anIsolate({}, { later: (work) => left.push(work), ...parts })
  const answers = async (path: string) => {
    const { status } = await isolate.ask(path, anAddress(), { method: 'GET' })
    return status
  }
  return { ...isolate, answers, written: () => Promise.all(left.splice(0)) }
}

const counted = () =>
  rows<{ kind: string; count: number }>(
    'select kind, sum(count) as count from watch_counts group by kind order by kind',
  )

test('counting its answer costs a request nothing; once a minute an isolate writes them', async () => {
  const server = aServer()
  for (let n = 0; n < 20; n += 1) expect(await server.answers('/nothing/here')).toBe(404)
  expect([server.usage.trips, (await server.written()).length]).toEqual([0, 0])

  server.passes(60_000)
  await server.answers('/nothing/here')
  expect(await server.written()).toHaveLength(1)
  // A row for each of the two minutes, in one round trip, after the answer.
  expect(server.usage).toMatchObject({ trips: 1, rowsWritten: 2 })
  expect(await counted()).toEqual([{ kind: 'answers', count: 21 }])
  await server.answers('/nothing/here')
  expect(await server.written()).toHaveLength(0)
})

test('with errors among them it writes after a quarter of that', async () => {
  const server = aServer({ platformDb: openPlatformDatabase(failingDatabase()) })
  server.context.isolate.counts.add('server_errors', 1, server.seconds() * 1000)
  server.passes(15_001)
  await server.answers('/nothing/here')
  // The database does not take it: it is kept, and written with what comes next.
  expect(await server.written()).toHaveLength(1)
  expect(server.log.map(({ event }) => event)).toContain('counts_not_kept')
  expect(await counted()).toEqual([])

  const again = aServer({ isolate: server.context.isolate })
  again.passes(40_000)
  await again.answers('/nothing/here')
  await again.written()
  expect(await counted()).toEqual([
    { kind: 'answers', count: 2 },
    { kind: 'server_errors', count: 1 },
  ])
})

test('two isolates add to the same minutes', async () => {
  for (const server of [aServer(), aServer()]) {
    await server.answers('/nothing/here')
    server.passes(60_000)
    await server.answers('/nothing/here')
    await server.written()
  }
  expect(await counted()).toEqual([{ kind: 'answers', count: 4 }])
})
