import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { MerchantDatabase } from '../database.ts'
import { isOneOf } from '../is-one-of.ts'
import { isOwnedBy } from '../merchants/merchants.ts'
import type { OrderLookup } from '../orders/order-lookup.ts'
import { archivedOrders, archiveObjects } from '../schema.ts'
import { type Query, type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'
import type { ArchivedOrder, ArchiveObject } from './archive-objects.ts'

const digits = `'0123456789ABCDEFGHJKMNPQRSTVWXYZ'`
const bitsOfDigits = [50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 0]
const digitAt = (bits: number) => `substr(${digits}, 1 + (archived_orders.id >> ${bits} & 31), 1)`
const idDigits = bitsOfDigits.map(digitAt).join(' || ')

/** The transaction number of an archived order, in SQL (`tradeNo` of the rules). */
export const archivedTradeNo = `(iif(archived_orders.id % 2 = 0, 'C', 'P') || ${idDigits}
    || archived_orders.secret)`

// The archived order whose transaction number is the text. For other texts the sum is an arbitrary id.
function isOfTradeNo(text: string): string {
  const bitsAt = (bits: number, place: number) =>
    `(instr(${digits}, substr(${text}, ${place + 2}, 1)) - 1 << ${bits})`
  const id = bitsOfDigits.map(bitsAt).join(' + ')
  return `archived_orders.id = ${id} and number = '' and ${archivedTradeNo} = ${text}`
}

export async function archivedAmong(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<readonly ArchivedOrder[]> {
  if (ids.length === 0) return []
  return db.select().from(archivedOrders).where(isOneOf(archivedOrders.id, ids))
}

/** The archived order that pays a link, or null. */
export async function archivedOfLink(
  db: MerchantDatabase,
  linkId: number,
): Promise<ArchivedOrder | null> {
  const isOf = sql`${archivedOrders.linkId} = ${linkId} and ${archivedOrders.linkId} is not null`
  return (await db.select().from(archivedOrders).where(isOf).get()) ?? null
}

/**
 * The archived orders to list: of one merchant or all, of one kind or both, within a range of ids. For one merchant,
 * those with a number; for all, those whose callback was given up.
 */
export type ArchivedSpan = {
  readonly merchantId?: number
  readonly merchantUid?: string | undefined
  readonly ownNo?: string | undefined
  readonly merchantOrderNo?: string | undefined
  readonly undelivered?: boolean | undefined
  readonly kind?: 'collection' | 'payout' | undefined
  readonly from: number
  readonly before: number
  readonly limit: number
  readonly oldestFirst?: boolean | undefined
}

/** A page of archived orders, newest first, or oldest first where the span says so. */
export async function archivedPage(
  db: MerchantDatabase,
  { merchantId, kind, from, before, limit, oldestFirst = false, ...narrowed }: ArchivedSpan,
): Promise<readonly ArchivedOrder[]> {
  const { id } = archivedOrders
  const isOf =
    merchantId === undefined
      ? isNarrowed(narrowed, { from, before, limit, oldestFirst })
      : eq(archivedOrders.merchantId, merchantId)
  const isKind = kind && sql`${id} % 2 = ${kind === 'payout' ? 1 : 0}`
  return db
    .select()
    .from(archivedOrders)
    .where(and(lt(id, before), gte(id, from), isOf, isKind))
    .orderBy(oldestFirst ? asc(id) : desc(id))
    .limit(limit)
}

type SpanNarrowing = Pick<ArchivedSpan, 'merchantUid' | 'ownNo' | 'merchantOrderNo' | 'undelivered'>

function isNarrowed(
  { merchantUid: uid, ownNo, merchantOrderNo: otherNo, undelivered }: SpanNarrowing,
  {
    from,
    before,
    limit,
    oldestFirst,
  }: Pick<ArchivedSpan, 'from' | 'before' | 'limit' | 'oldestFirst'>,
): SQL | undefined {
  const { id, merchantId, merchantOrderNo } = archivedOrders
  if (uid === undefined) return undelivered === true ? sql`undelivered = 1` : undefined
  const owned = isOwnedBy(merchantId, uid)
  if (ownNo !== undefined) return sql`${id} in (${ofOwnNo(owned, ownNo)})`
  if (otherNo === undefined) return owned
  // The index of merchants' numbers omits those that equal the order's own number.
  const others = [0, 1].map((paid) => {
    const within = and(owned, eq(merchantOrderNo, otherNo), lt(id, before), gte(id, from))
    return sql`select * from (
      select id from archived_orders indexed by archived_orders_merchant_order_no
      where ${within} and ${merchantOrderNo} is not null and paid = ${paid}
      order by id ${sql.raw(oldestFirst ? 'asc' : 'desc')} limit ${limit}
    )`
  })
  return sql`${id} in (${sql.join([ofOwnNo(owned, otherNo), ...others], sql` union all `)})`
}

function ofOwnNo(owned: SQL, ownNo: string): SQL {
  const { number } = archivedOrders
  return sql`
    select id from archived_orders indexed by archived_orders_number
    where ${and(owned, eq(number, ownNo))} and ${number} <> ''
    union all
    select archived_orders.id from (select ${ownNo} as trade_no) as request cross join archived_orders
    where ${owned} and ${sql.raw(isOfTradeNo('trade_no'))}`
}

/**
 * The archived orders that a status lookup of a merchant and kind may mean: the named one, or those with the number. Of
 * a merchant's number, which may repeat, only the newest paid and unpaid one.
 */
export async function archivedByNumbers(
  db: MerchantDatabase,
  owned: { readonly merchantId: number; readonly kind: 'collection' | 'payout' },
  lookup: OrderLookup,
): Promise<readonly ArchivedOrder[]> {
  const [found] = await rowsOf(db, [archivedNumbered(owned, lookup)] as const)
  return found.map(archivedOrderOf)
}

/** The query of these orders for a batch; `archivedOrderOf` reads a row. */
export function archivedNumbered(
  { merchantId, kind }: { readonly merchantId: number; readonly kind: 'collection' | 'payout' },
  { ref, ownNo, merchantOrderNo, ownOrMerchantNo }: OrderLookup,
): Query<RawRow> {
  const number = ownNo ?? merchantOrderNo ?? ownOrMerchantNo ?? ''
  const values = { merchantId, bit: kind === 'payout' ? 1 : 0, id: ref?.id ?? 0, number }
  const select = ref !== undefined ? byId : ownNo !== undefined ? byOwnNo : byEither
  return select(values)
}

export const archivedOrderOf: (row: RawRow) => ArchivedOrder = rowReader(archivedOrders)

type NumberLookup = Readonly<Record<'merchantId' | 'bit' | 'id', number>> & {
  readonly number: string
}

const byId = sqlText<NumberLookup, RawRow>(
  'select * from archived_orders where id = :id and merchant_id = :merchantId and id % 2 = :bit',
)

const ofNumber = `
  select * from archived_orders
  where merchant_id = :merchantId and number = :number and number <> '' and id % 2 = :bit
  union all
  select * from archived_orders
  where merchant_id = :merchantId and ${isOfTradeNo(':number')} and id % 2 = :bit
`

const byOwnNo = sqlText<NumberLookup, RawRow>(ofNumber)

const newest = (paid: 0 | 1) => `select * from (
  select * from archived_orders where merchant_id = :merchantId and merchant_order_no = :number
    and paid = ${paid} and id % 2 = :bit order by id desc limit 1
)`

const byEither = sqlText<NumberLookup, RawRow>(
  `${ofNumber} union all ${newest(1)} union all ${newest(0)}`,
)

/** The objects that have these orders. */
export async function objectsOf(
  db: MerchantDatabase,
  orders: readonly Pick<ArchivedOrder, 'objectId'>[],
): Promise<readonly ArchiveObject[]> {
  const ids = [...new Set(orders.map(({ objectId }) => objectId))]
  // A value named by itself counts as no row read; a statement has at most a hundred values.
  const parts = Array.from({ length: Math.ceil(ids.length / 100) }, (_, part) =>
    ids.slice(100 * part, 100 * (part + 1)),
  )
  const found = await Promise.all(
    parts.map((part) => db.select().from(archiveObjects).where(inArray(archiveObjects.id, part))),
  )
  return found.flat()
}
