import type { DayStand, Sum } from '../../rules/books/check-sums.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { type RawRow, rowsOf, sqlText } from '../sql-text.ts'
import { type BookStep, isAtStep } from './book-passes.ts'
import {
  addingUp,
  balancesBetween,
  type CarriedSum,
  carriedSums,
  sumsOfBalances,
} from './book-sums.ts'

/** A place among the entries: the key of one. A step begins behind it. */
export type EntryPlace = Readonly<
  Record<'lastMerchant' | 'lastAt' | 'lastId' | 'lastSeq' | 'lastNumber', number>
>

/** Up to which entry a step reads, and whether that is the last one of its merchant. */
export type EntryEnd = Readonly<
  Record<'toMerchant' | 'toAt' | 'toId' | 'toSeq' | 'toNumber', number>
> & { readonly isWhole: boolean }

const key = 'merchant_id, at, order_id, seq, number'
const from = `(${key}) > (:lastMerchant, :lastAt, :lastId, :lastSeq, :lastNumber)`
const span = `${from} and (${key}) <= (:toMerchant, :toAt, :toId, :toSeq, :toNumber)`

const most = Number.MAX_SAFE_INTEGER

/** Stands for no end: no merchant has an id so high. */
export const endOfMerchants = most - 1

/**
 * Where a step of about `count` entries ends: with the last entry of a merchant, or, where the first merchant has more
 * than that, among its entries.
 */
export async function endOfEntries(
  db: MerchantDatabase,
  place: EntryPlace,
  count: number,
): Promise<EntryEnd> {
  const { lastMerchant, lastAt, lastId, lastSeq, lastNumber } = place
  const begin = { lastMerchant, lastAt, lastId, lastSeq, lastNumber }
  const [[stop], [last]] = await rowsOf(db, [
    findStop({ ...begin, count, none: most }),
    findLast({ ...begin, count: count - 1 }),
  ] as const)
  const next = stop?.merchantId ?? most
  if (next > lastMerchant || last === undefined) {
    const toMerchant = next - 1
    return { isWhole: true, toMerchant, toAt: most, toId: most, toSeq: most, toNumber: most }
  }
  return { isWhole: false, toMerchant: lastMerchant, ...last }
}

// The first merchant that a step of so many entries, or balances, does not come to the end of.
const findStop = sqlText<
  EntryPlace & { readonly count: number; readonly none: number },
  { readonly merchantId: number }
>(`
  select min(
    coalesce((
      select merchant_id from ledger_entries where ${from} order by ${key} limit 1 offset :count
    ), :none),
    coalesce((
      select merchant_id from balances where merchant_id > :lastMerchant order by merchant_id
      limit 1 offset :count
    ), :none)
  ) as merchantId
`)

// With the merchant outside the comparison: together they are read from the merchant's first entry on.
const findLast = sqlText<
  EntryPlace & { readonly count: number },
  Readonly<Record<'toAt' | 'toId' | 'toSeq' | 'toNumber', number>>
>(`
  select at as toAt, order_id as toId, seq as toSeq, number as toNumber
  from ledger_entries
  where merchant_id = :lastMerchant
    and (at, order_id, seq, number) > (:lastAt, :lastId, :lastSeq, :lastNumber)
  order by ${key} limit 1 offset :count
`)

/** What was moved in a merchant's channel on a day, or what stood at a day's end. */
export type DayMoved = DayStand & { readonly merchantId: number; readonly channel: string }
export type DayKept = DayStand & { readonly merchantId: number }

/** An entry that follows from no event of an order of its merchant. */
export type StrayEntry = Readonly<
  Record<'merchantId' | 'orderId' | 'seq' | 'number' | 'amount', number>
> &
  Readonly<Record<'from' | 'to', string>>

/** What a step has read, in one transaction. */
export type EntriesPage = {
  readonly moved: readonly DayMoved[]
  readonly count: number
  readonly strays: readonly StrayEntry[]
  /** The days whose ends the step has come past, oldest first. */
  readonly days: readonly DayKept[]
  readonly balances: readonly Sum[]
  readonly carried: readonly CarriedSum[]
}

