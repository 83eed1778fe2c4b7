import type { CallbackBody } from '../../rules/orders/orders.ts'
import type { Statement } from '../database.ts'
import { sqlText } from '../sql-text.ts'

/** A callback that an event owes. */
export type OwedCallback = {
  readonly orderId: number
  readonly merchantId: number
  readonly tradeNo: string
  readonly url: string
  readonly body: CallbackBody
  /** The receiver's name. */
  readonly receiver: string
  /** The event's number in the journal. */
  readonly seq: number
  /** When it is due, in UTC seconds: at once. */
  readonly now: number
}

/**
 * What an event does to the callback that its order owes already: the newer one takes its place. Its schedule begins
 * anew, its attempts are numbered on, and a lease stays with whoever holds it.
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

/** Owes a callback, in the place of the one that the order owes: written in the batch of the event it tells of. */
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

/** What an event that is not told does to a callback: nothing of it is sent any more, acknowledged or not. */
export const ending = `
  update callbacks
  set
    state = 'delivered',
    next_at = null,
    faults = 0,
    resend_trigger = null,
    ended_at = :now
  where ended_at is null`

/** Ends an order's callback, if it owes one: written in the batch of an event that is not told. */
export const endCallback = sqlText<Readonly<Record<'orderId' | 'now', number>>>(`
  ${ending} and order_id = :orderId
`)
