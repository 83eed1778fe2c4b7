import { and, asc, desc, eq, getTableColumns, gte, sql } from 'drizzle-orm'
import type { EntryKind, LedgerEntry, MoneyChanges } from '../../rules/accounts/ledger.ts'
import type { TallyChange } from '../../rules/accounts/tally.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { OrderEvent } from '../../rules/orders/order-events.ts'
import type { Order } from '../../rules/orders/orders.ts'
import type { Coverage } from '../../rules/orders/steps.ts'
import type { StatementSums } from '../../rules/settlement/statement-sums.ts'
import type { Credit } from '../../rules/settlement/withdrawable.ts'
import type { BookedEntry, EntryPosition } from '../../rules/views/ledger-view.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { creditsAfter, firstCredits, withdrawableOf } from '../accounts/credits.ts'
import { sumColumns, tallyColumns } from '../accounts/ledger-columns.ts'
import { placeColumns, storedEntry } from '../accounts/stored-entries.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { isUnchanged } from '../merchants/merchants.ts'
import { balances, collections, events, ledgerEntries, merchants, payouts } from '../schema.ts'
import { insertText, type RawRow, rowReader, sqlText } from '../sql-text.ts'
import { unpaidCreation, withCreation } from './creation-events.ts'

/**
 * Appends an event. A second one with its order and `seq` breaks the primary key, and the whole batch. Guarded by
 * `merchant_changed` (decisions §2, "Freshness"), also if the order has been archived, and, with a coverage, by
 * `not_covered`.
 */
export function appendEvent(
  event: OrderEvent,
  merchant: Pick<Merchant, 'id' | 'version'>,
  coverage: Coverage | null,
): Statement {
  const values = {
    ...event,
    name: event.fact.name,
    fact: JSON.stringify(event.fact),
    merchantId: merchant.id,
    version: merchant.version,
    atLeast: coverage?.atLeast ?? 0,
    unsettledFrom: coverage?.of === 'withdrawable' ? coverage.unsettledFrom : 0,
  }
  return { ...insertEvent[coverage?.of ?? 'nothing'](values), trace: findEvent(values) }
}

type EventValues = Omit<OrderEvent, 'fact'> &
  Readonly<Record<'name' | 'fact', string>> &
  Readonly<Record<'merchantId' | 'version' | 'atLeast' | 'unsettledFrom', number>>

const merchantHas = (money: string) =>
  `(select coalesce(sum(${money}), 0) from balances where merchant_id = :merchantId) >= :atLeast`

// The order may have been archived since it was read. Unlike the table, the index counts no row without a match.
const isAsRead = `${isUnchanged} and not exists (
  select 1 from archived_orders indexed by archived_orders_by_merchant
  where merchant_id = :merchantId and id = :orderId
)`

// By the kind of money that the merchant must have.
const insertEvent = {
  nothing: insertGuarded({ merchant_changed: isAsRead }),
  available: insertGuarded({ merchant_changed: isAsRead, not_covered: merchantHas('available') }),
  available_and_frozen: insertGuarded({
    merchant_changed: isAsRead,
    not_covered: merchantHas('available + frozen'),
  }),
  withdrawable: insertGuarded({
    merchant_changed: isAsRead,
    not_covered: `${withdrawableOf(':merchantId', ':unsettledFrom')} >= :atLeast`,
  }),
} satisfies Record<Coverage['of'] | 'nothing', unknown>

function insertGuarded(guards: Parameters<typeof refusedUnless>[0]) {
  return sqlText<EventValues>(`
    insert into events (order_id, seq, name, from_state, to_state, actor, at, fact, refused)
    values (
      :orderId, :seq, :name, :from, :to, :actor, :at, :fact, ${refusedUnless(guards)}
    )
  `)
}

// One person has made both of two equal moves within a second, so either answer is right.
const findEvent = sqlText<EventValues>(`
  select 1 from events
  where order_id = :orderId and seq = :seq
    and name = :name and actor = :actor and at = :at and fact = :fact
`)

/** The effect of an event on the books of a merchant's channel. */
export type Booking = {
  readonly merchantId: number
  readonly channel: string
  readonly event: OrderEvent
  readonly kind: EntryKind
  readonly entries: readonly LedgerEntry[]
  /** The sums of the entries by bucket, and of their fees. */
  readonly changes: Readonly<MoneyChanges>
  /** The entries' part of their statement's sums. */
  readonly sums: StatementSums
  readonly tallies: readonly TallyChange[]
  readonly credit: Credit | null
  /** The change of the number of orders settled without a transaction. */
  readonly unbacked: number
  /** The text bytes of a new order; 0 for any other step. */
  readonly keptBytes: number
}

