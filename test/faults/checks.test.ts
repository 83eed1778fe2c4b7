import { describe, expect, test } from 'vitest'
import { bookProblems } from './checks/books.ts'
import { lastEventProblems } from './checks/last-events.ts'
import { lineProblems } from './checks/lines.ts'
import { reconcile } from './checks/orders.ts'
import { anOrder, type Order, type Scenario, scenarios } from './load/orders.ts'
import type { Posting } from './receivers/log.ts'
import type { Books, StoredLine, StoredOrder } from './service/database.ts'
import { tallyLog } from './service/test-bed.ts'

// The checks of the fault tests, given altered records: they must report each possible loss.

const address = 'http://127.0.0.1:1/success'

test('a run without a fault has no problems', () => {
  const { sent, orders, postings } = aRun()
  const { problems, figures } = reconcile(sent, { orders }, postings)
  expect(problems).toEqual([])
  expect(figures).toMatchObject({ orders: 5, owed: 4, delivered: 4, postings: 4, duplicates: 0 })
})

test.each<[what: string, alter: (run: Run) => Partial<Run>, problem: RegExp]>([
  ['a callback that never came', ({ postings }) => ({ postings: postings.slice(1) }), /arrived/],
  [
    'a callback that was never acknowledged',
    firstPosting({ acknowledged: false }),
    /never arrived/,
  ],
  [
    'a callback with a wrong signature',
    firstPosting({ verified: false }),
    /signatures do not hold/,
  ],
  [
    "a callback that told of another's order",
    firstPosting({ order: 'M1/another' }),
    /told of M1\/another/,
  ],
  ['a callback that told of another amount', firstPosting({ amount: 0.01 }), /told of 0.01/],
  [
    'a callback to another address',
    firstPosting({ path: '/success?never' }),
    /went to \/success\?never/,
  ],
  ['a callback of no order', firstPosting({ id: 'cb_X' }), /no callback of any order/],
  ['an order that is gone', ({ orders }) => ({ orders: orders.slice(1) }), /is missing/],
  [
    'an order written twice',
    ({ orders }) => ({ orders: [...orders, ...orders.slice(0, 1)] }),
    /is there 2 times/,
  ],
  ['an order nobody sent', ({ sent }) => ({ sent: sent.slice(1) }), /nobody sent it/],
  ['an order that fell back', firstOrder({ status: 'pending' }), /is collection pending/],
  ['an order over another amount', firstOrder({ amount: 7 }), /is over 7/],
  ['a callback that is not owed any more', firstOrder({ callback: null }), /owes no callback/],
  ['a callback that was given up', firstOrder({ callback: 'given_up' }), /is given_up/],
  [
    'a callback owed too early',
    ({ orders }) => ({
      orders: orders.map((one) => (one.status === 'pending' ? { ...one, callback: 'due' } : one)),
    }),
    /before its time/,
  ],
])('%s is a problem', (_what, alter, problem) => {
  const run = aRun()
  const { sent, orders, postings } = { ...run, ...alter(run) }
  expect(reconcile(sent, { orders }, postings).problems.join('\n')).toMatch(problem)
})

test('a second acknowledgement is counted, and is a problem only when both ran side by side', () => {
  const { sent, orders, postings } = aRun()
  const [one, ...others] = postings
  if (one === undefined) throw new Error('no posting')
  const again = (receivedAt: number) => ({ ...one, receivedAt, endedAt: receivedAt + 10 })
  const apart = reconcile(sent, { orders }, [one, again(1010), ...others])
  expect(apart.problems).toEqual([])
  expect(apart.figures).toMatchObject({ doubled: 1, duplicates: 1, cutShort: 1 })
  const sideBySide = reconcile(sent, { orders }, [again(1009), one, ...others])
  expect(sideBySide.problems).toEqual([expect.stringContaining('ran side by side')])
  const neverEnding = { ...one, endedAt: null }
  const { problems } = reconcile(sent, { orders }, [neverEnding, again(90_000), ...others])
  expect(problems).toEqual([expect.stringContaining('ran side by side')])
})

test('books that agree have no problems, and each difference is a problem', () => {
  const { sent } = aRun()
  const kept = soundBooks(sent)
  expect(bookProblems(sent, kept, fundMinor)).toEqual([])
  const { balances, entries } = kept
  const cent = { ...balances, 'M1/available': (balances['M1/available'] ?? 0) + 1 }
  expect(bookProblems(sent, { ...kept, balances: cent }, fundMinor)).toHaveLength(2)
  expect(bookProblems(sent, { ...kept, ledger: cent }, fundMinor)).toHaveLength(1)
  expect(bookProblems(sent, { ...kept, entries: entries.slice(1) }, fundMinor)).toHaveLength(1)
  const twice = [...entries, ...entries.slice(0, 1)]
  expect(bookProblems(sent, { ...kept, entries: twice }, fundMinor)).toHaveLength(1)
})

test('a line claimed by its own order alone is right, and anything else is a problem', () => {
  const line = (changes: Partial<StoredLine> = {}): StoredLine => {
    return { externalId: '1', state: 'claimed', number: '1', settledBy: 'auto', ...changes }
  }
  const [own, others] = [line(), line({ externalId: '2', number: '2' })]
  expect(lineProblems(['1', '2'], [own, others])).toEqual([])
  expect(lineProblems(['1', '2'], [own])).toEqual(['2: has 0 lines'])
  expect(lineProblems(['1'], [own, own])).toEqual(['1: has 2 lines'])
  expect(lineProblems(['1'], [own, others])).toEqual(['line 2: nobody posted it'])
  const wrong = [{ number: '2' }, { settledBy: 'person' }, { state: 'unclaimed', number: null }]
  for (const one of wrong) expect(lineProblems(['1'], [line(one)])).toHaveLength(1)
})

