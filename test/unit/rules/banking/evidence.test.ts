import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CandidatePair, candidatesAmong } from '../../../../src/rules/banking/candidates.ts'
import {
  type Deposit,
  type DuePayment,
  expectedOfCollection,
  reasonsFor,
  timingOf,
} from '../../../../src/rules/banking/evidence.ts'
import { firstIdAt } from '../../../../src/rules/orders/order-identity.ts'
import { aCollection, now } from '../examples.ts'

const day = 86_400
/** The beginning of the day of `now` in Asia/Taipei, which is at 15:04:05. */
const today = now - (15 * 3_600 + 4 * 60 + 5)

const expected: DuePayment = {
  amount: 10_050,
  bankAccountId: 11,
  last5: '67890',
  names: ['王 小明', ''],
  periods: [{ bankAccountId: 11, since: now * 1000 }],
  createdAt: now - 1_000,
  until: now + 3_600,
  settledUnbacked: false,
}

const deposit: Deposit = {
  id: firstIdAt(now),
  bankAccountId: 11,
  bookedAt: now,
  dayOnly: false,
  amount: 10_050,
  counterpartyLast5: '67890',
  counterpartyName: '',
  state: 'unclaimed',
  createdAt: now,
}

describe('when money is booked', () => {
  const onNone = { ...expected, bankAccountId: null, periods: [], createdAt: now }

  test.each([
    [now - 61, 'early'],
    [now - 60, 'in_time'],
    [now + 3_600, 'in_time'],
    [now + 3_601, 'late'],
  ])('at %i it is %s for an order that was matched to the account', (bookedAt, timing) => {
    expect(timingOf(expected, { ...deposit, bookedAt })).toBe(timing)
  })

  test.each([
    [now - 301, 'early'],
    [now - 300, 'in_time'],
    [now + 3_600, 'in_time'],
    [now + 3_601, 'late'],
  ])('at %i it is %s for one that was matched to none', (bookedAt, timing) => {
    expect(timingOf(onNone, { ...deposit, bookedAt })).toBe(timing)
  })

  test.each([
    [today - day, 'early'],
    [today, 'in_time'],
    [today + day, 'late'],
  ])('on the day that begins at %i it is %s', (bookedAt, timing) => {
    for (const order of [expected, onNone]) {
      expect(timingOf(order, { ...deposit, bookedAt, dayOnly: true })).toBe(timing)
    }
  })

  test('five minutes after midnight the day before may still be in time, but not before a match', () => {
    const order = { ...onNone, createdAt: today + 299 }
    const before = { ...deposit, bookedAt: today - day, dayOnly: true }
    expect(timingOf(order, before)).toBe('in_time')
    expect(timingOf({ ...order, createdAt: today + 300 }, before)).toBe('early')
    const periods = [{ bankAccountId: 11, since: today * 1000 }]
    expect(timingOf({ ...order, periods }, before)).toBe('early')
  })

  test('what was stored before the match is never in time, by the millisecond', () => {
    const matched = (ms: number) => ({ ...expected, periods: [{ bankAccountId: 11, since: ms }] })
    const late = { ...deposit, bookedAt: now + 9_000, createdAt: now - 1, id: firstIdAt(now - 1) }
    expect(timingOf(matched(now * 1000), late)).toBe('early')
    expect(timingOf(matched(now * 1000 + 1), deposit)).toBe('early')
    expect(timingOf(matched(now * 1000), deposit)).toBe('in_time')
    expect(timingOf({ ...expected, periods: [{ bankAccountId: 11, since: null }] }, deposit)).toBe(
      'early',
    )
  })

  test('a deposit counts from the match to the account that it came in on', () => {
    const periods = [
      { bankAccountId: 12, since: now * 1000 },
      { bankAccountId: 11, since: (now - 600) * 1000 },
    ]
    const moved = { ...expected, bankAccountId: 12, periods }
    expect(timingOf(moved, { ...deposit, bookedAt: now - 600 })).toBe('in_time')
    expect(timingOf(moved, { ...deposit, bankAccountId: 12, bookedAt: now - 600 })).toBe('early')
  })
})

