import { expect, test } from 'vitest'
import { moneyProblems } from './checks/books.ts'
import { accountFor } from './checks/orders.ts'
import { anOrder, type Fate, fates, type Order } from './load/orders.ts'
import type { Posting } from './receivers/log.ts'
import type { Books, StoredOrder } from './service/database.ts'

// The lab's accountant on journals and books that were doctored: it must see each loss there can be.

const address = 'http://127.0.0.1:1/success'

test('a run without a fault has no problems', () => {
  const { book, orders, postings } = aRun()
  const { problems, figures } = accountFor(book, { orders }, postings)
  expect(problems).toEqual([])
  expect(figures).toMatchObject({ orders: 5, owed: 4, delivered: 4, postings: 4, duplicates: 0 })
})

test.each<[what: string, doctor: (run: Run) => Partial<Run>, problem: RegExp]>([
  ['a callback that never came', ({ postings }) => ({ postings: postings.slice(1) }), /arrived/],
  [
    'a callback that was never acknowledged',
    ({ postings }) => ({ postings: first(postings, { acknowledged: false }) }),
    /never arrived/,
  ],
  [
    'a callback with a wrong signature',
    ({ postings }) => ({ postings: first(postings, { verified: false }) }),
    /signatures do not hold/,
  ],
  [
    "a callback that told of another's order",
    ({ postings }) => ({ postings: first(postings, { order: 'M1/another' }) }),
    /told of M1\/another/,
  ],
  [
    'a callback that told of another amount',
    ({ postings }) => ({ postings: first(postings, { amount: 0.01 }) }),
    /told of 0.01/,
  ],
  [
    'a callback to another address',
    ({ postings }) => ({ postings: first(postings, { path: '/success?never' }) }),
    /went to \/success\?never/,
  ],
  [
    'a callback of no order',
    ({ postings }) => ({ postings: first(postings, { id: 'cb_X' }) }),
    /no callback of any order/,
  ],
  ['an order that is gone', ({ orders }) => ({ orders: orders.slice(1) }), /is missing/],
  [
    'an order written twice',
    ({ orders }) => ({ orders: [...orders, ...orders.slice(0, 1)] }),
    /is there 2 times/,
  ],
  ['an order nobody sent', ({ book }) => ({ book: book.slice(1) }), /nobody sent it/],
  [
    'an order that fell back',
    ({ orders }) => ({ orders: first(orders, { status: 'pending' }) }),
    /is collection pending/,
  ],
  [
    'an order over another amount',
    ({ orders }) => ({ orders: first(orders, { amount: 7 }) }),
    /is over 7/,
  ],
  [
    'a callback that is not owed any more',
    ({ orders }) => ({ orders: first(orders, { callback: null }) }),
    /owes no callback/,
  ],
  [
    'a callback that was given up',
    ({ orders }) => ({ orders: first(orders, { callback: 'given_up' }) }),
    /is given_up/,
  ],
  [
    'a callback owed too early',
    ({ orders }) => ({
      orders: orders.map((one) => (one.status === 'pending' ? { ...one, callback: 'due' } : one)),
    }),
    /before its time/,
  ],
])('%s is a problem', (_what, doctor, problem) => {
  const run = aRun()
  const { book, orders, postings } = { ...run, ...doctor(run) }
  expect(accountFor(book, { orders }, postings).problems.join('\n')).toMatch(problem)
})

test('a second acknowledgement is counted, and is a problem only when both ran side by side', () => {
  const { book, orders, postings } = aRun()
  const [one, ...others] = postings
  if (one === undefined) throw new Error('no posting')
  const again = (receivedAt: number) => ({ ...one, receivedAt, endedAt: receivedAt + 10 })
  const apart = accountFor(book, { orders }, [one, again(1010), ...others])
  expect(apart.problems).toEqual([])
  expect(apart.figures).toMatchObject({ doubled: 1, duplicates: 1, cutShort: 1 })
  const sideBySide = accountFor(book, { orders }, [again(1009), one, ...others])
  expect(sideBySide.problems).toEqual([expect.stringContaining('ran side by side')])
  const neverEnding = { ...one, endedAt: null }
  const { problems } = accountFor(book, { orders }, [neverEnding, again(90_000), ...others])
  expect(problems).toEqual([expect.stringContaining('ran side by side')])
})

test('books that agree have no problems, and each difference is one', () => {
  const { book } = aRun()
  const kept = soundBooks(book)
  expect(moneyProblems(book, kept, fundMinor)).toEqual([])
  const { balances, entries } = kept
  const cent = { ...balances, 'M1/available': (balances['M1/available'] ?? 0) + 1 }
  expect(moneyProblems(book, { ...kept, balances: cent }, fundMinor)).toHaveLength(2)
  expect(moneyProblems(book, { ...kept, ledger: cent }, fundMinor)).toHaveLength(1)
  expect(moneyProblems(book, { ...kept, entries: entries.slice(1) }, fundMinor)).toHaveLength(1)
  const twice = [...entries, ...entries.slice(0, 1)]
  expect(moneyProblems(book, { ...kept, entries: twice }, fundMinor)).toHaveLength(1)
})

const fundMinor = 1_000_000

type Run = {
  readonly book: readonly Order[]
  readonly orders: readonly StoredOrder[]
  readonly postings: readonly Posting[]
}

/** One order of each fate, as a run without a fault leaves them behind. */
function aRun(): Run {
  const book = (Object.keys(fates) as Fate[]).map((fate) => anOrder('M1', fate, address))
  const orders = book.map(({ uid, number, fate, amount }) => {
    const { kind, status, owesCallback } = fates[fate]
    const progress = owesCallback ? { callback: 'delivered', attempts: 1 } : nothingOwed
    return { kind, uid, number, tradeNo: `T${number}`, status, amount, ...progress }
  })
  const owing = book.filter(({ fate }) => fates[fate].owesCallback)
  const postings = owing.map(({ uid, number, fate, amount }) => ({
    ...{ id: `cb_T${number}`, attempt: 1, path: '/success', order: `${uid}/${number}` },
    amount: fate === 'cancelled' ? 0 : amount / 100,
    ...{ verified: true, acknowledged: true, receivedAt: 1000, endedAt: 1010, bytesSent: 100 },
  }))
  return { book, orders, postings }
}

const nothingOwed = { callback: null, attempts: null }

/** The books of merchants that were given money and then led those orders. */
function soundBooks(book: readonly Order[]): Books {
  const sum = (fate: Fate) =>
    book.filter((order) => order.fate === fate).reduce((total, { amount }) => total + amount, 0)
  const money = {
    'M1/available': fundMinor + sum('settled') - sum('processed'),
    'M1/unconfirmed': sum('declared'),
  }
  const facts = [
    { name: 'settled', paidAmount: sum('settled'), override: false },
    { name: 'created', paidAmount: sum('declared'), credit: 'unconfirmed' },
  ]
  return {
    orders: [],
    balances: money,
    ledger: money,
    entries: [
      `1.2: outside>available ${sum('settled')}`,
      `2.1: outside>unconfirmed ${sum('declared')}`,
    ],
    events: facts.map((fact, index) => ({
      key: ['1.2', '2.1'][index] ?? '',
      fact: JSON.stringify(fact),
    })),
    outcomes: {},
  }
}

function first<T>([one, ...others]: readonly T[], changes: Partial<T>): readonly T[] {
  if (one === undefined) throw new Error('nothing to change')
  return [{ ...one, ...changes }, ...others]
}
