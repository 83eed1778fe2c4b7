import type { CallbackBody } from '../../rules/orders/orders.ts'
import type { Statement } from '../database.ts'
import { sqlText } from '../sql-text.ts'

export type OwedCallback = {
  readonly orderId: number
  readonly merchantId: number
  readonly tradeNo: string
  readonly url: string
  readonly body: CallbackBody
  readonly receiver: string
  /** The event's number in the journal. */
  readonly seq: number
  /** When it is due, in UTC seconds: at once. */
  readonly now: number
}

/**
 * The change of an order's earlier callback by a newer event: its content is replaced, its schedule restarts, the
 * numbering of its attempts continues, and a lease stays with its holder.
 */
export const superseding = `
  on conflict (order_id) do update set
    url = excluded.url,
    body = excluded.body,
    endpoint = excluded.endpoint,
    state = 'due',
    next_at = excluded.next_at,
    created_at = excluded.created_at,
    scheduled_attempts = 0,
    faults = 0,
    resend_trigger = null,
    ended_at = null,
    event_number = callbacks.event_number + 1,
    event_seq = excluded.event_seq,
    superseded = json_insert(
      coalesce(callbacks.superseded, '[]'),
      '$[#]',
      json_object('seq', callbacks.event_seq, 'body', json(callbacks.body), 'url', callbacks.url)
    )`

/** Owes a callback, or replaces the order's earlier one, in the batch of its event. */
export function oweCallback({ body, ...values }: OwedCallback): Statement {
  return insertCallback({ ...values, body: JSON.stringify(body) })
}

const insertCallback = sqlText<Omit<OwedCallback, 'body'> & { readonly body: string }>(`
  insert into callbacks (
    order_id, merchant_id, trade_no, url, body, endpoint, event_seq,
    state, next_at, created_at, attempts, scheduled_attempts, faults
  )
  values (
    :orderId, :merchantId, :tradeNo, :url, :body, :receiver, :seq,
    'due', :now, :now, 0, 0, 0
  )${superseding}
`)

/** The change of a callback by an event that is not reported: nothing more of it is sent. */
export const ending = `
  update callbacks
  set
    state = 'delivered',
    next_at = null,
    faults = 0,
    resend_trigger = null,
    ended_at = :now
  where ended_at is null`

/** Ends an order's callback, if any, in the batch of an event that is not reported. */
export const endCallback = sqlText<Readonly<Record<'orderId' | 'now', number>>>(`
  ${ending} and order_id = :orderId
`)