describe('how long money is awaited', () => {
  const collection = aCollection({ createdAt: now })
  const link = { endsAt: null, waitExpiresAt: now + 1_800, expiresAt: now + 60, payerName: '' }

  test('without a link for a day, with one for its life and grace, and as long as it lives', () => {
    const until = (one: typeof link | null) =>
      expectedOfCollection(collection, { link: one, matchedGraceSeconds: 3_600 }).until
    expect(until(null)).toBe(now + day)
    expect(until(link)).toBe(now + 5_400)
    const matchedLate = { ...link, endsAt: now + 9_000 } as never
    expect(until(matchedLate)).toBe(now + 9_000)
    const again = { ...collection, accountSince: (now + 4_000) * 1000 }
    expect(expectedOfCollection(again, { link, matchedGraceSeconds: 3_600 }).until).toBe(
      now + 7_600,
    )
  })
})

describe('what speaks for a deposit', () => {
  test('is each thing by itself', () => {
    const reasons = (changes: Partial<Deposit>) => reasonsFor(expected, { ...deposit, ...changes })
    expect(reasons({})).toEqual(['amount', 'last5', 'account', 'in_time'])
    expect(reasons({ amount: 1 })).toEqual(['last5', 'account', 'in_time'])
    expect(reasons({ counterpartyLast5: '' })).toEqual(['amount', 'account', 'in_time'])
    expect(reasons({ bankAccountId: 12 })).toEqual(['amount', 'last5', 'in_time'])
    expect(reasons({ bookedAt: now + 9_000 })).toEqual(['amount', 'last5', 'account', 'late'])
    expect(reasons({ counterpartyName: '王小明' })).toContain('name')
    expect(reasons({ counterpartyName: '王小' })).not.toContain('name')
    expect(reasonsFor({ ...expected, last5: '' }, { ...deposit, counterpartyLast5: '' })).toEqual([
      'amount',
      'account',
      'in_time',
    ])
  })
})

describe('candidates', () => {
  const pairs = fc.array(
    fc.record({
      amount: fc.constantFrom(10_050, 9_000),
      last5: fc.constantFrom('67890', '11111'),
      createdAt: fc.integer({ min: now - 40 * day, max: now + 400 }),
      matchedAfter: fc.constantFrom(0, 600),
    }),
    { maxLength: 40 },
  )
  const rank = ({ item: one }: { item: DuePayment }) => [
    one.amount === deposit.amount ? 0 : 1,
    one.last5 === deposit.counterpartyLast5 ? 0 : 1,
    timingOf(one, deposit) === 'in_time' ? 0 : 1,
    one.periods[0]?.since ?? 0,
  ]

  test('are ranked by amount, last five, time and the earlier match; at most twenty, none created after it', () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const all = given.map(({ matchedAfter, ...one }): CandidatePair<DuePayment> => {
          const periods = [{ bankAccountId: 11, since: (one.createdAt + matchedAfter) * 1000 }]
          const item = { ...expected, ...one, periods, until: one.createdAt + 3_600 }
          return { item, expected: item, deposit }
        })
        const { items: found, equal } = candidatesAmong(all)
        const possible = all.filter(
          ({ item: { createdAt } }) => createdAt <= now + 300 && createdAt >= now - 30 * day,
        )
        expect(found).toHaveLength(Math.min(20, possible.length))
        const ranks = found.map(rank)
        const sorted = [...ranks].sort((one, other) => {
          const place = one.findIndex((value, n) => value !== other[n])
          return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0)
        })
        expect(ranks).toEqual(sorted)
        for (const { reasons } of found) {
          expect(reasons.includes('only_candidate')).toBe(possible.length === 1)
        }
        const like = possible.filter(
          (one) => `${rank(one).slice(0, 3)}` === `${ranks[0]?.slice(0, 3)}`,
        )
        expect(equal).toBe(like.length)
        expect(found.map(({ best }) => best)).toEqual(found.map((_, n) => n === 0 && equal === 1))
        // Whatever order they come in.
        expect(candidatesAmong([...all].reverse()).items.map(rank)).toEqual(ranks)
      }),
    )
  })
})
