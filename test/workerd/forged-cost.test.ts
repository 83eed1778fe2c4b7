import { describe, expect, test } from 'vitest'
import { type Sources, signedSource } from '../support/merchant-client.ts'
import { aNetwork, anIsolate } from './failed-world.ts'
import { aMerchant, type Shop } from './world.ts'

// Decisions §2, "Cost of what is forged": a forged request against an honest one of its size, by turns in the same run.
// Both ask for what takes no call to the database, but for one in 25, so that what they take is the processor's time.

const path = '/api/v1/merchant/payment-channels'
const longest = 65_536
const timesMax = 4
const turns = 12
const requests = 25

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
    const shop = await aMerchant({ settings: { rate_limit: 'off' } })
    const { honest, forged } = bodiesOf(shop, sources)
    expect(honest.length).toBeGreaterThan(60_000)
    expect(honest.length).toBeLessThanOrEqual(longest)
    const isolate = anIsolate()
    const taken = { honest: [] as number[], forged: [] as number[] }
    for (let turn = 0; turn < turns; turn += 1) {
      // Of its own each time: what fails more often is tried in one form only, and would cost less.
      const address = aNetwork()
      for (const [which, body, status] of [
        ['honest', honest, 200],
        ['forged', forged, 422],
      ] as const) {
        const started = performance.now()
        for (let n = 0; n < requests; n += 1) {
          expect((await isolate.post(body, address(), path)).status).toBe(status)
        }
        taken[which].push(performance.now() - started)
      }
    }
    // The best turns, for what else the machine does is no cost of either.
    expect(Math.min(...taken.forged)).toBeLessThan(timesMax * Math.min(...taken.honest))
  })
})

function bodiesOf({ uid, secret }: Shop, sources: Sources) {
  const honest = signedSource(uid, secret, sources)
  const forged = honest.replace(/"sign":"(.)/, (_all, first) => `"sign":"${first === '0' ? 1 : 0}`)
  return { honest, forged }
}
