import type { Doubt } from '../../contract/back-office/states.ts'
import type { BankTransaction, TransactionItem } from '../../rules/banking/bank-transaction.ts'
import { archivedTradeNo } from '../archive/archived-orders.ts'
import type { MerchantDatabase } from '../database.ts'
import { isOpenToAgent } from '../people/order-access.ts'
import { type RawRow, rowsOf, sqlText } from '../sql-text.ts'
import { isUnsure, transactionOf } from './bank-transactions.ts'

/** The filter of a list; null for an absent condition. Times are UTC seconds, amounts hundredths. */
type TransactionNarrowing = {
  readonly accountId: number | null
  readonly state: BankTransaction['state'] | null
  readonly direction: 'in' | 'out' | null
  readonly amount: number | null
  readonly last5: string | null
  /** A doubt at its last judgement. */
  readonly doubt: Doubt | 'any' | 'unsure' | null
  /** Whether a statement has confirmed it. */
  readonly confirmed: boolean | null
  readonly from: number
  readonly to: number
  /** Whether `from` or `to` was given. */
  readonly isSpan: boolean
  /** The position below which the list continues. */
  readonly below: Place
  /** The names of the reading agent as JSON, who sees its accounts' transactions; null for others. */
  readonly agents: string | null
}

/** The found transactions, and the position down to which they were searched; null at the end. */
type NewestTransactions = {
  readonly rows: readonly TransactionItem[]
  readonly scannedTo: Place | null
}

/**
 * The newest transactions, at most `limit`, in the order of `orderOf`. Reads at most `rowsMax` rows and drops those
 * outside the filter.
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
}): Promise<NewestTransactions> {
  const { below, doubt } = narrowing
  const path = pathFor(narrowing)
  const newerFirst = orderOf(narrowing)
  // Each row of an agent's list also reads its account.
  const share = Math.floor(rowsMax / (narrowing.agents === null ? 2 : 4))
  const most = doubt === null ? share : Math.min(share, doubtfulScanFactor * limit)
  const looksAt = isThinned(narrowing) ? most : Math.min(share, limit + 1)
  const confirmed = narrowing.confirmed === null ? null : Number(narrowing.confirmed)
  const values = { ...narrowing, ...below, confirmed, limit: looksAt }
  const looked = await rowsOf(
    db,
    path.selects.map((select) => select(values)),
  )
  const ends = looked.flatMap((rows) => [
    ...rows.filter(({ isEnd }) => isEnd === 1),
    ...(rows.length < looksAt ? [] : rows.slice(-1)),
  ])
  const stops = ends.map((row) => ({ bookedAt: Number(row.booked_at), id: Number(row.id) }))
  const scannedTo = stops.sort(newerFirst)[0] ?? null
  const matches = looked.flatMap((rows) => rows.filter((row) => row.shown === 1).map(transactionOf))
  const newest = matches
    .filter((one) => scannedTo === null || newerFirst(one, scannedTo) <= 0)
    .sort(newerFirst)
  return { rows: await withOrders(db, newest.slice(0, limit + 1)), scannedTo }
}

// The lines in doubt read for each line of a page.
const doubtfulScanFactor = 5

// Whether the filter has a condition without an index.
function isThinned(narrowing: TransactionNarrowing): boolean {
  const { amount, state, direction, last5, confirmed, agents, doubt, accountId } = narrowing
  const isOther = [amount, state, direction, last5, confirmed, agents].some((one) => one !== null)
  return isOther || (doubt !== null && (doubt !== 'any' || accountId !== null))
}

async function withOrders(
  db: MerchantDatabase,
  transactions: readonly BankTransaction[],
): Promise<readonly TransactionItem[]> {
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
  union all
  select id, ${archivedTradeNo} as tradeNo from archived_orders where id in (select value from json_each(:ids))
`)

/** A position in a list. */
export type Place = { readonly bookedAt: number; readonly id: number }

/**
 * The order of transactions, newest first: by booking for an account, a span, a payer's amount or an unclaimed one;
 * else, and for those in doubt, by storage, because no index has bookings alone.
 */
export function orderOf(narrowing: PathNarrowing): (one: Place, other: Place) => number {
  return pathFor(narrowing).isByBooking ? newerFirst : (one, other) => other.id - one.id
}

type PathNarrowing = Pick<
  TransactionNarrowing,
  'doubt' | 'accountId' | 'isSpan' | 'amount' | 'last5' | 'state'
>

function newerFirst(one: Place, other: Place): number {
  return other.bookedAt - one.bookedAt || other.id - one.id
}

type ListValues = Readonly<
  Record<'from' | 'to' | 'bookedAt' | 'id' | 'limit', number> &
    Record<'accountId' | 'amount', number | null> &
    Record<'state' | 'direction' | 'last5' | 'agents' | 'doubt', string | null> & {
      readonly confirmed: number | null
    }
