import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { EventFact } from '../../../src/rules/orders/order-events.ts'
import { rowsIn } from './service.ts'

type OrderRow = {
  id: number
  trade_no: string
  sign: number
  /** What was settled, or paid out: 0 while nothing is. */
  settled: number
  backed: number | null
}

/** Of all orders of a database, in hundredths: what was settled, and which of it is backed and which is not. */
export type ClaimSums = {
  readonly settled: number
  readonly claimed: number
  readonly unbacked: number
}

/**
 * Checks that what orders have claimed is what was settled: of each order the sum of its transactions is what its events
 * say, and what its row says that was settled; `backed` says whether there are any; and the numbers of unbacked orders
 * are kept.
 */
export async function expectSoundClaims(database: D1Database = env.DB): Promise<ClaimSums> {
  const orders = await rowsIn<OrderRow>(
    database,
    `select id, trade_no, 1 as sign, iif(backed is null, 0, paid_amount) as settled, backed
     from collections
     union all
     select id, trade_no, -1, iif(backed is null, 0, actual_amount), backed from payouts`,
  )
  const claimed = await claimedSums(database)
  const told = await factsByOrder(database)
  const wrong: object[] = []
  const sums = { settled: 0, claimed: 0, unbacked: 0 }
  let sum = 0
  for (const { id, trade_no, sign, settled, backed } of orders) {
    const { kept, fee, ...expected } = expectedOf(told.get(id) ?? [], sign)
    const found = { sum: claimed.get(id) ?? 0, backed: backed === null ? null : backed === 1 }
    sum += found.sum
    const paid = backed === 1 ? sign * (found.sum - kept) - fee : 0
    const unbacked = backed === 0 ? settled : 0
    sums.settled += settled
    sums.claimed += paid
    sums.unbacked += unbacked
    const isSound = found.sum === expected.sum && found.backed === expected.backed
    if (!isSound || settled !== paid + unbacked) {
      wrong.push({ trade_no, found, expected, settled, paid, unbacked })
    }
  }
  expect(wrong).toEqual([])
  // Nothing is claimed for an order that is not there.
  expect([...claimed.values()].reduce((total, one) => total + one, 0)).toBe(sum)
  expect(await keptCounts(database)).toEqual(await countedUnbacked(database))
  return sums
}

type Told = {
  readonly sum: number
  /** The part of the sum that stays with settlements that were reversed. */
  readonly kept: number
  /** What the bank took beside the amount of the settlement that stands. */
  readonly fee: number
  readonly backed: boolean | null
}

/** The sum of what an order's events have claimed and not freed, and whether its settlement is backed. */
function expectedOf(facts: readonly EventFact[], sign: number): Told {
  let kept = 0
  let standing = 0
  let paid = 0
  let fee = 0
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
        fee = backed ? (fact.fee ?? 0) : 0
        standing = backed ? sign * (paid + fee) : 0
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
        ;[standing, paid, fee, backed] = [0, 0, 0, null]
        break
      }
    }
  }
  return { sum: kept + standing, kept, fee, backed }
}

async function claimedSums(database: D1Database): Promise<Map<number, number>> {
  const sums = await rowsIn<{ order_id: number; sum: number }>(
    database,
    `select order_id, sum(amount) as sum from bank_transactions
     where order_id is not null group by order_id`,
  )
  return new Map(sums.map(({ order_id: id, sum }) => [id, sum]))
}

async function factsByOrder(database: D1Database): Promise<Map<number, EventFact[]>> {
  const events = await rowsIn<{ order_id: number; fact: string }>(
    database,
    'select order_id, fact from events order by order_id, seq',
  )
  const facts = new Map<number, EventFact[]>()
  for (const { order_id: id, fact } of events) {
    facts.set(id, [...(facts.get(id) ?? []), JSON.parse(fact)])
  }
  return facts
}

function keptCounts(database: D1Database): Promise<object[]> {
  return rowsIn(
    database,
    `select merchant_id, sum(unbacked_count) as n from balances
     group by 1 having n <> 0 order by 1`,
  )
}

function countedUnbacked(database: D1Database): Promise<object[]> {
  return rowsIn(
    database,
    `select merchant_id, count(*) as n from (
       select merchant_id from collections where backed = 0
       union all select merchant_id from payouts where backed = 0
     ) group by 1 order by 1`,
  )
}