/** Reads what a step adds up, and what it is compared with. `rowsMax` bounds the days and strays. */
export async function readEntries(
  db: MerchantDatabase,
  place: EntryPlace,
  end: EntryEnd,
  rowsMax: number,
): Promise<EntriesPage> {
  const { lastMerchant, lastAt, lastId, lastSeq, lastNumber } = place
  const { toMerchant, toAt, toId, toSeq, toNumber, isWhole } = end
  const begin = { lastMerchant, lastAt, lastId, lastSeq, lastNumber }
  const within = { ...begin, toMerchant, toAt, toId, toSeq, toNumber }
  const bounds = { lastMerchant, toMerchant, limit: rowsMax }
  const firstDay = dayOf(lastAt)
  const [moved, strays, days, balances, carried] = await rowsOf(db, [
    sumMoved(within),
    findStrays({ ...within, limit: rowsMax }),
    readDays({ ...bounds, firstDay, lastDay: isWhole ? most : dayOf(toAt) - 1 }),
    balancesBetween({ lastMerchant, toMerchant }),
    carriedSums({}),
  ] as const)
  const count = moved.reduce((sum, one) => sum + one.count, 0)
  return {
    moved,
    count,
    strays,
    days,
    balances: sumsOfBalances(balances satisfies readonly RawRow[]),
    carried,
  }
}

// In Asia/Taipei, as the statements below have it.
const dayOf = (at: number) => Math.floor((at + 28_800) / 86_400)

const netOf = (bucket: string) => `
  sum(iif(to_bucket = '${bucket}', amount, 0) - iif(from_bucket = '${bucket}', amount, 0)) as ${bucket}`

type Within = EntryPlace & Omit<EntryEnd, 'isWhole'>

const sumMoved = sqlText<Within, DayMoved & { readonly count: number }>(`
  select merchant_id as merchantId, (at + 28800) / 86400 as day, channel, count(*) as count,
    ${netOf('available')}, ${netOf('frozen')}, ${netOf('unconfirmed')}
  from ledger_entries where ${span}
  group by merchant_id, (at + 28800) / 86400, channel
  order by merchant_id, (at + 28800) / 86400
`)

// An entry of an event is read with its order; one that no event leads to is found here alone.
const findStrays = sqlText<Within & { readonly limit: number }, StrayEntry>(`
  select ledger_entries.merchant_id as merchantId, ledger_entries.order_id as orderId,
    ledger_entries.seq, number, ledger_entries.amount, from_bucket as "from", to_bucket as "to"
  from ledger_entries
  left join events on events.order_id = ledger_entries.order_id
    and events.seq = ledger_entries.seq
  left join collections on collections.id = ledger_entries.order_id
  left join payouts on payouts.id = ledger_entries.order_id
  where (
    ledger_entries.merchant_id, ledger_entries.at, ledger_entries.order_id, ledger_entries.seq, number
  ) > (:lastMerchant, :lastAt, :lastId, :lastSeq, :lastNumber)
    and (
      ledger_entries.merchant_id, ledger_entries.at, ledger_entries.order_id, ledger_entries.seq, number
    ) <= (:toMerchant, :toAt, :toId, :toSeq, :toNumber)
    and (
      events.at is not ledger_entries.at or (
        events.name <> 'adjusted'
        and coalesce(collections.merchant_id, payouts.merchant_id) is not ledger_entries.merchant_id
      )
    )
  limit :limit
`)

const readDays = sqlText<
  Readonly<Record<'lastMerchant' | 'firstDay' | 'toMerchant' | 'lastDay' | 'limit', number>>,
  DayKept
>(`
  select merchant_id as merchantId, day, available, frozen, unconfirmed from ledger_days
  where (merchant_id, day) >= (:lastMerchant, :firstDay)
    and (merchant_id, day) <= (:toMerchant, :lastDay)
  order by merchant_id, day limit :limit
`)

/**
 * Adds the entries of a step to what is carried on, and says by how much the last day's row was off: in the batch that
 * moves the pass behind them.
 */
export function carryEntries(
  step: BookStep,
  place: EntryPlace,
  end: EntryEnd,
  off: readonly CarriedSum[],
): readonly Statement[] {
  const { lastMerchant, lastAt, lastId, lastSeq, lastNumber } = place
  const { toMerchant, toAt, toId, toSeq, toNumber } = end
  const begin = { lastMerchant, lastAt, lastId, lastSeq, lastNumber }
  const within = { ...begin, toMerchant, toAt, toId, toSeq, toNumber }
  return [addEntries({ ...within, ...step }), setSums({ sums: JSON.stringify(off), ...step })]
}

const addEntries = sqlText<Within & BookStep>(`
  insert into book_sums (channel, name, count, amount)
  select channel, name, count(*), sum(amount) from (
    select channel, to_bucket as name, amount from ledger_entries where ${span}
    union all select channel, from_bucket, -amount from ledger_entries where ${span}
  )
  where ${isAtStep}
  group by channel, name ${addingUp}
`)

const setSums = sqlText<BookStep & { readonly sums: string }>(`
  insert into book_sums (channel, name, count, amount)
  select value ->> 'channel', value ->> 'name', value ->> 'count', value ->> 'amount'
  from json_each(:sums) where ${isAtStep}
  on conflict (channel, name) do update set amount = excluded.amount
`)
