import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { secondsToTaipei, taipeiDay, taipeiDayStart } from '../../../src/units/taipei-time.ts'
import { meter } from '../../support/metered.ts'
import { type Entry, type Story, stories } from '../support/ledger-stories.ts'
import {
  type Buckets,
  dayText,
  soundLedger,
  stoodAfter,
  wholeLedger,
} from '../support/own-ledger.ts'
import { aMerchant, paths, post, type Shop } from '../support/service.ts'

// A merchant reconciles a day of orders of every kind from the signed endpoint; `npm run long -- ledger` has 10,000.

const orders = Number(env.LEDGER_ORDERS)
const monday = taipeiDay(Date.UTC(2026, 2, 2) / 1000)
const pageSize = 200

/** An order of the walk: what is told of it, and all that was booked, with its time (UTC seconds). */
type WalkHome = {
  readonly shop: Shop
  readonly story: Story
  name: string
  readonly booked: (Entry & { readonly at: number })[]
}

/** What is done at one moment: steps of several orders at once. */
type Moment = { readonly at: number; readonly steps: Array<{ order: WalkHome; index: number }> }

test(`a day of ${orders} orders of every kind adds up, each order’s money once, each page bounded`, {
  timeout: 3_600_000,
}, async () => {
  tickFrom(taipeiDayStart(monday - 1) - 10)
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const neighbour = await aMerchant({ settings: { rate_limit: 'off', trusted: false } })
  const [of, ofOther] = [walkOf(shop, orders), walkOf(neighbour, Math.ceil(orders / 10))]
  // Most of it on Monday; a tenth begins the day before or goes on the day after.
  const days = { from: taipeiDayStart(monday - 1), until: taipeiDayStart(monday + 2) }
  for (const moment of momentsOf([...of, ...ofOther], days)) await live(moment)
  tickFrom(taipeiDayStart(monday + 3))

  let opening: Buckets = { available: 0, frozen: 0, unconfirmed: 0 }
  for (const day of [monday - 1, monday, monday + 1]) {
    const read = await readDay(shop, day, day)
    expect(read.opening).toEqual(opening)
    expectBooked(read.items, of, day, day)
    opening = read.closing
  }
  const whole = await readDay(shop, monday - 1, monday + 1)
  expect(whole.closing).toEqual(opening)
  expectBooked(whole.items, of, monday - 1, monday + 1)
  const other = await readDay(neighbour, monday - 1, monday + 1)
  expectBooked(other.items, ofOther, monday - 1, monday + 1)
  for (const order of fc.sample(fc.constantFrom(...of), 40)) await expectSameAsQuery(order)
  const kinds = new Set(whole.items.map(({ event }) => event))
  expect(kinds.size).toBe(9 + 1)
})

test('today is read while its orders are made: a whole reading adds up, and lacks nothing from before it', {
  timeout: 3_600_000,
}, async () => {
  tickFrom(taipeiDayStart(monday) - 10)
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const of = walkOf(shop, Math.ceil(orders / 4))
  const today = { from: taipeiDayStart(monday), until: taipeiDayStart(monday + 1) }
  const moments = momentsOf(of, today)
  // A first part is there; the rest comes between the pages: late until a reading was refused, then in time.
  for (const moment of moments.splice(0, Math.ceil(moments.length / 3))) await live(moment)
  const inTime = Math.ceil(moments.length / 2)
  const limit = Math.ceil(orders / 60)
  let [readings, restarts] = [0, 0]
  while (moments.length > 0) {
    const known = linesOf(of)
    const read = await wholeLedger(shop, { limit }, async () => {
      const count = restarts > 0 ? 2 : Math.min(2, Math.max(0, moments.length - inTime))
      for (const moment of moments.splice(0, count)) await live(moment, restarts === 0)
    })
    if (read === null) {
      restarts += 1
      await liveNext(moments)
      continue
    }
    readings += 1
    expect(stoodAfter(read.opening, read.items)).toEqual(read.closing)
    const [told, all] = [read.items.map(textOf), new Set(linesOf(of))]
    expect(told.filter((one) => !all.has(one))).toEqual([])
    expect(new Set(told).size).toBe(told.length)
    expect(known.filter((one) => !told.includes(one))).toEqual([])
    await liveNext(moments)
  }
  expect(readings).toBeGreaterThan(0)
  expect(restarts).toBeGreaterThan(0)
  const { items } = await soundLedger(shop, { limit })
  expectBooked(items, of, monday, monday)
})

function linesOf(of: readonly WalkHome[]): string[] {
  return of.flatMap((order) => order.booked.map((one) => textOfBooked(order, one)))
}

async function liveNext(moments: Moment[]): Promise<void> {
  for (const moment of moments.splice(0, 1)) await live(moment)
}

