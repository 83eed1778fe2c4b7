import type { Buckets } from '../../rules/accounts/own-ledger.ts'
import { taipeiOffsetSeconds } from '../../units/taipei-time.ts'
import { sqlText } from '../sql-text.ts'

/** When a day (Asia/Taipei, in days since 1970) begins, in UTC seconds, as SQL. */
export const startOf = (day: string) => `(${day} * 86400 - ${taipeiOffsetSeconds})`

/** The day of a time in UTC seconds, as SQL. */
export const dayOf = (at: string) => `((${at} + ${taipeiOffsetSeconds}) / 86400)`

/** By how much the entries of a group change each bucket, as columns. */
export const netChanges = ['available', 'frozen', 'unconfirmed']
  .map(
    (bucket) =>
      `sum(iif(to_bucket = '${bucket}', amount, 0) - iif(from_bucket = '${bucket}', amount, 0)) as ${bucket}`,
  )
  .join(', ')

/** Joins the newest closed day before another day to a balance, or to one of its days: the row of that table. */
export const joinClosedBefore = (day: string, table: string) => `
  left join ledger_days on ledger_days.merchant_id = ${table}.merchant_id
    and ledger_days.channel = ${table}.channel
    and ledger_days.day = (
      select max(ledger_days.day) from ledger_days
      where ledger_days.merchant_id = ${table}.merchant_id
        and ledger_days.channel = ${table}.channel and ledger_days.day < ${day}
    )`

const stood = (bucket: string) =>
  `coalesce(sum(iif(balances.day < :day, balances.${bucket}, ledger_days.${bucket})), 0) as ${bucket}`

/** What stood in a merchant's buckets before a day. The query reads no entries. */
export const stoodBefore = sqlText<{ readonly merchantId: number; readonly day: number }, Buckets>(`
  select ${stood('available')}, ${stood('frozen')}, ${stood('unconfirmed')}
  from balances ${joinClosedBefore(':day', 'balances')}
  where balances.merchant_id = :merchantId
`)

/** Makes the closed days of a restored database from its entries: their buckets, without tallies. */
export const closedDaysFromEntries = `
  insert into ledger_days (merchant_id, channel, day, available, frozen, unconfirmed)
  select merchant_id, channel, day, sum(available) over days, sum(frozen) over days,
    sum(unconfirmed) over days
  from (
    select entries.merchant_id, entries.channel, ${dayOf('at')} as day, ${netChanges}
    from ledger_entries as entries join balances using (merchant_id, channel)
    where at < ${startOf('balances.day')}
    group by 1, 2, 3
  )
  window days as (partition by merchant_id, channel order by day)`
