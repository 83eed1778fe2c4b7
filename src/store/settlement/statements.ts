import type { Buckets } from '../../rules/accounts/own-ledger.ts'
import type { StatementEnd, StatementEnds } from '../../rules/settlement/statement.ts'
import type { StatementSums } from '../../rules/settlement/statement-sums.ts'
import { netChanges } from '../accounts/ledger-days.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

type Columns = Buckets & StatementSums

// The columns of a statement's end, with their sums over the columns of a balance.
const sources: Readonly<Record<keyof Columns, string>> = {
  available: 'available',
  frozen: 'frozen',
  unconfirmed: 'unconfirmed',
  collections: 'moved_collections',
  payouts: 'moved_payouts',
  returned: 'moved_returned',
  withdrawn: 'moved_withdrawn',
  corrections: 'moved_corrections',
  fees: 'collection_fees + payout_fees + withdrawal_fees',
}

const columns = Object.keys(sources).join(', ')

const stands = Object.entries(sources)
  .map(([name, source]) => `coalesce(sum(${source}), 0) as ${name}`)
  .join(', ')

/** A withdrawal whose creation closes a statement; `at` in UTC seconds. */
type ClosingOrder = { readonly merchantId: number; readonly orderId: number; readonly at: number }

/**
 * Closes a merchant's open statement and opens the next (fees §4). Comes after the entries of the withdrawal's
 * creation, in the same batch: they are the last of the closed one.
 */
export function closeStatement(order: ClosingOrder): readonly Statement[] {
  return [insertEnd(order), openNext(order)]
}

const insertEnd = sqlText<ClosingOrder>(`
  insert into statements (merchant_id, number, order_id, closed_at, ${columns})
  select :merchantId, (select statement from merchants where id = :merchantId), :orderId, :at, ${stands}
  from balances where merchant_id = :merchantId
`)

const openNext = sqlText<ClosingOrder>(
  'update merchants set statement = statement + 1 where id = :merchantId',
)

/** The statements of a merchant to read: the newest `limit` up to that number. */
type SettlementRange = {
  readonly merchantId: number
  readonly upTo: number
  readonly limit: number
}

/** Reads the ends of a merchant's statements, newest first, with the one before them. Reads no entries. */
export async function readStatementEnds(
  db: MerchantDatabase,
  { merchantId, upTo, limit }: SettlementRange,
): Promise<StatementEnds> {
  const [rows] = await rowsOf(db, [findEnds({ merchantId, upTo, count: limit + 1 })] as const)
  return { ends: rows.map(endOf), createdAt: rows[0]?.createdAt ?? 0 }
}

type EndRow = Columns &
  Pick<StatementEnd, 'number' | 'closedAt' | 'withdrawal'> & { readonly createdAt: number }

function endOf(row: EndRow): StatementEnd {
  const { number, closedAt, withdrawal, available, frozen, unconfirmed } = row
  const { collections, payouts, returned, withdrawn, corrections, fees } = row
  const sums = { collections, payouts, returned, withdrawn, corrections, fees: 0 - fees }
  return { number, closedAt, withdrawal, balances: { available, frozen, unconfirmed }, sums }
}

// The open statement ends with the current balances.
const findEnds = sqlText<Readonly<Record<'merchantId' | 'upTo' | 'count', number>>, EndRow>(`
  select newest.*, payouts.serial_no as withdrawal, merchants.created_at as createdAt from (
    select * from (
      select :merchantId as merchantId, (select statement from merchants where id = :merchantId) as number,
        null as orderId, null as closedAt, ${stands}
      from balances where merchant_id = :merchantId
    ) where number <= :upTo
    union all
    select * from (
      select merchant_id, number, order_id, closed_at, ${columns} from statements
      where merchant_id = :merchantId and number <= :upTo order by number desc limit :count
    )
  ) as newest
  cross join merchants on merchants.id = newest.merchantId
  left join payouts on payouts.id = newest.orderId
  order by number desc limit :count
`)

// The creation of the withdrawal that closed a statement, among its entries.
const isClosing = `statement is not null and kind = 'withdrawal' and seq = 1`

/** Rebuilds the closed statements of a restored database from its entries, which include the closing withdrawals. */
export const statementsFromEntries = `
  insert or replace into statements (merchant_id, number, order_id, closed_at, ${columns})
  select merchant_id, number, order_id, coalesce(closed_at, last_at),
    ${Object.values(sources)
      .map((source) => `sum(${source}) over ends`)
      .join(', ')}
  from (
    select merchant_id, coalesce(statement, 0) as number, max(iif(${isClosing}, order_id, null)) as order_id,
      max(iif(${isClosing}, at, null)) as closed_at, max(at) as last_at, ${netChanges}
    from ledger_entries group by merchant_id, statement
  )
  where number < (select statement from merchants where id = merchant_id)
  window ends as (partition by merchant_id order by number)`
