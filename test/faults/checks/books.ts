import type { Order } from '../load/orders.ts'
import type { Books, Sums } from '../service/database.ts'

/**
 * Compares the balances with the ledger's entries, the entries with the journal's events, and the balances with what the
 * sender was told. Each difference is one problem. `fundMinor`: each merchant's first deposit, in hundredths.
 */
export function bookProblems(sent: readonly Order[], books: Books, fundMinor: number): string[] {
  return [
    ...ownBookProblems(books),
    ...differences('balance and the orders sent', books.balances, sumsOf(sent, fundMinor)),
  ]
}

/** The same of the database alone. */
export function ownBookProblems({ balances, ledger, entries, events }: Books): string[] {
  const fromEvents = events.flatMap(({ key, fact }) =>
    entriesOf(JSON.parse(fact) as Fact).map((entry) => `${key}: ${entry}`),
  )
  return [
    ...differences('balance and ledger', balances, ledger),
    ...differences('entries and events', counted(entries), counted(fromEvents)),
  ]
}

type Fact = Readonly<Record<string, string | number | undefined>> & { readonly name: string }

// By what the documentation says of each event, with nothing of the service's own rules.
function entriesOf(fact: Fact): readonly string[] {
  const paid = Number(fact.paidAmount)
  const held = Number(fact.amount)
  const sent = Number(fact.actualAmount)
  const said: Readonly<Record<string, () => readonly (readonly [string, string, number])[]>> = {
    created: () => (fact.credit === 'none' ? [] : [['outside', String(fact.credit), paid]]),
    settled: () => [['outside', 'available', paid]],
    confirmed: () => [['unconfirmed', 'available', paid]],
    rejected: () => [['unconfirmed', 'outside', paid]],
    reversed: () => [['available', 'outside', paid]],
    requested: () =>
      fact.effect === 'none'
        ? []
        : [['available', fact.effect === 'freeze' ? 'frozen' : 'outside', held]],
    processed: () => [
      ['frozen', 'outside', Math.min(held, sent)],
      ['frozen', 'available', held - Math.min(held, sent)],
      ['available', 'outside', sent - Math.min(held, sent)],
    ],
    cancelled: () => [['frozen', 'available', held]],
    returned: () => [['outside', 'available', sent]],
    adjusted: () => {
      const bucket = String(fact.bucket)
      return held > 0 ? [['outside', bucket, held]] : [[bucket, 'outside', -held]]
    },
  }
  const entries = said[fact.name]?.() ?? []
  return entries.filter(([, , sum]) => sum > 0).map(([from, to, sum]) => `${from}>${to} ${sum}`)
}

function sumsOf(sent: readonly Order[], fundMinor: number): Sums {
  const sums: Record<string, number> = {}
  const add = (key: string, amount: number) => {
    sums[key] = (sums[key] ?? 0) + amount
  }
  for (const uid of new Set(sent.map((order) => order.uid))) add(`${uid}/available`, fundMinor)
  for (const { uid, scenario, amount } of sent) {
    if (scenario === 'declared') add(`${uid}/unconfirmed`, amount)
    if (scenario === 'settled') add(`${uid}/available`, amount)
    if (scenario === 'processed') add(`${uid}/available`, -amount)
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
