import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneyChanges } from '../../../src/rules/accounts/ledger.ts'
import { decideReversal, decideSettlement } from '../../../src/rules/orders/collection-moves.ts'
import { entriesFor } from '../../../src/rules/orders/order-events.ts'
import type { Collection } from '../../../src/rules/orders/orders.ts'
import type { Step } from '../../../src/rules/orders/steps.ts'
import { sumsOf } from '../../../src/rules/settlement/statement-sums.ts'
import { readWithdrawable } from '../../../src/store/accounts/credits.ts'
import { commit } from '../../../src/store/database.ts'
import { bookEvent } from '../../../src/store/orders/booking.ts'
import { rowsOf } from '../../../src/store/sql-text.ts'
import {
  aPrice,
  aCollection as collectionOf,
  aMerchant as merchantOf,
  nothingNamed,
  operator,
  stepOf,
} from '../../unit/rules/examples.ts'
import { aContext } from '../support/service.ts'

// What a merchant may withdraw, against a plain list of all that was booked (fees §3).

const daySeconds = 86_400
const firstDay = 20_000
const prices = [
  aPrice({ collection: { ratePpm: 20_000, fixed: 100, min: 0, max: null }, feeOnReversal: 'keep' }),
]

/** Something that happens `days` after what came before: a settlement, a reversal of one, or money that leaves. */
type Happening =
  | { readonly kind: 'settle'; readonly days: number; readonly amount: number }
  | { readonly kind: 'reverse'; readonly days: number; readonly which: number }
  | { readonly kind: 'pay' | 'keep'; readonly days: number; readonly amount: number }

const days = fc.nat({ max: 12 })
const amount = fc.integer({ min: 100, max: 500_000 })
const aHappening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle' as const), days, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('reverse' as const), days, which: fc.nat(9) }),
  },
  fc.record({ kind: fc.constantFrom('pay' as const, 'keep' as const), days, amount }),
)

/** What was booked: of collections the day that has the credit, null for all other money. */
type Entry = { readonly change: number; readonly creditDay: number | null; readonly credit: number }

function naive(booked: readonly Entry[], today: number, settleAfterDays: number): number {
  const sum = booked.reduce((total, { change }) => total + change, 0)
  const unsettled = booked
    .filter(({ creditDay }) => creditDay !== null && creditDay > today - settleAfterDays)
    .reduce((total, { credit }) => total + credit, 0)
  return Math.max(0, sum - unsettled)
}

let merchantId = 900_000

async function play(happenings: readonly Happening[]) {
  const { db } = aContext()
  merchantId += 1
  const owner = merchantOf({ id: merchantId, prices })
  const booked: Entry[] = []
  const settled: Collection[] = []
  let day = firstDay
  const book = async (step: Pick<Step<Collection>, 'event' | 'credit'>) => {
    const entries = entriesFor(step.event.fact)
    const changes = moneyChanges(entries)
    const plain = { tallies: [], unbacked: 0, keptBytes: 0, kind: 'collection' as const }
    const channel = step.event.orderId % 2 === 0 ? 'coin' : 'other'
    const sums = sumsOf(entries, 'collection')
    const posting = { ...plain, sums, ...step, merchantId: owner.id, channel, entries, changes }
    const [first, ...more] = bookEvent(posting)
    if (first !== undefined) expect(await commit(db, [first, ...more])).toBe('committed')
    return changes.available
  }
  for (const [n, one] of happenings.entries()) {
    day += one.days
    const now = (day + 0.5) * daySeconds - 8 * 3600
    const maker = { actor: operator, now }
    const orderId = merchantId * 1_000 + n
    if (one.kind === 'settle') {
      const order = collectionOf({ id: orderId, amount: one.amount, pricing: 1, merchantId })
      const input = { paidAmount: null, paidAt: null, manual: false, override: false }
      const asked = { order, merchant: owner, input, evidence: nothingNamed, maker }
      const step = stepOf(decideSettlement(asked))
      const change = await book(step)
      booked.push({ change, creditDay: day, credit: change })
      settled.push(step.order)
    } else if (one.kind === 'reverse') {
      const [order] = settled.splice(one.which % Math.max(1, settled.length), 1)
      if (order === undefined) continue
      const input = { reason: 'x', because: 'money_returned' } as const
      const asked = { order, merchant: owner, input, evidence: nothingNamed, maker }
      const step = stepOf(decideReversal(asked))
      const change = await book(step)
      const credit = -(order.paidAmount - (order.fee ?? 0))
      booked.push({ change, creditDay: order.creditedDay, credit })
    } else {
      const sum = one.kind === 'pay' ? -one.amount : one.amount
      const fact = { name: 'adjusted', bucket: 'available', amount: sum, reason: 'x', tradeNo: '' }
      const event = { orderId, seq: 1, from: '', to: '', actor: 'x', at: now, fact } as const
      const change = await book({ event: event as Step<Collection>['event'], credit: null })
      booked.push({ change, creditDay: null, credit: 0 })
    }
  }
  return { db, booked, day, merchantId: owner.id }
}

test('property: it is what is available less what collections credited in the last days', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aHappening, { minLength: 1, maxLength: 25 }), async (happenings) => {
      const { db, booked, day, merchantId: id } = await play(happenings)
      for (const today of [day, day + 1, day + 7]) {
        for (const settleAfterDays of [0, 1, 7, 30]) {
          const from = today - settleAfterDays + 1
          const [[found]] = await rowsOf(db, [readWithdrawable({ merchantId: id, from })] as const)
          expect(found?.withdrawable).toBe(naive(booked, today, settleAfterDays))
        }
      }
      const kept = await db.$client
        .prepare('select key from balances, json_each(credits) where merchant_id = ?')
        .bind(id)
        .all()
      expect(kept.results.length).toBeLessThanOrEqual(62)
    }),
    { numRuns: 40 },
  )
})
