import { describe, expect, test } from 'vitest'
import { type Sources, signedSource } from '../../scripts/client/merchant-client.ts'
import type { Context, IsolateState } from '../../src/context.ts'
import { merchantApi } from '../../src/http/merchant-api.ts'
import { isolateCounts } from '../../src/store/alarms/isolate-counts.ts'
import { beginRead, failedRequests } from '../../src/store/merchants/failed-requests.ts'
import { merchantCache } from '../../src/store/merchants/merchant-cache.ts'
import { aMerchant } from '../unit/rules/examples.ts'

// Decisions §2, "Cost of what is forged": the processor time of a forged request compared with an honest one of its
// size, by turns in the same run. Neither calls the database.

const path = '/api/v1/merchant/payment-channels'
const longest = 65_536
const timesMax = 4
const turns = 18
// Other processes of the machine make a turn dearer, never cheaper: more are taken while the law does not seem to hold.
const turnsMax = 60
const requests = 4

const name = (n: number) => `m${n.toString(36)}`
const ownBytes = 200

/** As many members as so many bytes hold. */
function filled(member: (n: number) => string): Sources {
  const sources: Record<string, string> = {}
  for (let n = 0, bytes = ownBytes; ; n += 1) {
    bytes += name(n).length + member(n).length + 4
    if (bytes > longest) return sources
    sources[name(n)] = member(n)
  }
}

const kinds = ['1.0', 'true', '[ "\\u738b" ]']
const everyForm = { amount: '1.0', n: '2.0', b: 'true', x: '{ "a":"\\u738b" }' }

const bodies: readonly [string, Sources][] = [
  ['one long text', { ...everyForm, text: `"${'x'.repeat(longest - 2 * ownBytes)}"` }],
  ['escapes', { ...everyForm, y: `[ "${'\\u738b'.repeat((longest - 2 * ownBytes) / 6)}"]` }],
  ['white space', { ...everyForm, y: `[1${' , 1'.repeat((longest - 2 * ownBytes) / 4)}]` }],
  ['members of every kind', filled((n) => kinds[n % kinds.length] ?? '')],
  ['numbers to write out', filled(() => '1e35')],
]

describe('64 KiB that no secret has signed cost no more than four times what they cost signed:', () => {
  test.each(bodies)('%s', async (_, sources) => {
    const { honest, forged } = bodiesOf(sources)
    expect(honest.length).toBeGreaterThan(60_000)
    expect(honest.length).toBeLessThanOrEqual(longest)
    const best = { honest: Number.POSITIVE_INFINITY, forged: Number.POSITIVE_INFINITY }
    const holds = () => best.forged < timesMax * best.honest
    for (let turn = 0; turn < turns || (turn < turnsMax && !holds()); turn += 1) {
      best.honest = Math.min(best.honest, await processorMs(honest, 200))
      best.forged = Math.min(best.forged, await processorMs(forged, 422))
    }
    expect(best.forged).toBeLessThan(timesMax * best.honest)
  })
})

const merchant = aMerchant({ uid: 'M1', rateLimit: 'off' })
const secret = 'a secret of an example'

/** A context that has the merchant in its cache and counts no failed requests. */
function anIsolate(): Context {
  const merchants = merchantCache()
  const now = Date.now()
  merchants.put({
    merchant,
    secrets: { newest: secret, newestInUse: true, previous: null },
    encryptedNewest: '',
    databaseNumber: 0,
    readAt: now,
  })
  const minute = failedRequests().minuteOf('', now)
  Object.assign(beginRead(minute, merchant.uid, now), { isUnderWay: false })
  const isolate: Partial<IsolateState> = {
    counts: isolateCounts(),
    failures: { overFor: () => 0, minuteOf: () => minute },
  }
  const parts: Partial<Context> = {
    databases: [{} as Context['databases'][number]],
    caches: { merchants } as Context['caches'],
    isolate: isolate as IsolateState,
    settings: {
      baseUrl: null,
      ratesApply: true,
      timestampToleranceSeconds: 300,
    } as Context['settings'],
    now: () => now,
    withinRate: async () => true,
    log: () => undefined,
  }
  return parts as Context
}

async function processorMs(body: string, status: number): Promise<number> {
  const isolate = anIsolate()
  const headers = { 'content-type': 'application/json', 'cf-connecting-ip': '2001:db8::1' }
  const url = new URL(`https://pay.example${path}`)
  const before = process.cpuUsage()
  for (let n = 0; n < requests; n += 1) {
    const answer = await merchantApi(
      new Request(url, { method: 'POST', headers, body }),
      url,
      isolate,
    )
    expect(answer.status).toBe(status)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function bodiesOf(sources: Sources) {
  const honest = signedSource(merchant.uid, secret, sources)
  const forged = honest.replace(/"sign":"(.)/, (_all, first) => `"sign":"${first === '0' ? 1 : 0}`)
  return { honest, forged }
}
