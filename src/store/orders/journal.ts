import { and, asc, desc, eq, gt, gte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Bucket, LedgerEntry } from '../../rules/accounts/ledger.ts'
import type { TallyChange } from '../../rules/accounts/tally.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { OrderEvent } from '../../rules/orders/order-events.ts'
import type { Coverage } from '../../rules/orders/steps.ts'
import type { BookedEntry, LedgerCursor } from '../../rules/views/ledger-view.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { isUnchanged } from '../merchants/merchants.ts'
import { placeholders, prepared } from '../prepared.ts'
import { balances, collections, events, ledgerEntries, payouts } from '../schema.ts'

/**
 * Appends an event. A second one with its order and `seq` breaks the primary key, and with it the whole batch. Guarded
 * by `merchant_changed` (decisions §2, "Freshness") and, with a coverage, by `not_covered`.
 */
export function appendEvent(
  db: MerchantDatabase,
  event: OrderEvent,
  merchant: Pick<Merchant, 'id' | 'version'>,
  coverage: Coverage | null,
): Statement {
  return insertEvent[coverage?.of ?? 'nothing'](db, {
    ...event,
    name: event.fact.name,
    merchantId: merchant.id,
    version: merchant.version,
    atLeast: coverage?.atLeast ?? 0,
  })
}

const eventRow = placeholders(events)
const owner = { id: sql.placeholder('merchantId'), version: sql.placeholder('version') }

// By the money that the merchant must have.
const insertEvent = {
  nothing: insertGuarded(null),
  available: insertGuarded(sql`${balances.available}`),
  held: insertGuarded(sql`${balances.available} + ${balances.frozen}`),
} satisfies Record<Coverage['of'] | 'nothing', unknown>

function insertGuarded(money: SQL | null) {
  const mine = eq(balances.merchantId, owner.id)
  const sum = sql`(select coalesce(sum(${money}), 0) from ${balances} where ${mine})`
  const covered = money === null ? {} : { not_covered: gte(sum, sql.placeholder('atLeast')) }
  const refused = refusedUnless({ merchant_changed: isUnchanged(owner), ...covered })
  return prepared((db) => db.insert(events).values({ ...eventRow, refused }))
}

/** The effect of an event on the books of a merchant's channel. */
export type Posting = {
  readonly merchantId: number
  readonly channel: string
  readonly event: OrderEvent
  readonly entries: readonly LedgerEntry[]
  /** The sum of the entries for each bucket. */
  readonly changes: Readonly<Record<Bucket, number>>
  readonly tallies: readonly TallyChange[]
  /** By how much it changes the number of orders that are settled without a transaction. */
  readonly unbacked: number
  /** Bytes of the texts that a new order brings; 0 for any other step. */
  readonly keptBytes: number
}

/** Books an event: its ledger entries, and the balances and tallies they change. */
export function bookEvent(db: MerchantDatabase, posting: Posting): readonly Statement[] {
  const { merchantId, channel, event, entries } = posting
  const { orderId, seq, at } = event
  const rows = entries.map((entry, index) => {
    return { merchantId, channel, orderId, seq, at, number: index + 1, ...entry }
  })
  return [...rows.map((row) => insertEntry(db, row)), ...changeBalance(db, posting)]
}

const insertEntry = prepared<typeof ledgerEntries.$inferSelect>((db) =>
  db.insert(ledgerEntries).values(placeholders(ledgerEntries)),
)

/** The events of an order, oldest first. */
export async function eventsOf(
  db: MerchantDatabase,
  orderId: number,
): Promise<readonly OrderEvent[]> {
  const rows = await db
    .select()
    .from(events)
    .where(eq(events.orderId, orderId))
    .orderBy(asc(events.seq))
  return rows.map(({ name: _name, refused: _refused, ...event }) => event)
}

/** A merchant's ledger entries with their events and orders, newest first, those before the one that `before` names. */
export async function entriesOf(
  db: MerchantDatabase,
  merchantId: number,
  before: LedgerCursor | null,
  limit: number,
): Promise<readonly BookedEntry[]> {
  const { at, orderId, seq, number } = ledgerEntries
  const older =
    before === null
      ? undefined
      : sql`(${at}, ${orderId}, ${seq}, ${number})
          < (${before.at}, ${before.orderId}, ${before.seq}, ${before.number})`
  const { tradeNo, merchantOrderNo } = collections
  const rows = await db
    .select({
      entry: ledgerEntries,
      event: { actor: events.actor, fact: events.fact },
      collection: { tradeNo, merchantOrderNo, number: collections.orderid },
      payout: {
        tradeNo: payouts.tradeNo,
        merchantOrderNo: payouts.merchantOrderNo,
        number: payouts.serialNo,
      },
    })
    .from(ledgerEntries)
    // Each finds one row at most, by its key. An adjustment is of no order.
    .innerJoin(events, and(eq(events.orderId, orderId), eq(events.seq, seq)))
    .leftJoin(collections, eq(collections.id, orderId))
    .leftJoin(payouts, eq(payouts.id, orderId))
    .where(and(eq(ledgerEntries.merchantId, merchantId), older))
    .orderBy(desc(at), desc(orderId), desc(seq), desc(number))
    .limit(limit)
  return rows.map(({ entry, event, collection, payout }) => ({
    ...entry,
    ...event,
    order: collection
      ? { type: 'collection', ...collection }
      : payout && { type: 'payout', ...payout },
  }))
}

