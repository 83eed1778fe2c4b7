import { describe, expect, test } from 'vitest'
import type { EventFact } from '../../../../../src/rules/orders/order-events.ts'
import { orderId } from '../../../../../src/rules/orders/order-identity.ts'
import {
  type AttemptRecord,
  type CallbackRecord,
  callbackView,
} from '../../../../../src/rules/views/callbacks/callback-view.ts'
import { collectionView } from '../../../../../src/rules/views/orders/collection-view.ts'
import { orderHistoryView } from '../../../../../src/rules/views/orders/order-history-view.ts'
import { aCollection, now, nowShown } from '../../examples.ts'

const callback: CallbackRecord = {
  orderId: 424_242,
  tradeNo: 'C0000000CY9J0123456789ABCDE',
  url: 'https://shop.example/notify',
  state: 'due',
  attempts: 1,
  nextAt: now + 15,
  lastAttemptAt: now,
  lastHttpStatus: 500,
  lastOutcome: 'http_5xx',
  createdAt: now - 1,
  endedAt: null,
  eventNumber: 1,
  eventSeq: 2,
  body: { type: 'collection', status: 'success' },
  superseded: null,
}

const attempt: AttemptRecord = {
  number: 1,
  trigger: 'schedule',
  outcome: 'http_5xx',
  httpStatus: 500,
  answer: 'oops',
  startedAt: now,
  durationMs: 123,
  eventNumber: 1,
}

function eventWith(fact: EventFact) {
  const moved = { from: 'pending/pending', to: 'succeeded/pending', actor: 'olga', at: now }
  return { orderId: 424_242, seq: 2, ...moved, fact }
}

describe('the back office sees', () => {
  test('a callback with the id that its receiver sees', () => {
    expect(callbackView({ uid: 'SHOP1', callback })).toEqual({
      callback_id: 'cb_C0000000CY9J0123456789ABCDE',
      merchant_uid: 'SHOP1',
      trade_no: 'C0000000CY9J0123456789ABCDE',
      url: 'https://shop.example/notify',
      state: 'due',
      attempts: 1,
      last_attempt_at: nowShown,
      last_http_status: 500,
      next_attempt_at: '2026-01-31 15:04:20',
      last_outcome: 'http_5xx',
      created_at: '2026-01-31 15:04:04',
      test: false,
    })
  })

  test('what is in the database of test merchants as a test', () => {
    const id = orderId({ kind: 'collection', nowMs: Date.UTC(2026, 0, 1), random: 0, database: 15 })
    expect(collectionView({ uid: 'T1', order: aCollection({ id }) }).test).toBe(true)
    expect(callbackView({ uid: 'T1', callback: { ...callback, orderId: id } }).test).toBe(true)
  })
})

describe('the history of a collection', () => {
  const owned = { uid: 'SHOP1', order: aCollection() }

  test('has its events, its callback and every attempt', () => {
    const settled = eventWith({ name: 'settled', paidAmount: 10_050, override: false })
    expect(
      orderHistoryView({
        order: collectionView(owned),
        events: [settled],
        notes: [{ id: 7, at: settled.at, actor: 'olga', after: { text: '來電' } }],
        callback,
        attempts: [attempt],
      }),
    ).toEqual({
      ...collectionView(owned),
      callback_status: 'pending',
      bank_transactions: [],
      callback: callbackView({ uid: 'SHOP1', callback }),
      events: [
        {
          seq: 2,
          from: 'pending/pending',
          to: 'succeeded/pending',
          actor: 'olga',
          at: nowShown,
          name: 'settled',
          paid_amount: 100.5,
          override: false,
          told: { callback_id: 'cb_C0000000CY9J0123456789ABCDE', body: callback.body },
        },
      ],
      notes: [{ id: 7, at: nowShown, by: 'olga', text: '來電' }],
      attempts: [
        {
          number: 1,
          trigger: 'schedule',
          outcome: 'http_5xx',
          http_status: 500,
          answer: 'oops',
          at: nowShown,
          duration_ms: 123,
          callback_id: 'cb_C0000000CY9J0123456789ABCDE',
        },
      ],
    })
  })

  test.each([
    [
      { name: 'matched', agent: 'amy' },
      { name: 'matched', agent: 'amy' },
    ],
    [
      { name: 'created', paidAmount: 1, credit: 'unconfirmed' },
      { name: 'created', paid_amount: 0.01, credit: 'unconfirmed' },
    ],
    [
      { name: 'rejected', paidAmount: 0, reason: 'no deposit' },
      { name: 'rejected', paid_amount: 0, reason: 'no deposit' },
    ],
  ] as const)('shows %j with amounts in dollars', (fact, shown) => {
    const [event] = orderHistoryView({
      order: collectionView(owned),
      events: [eventWith(fact)],
      callback: null,
      notes: [],
      attempts: [],
    }).events
    expect(event).toMatchObject(shown)
    expect(event).not.toHaveProperty('paidAmount')
  })

  test('has what each event told', () => {
    const facts: EventFact[] = [
      { name: 'created', paidAmount: 0, credit: 'none' },
      { name: 'settled', paidAmount: 10_050, override: false },
      { name: 'exception', reason: 'wrong sum' },
      { name: 'settled', paidAmount: 10_050, override: false },
    ]
    const events = facts.map((fact, index) => ({ ...eventWith(fact), seq: index + 1 }))
    const first = { seq: 2, body: { type: 'collection', status: 'failed' } }
    const told = { ...callback, eventNumber: 2, eventSeq: 4, superseded: [first] }
    const history = orderHistoryView({
      order: collectionView(owned),
      events,
      callback: told,
      notes: [],
      attempts: [],
    })
    expect(history.events.map((event) => event.told)).toEqual([
      null,
      { callback_id: `cb_${callback.tradeNo}`, body: first.body },
      null,
      { callback_id: `cb_${callback.tradeNo}.2`, body: callback.body },
    ])
  })

  test('shows a callback that has ended as such, and its status as none', () => {
    const ended = { ...callback, state: 'delivered', endedAt: now } as const
    const history = orderHistoryView({
      order: collectionView(owned),
      events: [],
      callback: ended,
      notes: [],
      attempts: [],
    })
    expect(history).toMatchObject({ callback_status: 'none', callback: { state: 'ended' } })
  })

  test('without a callback says none, and null', () => {
    const history = orderHistoryView({
      order: collectionView(owned),
      events: [],
      callback: null,
      notes: [],
      attempts: [],
    })
    expect(history.callback_status).toBe('none')
    expect(history.callback).toBeNull()
  })
})
