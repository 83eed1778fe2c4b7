import { statementsBetween } from '../../../src/rules/settlement/statement.ts'
import type { MerchantDatabase } from '../../../src/store/database.ts'
import { readStatementEnds } from '../../../src/store/settlement/statements.ts'
import { type Entry, statementFrom, total } from '../../support/statement-reader.ts'

/** Reads rows of a database. */
type Rows = <Row>(query: string, ...values: unknown[]) => Promise<Row[]>

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
      const expected = statementFrom(own, number)
      const is = JSON.stringify({ opening, closing, sums })
      const should = JSON.stringify(expected)
      if (is !== should) wrong.push(`${id} number ${number}: ${is}, not ${should}`)
      const all = Object.values(sums).reduce((sum, one) => sum + one, 0)
      if (total(opening) + all !== total(closing)) wrong.push(`${id} number ${number}: the law`)
    }
  }
  return wrong
}
