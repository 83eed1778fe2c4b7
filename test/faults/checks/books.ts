import { type EventFact, entriesFor } from '../../../src/rules/orders/order-events.ts'
import type { Order } from '../load/orders.ts'
import type { Books, Sums } from '../service/database.ts'

/**
 * Recomputes the books in three ways: from the ledger's entries, from the journal's events, and from nothing but what
 * the sender was told. Each difference is one problem. `fundMinor`: what every merchant began with.
 */
export function moneyProblems(
  book: readonly Order[],
  { balances, ledger, entries, events }: Books,
  fundMinor: number,
): string[] {
  const fromEvents = events.flatMap(({ key, fact }) =>
    entriesFor(JSON.parse(fact) as EventFact).map(
      ({ from, to, amount }) => `${key}: ${from}>${to} ${amount}`,
    ),
  )
  return [
    ...differences('balance and ledger', balances, ledger),
    ...differences('entries and events', counted(entries), counted(fromEvents)),
    ...differences("balance and the sender's book", balances, sumsOf(book, fundMinor)),
  ]
}

// What a merchant declares as paid is unconfirmed money; what it pays out has left, and what it cancelled is back.
function sumsOf(book: readonly Order[], fundMinor: number): Sums {
  const sums: Record<string, number> = {}
  const add = (key: string, amount: number) => {
    sums[key] = (sums[key] ?? 0) + amount
  }
  for (const uid of new Set(book.map((order) => order.uid))) add(`${uid}/available`, fundMinor)
  for (const { uid, fate, amount } of book) {
    if (fate === 'declared') add(`${uid}/unconfirmed`, amount)
    if (fate === 'settled') add(`${uid}/available`, amount)
    if (fate === 'processed') add(`${uid}/available`, -amount)
  }
  return sums
}

function differences(what: string, one: Sums, other: Sums): string[] {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys]
    .filter((key) => (one[key] ?? 0) !== (other[key] ?? 0))
    .map((key) => `${what} differ, ${key}: ${one[key] ?? 0} and ${other[key] ?? 0}`)
}

function counted(entries: readonly string[]): Sums {
  const counts: Record<string, number> = {}
  for (const entry of entries) counts[entry] = (counts[entry] ?? 0) + 1
  return counts
}