/** Books an event: its ledger entries, and the balances and tallies they change. */
export function bookEvent(booking: Booking): readonly Statement[] {
  const { merchantId, channel, event, kind, entries } = booking
  const { orderId, seq, at } = event
  const rows = entries.map((entry, index) => {
    return { merchantId, channel, orderId, seq, at, number: index + 1, ...storedEntry(entry, kind) }
  })
  return [...rows.map(insertEntry), ...changeBalance(booking)]
}

// An entry belongs to the statement that is open when it is written, whatever was read before (fees §4).
const insertEntry = insertText<Omit<typeof ledgerEntries.$inferSelect, 'statement'>>(`
  insert into ledger_entries (
    merchant_id, at, order_id, seq, number, channel, from_bucket, to_bucket, amount, fee, kind, statement
  )
  values (
    :merchantId, :at, :orderId, :seq, :number, :channel, :from, :to, :amount, :fee, :kind,
    (select statement from merchants where id = :merchantId)
  )
`)

/** The events of an order, oldest first, with the creation that its row may imply. */
export async function eventsOf(
  db: MerchantDatabase,
  { id, merchantId, amount, createdAt }: Pick<Order, 'id' | 'merchantId' | 'amount' | 'createdAt'>,
): Promise<readonly OrderEvent[]> {
  const rows = await db
    .select({ uid: merchants.uid, event: events })
    .from(merchants)
    .leftJoin(events, eq(events.orderId, id))
    .where(eq(merchants.id, merchantId))
    .orderBy(asc(events.seq))
  const stored = rows.flatMap(({ event }) => {
    if (event === null) return []
    const { name: _name, refused: _refused, ...rest } = event
    return [rest]
  })
  const actor = rows[0]?.uid ?? ''
  return withCreation<OrderEvent>(stored, {
    ...unpaidCreation(amount),
    orderId: id,
    actor,
    at: createdAt,
  })
}

/** A statement, with the earliest time of its entries (UTC seconds). */
type StatementSpan = { readonly number: number; readonly from: number }

/**
 * A merchant's ledger entries with their events and orders, newest first, before the entry `before`, of one statement
 * if `of` is given; `total` on the newest entry is all the merchant's money now.
 */
export async function entriesOf({
  db,
  merchantId,
  before,
  limit,
  span,
}: {
  readonly db: MerchantDatabase
  readonly merchantId: number
  readonly before: EntryPosition | null
  readonly limit: number
  readonly span?: StatementSpan
}): Promise<readonly BookedEntryRow[]> {
  const { at, orderId, seq, number, channel, amount, fee, kind } = ledgerEntries
  const isOf = span && and(gte(at, span.from), eq(ledgerEntries.statement, span.number))
  const older =
    before === null
      ? undefined
      : sql`(${at}, ${orderId}, ${seq}, ${number})
          < (${before.at}, ${before.orderId}, ${before.seq}, ${before.number})`
  const { tradeNo, merchantOrderNo } = collections
  const now = sql<number>`(
    select sum(available + frozen + unconfirmed) from balances where merchant_id = ${merchantId}
  )`
  const rows = await db
    .select({
      total: before === null ? now : sql<null>`null`,
      entry: { at, orderId, seq, number, channel, amount, fee, kind, ...placeColumns },
      event: { actor: events.actor, fact: events.fact },
      collection: { tradeNo, merchantOrderNo, number: collections.orderid },
      payout: {
        tradeNo: payouts.tradeNo,
        merchantOrderNo: payouts.merchantOrderNo,
        number: payouts.serialNo,
      },
    })
    .from(ledgerEntries)
    // Each join finds at most one row, by its key; none for an adjustment or an archived order.
    .leftJoin(events, and(eq(events.orderId, orderId), eq(events.seq, seq)))
    .leftJoin(collections, eq(collections.id, orderId))
    .leftJoin(payouts, eq(payouts.id, orderId))
    .where(and(eq(ledgerEntries.merchantId, merchantId), older, isOf))
    .orderBy(desc(at), desc(orderId), desc(seq), desc(number))
    .limit(limit)
  return rows.map(({ total, entry, event, collection, payout }) => ({
    ...entry,
    actor: event?.actor ?? '',
    fact: event?.fact ?? null,
    total,
    order: collection
      ? { type: 'collection', ...collection }
      : payout && { type: 'payout', ...payout },
  }))
}