/** Orders of every kind in turn, of any amounts. */
function walkOf(shop: Shop, count: number): WalkHome[] {
  const amounts = fc.sample(
    fc.tuple(
      fc.integer({ min: 2, max: 5_000_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
    ),
    count,
  )
  const kinds = Object.values(stories)
  return amounts.flatMap(([amount, part], n) => {
    const story = kinds[n % kinds.length]?.(amount, 1 + Math.floor((amount - 1) * part))
    return story === undefined ? [] : [{ shop, story, name: '', booked: [] }]
  })
}

const stepsMax = 5

/** When each step is taken, several at once. The middle third of the time has most of them. */
function momentsOf(
  of: readonly WalkHome[],
  { from, until }: { readonly from: number; readonly until: number },
): Moment[] {
  const byTime = new Map<number, Moment['steps']>()
  const span = until - from
  const count = Math.ceil(of.length / 2)
  const place = fc.noBias(fc.integer({ min: 0, max: count - 1 }))
  const places = fc.sample(place, of.length * stepsMax)
  for (const [n, order] of of.entries()) {
    const isOfNeighbours = n % 10 === 0
    const times = order.story.steps.map((_, index) => {
      const part = (places[n * stepsMax + index] ?? 0) / count
      return from + Math.floor(span * (isOfNeighbours ? part : (1 + part) / 3))
    })
    times.sort((one, other) => one - other)
    let last = 0
    for (const [index, wanted] of times.entries()) {
      // One after the other, within the time.
      const at = Math.min(Math.max(wanted, last + 1), until - times.length + index)
      last = at
      byTime.set(at, [...(byTime.get(at) ?? []), { order, index }])
    }
  }
  return [...byTime].sort(([one], [other]) => one - other).map(([at, steps]) => ({ at, steps }))
}

/** Takes the steps of a moment at once. Of those whose writer is late, the time is half way back to the day's start. */
async function live({ at, steps }: Moment, isLate = false): Promise<void> {
  tickFrom(at)
  await Promise.all(
    steps.map(async ({ order, index }) => {
      const step = order.story.steps[index]
      if (step === undefined) throw new Error('no step')
      const sinceMidnight = at - taipeiDayStart(taipeiDay(at))
      const seconds = isLate && index > 0 ? Math.floor(sinceMidnight / 2) : 0
      order.name = await step.take(order.shop, order.name, seconds)
      order.booked.push(...step.booked.map((one) => ({ ...one, at: at - seconds })))
    }),
  )
}

// The clock moves at each look by a millisecond, as ids are drawn by the millisecond, and stays in its second.
function tickFrom(seconds: number): void {
  vi.useRealTimers()
  let looks = 0
  vi.spyOn(Date, 'now').mockImplementation(() => {
    looks += 1
    return seconds * 1000 + (looks % 1000)
  })
}

/** A range of days, read page by page. No page reads more rows than its own items need. */
async function readDay(shop: Shop, first: number, last: number) {
  const days = { from: dayText(first), to: dayText(last), limit: pageSize }
  const counter = meter()
  const bindings = { ...env, DB: counter.database(env.DB) }
  const reads: number[] = []
  const note = async () => {
    reads.push(counter.usage.rowsRead)
    counter.reset()
  }
  const read = await wholeLedger(shop, days, note, bindings)
  await note()
  if (read === null) throw new Error('the pages do not fit together')
  expect(stoodAfter(read.opening, read.items)).toEqual(read.closing)
  expect(Math.max(...reads)).toBeLessThan(pageSize * 4 + 40)
  expect(read.pages).toHaveLength(Math.max(1, Math.ceil(read.items.length / pageSize)))
  return read
}

type Item = Awaited<ReturnType<typeof soundLedger>>['items'][number]

/** The items are what was booked on these days: nothing is missing, and nothing is there twice. Oldest first. */
function expectBooked(
  items: readonly Item[],
  of: readonly WalkHome[],
  first: number,
  last: number,
): void {
  const [start, end] = [taipeiDayStart(first), taipeiDayStart(last + 1)]
  const expected = of.flatMap((order) =>
    order.booked.filter(({ at }) => at >= start && at < end).map((one) => textOfBooked(order, one)),
  )
  expect(items.map(textOf).sort()).toEqual(expected.sort())
  const times = items.map((item) => String(Reflect.get(item, 'at')))
  expect(times).toEqual([...times].sort())
}

function textOf(item: Item): string {
  const told = item as Item & Readonly<Record<string, unknown>>
  const name = told.type === 'adjustment' ? told.orderid : told.trade_no
  const { type, event, at, bucket_from: from, bucket_to: to, amount, reason } = told
  return JSON.stringify([type, name, at, event, from, to, Math.round(amount * 100), reason])
}

function textOfBooked({ story, name }: WalkHome, one: WalkHome['booked'][number]): string {
  const { event, at, from, to, amount, reason } = one
  return JSON.stringify([story.type, name, secondsToTaipei(at), event, from, to, amount, reason])
}

/** What the order's own query says was paid is what its entries come to. */
async function expectSameAsQuery({ shop, story, name, booked }: WalkHome): Promise<void> {
  if (story.type === 'adjustment') return
  const path = story.type === 'payout' ? paths.payoutStatus : paths.status
  const { body } = await post(shop, path, { trade_no: name })
  const into = (bucket: string) =>
    booked.reduce(
      (sum, { from, to, amount }) =>
        sum + (Number(to === bucket) - Number(from === bucket)) * amount,
      0,
    )
  const { status, paid_amount: paid, actual_amount: actual, amount } = body.data
  if (story.type === 'collection') {
    expect(into('available') + into('unconfirmed')).toBe(Math.round(paid * 100))
    return
  }
  expect(into('outside')).toBe(status === 'processed' ? Math.round(actual * 100) : 0)
  expect(into('frozen')).toBe(status === 'pending' ? Math.round(amount * 100) : 0)
}
