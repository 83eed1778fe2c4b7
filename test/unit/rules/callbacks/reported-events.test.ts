import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bodyStatuses,
  collectionCallback,
  payoutCallback,
} from '../../../../src/contract/callbacks/callback-bodies.ts'
import {
  collectionCallbackBody,
  payoutCallbackBody,
  sampleCallbackBody,
} from '../../../../src/rules/callbacks/callback-body.ts'
import {
  type ReportableEvent,
  reportOfCollection,
  reportOfPayout,
} from '../../../../src/rules/callbacks/reported-events.ts'
import { forAll } from '../../../support/property.ts'
import { aCollection, aMerchant, aPayout, now, nowShown } from '../examples.ts'

// Decisions §6, "Several events".

const paid = aCollection({ status: 'succeeded', paidAmount: 10_000, paidAt: now - 60 })
const unpaid = aCollection({ paidAmount: 10_000, paidAt: now - 60 })

const payout = aPayout({ status: 'processed', actualAmount: 9_999, processedAt: now - 30 })
const cancelled = aPayout({ status: 'cancelled', actualAmount: 0, processedAt: now })

const happened = (name: ReportableEvent['name'], reason?: string): ReportableEvent =>
  reason === undefined ? { name, at: now } : { name, reason, at: now }
const toldAll = (changes = {}) => aMerchant({ collectionEvents: 'all', ...changes })

const unpaidEvents = ['expired', 'rejected', 'reversed'] as const
const silent = ['matched', 'exception', 'confirmed', 'taken', 'released', 'adjusted'] as const

describe('a merchant with callbacks of completions', () => {
  test.each(['settled', 'created'] as const)('%s: a body as it has always been', (name) => {
    const told = reportOfCollection(happened(name), paid, aMerchant())
    const body = collectionCallbackBody(paid, aMerchant())
    expect(told).toEqual({ kind: 'owed', url: paid.notifyUrl, body })
    expect(Object.keys(body)).not.toContain('event')
  })

  test.each(unpaidEvents)('%s ends the callback before it', (name) => {
    expect(reportOfCollection(happened(name, 'x'), unpaid, aMerchant())).toEqual({ kind: 'ended' })
  })

  test.each([
    ['processed', payout, payout.notifyUrl],
    ['cancelled', cancelled, payout.reverseUrl],
  ] as const)('a payout %s: a body as it has always been', (name, after, url) => {
    const told = reportOfPayout(happened(name, 'x'), after, aMerchant())
    expect(told).toEqual({ kind: 'owed', url, body: payoutCallbackBody(after, aMerchant()) })
  })
})

describe('a merchant with callbacks of all events', () => {
  test.each(['settled', 'created'] as const)('%s: the same body, with its event', (name) => {
    const body = { ...collectionCallbackBody(paid, aMerchant()), event: 'collection.completed' }
    const told = reportOfCollection(happened(name), paid, toldAll())
    expect(told).toEqual({ kind: 'owed', url: paid.notifyUrl, body })
  })

  test.each(
    unpaidEvents.flatMap((name) => [[name, 'current'] as const, [name, 'legacy'] as const]),
  )('%s: failed in the %s vocabulary, nothing paid, when it happened and why', (...row) => {
    const [name, callbackVocabulary] = row
    const told = reportOfCollection(happened(name, 'why'), unpaid, toldAll({ callbackVocabulary }))
    expect(told).toEqual({
      kind: 'owed',
      url: unpaid.notifyUrl,
      body: {
        type: 'collection',
        uid: 'SHOP1',
        orderid: 'A1',
        merchant_order_no: 'M1',
        trade_no: unpaid.tradeNo,
        amount: 100.5,
        paid_amount: 0,
        status: 'failed',
        paid_at: nowShown,
        event: `collection.${name}`,
        reason: 'why',
      },
    })
  })

  test('an event without a reason has none in its body', () => {
    const told = reportOfCollection(happened('rejected', ''), unpaid, toldAll())
    expect(told).toMatchObject({ body: { event: 'collection.rejected' } })
    expect(told).not.toHaveProperty('body.reason')
  })

  test.each([
    ['processed', payout, 'payout.completed', payout.notifyUrl, undefined],
    ['cancelled', cancelled, 'payout.failed', payout.reverseUrl, 'why'],
    ['requested', payout, 'payout.completed', payout.notifyUrl, undefined],
    ['requested', cancelled, 'payout.failed', payout.reverseUrl, undefined],
  ] as const)('a payout %s: the same body, with event and reason', (...row) => {
    const [name, after, event, url, reason] = row
    const body = { ...payoutCallbackBody(after, aMerchant()), event }
    const told = reportOfPayout(happened(name, reason), after, toldAll())
    expect(told).toEqual({ kind: 'owed', url, body: reason ? { ...body, reason } : body })
  })

  test('a sample of a callback has an event, too', () => {
    const sample = sampleCallbackBody(toldAll(), 'C1', now)
    expect(sample).toEqual({
      ...sampleCallbackBody(aMerchant(), 'C1', now),
      event: 'collection.completed',
    })
  })
})

