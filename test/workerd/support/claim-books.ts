import { expect } from 'vitest'
import type { EventFact } from '../../../src/rules/orders/order-events.ts'
import { rows } from './service.ts'

type OrderRow = {
  id: number
  trade_no: string
  sign: number
  settled: number
  backed: number | null
}

/**
 * Checks that what orders have claimed is what was settled: of each order the sum of its transactions is what its events
 * say; `backed` says whether there are any; and the numbers of unbacked orders are kept.
 */
export async function expectSoundClaims(): Promise<void> {
  const orders = await rows<OrderRow>(
    `select id, trade_no, 1 as sign, status <> 'pending' as settled, backed from collections
     union all select id, trade_no, -1, status = 'processed', backed from payouts`,
  )
  const claimed = await claimedSums()
  const told = await factsByOrder()
  const wrong: object[] = []
  let sum = 0
  for (const { id, trade_no, sign, backed } of orders) {
    const expected = expectedOf(told.get(id) ?? [], sign)
    const found = { sum: claimed.get(id) ?? 0, backed: backed === null ? null : backed === 1 }
    sum += found.sum
    if (found.sum !== expected.sum || found.backed !== expected.backed) {
      wrong.push({ trade_no, found, expected })
    }
  }
  expect(wrong).toEqual([])
  // Nothing is claimed for an order that is not there.
  expect([...claimed.values()].reduce((total, one) => total + one, 0)).toBe(sum)
  expect(await keptCounts()).toEqual(await countedUnbacked())
}

type Told = { readonly sum: number; readonly backed: boolean | null }

/** The sum of what an order's events have claimed and not freed, and whether its settlement is backed. */
function expectedOf(facts: readonly EventFact[], sign: number): Told {
  let kept = 0
  let standing = 0
  let paid = 0
  let backed: boolean | null = null
  for (const fact of facts) {
    switch (fact.name) {
      case 'created':
        paid = fact.paidAmount
        if (fact.credit === 'available') backed = false
        break
      case 'requested':
        if (fact.effect === 'debit') [paid, backed] = [fact.amount, false]
        break
      case 'settled':
      case 'confirmed':
      case 'processed':
        paid = fact.name === 'processed' ? fact.actualAmount : fact.paidAmount
        backed = fact.bankTransactions !== undefined
        standing = backed ? sign * (paid + (fact.fee ?? 0)) : 0
        break
      case 'backed':
        if (backed !== true) standing = sign * paid
        backed = true
        break
      case 'reversed':
      case 'returned':
      case 'rejected': {
        if (fact.name !== 'rejected' && fact.because === 'money_returned') {
          kept += standing
          if (fact.bankTransactions !== undefined) kept -= sign * paid + (fact.fee ?? 0)
        }
        ;[standing, paid, backed] = [0, 0, null]
        break
      }
    }
  }
  return { sum: kept + standing, backed }
}

async function claimedSums(): Promise<Map<number, number>> {
  const sums = await rows<{ order_id: number; sum: number }>(
    `select order_id, sum(amount) as sum from bank_transactions
     where order_id is not null group by order_id`,
  )
  return new Map(sums.map(({ order_id: id, sum }) => [id, sum]))
}

async function factsByOrder(): Promise<Map<number, EventFact[]>> {
  const events = await rows<{ order_id: number; fact: string }>(
    'select order_id, fact from events order by order_id, seq',
  )
  const facts = new Map<number, EventFact[]>()
  for (const { order_id: id, fact } of events) {
    facts.set(id, [...(facts.get(id) ?? []), JSON.parse(fact)])
  }
  return facts
}

function keptCounts(): Promise<object[]> {
  return rows(
    `select merchant_id, sum(unbacked_count) as n from balances
     group by 1 having n <> 0 order by 1`,
  )
}

function countedUnbacked(): Promise<object[]> {
  return rows(
    `select merchant_id, count(*) as n from (
       select merchant_id from collections where backed = 0
       union all select merchant_id from payouts where backed = 0
     ) group by 1 order by 1`,
  )
}
