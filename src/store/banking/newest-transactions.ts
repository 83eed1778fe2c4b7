import type { BankTransaction, ListedTransaction } from '../../rules/banking/bank-transaction.ts'
import type { MerchantDatabase } from '../database.ts'
import { type RawRow, rowsOf, sqlText } from '../sql-text.ts'
import { isOpenToAgent, transactionOf } from './bank-transactions.ts'

/** What a list is narrowed to; null for what it is not. Times are UTC seconds, amounts hundredths. */
export type TransactionNarrowing = {
  readonly accountId: number | null
  readonly state: BankTransaction['state'] | null
  readonly direction: 'in' | 'out' | null
  readonly amount: number | null
  readonly last5: string | null
  /** Whether a statement has confirmed it. */
  readonly confirmed: boolean | null
  readonly from: number
  readonly to: number
  /** The list goes on below this one. */
  readonly below: { readonly bookedAt: number; readonly id: number }
  /** The agent that reads, which sees the transactions of accounts that it may use; null for others. */
  readonly agent: string | null
}

/** What a call has found, and down to where it has looked; null where it has looked at everything. */
export type FoundTransactions = {
  readonly rows: readonly ListedTransaction[]
  readonly lookedTo: { readonly bookedAt: number; readonly id: number } | null
}

/**
 * The newest transactions, by booking, at most `limit`. A call looks at `rowsMax` rows at most, in the order of their
 * bookings, and leaves out what is narrowed otherwise.
 */
export async function newestTransactions({
  db,
  narrowing,
  limit,
  rowsMax,
}: {
  readonly db: MerchantDatabase
  readonly narrowing: TransactionNarrowing
  readonly limit: number
  readonly rowsMax: number
}): Promise<FoundTransactions> {
  const { accountId, below } = narrowing
  const path = accountId !== null ? byAccount : byTime
  // Each row of an agent's list reads its account too.
  const share = Math.floor(rowsMax / (narrowing.agent === null ? 2 : 4))
  const looksAt = Math.min(share, isThinned(narrowing) ? share : limit + 1)
  const confirmed = narrowing.confirmed === null ? null : Number(narrowing.confirmed)
  const values = { ...narrowing, ...below, confirmed, limit: looksAt }
  const looked = await rowsOf(db, [path.sameMoment(values), path.earlier(values)])
  const ends = looked.flatMap((rows) => (rows.length < looksAt ? [] : (rows.at(-1) ?? [])))
  const stops = ends.map((row) => ({ bookedAt: Number(row.booked_at), id: Number(row.id) }))
  const lookedTo = stops.sort(newerFirst)[0] ?? null
  const shown = looked.flatMap((rows) => rows.filter((row) => row.shown === 1).map(transactionOf))
  const newest = shown
    .filter((one) => lookedTo === null || newerFirst(one, lookedTo) <= 0)
    .sort(newerFirst)
  return { rows: await withOrders(db, newest.slice(0, limit + 1)), lookedTo }
}

// Whether something narrows the list that its index does not.
function isThinned(narrowing: TransactionNarrowing): boolean {
  const { amount, state, direction, last5, confirmed, agent } = narrowing
  return [amount, state, direction, last5, confirmed, agent].some((one) => one !== null)
}

async function withOrders(
  db: MerchantDatabase,
  transactions: readonly BankTransaction[],
): Promise<readonly ListedTransaction[]> {
  const ids = transactions.flatMap(({ orderId }) => orderId ?? [])
  const [orders] =
    ids.length === 0 ? [[]] : await rowsOf(db, [ordersOf({ ids: JSON.stringify(ids) })])
  const numbers = new Map(orders.map((order) => [order.id, order.tradeNo]))
  return transactions.map((one) => ({ ...one, tradeNo: numbers.get(one.orderId ?? 0) ?? null }))
}

const ordersOf = sqlText<{ ids: string }, { readonly id: number; readonly tradeNo: string }>(`
  select id, trade_no as tradeNo from collections where id in (select value from json_each(:ids))
  union all
  select id, trade_no as tradeNo from payouts where id in (select value from json_each(:ids))
`)

/** Orders transactions by booking, the newest first. */
export function newerFirst(
  one: { readonly bookedAt: number; readonly id: number },
  other: { readonly bookedAt: number; readonly id: number },
): number {
  return other.bookedAt - one.bookedAt || other.id - one.id
}

type ListValues = Readonly<
  Record<'from' | 'to' | 'bookedAt' | 'id' | 'limit', number> &
    Record<'accountId' | 'amount', number | null> &
    Record<'state' | 'direction' | 'last5' | 'agent', string | null> & {
      readonly confirmed: number | null
    }
>

type LookedRow = RawRow & { readonly shown: number }

const shown = `
  (:accountId is null or bank_account_id = :accountId)
  and (:state is null or state = :state)
  and (:amount is null or amount = :amount)
  and (:last5 is null or counterparty_last5 = :last5)
  and (:confirmed is null or (confirmed_at is not null) = :confirmed)
  and (:direction is null or (amount > 0) = (:direction = 'in'))
  and (:agent is null or exists (
    select 1 from bank_accounts
    where bank_accounts.id = bank_account_id and ${isOpenToAgent}
  ))`

// Two ranges, because an index on a time does not go on from a row within one moment.
function listPath(condition: string) {
  const look = (range: string, order: string) =>
    sqlText<ListValues, LookedRow>(`
      select one.*, ${shown} as shown
      from bank_transactions as one
      where ${condition} and ${range}
      order by ${order} limit :limit
    `)
  return {
    sameMoment: look(
      'booked_at = :bookedAt and id < :id and booked_at >= :from and booked_at < :to',
      'id desc',
    ),
    earlier: look(
      'booked_at < min(:bookedAt, :to) and booked_at >= :from',
      'booked_at desc, id desc',
    ),
  }
}

const byAccount = listPath('bank_account_id = :accountId')
const byTime = listPath('true')