>

type NewestRow = RawRow & {
  readonly shown: number
  /** Whether its account was searched down to there. */
  readonly isEnd?: number
}

const condition = `
  (:accountId is null or bank_account_id = :accountId)
  and (:state is null or state = :state)
  and (:amount is null or amount = :amount)
  and (:last5 is null or counterparty_last5 = :last5)
  and (:confirmed is null or (confirmed_at is not null) = :confirmed)
  and (:direction is null or (amount > 0) = (:direction = 'in'))
  and (:agents is null or exists (
    select 1 from bank_accounts
    where bank_accounts.id = bank_account_id and ${isOpenToAgent}
  ))`

const look = (range: string, order: string, isShown = condition) =>
  sqlText<ListValues, NewestRow>(`
    select one.*, ${isShown} as shown
    from bank_transactions as one
    where ${range}
    order by ${order} limit :limit
  `)

// Two ranges, because an index on a time does not continue from a row within one moment.
const sameMoment = 'booked_at = :bookedAt and id < :id and booked_at >= :from and booked_at < :to'
const earlier = 'booked_at < min(:bookedAt, :to) and booked_at >= :from'

const ofPayer = 'counterparty_last5 = :last5 and amount = :amount and '
const ofUnclaimed = "state = 'unclaimed' and amount = :amount and "

const onAccount = (range: string) => [
  look(`bank_account_id = :accountId and ${range}${sameMoment}`, 'id desc'),
  look(`bank_account_id = :accountId and ${range}${earlier}`, 'booked_at desc, id desc'),
]

const byAccount = onAccount('')
const byAccountAndPayer = onAccount(ofPayer)
const byAccountAndAmount = onAccount(ofUnclaimed)

const byId = [look('id < :id', 'id desc', `${condition} and booked_at < :to`)]

// The most lines read of all accounts together, and of each of many accounts.
const mergedMax = 2_000
const ofAccountMin = 50

const newestOn = (range: string, order: string) => `select * from (
    select id from bank_transactions
    where bank_account_id = accounts.id and ${range}
    order by ${order} limit min(:limit, (select lines from page))
  )`

// Merges the newest of each account. Below the last line of an account with more, others may be missing.
const mergedOf = (range: string) => [
  sqlText<ListValues, NewestRow>(`
    with page (lines) as materialized (
      select max(${ofAccountMin}, ${mergedMax} / max(1, count(*))) from bank_accounts
      where use in ('in', 'out', 'both')
    )
    select one.*, newest.isEnd, ${condition} as shown
    from (
      select id, place = min(:limit, (select lines from page)) as isEnd
      from (
        select line.id, line.booked_at, row_number() over (
          partition by line.bank_account_id order by line.booked_at desc, line.id desc
        ) as place
        from bank_accounts as accounts cross join bank_transactions as line on line.id in (
          ${newestOn(`${range}${sameMoment}`, 'id desc')}
          union all
          ${newestOn(`${range}${earlier}`, 'booked_at desc, id desc')}
        )
        where accounts.use in ('in', 'out', 'both') and (:agents is null or ${isOpenToAgent})
      )
      order by booked_at desc, id desc limit :limit
    ) as newest
    cross join bank_transactions as one on one.id = newest.id
    order by one.booked_at desc, one.id desc
  `),
]

const merged = mergedOf('')
const byPayer = mergedOf(ofPayer)
const byAmount = mergedOf(ofUnclaimed)

const isOfDoubt = `case :doubt
    when 'any' then doubts <> '[]'
    when 'unsure' then ${isUnsure()}
    else instr(doubts, '"' || :doubt || '"') > 0
  end`

const judged = [
  look(
    `iif(doubts = '', 0, 1) = 1 and doubts is not null and state = 'unclaimed' and id < :id`,
    'id desc',
    `${condition} and booked_at >= :from and booked_at < :to and ${isOfDoubt}`,
  ),
]

function pathFor({ doubt, accountId, isSpan, amount, last5, state }: PathNarrowing) {
  if (doubt !== null) return { isByBooking: false, selects: judged }
  const isOfPayer = amount !== null && last5 !== null
  const isOfAmount = amount !== null && state === 'unclaimed'
  if (accountId !== null) {
    const onOne = isOfAmount ? byAccountAndAmount : byAccount
    return { isByBooking: true, selects: isOfPayer ? byAccountAndPayer : onOne }
  }
  if (isOfPayer || isOfAmount) {
    return { isByBooking: true, selects: isOfPayer ? byPayer : byAmount }
  }
  return isSpan ? { isByBooking: true, selects: merged } : { isByBooking: false, selects: byId }
}
