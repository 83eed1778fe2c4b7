import type { BankingFigures } from '../../rules/views/banking/banking-overview.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** Counts what waits among bank transactions (back office §4), in one call. */
export async function readBankingFigures(
  db: MerchantDatabase,
  now: number,
  countedMax: number,
): Promise<BankingFigures> {
  const [[figures]] = await rowsOf(db, [countBanking({ until: now - daySeconds, countedMax })])
  if (figures === undefined) throw new Error('the banking figures have no row')
  return figures
}

const daySeconds = 86_400

const countBanking = sqlText<Readonly<Record<'until' | 'countedMax', number>>, BankingFigures>(`
  select
    (select count(*) from (
      select 1 from bank_transactions where state = 'unclaimed' limit :countedMax
    )) as unclaimed,
    (select min(booked_at) from bank_transactions where state = 'unclaimed') as oldestUnclaimedAt,
    (select count(*) from (
      select 1 from bank_transactions
      where confirmed_at is null and created_at < :until
      limit :countedMax
    )) as unconfirmed,
    (select count(*) from (
      select 1 from bank_statement_days where gap = 1 limit :countedMax
    )) as gaps
`)

/** Days that are missing in the statements of an account: from the first to the last day of each gap. */
export async function gapsOf(
  db: MerchantDatabase,
  accountId: number,
): Promise<readonly { readonly fromDay: number; readonly toDay: number }[]> {
  const [gaps] = await rowsOf(db, [gapsOfAccount({ accountId })])
  return gaps
}

// A gap begins on the day after the covered one before it; where lines of one day are missing, it is that day.
const gapsOfAccount = sqlText<
  { readonly accountId: number },
  { readonly fromDay: number; readonly toDay: number }
>(`
  select
    coalesce(min(after.day, 1 + (
      select max(day) from bank_statement_days
      where bank_account_id = :accountId and day < after.day
    )), after.day) as fromDay,
    max(after.day - 1, coalesce((
      select max(day) + 1 from bank_statement_days
      where bank_account_id = :accountId and day < after.day
    ), after.day)) as toDay
  from bank_statement_days as after indexed by bank_statement_days_gaps
  where after.bank_account_id = :accountId and after.gap = 1
  order by after.day
  limit 100
`)