/** An entry; if it is archived, without its event and order. */
type BookedEntryRow = Omit<BookedEntry, 'fact'> &
  Pick<typeof ledgerEntries.$inferSelect, 'kind'> & {
    readonly fact: BookedEntry['fact'] | null
    readonly total: number | null
  }

/** A merchant's balance in one channel, in hundredths, with its tallies. */
type Balance = Omit<BalanceRow, 'merchantId' | 'keptBytes' | 'day' | 'refused'>

type BalanceRow = typeof balances.$inferSelect

/** Selects a merchant's balances, one per used channel; `balanceOf` reads a row. */
export const balancesOf = sqlText<{ readonly merchantId: number }, RawRow>(
  'select * from balances where merchant_id = :merchantId',
)

export const balanceOf: (row: RawRow) => Balance = rowReader(balances)

function changeBalance(booking: Booking): readonly Statement[] {
  const changes = changesOf(booking)
  if (Object.values(changes).every((change) => change === 0)) return []
  const { merchantId, channel, event, keptBytes, credit } = booking
  const change = { ...changes, merchantId, channel, keptBytes, day: taipeiDay(event.at) }
  if (credit === null || credit.amount === 0) return [addToBalance(change)]
  const { day, amount: creditAmount } = credit
  return [creditBalance({ ...change, creditDay: String(day), creditAmount })]
}

const summed: readonly string[] = [...sumColumns, ...tallyColumns]
const changed = Object.entries(getTableColumns(balances))
  .filter(([, { name }]) => summed.includes(name))
  .map(([parameter, { name }]) => ({ parameter, name }))

// The triggers of `day` close the previous day with a day's first change, and correct closed days with a late one. The
// bytes are those of the newest day, to which a late order counts.
const addToBalance = insertText<BalanceChange>(balanceText('', '', ''))
const creditBalance = insertText<BalanceChange & { creditDay: string; creditAmount: number }>(
  balanceText(', credits', `, ${firstCredits}`, `credits = ${creditsAfter},`),
)

type BalanceChange = Omit<BalanceRow, 'refused' | 'credits'>

function balanceText(column: string, first: string, after: string): string {
  return `
    insert into balances (
      merchant_id, channel, day, kept_bytes, ${changed.map(({ name }) => name).join(', ')}${column}
    )
    values (
      :merchantId, :channel, :day, :keptBytes,
      ${changed.map(({ parameter }) => `:${parameter}`).join(', ')}${first}
    )
    on conflict (merchant_id, channel) do update set
      kept_bytes = iif(day < excluded.day, 0, kept_bytes) + excluded.kept_bytes,
      ${changed.map(({ name, parameter }) => `${name} = ${name} + :${parameter},`).join(' ')}
      ${after}
      day = excluded.day
  `
}

/**
 * Breaks a batch with `over_quota` if the texts of the merchant's orders exceed `bytesMax` bytes that day; writes
 * nothing otherwise. Comes before the statement that counts the new order.
 */
export const requireQuota = sqlText<Readonly<Record<'merchantId' | 'day' | 'bytesMax', number>>>(`
  update balances set refused = 'over_quota'
  where merchant_id = :merchantId and :bytesMax < (
    select sum(kept_bytes) from balances where merchant_id = :merchantId and day >= :day
  )
`)

type Sums = Omit<Balance, 'channel' | 'credits'>

function changesOf({ kind, changes: money, sums, tallies, unbacked }: Booking): Sums {
  const { fees, ...buckets } = money
  const changes: Record<keyof Sums, number> = { ...zeroes, ...buckets, unbackedCount: unbacked }
  changes[feeColumns[kind]] = fees
  changes.movedCollections = sums.collections
  changes.movedPayouts = sums.payouts
  changes.movedReturned = sums.returned
  changes.movedWithdrawn = sums.withdrawn
  changes.movedCorrections = sums.corrections
  for (const { tally, count, amount } of tallies) {
    changes[`${tally}Count`] += count
    changes[`${tally}Amount`] += amount
  }
  return changes
}

const feeColumns = {
  collection: 'collectionFees',
  payout: 'payoutFees',
  withdrawal: 'withdrawalFees',
  correction: 'correctedFees',
} as const

const zeroes = Object.fromEntries(changed.map(({ parameter }) => [parameter, 0])) as Sums
