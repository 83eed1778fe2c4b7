import type { DayRange } from '../../rules/banking/statements/join-days.ts'
import type { BankingFigures } from '../../rules/views/banking/banking-overview.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { figureOn, newestAccounts } from './account-figures.ts'

/**
 * The oldest booking among at most five hundred unclaimed transactions, in SQL. The index orders times within an
 * account and amount only.
 */
export const oldestUnclaimed = `(
  select min(booked_at) from (
    select booked_at from bank_transactions where state = 'unclaimed' limit 500
  )
)`

/**
 * Counts the open work on bank transactions (back office §4), and sums what accounts may still hand out `today`
 * (Asia/Taipei, in days since 1970); `until` is a day ago, in UTC seconds.
 */
export const countBanking = sqlText<
  Readonly<Record<'until' | 'countedMax' | 'today' | 'accountsMax', number>>,
  BankingFigures
>(`
  with
    unclaimed (booked_at) as materialized (
      select booked_at from bank_transactions where state = 'unclaimed' limit :countedMax
    ),
    capped (room) as materialized (
      select max(0, accounts.daily_cap - ${figureOn(':today', 'handed_out')})
      from (
        ${newestAccounts('daily_cap, state, use, day, handed_out')}
      ) as accounts
      where accounts.daily_cap is not null and accounts.state = 'active' and accounts.use in ('in', 'both')
    )
  select
    (select count(*) from unclaimed) as unclaimed,
    (select min(booked_at) from unclaimed) as oldestUnclaimedAt,
    (select count(*) from (
      select 1 from bank_transactions
      where confirmed_at is null and created_at < :until
      limit :countedMax
    )) as unconfirmed,
    (select count(*) from (
      select 1 from bank_statement_days where gap = 1 limit :countedMax
    )) as gaps,
    (select count(*) from capped) as cappedAccounts,
    (select count(*) from capped where room = 0) as fullAccounts,
    (select coalesce(sum(room), 0) from capped) as room
`)

/**
 * The missing days in the statements of accounts, by account: those before each day whose balance does not continue the
 * covered day before it; the day itself if lines of it are missing.
 */
export async function gapsOf(
  db: MerchantDatabase,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly DayRange[]>> {
  if (accountIds.length === 0) return new Map()
  const [gaps] = await rowsOf(db, [gapsOfAccounts({ ids: JSON.stringify(accountIds) })])
  const byAccount = Map.groupBy(gaps, ({ accountId }) => accountId)
  return new Map([...byAccount].map(([id, ranges]) => [id, ranges.map(rangeOf)]))
}

type GapRow = Readonly<Record<'accountId' | 'day', number>> & { readonly before: number | null }

function rangeOf({ day, before }: GapRow): DayRange {
  const from = Math.min(day, (before ?? day - 1) + 1)
  return { from, to: Math.max(from, day - 1) }
}

const gapsOfAccounts = sqlText<{ readonly ids: string }, GapRow>(`
  select
    bank_account_id as accountId,
    day,
    (
      select day from bank_statement_days
      where bank_account_id = late.bank_account_id and day < late.day
      order by day desc limit 1
    ) as before
  from bank_statement_days as late indexed by bank_statement_days_gaps
  where bank_account_id in (select value from json_each(:ids)) and gap = 1
  limit 1000
`)
