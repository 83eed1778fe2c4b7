import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compare, type Pair } from '../../bench/compare.ts'
import { type Runtime, start } from '../../bench/platform.ts'
import type { Kind } from '../../bench/requests.ts'
import { createTurns } from '../../bench/turns.ts'

// The bench repeats a turn whose runtime has ended, instead of losing all figures.

const effort = { pairs: 1, requests: 128, slices: 2, warmUp: 32 }

// Slow enough to be killed during an answer.
const worker = `export default {
  async fetch() {
    await scheduler.wait(20)
    return new Response('{"ok":1}')
  },
}`

let directory: string
let pair: Pair
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'merchant-pay-bench-'))
  await mkdir(join(directory, 'bundle'))
  await writeFile(join(directory, 'bundle', 'index.js'), worker)
  const startOne = async (name: string) =>
    start(join(directory, 'bundle'), await freePort(), join(directory, name))
  pair = { ours: await startOne('ours'), bare: await startOne('bare') }
  // A file after this one starts its runtime by its own path.
  expect(process.env.MINIFLARE_WORKERD_PATH).toBeUndefined()
})
afterAll(async () => {
  await Promise.all([pair.ours.stop(), pair.bare.stop()])
  await rm(directory, { recursive: true, force: true })
})

test.each([
  ['SIGKILL', 'ended by SIGKILL', ''],
  // The runtime prints a message before it exits.
  ['SIGABRT', 'exited with 1', 'Received signal #6'],
] as const)(
  'a turn whose runtime gets %s is reported with its exit, and repeated by a new runtime',
  async (signal, end, said) => {
    const { kind, asked } = aKind(async ({ pid }, turn) => {
      if (turn === 2) setTimeout(() => process.kill(pid, signal), 10)
    })
    const told: string[] = []
    const turns = createTurns((line) => told.push(line))
    const before = pair.ours.pid
    const { ours, bare } = await compare(kind, pair, effort, turns, () => undefined)

    expect([ours, bare].map((runs) => runs.map(({ requests }) => requests))).toEqual([[128], [128]])
    expect(turns.incidents).toMatchObject([
      {
        turn: 'a kind, ours',
        fault: expect.stringMatching(/"sent":64,"answered":\d+,"errors":[1-9]/),
        condition: { isAlive: false, process: end, answer: expect.any(String) },
      },
    ])
    expect(turns.incidents[0]?.condition.lastWords).toContain(said)
    expect(told.join('\n')).toContain(`its runtime ${end}`)
    expect(pair.ours.pid).not.toBe(before)
    // The repeated turn sent no number twice.
    expect(new Set(asked).size).toBe(asked.length)
  },
)

test('a turn that fails while its runtime lives is repeated once by the same; a second failure is thrown', async () => {
  const before = pair.ours.pid
  const once = aKind(async (_to, turn) => {
    if (turn === 2) throw new Error('no answer')
  })
  const turns = createTurns(() => undefined)
  await compare(once.kind, pair, effort, turns, () => undefined)
  expect(turns.incidents).toMatchObject([
    { fault: 'no answer', condition: { isAlive: true, process: 'runs', answer: 'HTTP 200' } },
  ])
  expect(pair.ours.pid).toBe(before)

  const always = aKind(async (_to, turn) => {
    if (turn >= 2) throw new Error('no answer')
  })
  const more = createTurns(() => undefined)
  await expect(compare(always.kind, pair, effort, more, () => undefined)).rejects.toThrow(
    'no answer',
  )
  expect(more.incidents.map(({ turn }) => turn)).toEqual([
    'a kind, ours',
    'a kind, ours, once more',
  ])
})

/** Requests with numbers of their own; `meanwhile` gets each turn's index from 0, warm-ups included. */
function aKind(meanwhile: (to: Runtime, turn: number) => Promise<void>) {
  const asked: string[] = []
  let turn = -1
  const kind: Kind = {
    name: 'a kind',
    begins: '{"ok":1',
    calls: async (to, from, count) => {
      turn += 1
      await meanwhile(to, turn)
      const paths = Array.from({ length: count }, (_, n) => `/${from + n}`)
      asked.push(...paths)
      return paths.map((path) => ({ method: 'GET', path }))
    },
  }
  return { kind, asked }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
