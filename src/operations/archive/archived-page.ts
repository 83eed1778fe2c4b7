import type { MerchantContext } from '../../context.ts'
import { archivedDaysMin } from '../../rules/archive/archive-days.ts'
import { firstIdAt, type OrderType } from '../../rules/orders/order-identity.ts'
import type { ArchivedOrder } from '../../store/archive/archive-objects.ts'
import { type ArchivedSpan, archivedPage } from '../../store/archive/archived-orders.ts'
import { joinedRows, type OrderRows, rowsOfOrder } from '../../store/archive/order-rows.ts'
import type { CallbackFilter } from '../../store/callbacks/callbacks.ts'
import type { RowsPage, Span } from '../../store/newest-rows.ts'
import { daySeconds, toSeconds } from '../../units/clock.ts'
import { mergedPages } from '../merchant-contexts.ts'
import { ownNumber } from './archive-batch.ts'
import { archivedRows, contextOfRows, type ReadObject } from './archived-rows.ts'

/** The filter of archived orders, as far as the stored numbers allow. */
export type ArchivedNarrowing = Pick<
  ArchivedSpan,
  'merchantUid' | 'kind' | 'ownNo' | 'merchantOrderNo' | 'undelivered'
> & { readonly paid?: boolean | undefined }

/** The archived orders that may have callbacks of a filter; null for none. */
export function archivedCallbacks({
  merchantUid,
  states,
  failing,
}: Pick<CallbackFilter, 'merchantUid' | 'states' | 'failing'>): ArchivedNarrowing | null {
  const wanted = states?.filter((state) => state === 'delivered' || state === 'given_up')
  if (wanted?.length === 0) return null
  const isOne = wanted?.length === 1 ? wanted[0] === 'given_up' : undefined
  return { merchantUid, undelivered: failing === true ? true : isOne }
}

/** A list of orders, or of their records, as read from one database. */
type ArchivedList<Row> = {
  /** Null if it never shows archived orders. */
  readonly narrowing: ArchivedNarrowing | null
  readonly read: (context: MerchantContext, span: Span) => Promise<RowsPage<Row>>
  readonly idOf: (row: Row) => number
  readonly objects?: ReadObject | undefined
  /** The most orders read from objects. */
  readonly most?: number | undefined
}

/**
 * A page of live and archived rows. The archive is read only if the page reaches back far enough, so the first page of
 * a busy list reads nothing more.
 */
export async function pageWithArchived<Row>(
  context: MerchantContext,
  span: Span,
  list: ArchivedList<Row>,
): Promise<RowsPage<Row>> {
  const living = await list.read(context, span)
  const part = partBehind(context, span, { living, idOf: list.idOf })
  if (list.narrowing === null || context.archive === null || part.from >= part.before) return living
  const archived = await archivedPart(context, part, { ...list, narrowing: list.narrowing })
  const known = new Set(living.rows.map(list.idOf))
  // A row archived between the two reads is in both.
  const rows = archived.rows.filter((row) => !known.has(list.idOf(row)))
  return mergedPages([living, { ...archived, rows }], list.idOf, span)
}

// Newer orders are not archived, and those beyond a full page belong to the next page.
function partBehind<Row>(
  { now }: MerchantContext,
  span: Span,
  {
    living: { rows, scannedTo },
    idOf,
  }: { readonly living: RowsPage<Row>; readonly idOf: (row: Row) => number },
): Span {
  const youngest = firstIdAt(toSeconds(now()) - archivedDaysMin * daySeconds)
  const before = Math.min(span.before, youngest)
  const last = rows.length < span.limit ? undefined : rows.at(-1)
  const end = last === undefined ? scannedTo : idOf(last)
  if (end === null) return { ...span, before }
  return span.oldestFirst === true
    ? { ...span, before: Math.min(before, end + 1) }
    : { ...span, before, from: Math.max(span.from, end) }
}

/** The archive rows that a call reads, and the orders that it reads from objects. */
const scanLimit = 500
const standardMost = 200

/** The most characters of a statement: D1 accepts two megabytes, and a character has at most three bytes. */
const textMax = 500_000

async function archivedPart<Row>(
  context: MerchantContext,
  span: Span,
  {
    narrowing,
    read,
    objects,
    most = standardMost,
  }: ArchivedList<Row> & { readonly narrowing: ArchivedNarrowing },
): Promise<RowsPage<Row>> {
  const { kind: _kind, ...narrowed } = narrowing
  const looked = await archivedPage(context.db, { ...span, ...narrowed, limit: scanLimit })
  const wanted = looked.filter((order) => mayBeShown(order, narrowing))
  const { orders, rows } = await fitting(context, wanted.slice(0, most), objects)
  const isCut = orders.length < wanted.length
  const last = isCut ? orders.at(-1) : looked.length < scanLimit ? undefined : looked.at(-1)
  const scannedTo = last?.id ?? null
  if (orders.length === 0) return { rows: [], scannedTo }
  const page = await read(contextOfRows(context, rows), { ...span, scanLimit })
  return { ...page, scannedTo }
}

function mayBeShown(order: ArchivedOrder, filter: ArchivedNarrowing): boolean {
  const { id, merchantOrderNo, paid, undelivered } = order
  const number = ownNumber(order)
  const kind: OrderType = id % 2 === 0 ? 'collection' : 'payout'
  const isOf = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value
  return (
    isOf(filter.kind, kind) &&
    isOf(filter.ownNo, number) &&
    isOf(filter.merchantOrderNo, merchantOrderNo ?? number) &&
    isOf(filter.paid, paid) &&
    isOf(filter.undelivered, undelivered)
  )
}

// The first orders whose rows fit into a statement.
async function fitting(
  context: MerchantContext,
  page: readonly ArchivedOrder[],
  objects: ReadObject | undefined,
): Promise<{ readonly orders: readonly ArchivedOrder[]; readonly rows: OrderRows }> {
  let orders = page
  let rows = await archivedRows(context, orders, objects)
  while (orders.length > 1 && JSON.stringify(rows).length > textMax) {
    orders = orders.slice(0, Math.ceil(orders.length / 2))
    const all = rows
    rows = joinedRows(orders.map(({ id }) => rowsOfOrder(all, id)))
  }
  return { orders, rows }
}
