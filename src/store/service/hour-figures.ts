import type { HourFigures } from '../../rules/views/overview/hours-view.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/**
 * Stores the sums of balances as the figures of an hour (in hours since 1970). In a database without orders the hours
 * in `before` become zeros, for the first day's comparison.
 *
 * @returns the oldest hour of the day before `until` without an outcome of its collections, or null
 */
export async function keepHour(
  db: MerchantDatabase,
  terms: { readonly hour: number; readonly before: readonly number[]; readonly until: number },
): Promise<number | null> {
  const { hour, until } = terms
  const before = JSON.stringify(terms.before)
  const queries = [keepZeros({ before }), keepSums({ hour }), nextHour({ until })] as const
  const [, , [next]] = await rowsOf(db, queries)
  return next?.hour ?? null
}

const keepZeros = sqlText<{ readonly before: string }>(`
  insert into hour_figures (
    hour, collections, settled, settled_amount, payouts, paid, paid_amount, cancelled, unbacked, fees
  )
  select value, 0, 0, 0, 0, 0, 0, 0, 0, 0 from json_each(:before)
  where not exists (select 1 from hour_figures) and not exists (select 1 from balances)
  on conflict (hour) do nothing
`)

const keepSums = sqlText<{ readonly hour: number }>(`
  insert into hour_figures (
    hour, collections, settled, settled_amount, payouts, paid, paid_amount, cancelled, unbacked, fees
  )
  select
    :hour,
    coalesce(sum(
      collection_pending_count + collection_succeeded_count + collection_manual_count
    ), 0),
    coalesce(sum(collection_succeeded_count + collection_manual_count), 0),
    coalesce(sum(collection_succeeded_amount + collection_manual_amount), 0),
    coalesce(sum(payout_pending_count + payout_processed_count + payout_cancelled_count), 0),
    coalesce(sum(payout_processed_count), 0),
    coalesce(sum(payout_processed_amount), 0),
    coalesce(sum(payout_cancelled_count), 0),
    coalesce(sum(unbacked_count), 0),
    coalesce(sum(collection_fees + payout_fees + withdrawal_fees + corrected_fees), 0)
  from balances
  where true
  on conflict (hour) do update set
    collections = excluded.collections,
    settled = excluded.settled,
    settled_amount = excluded.settled_amount,
    payouts = excluded.payouts,
    paid = excluded.paid,
    paid_amount = excluded.paid_amount,
    cancelled = excluded.cancelled,
    unbacked = excluded.unbacked,
    fees = excluded.fees
`)

const nextHour = sqlText<{ readonly until: number }, { readonly hour: number }>(`
  select hour from hour_figures
  where hour >= :until - 24 and hour < :until and followed is null
  order by hour limit 1
`)

/** The collections created in an hour: their ids, from `first` to before `end`; at most `max` are read. */
type HourSpan = Readonly<Record<'hour' | 'first' | 'end' | 'max', number>>

export async function followUpHour(db: MerchantDatabase, created: HourSpan): Promise<void> {
  await rowsOf(db, [keepOutcome(created)])
}

// The newest event of a settled collection is its settlement, or follows soon after.
const keepOutcome = sqlText<HourSpan>(`
  update hour_figures
  set (
    followed, followed_settled,
    account_median, account_worst, settlement_median, settlement_worst
  ) = (
    with created as materialized (
      select
        status <> 'pending' as is_settled,
        account_since / 1000 - created_at as to_account,
        case when status <> 'pending' then (
          select at from events where order_id = collections.id and seq = collections.seq
        ) - created_at end as to_settlement
      from collections
      where id >= :first and id < :end
      limit :max
    )
    select
      count(*),
      coalesce(sum(is_settled), 0),
      (
        select to_account from created where to_account is not null
        order by to_account
        limit 1 offset (select count(to_account) / 2 from created)
      ),
      max(to_account),
      (
        select to_settlement from created where to_settlement is not null
        order by to_settlement
        limit 1 offset (select count(to_settlement) / 2 from created)
      ),
      max(to_settlement)
    from created
  )
  where hour = :hour
`)

/** The stored figures of some hours. */
export async function readHours(
  db: MerchantDatabase,
  hours: readonly number[],
): Promise<readonly HourFigures[]> {
  const [rows] = await rowsOf(db, [figuresOf({ hours: JSON.stringify(hours) })])
  return rows
}

const figuresOf = sqlText<{ readonly hours: string }, HourFigures>(`
  select
    hour, collections, settled, settled_amount as settledAmount,
    payouts, paid, paid_amount as paidAmount, cancelled, fees,
    followed, followed_settled as followedSettled,
    account_median as accountMedian, account_worst as accountWorst,
    settlement_median as settlementMedian, settlement_worst as settlementWorst
  from hour_figures
  where hour in (select value from json_each(:hours))
`)