describe('an order with two events', () => {
  const order = {
    name: 'M1/1',
    tradeNo: 'T1',
    events: ['collection.completed', 'collection.rejected'],
  }
  const posting = (event: 1 | 2, changes: Partial<Posting> = {}): Posting => ({
    id: event === 1 ? 'cb_T1' : 'cb_T1.2',
    attempt: event,
    path: '/success',
    order: 'M1/1',
    amount: 0,
    event: order.events[event - 1] ?? '',
    verified: true,
    acknowledged: true,
    receivedAt: 1000 * event,
    endedAt: 1000 * event + 10,
    bytesSent: 100,
    ...changes,
  })

  test.each<[what: string, postings: readonly Posting[]]>([
    ['both acknowledged in their order', [posting(1), posting(2)]],
    ['the older superseded before it was sent', [posting(2)]],
    ['the older never acknowledged', [posting(1, { acknowledged: false }), posting(2)]],
    ['the newer twice', [posting(2), posting(2, { receivedAt: 3000, endedAt: 3010 })]],
  ])('%s: is right', (_what, postings) => {
    expect(lastEventProblems([order], postings)).toEqual([])
  })

  test.each<[what: string, postings: readonly Posting[], problem: RegExp]>([
    ['nothing came', [], /received nothing/],
    ['only the older came', [posting(1)], /the last was cb_T1\n.*never acknowledged/],
    ['the newer was refused', [posting(2, { acknowledged: false })], /never acknowledged/],
    [
      'the older came last',
      [posting(2), posting(1, { receivedAt: 3000, endedAt: 3010 })],
      /came after cb_T1.2 was acknowledged/,
    ],
    ['both at once', [posting(1, { endedAt: 2005 }), posting(2)], /ran side by side/],
    [
      'the wrong event',
      [posting(2, { event: 'collection.completed' })],
      /told collection.completed/,
    ],
    ['a wrong signature', [posting(2, { verified: false })], /do not hold/],
  ])('%s: is a problem', (_what, postings, problem) => {
    expect(lastEventProblems([order], postings).join('\n')).toMatch(problem)
  })
})

const fundMinor = 1_000_000

type Run = {
  readonly sent: readonly Order[]
  readonly orders: readonly StoredOrder[]
  readonly postings: readonly Posting[]
}

/** One order of each scenario, as a run without a fault leaves it. */
function aRun(): Run {
  const sent = (Object.keys(scenarios) as Scenario[]).map((scenario) =>
    anOrder('M1', scenario, address),
  )
  const orders = sent.map(({ uid, number, scenario, amount }) => {
    const { kind, status, owesCallback } = scenarios[scenario]
    const progress = owesCallback ? { callback: 'delivered', attempts: 1 } : nothingOwed
    return { kind, uid, number, tradeNo: `T${number}`, status, amount, ...progress }
  })
  const owing = sent.filter(({ scenario }) => scenarios[scenario].owesCallback)
  const postings = owing.map(({ uid, number, scenario, amount }) => ({
    id: `cb_T${number}`,
    attempt: 1,
    path: '/success',
    order: `${uid}/${number}`,
    amount: scenario === 'cancelled' ? 0 : amount / 100,
    event: '',
    verified: true,
    acknowledged: true,
    receivedAt: 1000,
    endedAt: 1010,
    bytesSent: 100,
  }))
  return { sent, orders, postings }
}

const nothingOwed = { callback: null, attempts: null }

/** The books after a first deposit and those orders. */
function soundBooks(sent: readonly Order[]): Books {
  const sum = (scenario: Scenario) =>
    sent
      .filter((order) => order.scenario === scenario)
      .reduce((total, { amount }) => total + amount, 0)
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
    lines: [],
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

function firstPosting(changes: Partial<Posting>) {
  return ({ postings }: Run) => ({ postings: first(postings, changes) })
}

function firstOrder(changes: Partial<StoredOrder>) {
  return ({ orders }: Run) => ({ orders: first(orders, changes) })
}

function first<T>([one, ...others]: readonly T[], changes: Partial<T>): readonly T[] {
  if (one === undefined) throw new Error('nothing to change')
  return [{ ...one, ...changes }, ...others]
}

test('every line of a fault is one, but that of a wake-up which a busy machine was too slow to send', () => {
  const line = (event: string, more: object) => JSON.stringify({ event, ...more })
  const faults = [
    line('wake_failed', { count: 1, fault: 'Error: no such queue' }),
    line('deliverer_unreachable', { count: 1, fault: 'Error: took longer than 3000 ms' }),
    line('dead_wake', { order_id: 32, attempts: 11 }),
    'workerd/server/server.c++:1: fatal',
  ]
  const others = [
    line('wake_failed', { count: 1, fault: 'Error: took longer than 3000 ms' }),
    line('callback_attempt', { callback_id: 'cb_1' }),
    line('copied', { database: 0, chunks: 1 }),
    line('copied', { database: 0, chunks: 1, age_seconds: 0 }),
  ]
  const log = tallyLog()
  for (const one of [...faults, ...others]) log.onLog(one)
  expect(log.faults).toEqual(faults)
  expect(Object.fromEntries(log.logged)).toMatchObject({ late_wake: 1, copied_whole: 1, copied: 1 })
})
