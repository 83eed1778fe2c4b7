import type { LedgerEntry } from '../../rules/accounts/ledger.ts'
import type { CheckedCallback } from '../../rules/books/check-callback.ts'
import type {
  CheckedOrder,
  CheckedTransaction,
  NumberedEntry,
} from '../../rules/books/check-order.ts'
import type { EventFact } from '../../rules/orders/order-events.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** The ids of a step: above `after`, up to `end`. */
export type IdSpan = { readonly after: number; readonly end: number }

/** The end of a span that nothing lies behind. */
export const endOfIds = Number.MAX_SAFE_INTEGER

/**
 * Where a step of at most so many orders of each kind, and about so many events, ends: `endOfIds` where no more are
 * left.
 */
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
  {
    readonly after: number
    readonly orders: number
    readonly events: number
    readonly none: number
  },
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

/** Events without an order, of a span. An adjustment's event is looked at with its adjustment. */
export type StrayEvent = { readonly orderId: number; readonly seq: number }

/** What a step has read: orders with all that is written of them, and events of no order. */
export type OrdersPage = {
  readonly orders: readonly CheckedOrder[]
  readonly strays: readonly StrayEvent[]
  readonly entries: number
}

/** Reads the orders of a span, in one transaction: each of them whole. */
export async function readOrders(db: MerchantDatabase, span: IdSpan): Promise<OrdersPage> {
  const [orders, events, entries, callbacks, transactions] = await rowsOf(db, [
    readOrderRows(span),
    readEvents(span),
    readEntries(span),
    readCallbacks(span),
    readClaimed(span),
  ] as const)
  const eventsOf = Map.groupBy(events, ({ orderId }) => orderId)
  const entriesOf = Map.groupBy(entries, ({ orderId }) => orderId)
  const callbackOf = new Map(callbacks.map((one) => [one.orderId, one]))
  const transactionsOf = Map.groupBy(transactions, ({ namedBy }) => namedBy)
  const known = new Set(orders.map(({ id }) => id))
  const strays = events.filter(({ orderId, name }) => name !== 'adjusted' && !known.has(orderId))
  return {
    orders: orders.map(({ id, backed, paidUrl, unpaidUrl, ...order }) => ({
      ...order,
      backed: backed === null ? null : backed === 1,
      urls: { paid: paidUrl, unpaid: unpaidUrl },
      events: (eventsOf.get(id) ?? []).map(({ seq, from, to, fact }) => ({
        ...{ seq, from, to, fact: JSON.parse(fact) as EventFact },
        entries: (entriesOf.get(id) ?? []).filter((entry) => entry.seq === seq),
      })),
      callback: callbackOf.get(id) ?? null,
      transactions: (transactionsOf.get(id) ?? []).map(({ isOfOrder, ...one }) => ({
        ...{ ...one, isOfOrder: isOfOrder === 1 },
      })) satisfies CheckedTransaction[],
    })),
    strays,
    entries: entries.length,
  }
}

type OrderRow = Pick<
  CheckedOrder,
  'kind' | 'tradeNo' | 'merchantId' | 'amount' | 'paid' | 'state' | 'seq'
> & {
  readonly id: number
  readonly backed: 0 | 1 | null
  readonly paidUrl: string
  readonly unpaidUrl: string
}

const readOrderRows = sqlText<IdSpan, OrderRow>(`
  select id, 'collection' as kind, trade_no as tradeNo, merchant_id as merchantId, amount, paid_amount as paid,
    status || '/' || collection_status as state, seq, backed, notify_url as paidUrl,
    notify_url as unpaidUrl
  from collections where id > :after and id <= :end
  union all
  select id, 'payout', trade_no, merchant_id, amount, actual_amount, status, seq, backed, notify_url,
    iif(reverse_url = '', notify_url, reverse_url)
  from payouts where id > :after and id <= :end
`)

type EventRow = StrayEvent & {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly fact: string
}

const readEvents = sqlText<IdSpan, EventRow>(`
  select order_id as orderId, seq, name, from_state as "from", to_state as "to", fact
  from events where order_id > :after and order_id <= :end order by order_id, seq
`)

const owned = `
  owned as materialized (
    select id, merchant_id from collections where id > :after and id <= :end
    union all select id, merchant_id from payouts where id > :after and id <= :end
  )`

type EntryRow = NumberedEntry & { readonly orderId: number; readonly seq: number }

// An entry has its event's order, number and time.
const readEntries = sqlText<IdSpan, EntryRow & LedgerEntry>(`
  with ${owned}
  select ledger_entries.order_id as orderId, ledger_entries.seq, number, from_bucket as "from",
    to_bucket as "to", amount
  from owned cross join events on events.order_id = owned.id
  cross join ledger_entries on ledger_entries.merchant_id = owned.merchant_id
    and ledger_entries.at = events.at and ledger_entries.order_id = events.order_id
    and ledger_entries.seq = events.seq
`)

const hundredths = (name: string) => `cast(round(100 * (body ->> '$.${name}')) as integer)`

const readCallbacks = sqlText<IdSpan, CheckedCallback & { readonly orderId: number }>(`
  select order_id as orderId, merchant_id as merchantId, event_seq as eventSeq,
    ${hundredths('amount')} as amount,
    coalesce(${hundredths('paid_amount')}, ${hundredths('actual_amount')}) as paid
  from callbacks where order_id > :after and order_id <= :end
`)

type ClaimedRow = Omit<CheckedTransaction, 'isOfOrder'> & {
  readonly namedBy: number
  readonly isOfOrder: 0 | 1
}

const readClaimed = sqlText<IdSpan, ClaimedRow>(`
  select distinct events.order_id as namedBy, bank_transactions.id, bank_transactions.amount,
    bank_transactions.order_id is events.order_id as isOfOrder
  from events cross join json_each(fact, '$.bankTransactions') as named
  cross join bank_transactions on bank_transactions.id = named.value
  where events.order_id > :after and events.order_id <= :end
`)
