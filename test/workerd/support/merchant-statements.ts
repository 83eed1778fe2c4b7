import { statementsBetween } from '../../../src/rules/settlement/statement.ts'
import type { MerchantDatabase } from '../../../src/store/database.ts'
import { readStatementEnds } from '../../../src/store/settlement/statements.ts'

/** Reads rows of a database. */
export type Rows = <Row>(query: string, ...values: unknown[]) => Promise<Row[]>

type Entry = {
  readonly merchant: number
  readonly statement: number
  readonly kind: string
  readonly from: string
  readonly to: string
  readonly amount: number
  readonly fee: number
}

const buckets = ['available', 'frozen', 'unconfirmed']

/**
 * The statements of all merchants that are not what their entries say, one by one: what the law of fees §4 says is
 * written here a second time, and knows nothing of the service's own sums.
 */
export async function unsoundStatements(db: MerchantDatabase, rows: Rows): Promise<string[]> {
  const entries = await rows<Entry>(
    `select merchant_id as merchant, statement, kind, from_bucket as "from", to_bucket as "to",
       amount, fee from ledger_entries`,
  )
  const merchants = await rows<{ id: number; statement: number }>(
    'select id, statement from merchants',
  )
  const wrong = entries
    .filter(({ merchant, statement }) => {
      const open = merchants.find(({ id }) => id === merchant)?.statement ?? 0
      return !(statement >= 1 && statement <= open)
    })
    .map((entry) => `not in a statement: ${JSON.stringify(entry)}`)
  for (const { id, statement: open } of merchants) {
    const own = entries.filter(({ merchant }) => merchant === id)
    const shown = statementsBetween(
      await readStatementEnds(db, { merchantId: id, upTo: open, limit: open }),
    )
    if (shown.length !== open) wrong.push(`${id} has ${shown.length} statements, not ${open}`)
    for (const { number, opening, closing, sums } of shown) {
      const expected = {
        opening: stoodAfter(own.filter(({ statement }) => statement < number)),
        closing: stoodAfter(own.filter(({ statement }) => statement <= number)),
        sums: sumsOf(own.filter(({ statement }) => statement === number)),
      }
      const is = JSON.stringify({ opening, closing, sums })
      const should = JSON.stringify(expected)
      if (is !== should) wrong.push(`${id} number ${number}: ${is}, not ${should}`)
      const all = Object.values(sums).reduce((sum, one) => sum + one, 0)
      if (total(opening) + all !== total(closing)) wrong.push(`${id} number ${number}: the law`)
    }
  }
  return wrong
}

function stoodAfter(entries: readonly Entry[]) {
  const stood: Record<string, number> = { available: 0, frozen: 0, unconfirmed: 0 }
  const add = (bucket: string, amount: number) => {
    if (bucket in stood) stood[bucket] = (stood[bucket] ?? 0) + amount
  }
  for (const { from, to, amount, fee } of entries) {
    add(from, -amount)
    add(to, amount)
    add(to === 'outside' ? from : to, -fee)
  }
  return stood
}

function sumsOf(entries: readonly Entry[]) {
  const sums = { collections: 0, payouts: 0, returned: 0, withdrawn: 0, corrections: 0, fees: 0 }
  for (const { kind, from, to, amount, fee } of entries) {
    const came = buckets.includes(from) ? 0 : amount
    const went = buckets.includes(to) ? 0 : amount
    if (kind === 'collection') sums.collections += came - went
    if (kind === 'payout') sums.payouts -= went
    if (kind === 'withdrawal') sums.withdrawn -= went
    if (kind === 'payout' || kind === 'withdrawal') sums.returned += came
    if (kind === 'correction' || kind === 'fee_correction') sums.corrections += came - went
    sums.fees -= fee
  }
  return sums
}

function total(stood: Readonly<Record<'available' | 'frozen' | 'unconfirmed', number>>): number {
  return stood.available + stood.frozen + stood.unconfirmed
}
