import type { CheckedAdjustment } from '../../rules/books/check-adjustment.ts'
import type { CheckedOrder } from '../../rules/books/checked-order.ts'
import { entryPlaces } from '../accounts/stored-entries.ts'
import type { MerchantDatabase } from '../database.ts'
import { unpaidCreation, withCreation } from '../orders/creation-events.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** The ids of a step: above `after`, up to `end`. */
type IdSpan = { readonly after: number; readonly end: number }

/** The end of the last span. */
export const endOfIds = Number.MAX_SAFE_INTEGER

/** The end of a step with at most this many orders of each kind and about this many events. */
export async function endOfOrders(
  db: MerchantDatabase,
  after: number,
  { orders, events }: { readonly orders: number; readonly events: number },
): Promise<number> {
  const [[found]] = await rowsOf(db, [
    findEnd({ after, orders: orders - 1, events: events - 1, none: endOfIds }),
  ] as const)
  return found?.end ?? endOfIds
}

const findEnd = sqlText<
  Readonly<Record<'after' | 'orders' | 'events' | 'none', number>>,
  { readonly end: number }
>(`
  select min(
    coalesce((select id from collections where id > :after order by id limit 1 offset :orders), :none),
    coalesce((select id from payouts where id > :after order by id limit 1 offset :orders), :none),
    coalesce((
      select order_id from events where order_id > :after order by order_id limit 1 offset :events
    ), :none)
  ) as end
`)

/** An event without an order or an adjustment. */
type StrayEvent = { readonly orderId: number; readonly seq: number }

/** Reads the orders of a span with all their rows, and its stray events, in one transaction. */
export async function readOrders(
  db: MerchantDatabase,
  span: IdSpan,
): Promise<{ readonly orders: readonly CheckedOrder[]; readonly strays: readonly StrayEvent[] }> {
  const [orders, strays] = await rowsOf(db, [findOrders(span), findStrays(span)] as const)
  return { orders: orders.map(orderOf), strays }
}

type OrderRow = Omit<CheckedOrder, 'backed' | 'urls' | JsonColumn> &
  Readonly<Record<JsonColumn | 'paidUrl' | 'unpaidUrl', string>> & { readonly backed: 0 | 1 | null }

type JsonColumn = 'events' | 'callback' | 'transactions' | 'prices'

function orderOf({ backed, paidUrl, unpaidUrl, ...row }: OrderRow): CheckedOrder {
  const stored: CheckedOrder['events'] = JSON.parse(row.events)
  const creation = { ...unpaidCreation(row.amount), entries: [] }
  return {
    ...row,
    backed: backed === null ? null : backed === 1,
    urls: { paid: paidUrl, unpaid: unpaidUrl },
    events: row.kind === 'collection' ? withCreation(stored, creation) : stored,
    callback: JSON.parse(row.callback),
    transactions: JSON.parse(row.transactions),
    prices: JSON.parse(row.prices),
  }
}

/** The entries of an event, by order, number and time. */
const entriesOf = (owner: string) => `
  select json_group_array(json_object(
    'number', number, 'from', ${entryPlaces.from}, 'to', ${entryPlaces.to},
    'amount', ledger_entries.amount, 'fee', ledger_entries.fee
  ))
  from ledger_entries
  where ledger_entries.merchant_id = ${owner}.merchant_id and ledger_entries.at = events.at
    and ledger_entries.order_id = events.order_id and ledger_entries.seq = events.seq`

const hundredths = (name: string) => `cast(round(100 * (body ->> '$.${name}')) as integer)`

