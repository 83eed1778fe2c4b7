import type { LedgerEntry } from '../../rules/accounts/ledger.ts'
import type { BrokenDay } from '../../rules/books/check-days.ts'
import { sumColumns } from '../accounts/ledger-columns.ts'
import { dayOf, joinClosedBefore, netChanges, startOf } from '../accounts/ledger-days.ts'
import { entryPlaces } from '../accounts/stored-entries.ts'
import { bookedAt } from '../copies/copied-tables.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** A merchant's day (Asia/Taipei, in days since 1970), as the beginning or end of a step. */
export type DayPlace = { readonly merchantId: number; readonly day: number }

type DaySpan = { readonly from: DayPlace; readonly to: DayPlace }

export const endOfDays: DayPlace = { merchantId: Number.MAX_SAFE_INTEGER, day: 0 }

/** The end of a step that reads about this many entries and balances, at least one day of a merchant. */
export async function endOfStep(
  db: MerchantDatabase,
  from: DayPlace,
  count: { readonly entries: number; readonly balances: number },
): Promise<DayPlace> {
  const [[found = endOfDays]] = await rowsOf(db, [findEnd({ ...from, ...count })] as const)
  const isOfFirstDay = found.merchantId === from.merchantId && found.day <= from.day
  return isOfFirstDay ? { ...from, day: from.day + 1 } : found
}

const findEnd = sqlText<
  DayPlace & { readonly entries: number; readonly balances: number },
  DayPlace
>(`
  select merchantId, day from (
    select * from (
      select merchant_id as merchantId, ${dayOf('at')} as day from ledger_entries
      where (merchant_id, at) >= (:merchantId, ${startOf(':day')})
      order by merchant_id, at limit 1 offset :entries
    )
    union all
    select * from (
      select merchant_id, 0 from balances where merchant_id > :merchantId
      order by merchant_id limit 1 offset :balances
    )
  ) order by merchantId, day limit 1
`)

/** The merchant of a balance, and the day of its newest change, or null. */
export async function findBalanceDay(
  db: MerchantDatabase,
  uid: string,
  channel: string,
): Promise<DayPlace | null> {
  const [[found]] = await rowsOf(db, [selectBalanceDay({ uid, channel })] as const)
  return found ?? null
}

const selectBalanceDay = sqlText<{ readonly uid: string; readonly channel: string }, DayPlace>(`
  select merchant_id as merchantId, day from merchants
  join balances on balances.merchant_id = merchants.id and channel = :channel
  where uid = :uid
`)

/** Reads the broken days of a span, in one transaction. */
export async function readDays(
  db: MerchantDatabase,
  { from, to }: DaySpan,
): Promise<readonly BrokenDay[]> {
  const { merchantId, day } = from
  const span = { merchantId, day, toMerchant: to.merchantId, toDay: to.day }
  const [found] = await rowsOf(db, [findBroken(span)] as const)
  return found.map(({ isOpen, balances, off, ...row }) => ({
    ...row,
    isOpen: isOpen === 1,
    balances: balances === null ? null : JSON.parse(balances),
    off: JSON.parse(off),
  }))
}

type Span = DayPlace & { readonly toMerchant: number; readonly toDay: number }

const daysFrom = `iif(balances.merchant_id = :merchantId, :day, 0)`
const daysTo = `iif(balances.merchant_id = :toMerchant, :toDay, 1e9)`
const merchantsOfSpan =
  'balances.merchant_id >= :merchantId and balances.merchant_id <= :toMerchant'
const entriesOfSpan = `(ledger_entries.merchant_id, ledger_entries.at) >= (:merchantId, ${startOf(':day')})
  and (ledger_entries.merchant_id, ledger_entries.at) < (:toMerchant, ${startOf(':toDay')})`
const changed = (bucket: string) =>
  `days.${bucket} - coalesce(ledger_days.${bucket}, 0) as ${bucket}`

