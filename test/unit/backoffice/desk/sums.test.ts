import { expect, test } from 'vitest'
import {
  type Candidate,
  partsOf,
} from '../../../../src/backoffice/desk/orders/evidence/choose-candidates.ts'
import type { OrderDetail } from '../../../../src/backoffice/desk/orders/order-details.ts'
import { summaryOf } from '../../../../src/backoffice/desk/orders/outcome-summary.ts'

// 0.1 + 0.2 is 0.30000000000000004 as a JSON number.
const amounts = [0.1, 0.2]

test('deposits with cents that make up an order are offered together', () => {
  const order = { amount: 0.3, events: [] } as unknown as OrderDetail
  const parts = amounts.map((amount, id) => {
    return { id, amount, differs: ['amount'], fits_better: null } as unknown as Candidate
  })
  expect(partsOf(order, parts)).toEqual(parts)
})

test('the sum of several settlements is exact to the cent', () => {
  const outcomes = amounts.map((amount, n) => {
    return { trade_no: `T${n}`, outcome: 'settled' as const, paid_amount: amount }
  })
  expect(summaryOf(outcomes).settled.sum).toBe(0.3)
})
