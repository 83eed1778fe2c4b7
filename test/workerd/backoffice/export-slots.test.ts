import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { backOffice } from '../../../src/backoffice/api.ts'
import type { Context } from '../../../src/context.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import { type BegunExport, beginExport } from '../../../src/operations/export/run-export.ts'
import type { Principal } from '../../../src/rules/people/principal.ts'
import { localDesk } from '../support/back-office-http.ts'
import { aCollection, aContext, aMerchant, rows, type Shop } from '../support/service.ts'

// One export a person and three in all at once (back office §7), decided by the first database.

const context = aContext({ wake: async () => undefined })

/** Asks for a file as that person. */
function get(path: string, person: string, sent: RequestInit = {}, at: Context = context) {
  const headers = { 'x-local-actor': `${person}:operator`, ...sent.headers }
  return backOffice.request(`http://localhost${path}`, { ...sent, headers }, localDesk(at))
}

let shop: Shop
let file: string

beforeAll(async () => {
  shop = await aMerchant()
  await aCollection(shop, { amount: 12.5 })
  file = `/api/collections.csv?merchant_uid=${shop.uid}`
})

beforeEach(() => rows('delete from running_exports'))

const journalOf = (actor: string) =>
  rows<{ action: string; subject: string; after: string }>(
    `select action, subject_kind || ':' || subject as subject, after from journal
     where actor = ? order by id`,
    actor,
  )

test('of ten exports of one person at once one runs and nine are 429, and one is in the journal', async () => {
  const query = '&amount=12.5&from=2026-01-31&status=pending'
  const all = await Promise.all(
    Array.from({ length: 10 }, () => get(file + query, 'ten@platform.example')),
  )
  const [running, ...others] = all.toSorted((one, other) => one.status - other.status)
  expect(running?.status).toBe(200)
  for (const refused of others) {
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ error: 'too_many_requests' })
  }
  const told = await journalOf('ten@platform.example')
  expect(told).toMatchObject([{ action: 'export', subject: 'export:collections' }])
  expect(JSON.parse(told[0]?.after ?? '')).toEqual({
    merchant_uid: shop.uid,
    amount: 12.5,
    status: 'pending',
    from: expect.stringMatching(/^2026-01-31[ T]00:00:00/),
  })
  expect(await running?.text()).toContain('12.5')
  const next = await get(file, 'ten@platform.example')
  expect(next.status).toBe(200)
  await next.body?.cancel()
  expect(await journalOf('ten@platform.example')).toHaveLength(2)
})

test('of the exports of five people at once three run, whatever they export', async () => {
  const files = [
    ...['collections', 'payouts', 'bank-transactions', 'journal'].map((one) => `/api/${one}.csv`),
    `/api/merchants/${shop.uid}/ledger.csv`,
  ]
  const all = await Promise.all(files.map((one, n) => get(one, `p${n}@platform.example`)))
  const running = all.filter(({ status }) => status === 200)
  expect(running).toHaveLength(3)
  expect(all.filter(({ status }) => status === 429)).toHaveLength(2)
  const [first, second] = running
  // One is read to its end, one is left.
  await first?.text()
  await second?.body?.cancel()
  const more = await Promise.all([5, 6, 7].map((n) => get(file, `p${n}@platform.example`)))
  expect(more.map(({ status }) => status).sort()).toEqual([200, 200, 429])
})

test('an export that was cut off counts for five minutes at most, one that is read counts on', async () => {
  let now = Date.now()
  const at = aContext({ now: () => now })
  const cutOff = await get(file, 'cut@platform.example', {}, at)
  now += 299_000
  expect((await get(file, 'cut@platform.example', {}, at)).status).toBe(429)
  now += 1_000
  const [begun] = [await beginExport(at, anAct('cut@platform.example'), aList)]
  // What stood still has lost its place, and is no whole file.
  await expect(cutOff.text()).rejects.toThrow()
  for (let minutes = 0; minutes < 12; minutes += 4) {
    now += 240_000
    await begun?.keep()
  }
  expect((await get(file, 'cut@platform.example', {}, at)).status).toBe(429)
  await begun?.end()
  expect((await get(file, 'cut@platform.example', {}, at)).status).toBe(200)
})

test('a file that is only asked for by HEAD runs no further', async () => {
  expect((await get(file, 'head@platform.example', { method: 'HEAD' })).status).toBe(200)
  expect(await rows('select * from running_exports')).toEqual([])
})

test.each([
  ['zh-TW', '已有匯出正在進行'],
  ['en', 'An export is running'],
])('a browser that gets no file is told so on a page, in %s', async (language, labels) => {
  const running = await get(file, 'page@platform.example')
  const headers = { accept: 'text/html', cookie: `desk_language=${language.slice(0, 2)}` }
  const refused = await get(file, 'page@platform.example', { headers })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await refused.text()).toContain(labels)
  await running.body?.cancel()
})

const anAct = (name: string): Principal => {
  return { name, role: 'operator', requestId: 'x', approval: null }
}
const aList = { name: 'collections', filters: {} }

test('whoever begins, ends and waits: a person has one place at most, all have three, and no place is lost', async () => {
  let clock = Date.now()
  const steps = fc.array(
    fc.record({
      person: fc.constantFrom('a@x.y', 'b@x.y', 'c@x.y', 'd@x.y', 'e@x.y'),
      what: fc.constantFrom('begin', 'begin', 'end', 'keep'),
      seconds: fc.constantFrom(0, 0, 30, 59, 100, 300),
    }),
    { maxLength: 40 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      await rows('delete from running_exports')
      const at = aContext({ now: () => clock })
      // By person: the export, and the second from which another may have its place.
      const running = new Map<string, { begun: BegunExport; until: number; keptAt: number }>()
      for (const { person, what, seconds } of taken) {
        clock += seconds * 1_000
        const now = Math.floor(clock / 1000)
        const own = running.get(person)
        if (what === 'end') {
          await own?.begun.end()
          running.delete(person)
        } else if (what === 'keep') {
          // One that is over time keeps its place while nobody else has begun.
          await own?.begun.keep()
          if (own !== undefined && now >= own.keptAt + 60) {
            running.set(person, { ...own, keptAt: now, until: now + 300 })
          }
        } else {
          for (const [name, { until }] of running) if (until <= now) running.delete(name)
          const begun = await beginExport(at, anAct(person), aList).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error
            return error.code
          })
          const isFree = !running.has(person) && running.size < 3
          expect(typeof begun === 'string' ? begun : 'begun').toBe(
            isFree ? 'begun' : 'too_many_requests',
          )
          if (typeof begun !== 'string')
            running.set(person, { begun, until: now + 300, keptAt: now })
        }
      }
      for (const { begun } of running.values()) await begun.end()
      expect(await rows('select * from running_exports')).toEqual([])
    }),
    { numRuns: 30 },
  )
})