type BrokenRow = Omit<BrokenDay, 'isOpen' | 'balances' | 'off'> & {
  readonly isOpen: 0 | 1 | null
  readonly balances: string | null
  readonly off: string
}

const each = (column: (name: string) => string) => sumColumns.map(column).join(', ')

// The difference of each day's end from the previous day's end plus its entries.
const findBroken = sqlText<Span, BrokenRow>(`
  with days as (
    select balances.merchant_id, balances.channel, ledger_days.day, 0 as isOpen,
      ${each((name) => `ledger_days.${name}`)}
    from balances cross join ledger_days on ledger_days.merchant_id = balances.merchant_id
      and ledger_days.channel = balances.channel
      and ledger_days.day >= ${daysFrom} and ledger_days.day < ${daysTo}
    where ${merchantsOfSpan}
    union all
    select merchant_id, channel, day, 1, ${each((name) => name)} from balances
    where ${merchantsOfSpan} and day >= ${daysFrom} and day < ${daysTo}
  ),
  changes as (
    select days.merchant_id, days.channel, days.day, isOpen,
      json_object(${each((name) => `'${name}', days.${name}`)}) as balances, ${each(changed)}
    from days ${joinClosedBefore('days.day', 'days')}
    union all
    select merchant_id, channel, day, null, null, ${each((name) => `-${name}`)} from (
      select merchant_id, channel, ${dayOf('at')} as day, ${netChanges}
      from ledger_entries where ${entriesOfSpan} group by 1, 2, 3
    )
  )
  select merchant_id as merchantId, coalesce(uid, merchant_id) as uid, channel, day, max(isOpen) as isOpen,
    max(balances) as balances, json_object(${each((name) => `'${name}', sum(${name})`)}) as off
  from changes left join merchants on merchants.id = merchant_id
  group by merchant_id, channel, day
  having ${sumColumns.map((name) => `sum(${name}) <> 0`).join(' or ')}
  order by merchant_id, channel, day
`)

export type EntryKey = Readonly<Record<'merchantId' | 'at' | 'orderId' | 'seq' | 'number', number>>

/** An entry, and whether no event of its merchant's orders implies it. */
type CheckedEntry = EntryKey & LedgerEntry & { readonly isStray: 0 | 1 }

export async function readEntries(
  db: MerchantDatabase,
  { merchantId, at, orderId, seq, number }: EntryKey,
  limit: number,
): Promise<readonly CheckedEntry[]> {
  const page = { merchantId, at, orderId, seq, number, limit }
  const [found] = await rowsOf(db, [findEntries(page)] as const)
  return found
}

const key = ['merchant_id', 'at', 'order_id', 'seq', 'number']
  .map((column) => `ledger_entries.${column}`)
  .join(', ')

// An event's entry is checked with its order; only entries without an event or archived order are found here.
const findEntries = sqlText<EntryKey & { readonly limit: number }, CheckedEntry>(`
  select ledger_entries.merchant_id as merchantId, ledger_entries.at,
    ledger_entries.order_id as orderId, ledger_entries.seq, number, ${entryPlaces.from} as "from",
    ${entryPlaces.to} as "to", ledger_entries.amount, ledger_entries.fee,
    (events.at is not ledger_entries.at or (
      events.name <> 'adjusted'
      and coalesce(collections.merchant_id, payouts.merchant_id) is not ledger_entries.merchant_id
    )) and not exists (
      select 1 from archived_orders cross join json_each(booked) as booked
      where archived_orders.id = ledger_entries.order_id
        and archived_orders.merchant_id = ledger_entries.merchant_id and ${bookedAt} = ledger_entries.at
    ) as isStray
  from ledger_entries
  left join events on events.order_id = ledger_entries.order_id
    and events.seq = ledger_entries.seq
  left join collections on collections.id = ledger_entries.order_id
  left join payouts on payouts.id = ledger_entries.order_id
  where (${key}) > (:merchantId, :at, :orderId, :seq, :number)
  order by ${key} limit :limit
`)