test.each([
  ['current', 'failed'],
  ['legacy', 'cancelled'],
] as const)(
  'a returned payout says in the %s vocabulary: %s, 0 paid out, to reverse_url',
  (...row) => {
    const [callbackVocabulary, status] = row
    const returned = { ...payout, status: 'cancelled' } as const
    for (const merchant of [aMerchant({ callbackVocabulary }), toldAll({ callbackVocabulary })]) {
      expect(reportOfPayout(happened('returned', 'closed'), returned, merchant)).toMatchObject({
        kind: 'owed',
        url: payout.reverseUrl,
        body: { status, actual_amount: 0, processed_at: nowShown },
      })
    }
    const told = reportOfPayout(happened('returned', 'closed'), returned, toldAll())
    expect(told).toMatchObject({ body: { event: 'payout.returned', reason: 'closed' } })
  },
)

test.each(silent)('%s leaves the callback alone', (name) => {
  for (const merchant of [aMerchant(), toldAll()]) {
    expect(reportOfCollection(happened(name), unpaid, merchant)).toBeNull()
    expect(reportOfPayout(happened(name), { ...payout, status: 'pending' }, merchant)).toBeNull()
  }
})

test('an order that waits has no callback at its creation', () => {
  expect(reportOfCollection(happened('created'), unpaid, toldAll())).toBeNull()
  const waiting = { ...payout, status: 'pending' } as const
  expect(reportOfPayout(happened('requested'), waiting, toldAll())).toBeNull()
})

test('an event without an address has no callback, and says whether it would have had one', () => {
  const nowhere = { notifyUrl: '', reverseUrl: '' }
  expect(reportOfCollection(happened('settled'), { ...paid, ...nowhere }, toldAll())).toBeNull()
  expect(reportOfPayout(happened('processed'), { ...payout, ...nowhere }, toldAll())).toBeNull()
  for (const name of unpaidEvents) {
    const told = reportOfCollection(happened(name), { ...unpaid, ...nowhere }, toldAll())
    expect(told).toEqual({ kind: 'ended' })
  }
})

test('property: every body is one of the contract, with a status of its words', () => {
  const aName = fc.constantFrom<ReportableEvent['name']>('created', 'settled', ...unpaidEvents)
  const aPayoutName = fc.constantFrom<ReportableEvent['name']>('processed', 'cancelled', 'returned')
  const owner = fc.record({
    callbackVocabulary: fc.constantFrom('current' as const, 'legacy' as const),
    collectionEvents: fc.constantFrom('completed' as const, 'all' as const),
  })
  const signed = { timestamp: now, sign: '0'.repeat(32) }
  forAll([aName, aPayoutName, fc.string(), owner], (name, moved, reason, changes) => {
    const merchant = aMerchant(changes)
    const told = reportOfCollection(happened(name, reason), paid, merchant)
    if (told?.kind === 'owed') {
      const body = { ...told.body, ...signed }
      expect(collectionCallback.parse(body)).toEqual(body)
      expect(bodyStatuses.collection).toContain(told.body.status)
    }
    const after = moved === 'processed' ? payout : cancelled
    const ofPayout = reportOfPayout(happened(moved, reason), after, merchant)
    const body = { ...(ofPayout?.kind === 'owed' ? ofPayout.body : {}), ...signed }
    expect(payoutCallback.parse(body)).toEqual(body)
  })
})
