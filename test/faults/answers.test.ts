import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Client, clientOf, createShop } from './load/client.ts'
import { anOrder, type Order } from './load/orders.ts'
import { scenarioRunner } from './load/scenarios.ts'
import type { Posting } from './receivers/log.ts'
import { startTestBed, type TestBed } from './service/test-bed.ts'

// Each way a receiver may answer a callback, all at the same time, and the outcome that is recorded.

const uid = 'ANSWERS'
const aSecond = 1000
const deadline = 10 * aSecond
// Time for the two database calls on a busy machine.
const slack = 10 * aSecond

type Outcome = {
  readonly outcome: string
  readonly http_status: number | null
  /** The attempt's duration, in milliseconds. */
  readonly tookMs?: Range
  /** Seconds from the attempt's end until the next; absent when no attempt follows. */
  readonly nextSeconds?: Range
}

type Range = readonly [least: number, most: number]

const beforeDeadline = [0, deadline - 500] as const
const atDeadline = [deadline - 500, deadline + slack] as const
// Start times are stored in whole seconds, durations are not.
const scheduled = [12, 18] as const
const afterTimeOut = [59, 62] as const

const byScript: readonly (readonly [script: string, Outcome])[] = [
  ['success', { outcome: 'delivered', http_status: 200, tookMs: beforeDeadline }],
  ['slow/3000', { outcome: 'delivered', http_status: 200, tookMs: [2900, deadline - 500] }],
  ['wrong-text', { outcome: 'wrong_answer', http_status: 200, nextSeconds: scheduled }],
  ['status/404', { outcome: 'http_4xx', http_status: 404, nextSeconds: scheduled }],
  ['status/503', { outcome: 'http_5xx', http_status: 503, nextSeconds: scheduled }],
  ['busy/1', { outcome: 'http_4xx', http_status: 429, nextSeconds: [59, 62] }],
  ['busy/90', { outcome: 'http_4xx', http_status: 429, nextSeconds: [89, 92] }],
  ['busy/40/503', { outcome: 'http_5xx', http_status: 503, nextSeconds: [39, 42] }],
  ['redirect', { outcome: 'http_3xx', http_status: 302, nextSeconds: scheduled }],
  [
    'mute',
    { outcome: 'timeout', http_status: null, tookMs: atDeadline, nextSeconds: afterTimeOut },
  ],
  [
    'headers-only',
    { outcome: 'timeout', http_status: 200, tookMs: atDeadline, nextSeconds: afterTimeOut },
  ],
  ['drip', { outcome: 'timeout', http_status: 200, tookMs: atDeadline, nextSeconds: afterTimeOut }],
  [
    'reset',
    { outcome: 'network', http_status: null, tookMs: beforeDeadline, nextSeconds: scheduled },
  ],
  ['cut', { outcome: 'network', http_status: 200, tookMs: beforeDeadline, nextSeconds: scheduled }],
  [
    'huge',
    { outcome: 'wrong_answer', http_status: 200, tookMs: beforeDeadline, nextSeconds: scheduled },
  ],
]

// The connection fails, so no request is received.
const unreachable = ['selfSigned', 'noTls', 'closed'] as const

let bed: TestBed
let client: Client
const orders = new Map<string, Order>()

beforeAll(async () => {
  // One server for each script, so that no breaker affects another script.
  bed = await startTestBed(inject('bundles'), undefined, byScript.length)
  client = clientOf(bed)
  const runner = scenarioRunner(client)
  const shop = await createShop(bed, client, uid)
  const addresses = [
    ...byScript.map(([script], index) => [script, `${bed.receivers.http[index]}/${script}`]),
    ...unreachable.map((name) => [name, `${bed.receivers[name]}/success`]),
  ] as const
  for (const [name = '', address = ''] of addresses) {
    const order = anOrder(uid, 'settled', address)
    orders.set(name, order)
    await runner.create(shop, order)
    await runner.finish(shop, order)
  }
})
afterAll(() => bed.close())

test.each(byScript)('%s', async (script, { outcome, http_status, ...expected }) => {
  const { attempts, callback } = await afterFirstAttempt(script)
  const [attempt] = attempts
  expect(attempt).toMatchObject({ outcome, http_status })
  expect(attempt?.duration_ms).toSatisfy(within(expected.tookMs ?? [0, deadline + slack]))
  const waits = secondsAfter(attempt, callback.next_attempt_at)
  if (expected.nextSeconds === undefined) expect(waits).toBeNull()
  else expect(waits).toSatisfy(within(expected.nextSeconds))

  // The connection is closed in the end, and a huge answer is not read to its end.
  const ended = async () => (await postingsOf(script)).every(({ endedAt }) => endedAt !== null)
  await expect.poll(ended).toBe(true)
  const [posting, ...others] = await postingsOf(script)
  expect(others).toEqual([])
  expect(posting).toMatchObject({ verified: true, attempt: 1, path: `/${script}` })
  expect(posting?.bytesSent).toBeLessThan(16 * 1024 * 1024)
})

test.each(unreachable)('%s', async (name) => {
  const { attempts, callback } = await afterFirstAttempt(name)
  expect(attempts).toMatchObject([{ outcome: 'network', http_status: null }])
  expect(attempts[0]?.duration_ms).toSatisfy(within(beforeDeadline))
  const waits = secondsAfter(attempts[0], callback.next_attempt_at)
  expect(waits).toSatisfy(within(scheduled))
  expect(await postingsOf(name)).toEqual([])
  const { connections } = await bed.receivers.log()
  if (name !== 'closed') expect(connections[name]).toBeGreaterThan(0)
})

type Details = {
  readonly attempts: readonly {
    readonly at: string
    readonly outcome: string
    readonly http_status: number | null
    readonly duration_ms: number
  }[]
  readonly callback: { readonly next_attempt_at: string | null }
}

async function afterFirstAttempt(name: string): Promise<Details> {
  const show = async () => {
    const shown = await client.backOffice('GET', `collections/${orders.get(name)?.tradeNo}`)
    return shown?.body as unknown as Details
  }
  await expect.poll(async () => (await show()).attempts, { interval: 100 }).toHaveLength(1)
  return show()
}

async function postingsOf(name: string): Promise<Posting[]> {
  const { postings } = await bed.receivers.log()
  return postings.filter(({ order }) => order === `${uid}/${orders.get(name)?.number}`)
}

function secondsAfter(attempt: Details['attempts'][number] | undefined, next: string | null) {
  if (next === null || attempt === undefined) return null
  return (Date.parse(next) - Date.parse(attempt.at) - attempt.duration_ms) / 1000
}

function within([least, most]: Range): (value: unknown) => boolean {
  return (value) => Number(value) >= least && Number(value) <= most
}
