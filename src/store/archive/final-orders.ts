import type { MerchantDatabase } from '../database.ts'
import { hasHold } from '../merchants/holds.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { archiveIsHeldBack } from './archive-objects.ts'

/** An order that may be archived. */
export type FinalOrder = { readonly id: number; readonly merchantId: number }

/** The orders to check: the next ones of each kind after `after` and below `end`. */
type FinalOrderPage = {
  readonly after: number
  readonly end: number
  readonly limit: number
  /** UTC seconds: an order with a later event stays. */
  readonly before: number
}

/**
 * Finds final orders among the next ones: their callback has ended, and nothing is open about them: proof, missing
 * transaction, hold, approval, or an open link of their number.
 *
 * @returns the orders, and the last id checked; null at the end
 */
export async function findFinalOrders(
  db: MerchantDatabase,
  page: FinalOrderPage,
): Promise<{ readonly orders: readonly FinalOrder[]; readonly scannedTo: number | null }> {
  const [collections, payouts] = await rowsOf(db, [
    nextCollections(page),
    nextPayouts(page),
  ] as const)
  const full = [collections, payouts].filter(({ length }) => length === page.limit)
  const ends = full.map((rows) => rows.at(-1)?.id ?? page.end)
  const scannedTo = ends.length === 0 ? null : Math.min(...ends)
  const reached = scannedTo ?? page.end
  const orders = [...collections, ...payouts]
    .filter(({ id, isFinal }) => isFinal === 1 && id <= reached)
    .map(({ id, merchantId }) => ({ id, merchantId }))
  return { orders, scannedTo }
}

type FinalOrderRow = FinalOrder & { readonly isFinal: 0 | 1 }

const isFree = (kind: 'collection' | 'payout', holds: readonly string[]) => `
  not exists (select 1 from events where order_id = looked.id and at >= :before)
  and not exists (
    select 1 from callbacks where order_id = looked.id
      and (state not in ('delivered', 'given_up') or resend_trigger is not null)
  )
  and not exists (
    select 1 from approvals where state = 'waiting' and subject = '${kind}:' || looked.trade_no
  )
  and not (${holds.map(hasHold).join(' or ')})`

const heldOrder = ["'order:' || looked.trade_no", "'merchant:' || uid"]

const nextCollections = sqlText<FinalOrderPage, FinalOrderRow>(`
  select looked.id, looked.merchant_id as merchantId,
    looked.created_at < :before
    and iif(
      status = 'pending',
      collection_status = 'exception' and expired = 1,
      confirmation <> 'awaiting' and (bank_account_id is null or backed = 1)
        and coalesce(proof, 'confirmed') = 'confirmed'
    )
    and not exists (
      select 1 from payment_links as own join payment_links as other
        on other.merchant_id = own.merchant_id and other.merchant_order_no = own.merchant_order_no
      where own.id = looked.link_id and other.state = 'open'
    )
    and ${isFree('collection', [...heldOrder, "'member:' || uid || ':' || looked.user_id"])} as isFinal
  from (select * from collections where id > :after and id < :end order by id limit :limit) as looked
  cross join merchants on merchants.id = looked.merchant_id
  order by looked.id
`)

// A withdrawal belongs to its statement.
const nextPayouts = sqlText<FinalOrderPage, FinalOrderRow>(`
  select looked.id, looked.merchant_id as merchantId,
    looked.created_at < :before and kind is null
    and iif(
      status = 'processed', bank_account_id is null or backed = 1, status = 'cancelled'
    )
    and ${isFree('payout', heldOrder)} as isFinal
  from (select * from payouts where id > :after and id < :end order by id limit :limit) as looked
  cross join merchants on merchants.id = looked.merchant_id
  order by looked.id
`)

/** Whether nothing is under way that would miss orders which are archived meanwhile. */
export async function isArchiveIdle(db: MerchantDatabase): Promise<boolean> {
  const [[found]] = await rowsOf(db, [findBusy({})] as const)
  return found?.busy !== 1
}

const findBusy = sqlText<Readonly<Record<string, never>>, { readonly busy: 0 | 1 }>(
  `select ${archiveIsHeldBack} as busy`,
)

/** The booking times of each order's ledger entries, by its id. */
export async function bookedTimes(
  db: MerchantDatabase,
  orders: readonly FinalOrder[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const [found] = await rowsOf(db, [findBooked({ orders: JSON.stringify(orders) })] as const)
  const grouped = Map.groupBy(found, ({ orderId }) => orderId)
  return new Map(
    [...grouped].map(([orderId, rows]) => [orderId, [...new Set(rows.map(({ at }) => at))]]),
  )
}

const findBooked = sqlText<
  { readonly orders: string },
  { readonly orderId: number; readonly at: number }
>(`
  select order_id as orderId, at
  from json_each(:orders) as orders cross join events on events.order_id = orders.value ->> 'id'
  where exists (
    select 1 from ledger_entries
    where ledger_entries.merchant_id = orders.value ->> 'merchantId' and ledger_entries.at = events.at
      and ledger_entries.order_id = events.order_id and ledger_entries.seq = events.seq
  )
`)