const findOrders = sqlText<IdSpan, OrderRow>(`
  with orders as (
    select id, 'collection' as kind, 'collection' as rate, trade_no, merchant_id, amount, paid_amount as paid,
      status || '/' || collection_status as state, seq, pricing, fee, backed, notify_url as paidUrl,
      notify_url as unpaidUrl
    from collections where id > :after and id <= :end
    union all
    select id, 'payout', coalesce(kind, 'payout'), trade_no, merchant_id, amount, actual_amount,
      status, seq, pricing, fee, backed, notify_url, iif(reverse_url = '', notify_url, reverse_url)
    from payouts where id > :after and id <= :end
  )
  select kind, rate, trade_no as tradeNo, merchant_id as merchantId, amount, paid, state, seq, pricing,
    fee, backed, paidUrl, unpaidUrl,
    coalesce((select prices from merchants where merchants.id = merchant_id), '[]') as prices,
    (
      select json_group_array(json_object(
        'seq', seq, 'from', from_state, 'to', to_state, 'fact', json(fact),
        'entries', json((${entriesOf('orders')}))
      ))
      from events where events.order_id = orders.id
    ) as events,
    coalesce((
      select json_object('merchantId', merchant_id, 'eventSeq', event_seq,
        'amount', ${hundredths('amount')},
        'paid', coalesce(${hundredths('paid_amount')}, ${hundredths('actual_amount')}))
      from callbacks where callbacks.order_id = orders.id
    ), 'null') as callback,
    (
      select json_group_array(json_object('id', bank_transactions.id,
        'amount', bank_transactions.amount,
        'isOfOrder', json(iif(bank_transactions.order_id is orders.id, 'true', 'false'))))
      from events cross join json_each(fact, '$.bankTransactions') as named
      cross join bank_transactions on bank_transactions.id = named.value
      where events.order_id = orders.id
    ) as transactions
  from orders
`)

const findStrays = sqlText<IdSpan, StrayEvent>(`
  select order_id as orderId, events.seq from events
  left join collections on collections.id = order_id
  left join payouts on payouts.id = order_id
  left join adjustments on adjustments.id = order_id and name = 'adjusted' and events.seq = 1
  where order_id > :after and order_id <= :end
    and collections.id is null and payouts.id is null and adjustments.id is null
`)

/** The adjustment after which a step begins, and the number to read. */
type AdjustmentPage = { readonly merchantId: number; readonly key: string; readonly limit: number }

type KeyedAdjustment = CheckedAdjustment & { readonly merchantId: number; readonly key: string }

/** The next adjustments, each with its event and entries, in one transaction. */
export async function readAdjustments(
  db: MerchantDatabase,
  page: AdjustmentPage,
): Promise<readonly KeyedAdjustment[]> {
  const [found] = await rowsOf(db, [findAdjustments(page)] as const)
  return found.map(({ fact, entries, ...row }) => ({
    ...row,
    fact: fact === null ? null : JSON.parse(fact),
    entries: JSON.parse(entries),
  }))
}

type AdjustmentRow = Omit<KeyedAdjustment, 'fact' | 'entries'> & {
  readonly fact: string | null
  readonly entries: string
}

const findAdjustments = sqlText<AdjustmentPage, AdjustmentRow>(`
  select adjustments.merchant_id as merchantId, idempotency_key as key, id, bucket,
    adjustments.amount, fact, (${entriesOf('adjustments')}) as entries
  from adjustments left join events on events.order_id = adjustments.id and events.seq = 1
  where (adjustments.merchant_id, idempotency_key) > (:merchantId, :key)
  order by adjustments.merchant_id, idempotency_key
  limit :limit
`)

/** A bank transaction, and whether it pays an order whose events do not name it. */
type CheckedClaim = {
  readonly id: number
  readonly orderId: number | null
  readonly isStray: 0 | 1
}

/** The next bank transactions. */
export async function readClaims(
  db: MerchantDatabase,
  page: { readonly after: number; readonly limit: number },
): Promise<readonly CheckedClaim[]> {
  const [found] = await rowsOf(db, [findClaims(page)] as const)
  return found
}

// Freed claims are checked with their orders. Events of an archived order are not in the database.
const findClaims = sqlText<{ readonly after: number; readonly limit: number }, CheckedClaim>(`
  select id, order_id as orderId, order_id is not null and not exists (
    select 1 from events cross join json_each(fact, '$.bankTransactions') as named
    where events.order_id = bank_transactions.order_id and named.value = bank_transactions.id
  ) and not exists (select 1 from archived_orders where id = bank_transactions.order_id) as isStray
  from bank_transactions where id > :after order by id limit :limit
`)