/** A merchant's balance in one channel, in hundredths, with its tallies. */
export type Balance = Omit<BalanceRow, 'merchantId' | 'keptBytes' | 'day' | 'refused'>

type BalanceRow = typeof balances.$inferSelect

/** A merchant's balances, one for each channel it has used. */
export async function balancesOf(
  db: MerchantDatabase,
  merchantId: number,
): Promise<readonly Balance[]> {
  return db.select().from(balances).where(eq(balances.merchantId, merchantId))
}

function changeBalance(db: MerchantDatabase, posting: Posting): readonly Statement[] {
  const changes = changesOf(posting)
  const names = sumNames.filter((name) => changes[name] !== 0)
  if (names.length === 0) return []
  const { merchantId, channel, event, keptBytes } = posting
  const row = { ...changes, merchantId, channel, keptBytes, day: taipeiDay(event.at) }
  return [additionTo(names)(db, row)]
}

type Addition = ReturnType<typeof prepared<Omit<BalanceRow, 'refused'>>>

// By the columns they change: a handful, because each kind of step changes its own.
const additions = new Map<string, Addition>()

function additionTo(names: readonly (keyof Sums)[]): Addition {
  const key = names.join()
  const known = additions.get(key)
  if (known !== undefined) return known
  const addition: Addition = prepared((db) => {
    const { merchantId, channel, keptBytes, day, ...sums } = placeholders(balances)
    const written = sumNames.map((name) => [name, names.includes(name) ? sums[name] : sql`0`])
    const added = names.map((name) => [name, sql`${balances[name]} + ${given(balances[name])}`])
    return db
      .insert(balances)
      .values({ ...Object.fromEntries(written), merchantId, channel, keptBytes, day })
      .onConflictDoUpdate({
        target: [balances.merchantId, balances.channel],
        set: { ...Object.fromEntries(added), ...ofThatDay },
      })
  })
  additions.set(key, addition)
  return addition
}

// The first change of a day closes the day before it, and a late one corrects closed days: triggers of `day` do both.
// The bytes are those of the newest day: an order that is written late counts for it.
const ofThatDay = {
  keptBytes: sql`iif(${balances.day} < ${given(balances.day)}, 0, ${balances.keptBytes})
    + ${given(balances.keptBytes)}`,
  day: given(balances.day),
}

/**
 * Breaks a batch with `over_quota` when the merchant's orders have brought more than `bytesMax` bytes of texts that
 * day; writes nothing otherwise. It comes before the statement that counts the new order.
 */
export const requireQuota = prepared<Readonly<Record<'merchantId' | 'day' | 'bytesMax', number>>>(
  (db) => {
    const mine = eq(balances.merchantId, sql.placeholder('merchantId'))
    const sinceThatDay = and(mine, gte(balances.day, sql.placeholder('day')))
    const kept = sql`(select sum(${balances.keptBytes}) from ${balances} where ${sinceThatDay})`
    return db
      .update(balances)
      .set({ refused: 'over_quota' })
      .where(and(mine, gt(kept, sql.placeholder('bytesMax'))))
  },
)

// The value that the insert would have written.
function given({ name }: SQLiteColumn): SQL {
  return sql`excluded.${sql.identifier(name)}`
}

type Sums = Omit<Balance, 'channel'>

function changesOf({ changes: buckets, tallies, unbacked }: Posting): Sums {
  const changes: Record<keyof Sums, number> = { ...zeroes, ...buckets, unbackedCount: unbacked }
  for (const { tally, count, amount } of tallies) {
    changes[`${tally}Count`] += count
    changes[`${tally}Amount`] += amount
  }
  return changes
}

const zeroes: Sums = {
  available: 0,
  frozen: 0,
  unconfirmed: 0,
  collectionPendingCount: 0,
  collectionPendingAmount: 0,
  collectionSucceededCount: 0,
  collectionSucceededAmount: 0,
  collectionManualCount: 0,
  collectionManualAmount: 0,
  payoutPendingCount: 0,
  payoutPendingAmount: 0,
  payoutProcessedCount: 0,
  payoutProcessedAmount: 0,
  payoutCancelledCount: 0,
  payoutCancelledAmount: 0,
  unbackedCount: 0,
}

const sumNames = Object.keys(zeroes) as (keyof Sums)[]
