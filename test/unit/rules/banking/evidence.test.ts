import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { candidatesAmong, type Pair } from '../../../../src/rules/banking/candidates.ts'
import {
  type Deposit,
  type Expected,
  expectedOfCollection,
  lastFive,
  reasonsFor,
  timingOf,
} from '../../../../src/rules/banking/evidence.ts'
import { aCollection, now } from '../examples.ts'

const day = 86_400
/** The beginning of the day of `now` in Asia/Taipei, which is at 15:04:05. */
const today = now - (15 * 3_600 + 4 * 60 + 5)

const expected: Expected = {
  ...{ amount: 10_050, bankAccountId: 11, last5: '67890', names: ['王 小明', ''] },
  ...{ createdAt: now, until: now + 3_600, settledUnbacked: false },
}

const deposit: Deposit = {
  ...{ id: 1, bankAccountId: 11, bookedAt: now, dayOnly: false, amount: 10_050 },
  ...{ counterpartyLast5: '67890', counterpartyName: '', state: 'unclaimed' },
}

describe('when money is booked', () => {
  test.each([
    [now - 301, 'early'],
    [now - 300, 'in_time'],
    [now + 3_600, 'in_time'],
    [now + 3_601, 'late'],
  ])('at %i it is %s', (bookedAt, timing) => {
    expect(timingOf(expected, { bookedAt, dayOnly: false })).toBe(timing)
  })

  test.each([
    [today - day, 'early'],
    [today, 'in_time'],
    [today + day, 'late'],
  ])('on the day that begins at %i it is %s', (bookedAt, timing) => {
    expect(timingOf(expected, { bookedAt, dayOnly: true })).toBe(timing)
  })

  test('five minutes after midnight the day before may still be in time', () => {
    const order = { createdAt: today + 299, until: today + 3_600 }
    expect(timingOf(order, { bookedAt: today - day, dayOnly: true })).toBe('in_time')
    const later = { ...order, createdAt: today + 300 }
    expect(timingOf(later, { bookedAt: today - day, dayOnly: true })).toBe('early')
  })
})

describe('how long money is awaited', () => {
  const collection = aCollection({ createdAt: now })
  const link = { endsAt: null, waitExpiresAt: now + 1_800, expiresAt: now + 60, payerName: '' }

  test('without a link for a day, with one for its life and grace, and as long as it lives', () => {
    const until = (one: typeof link | null) => expectedOfCollection(collection, one, 3_600).until
    expect(until(null)).toBe(now + day)
    expect(until(link)).toBe(now + 5_400)
    const matchedLate = { ...link, endsAt: now + 9_000 } as never
    expect(until(matchedLate)).toBe(now + 9_000)
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
      ...['amount', 'account', 'in_time'],
    ])
  })

  test.each([
    ['001-2345-67890', '67890'],
    ['67890', '67890'],
    ['０１２３４５６７８９０', '67890'],
    ['7890', ''],
    ['', ''],
    ['****67890', '67890'],
  ])('%s ends in "%s"', (account, last) => {
    expect(lastFive(account)).toBe(last)
  })
})

describe('candidates', () => {
  const pairs = fc.array(
    fc.record({
      amount: fc.constantFrom(10_050, 9_000),
      last5: fc.constantFrom('67890', '11111'),
      createdAt: fc.integer({ min: now - 40 * day, max: now + 400 }),
    }),
    { maxLength: 40 },
  )
  const rank = ({ item: one }: { item: Pair<unknown>['expected'] }) => [
    one.amount === deposit.amount ? 0 : 1,
    one.last5 === deposit.counterpartyLast5 ? 0 : 1,
    timingOf(one, deposit) === 'in_time' ? 0 : 1,
    Math.abs(deposit.bookedAt - one.createdAt),
  ]

  test('are ranked by amount, last five, time and nearness; at most twenty, none created after it', () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const all = given.map((one): Pair<Expected> => {
          const item = { ...expected, ...one, until: one.createdAt + 3_600 }
          return { item, expected: item, deposit }
        })
        const found = candidatesAmong(all)
        const possible = given.filter(
          ({ createdAt }) => createdAt <= now + 300 && createdAt >= now - 30 * day,
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
        // Whatever order they come in.
        expect(candidatesAmong([...all].reverse()).map(rank)).toEqual(ranks)
      }),
    )
  })
})
