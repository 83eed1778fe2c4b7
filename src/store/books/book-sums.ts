import type { Bucket } from '../../rules/accounts/ledger.ts'
import type { Sum, tallyNames } from '../../rules/books/check-sums.ts'
import { balances, type bookSums } from '../schema.ts'
import { type RawRow, rowReader, sqlText } from '../sql-text.ts'
import { type BookStep, isAtStep } from './book-passes.ts'

/** What a merchant that was read in part adds up to so far. */
export type CarriedSum = typeof bookSums.$inferSelect

/** What is carried on: nothing where the step begins with a merchant. */
export const carriedSums = sqlText<Record<string, never>, CarriedSum>(`
  select channel, name, count, amount from book_sums
`)

/** Forgets what was carried on: the step has come to the end of that merchant. */
export const forgetSums = sqlText<BookStep>(`delete from book_sums where ${isAtStep}`)

/** Adds to what is carried on. */
export const addingUp = `
  on conflict (channel, name) do update set
    count = count + excluded.count, amount = amount + excluded.amount`

/** The balances of merchants, both included. */
export const balancesBetween = sqlText<
  { readonly lastMerchant: number; readonly toMerchant: number },
  RawRow
>(`
  select * from balances where merchant_id >= :lastMerchant and merchant_id <= :toMerchant
`)

/** What balances say, as sums. */
export function sumsOfBalances(rows: readonly RawRow[]): readonly Sum[] {
  return rows.map(readBalance).flatMap((row) => {
    const { merchantId, channel } = row
    const said = { merchantId, channel, count: 0, amount: 0 }
    return [
      ...buckets.map((name) => ({ ...said, name, amount: row[name] })),
      ...Object.entries(talliesOf(row)).map(([name, tally]) => ({ ...said, name, ...tally })),
      { ...said, name: 'unbacked', count: row.unbackedCount },
    ]
  })
}

const buckets: readonly Bucket[] = ['available', 'frozen', 'unconfirmed']

const readBalance = rowReader(balances)

type Tally = Pick<Sum, 'count' | 'amount'>

function talliesOf(row: typeof balances.$inferSelect): Record<(typeof tallyNames)[number], Tally> {
  return {
    collection_pending: { count: row.collectionPendingCount, amount: row.collectionPendingAmount },
    collection_succeeded: {
      ...{ count: row.collectionSucceededCount, amount: row.collectionSucceededAmount },
    },
    collection_manual: { count: row.collectionManualCount, amount: row.collectionManualAmount },
    payout_pending: { count: row.payoutPendingCount, amount: row.payoutPendingAmount },
    payout_processed: { count: row.payoutProcessedCount, amount: row.payoutProcessedAmount },
    payout_cancelled: { count: row.payoutCancelledCount, amount: row.payoutCancelledAmount },
  }
}
