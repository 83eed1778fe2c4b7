import type { EntryKind } from '../../rules/accounts/ledger.ts'
import type { Buckets } from '../../rules/accounts/own-ledger.ts'
import { daySeconds } from '../../units/clock.ts'
import { taipeiOffsetSeconds } from '../../units/taipei-time.ts'
import { sqlText } from '../sql-text.ts'
import { sumColumns } from './ledger-columns.ts'

/** The beginning of a day (Asia/Taipei, in days since 1970) in UTC seconds, as SQL. */
export const startOf = (day: string) => `(${day} * ${daySeconds} - ${taipeiOffsetSeconds})`

/** The day of a time in UTC seconds, as SQL. */
export const dayOf = (at: string) => `((${at} + ${taipeiOffsetSeconds}) / ${daySeconds})`

// An entry's change of a bucket. The fee is taken from `to`, or from `from` if the money left the books.
const ofBucket = (bucket: string) => `sum(
  iif(to_bucket = '${bucket}', amount - fee, 0) - iif(from_bucket = '${bucket}', amount, 0)
  - iif(from_bucket = '${bucket}' and to_bucket = 'outside', fee, 0)
)`

const feesOf = (kind: EntryKind) => `sum(iif(kind = '${kind}', fee, 0))`

// An entry's change of all buckets together, without its fee. Old entries have no statement and count in no sum.
const moved = `(iif(to_bucket = 'outside', 0, amount) - iif(from_bucket = 'outside', 0, amount))`

const movedOf = (condition: string) =>
  `sum(iif(statement is not null and ${condition}, ${moved}, 0))`

const isOfPayout = `kind in ('payout', 'withdrawal')`

const changeOf: Readonly<Record<(typeof sumColumns)[number], string>> = {
  available: ofBucket('available'),
  frozen: ofBucket('frozen'),
  unconfirmed: ofBucket('unconfirmed'),
  collection_fees: feesOf('collection'),
  payout_fees: feesOf('payout'),
  withdrawal_fees: feesOf('withdrawal'),
  corrected_fees: `sum(iif(kind = 'fee_correction', iif(to_bucket = 'outside', amount, -amount), 0))`,
  moved_collections: movedOf(`kind = 'collection'`),
  moved_payouts: movedOf(`kind = 'payout' and to_bucket = 'outside'`),
  moved_returned: movedOf(`${isOfPayout} and from_bucket = 'outside'`),
  moved_withdrawn: movedOf(`kind = 'withdrawal' and to_bucket = 'outside'`),
  moved_corrections: movedOf(`kind in ('correction', 'fee_correction')`),
}

/** The sums of a group of entries by column of a balance. */
export const netChanges = sumColumns.map((name) => `${changeOf[name]} as ${name}`).join(', ')

/** Joins a balance, or one of its days, to its newest closed day before another day. */
export const joinClosedBefore = (day: string, table: string) => `
  left join ledger_days on ledger_days.merchant_id = ${table}.merchant_id
    and ledger_days.channel = ${table}.channel
    and ledger_days.day = (
      select max(ledger_days.day) from ledger_days
      where ledger_days.merchant_id = ${table}.merchant_id
        and ledger_days.channel = ${table}.channel and ledger_days.day < ${day}
    )`

const bucketSum = (bucket: string) =>
  `coalesce(sum(iif(balances.day < :day, balances.${bucket}, ledger_days.${bucket})), 0) as ${bucket}`

/** A merchant's buckets before a day. Reads no entries. */
export const bucketsBefore = sqlText<
  { readonly merchantId: number; readonly day: number },
  Buckets
>(`
  select ${bucketSum('available')}, ${bucketSum('frozen')}, ${bucketSum('unconfirmed')}
  from balances ${joinClosedBefore(':day', 'balances')}
  where balances.merchant_id = :merchantId
`)

const earned = (table: string) =>
  `(${table}.collection_fees + ${table}.payout_fees + ${table}.withdrawal_fees)`

/** The platform's fees from a merchant since a day, in hundredths. Reads no entries. */
export const feesSince = sqlText<
  { readonly merchantId: number; readonly day: number },
  { readonly fees: number }
>(`
  select coalesce(sum(
    iif(balances.day < :day, 0, ${earned('balances')} - coalesce(${earned('ledger_days')}, 0))
  ), 0) as fees
  from balances ${joinClosedBefore(':day', 'balances')}
  where balances.merchant_id = :merchantId
`)

/** Rebuilds the closed days of a restored database from its entries, without their tallies. */
export const closedDaysFromEntries = `
  insert into ledger_days (merchant_id, channel, day, ${sumColumns.join(', ')})
  select merchant_id, channel, day, ${sumColumns.map((name) => `sum(${name}) over days`).join(', ')}
  from (
    select entries.merchant_id, entries.channel, ${dayOf('at')} as day, ${netChanges}
    from ledger_entries as entries join balances using (merchant_id, channel)
    where at < ${startOf('balances.day')}
    group by 1, 2, 3
  )
  window days as (partition by merchant_id, channel order by day)`
