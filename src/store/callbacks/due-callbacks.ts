import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { pendingReceivers, type ReceiverTerms } from './pending-receivers.ts'

/** A callback that waits for an attempt, its merchant, and whether its receiver failed lately. */
type WaitingCallback = Readonly<Record<'orderId' | 'merchantId', number>> & {
  readonly hasFailed: 0 | 1
}

/** The limits of one search for due callbacks. */
type DueTerms = Omit<ReceiverTerms, 'place'> & {
  readonly perReceiver: number
  readonly callbacks: number
}

type SweepTerms = {
  /** Covers every merchant with waiting callbacks. */
  readonly broad: DueTerms
  /** Covers fewer merchants, with more callbacks of each. */
  readonly deep: DueTerms
  readonly resendsPerMerchant: number
  /** Resends in all. */
  readonly callbacks: number
  /** A callback that has been due this many seconds does not wait for its receiver's pause. */
  readonly breakerWaitSecondsMax: number
}

/**
 * Finds callbacks that wait for an attempt and are not leased: requested resends, one probe for each receiver whose
 * pause is over, and the longest waiting of each receiver whose breaker is closed. The receivers of a merchant take
 * turns.
 *
 * @param now UTC seconds
 * @param place where the searches begin, in [0, 1)
 */
export async function dueCallbacks({
  db,
  now,
  place,
  terms: { broad, deep, resendsPerMerchant, callbacks, breakerWaitSecondsMax },
}: {
  readonly db: MerchantDatabase
  readonly now: number
  readonly place: number
  readonly terms: SweepTerms
}): Promise<readonly WaitingCallback[]> {
  const overdueBefore = now - breakerWaitSecondsMax
  const values = { now, place, callbacks, resendsPerMerchant, overdueBefore }
  const found = await rowsOf(db, [
    findResends(values),
    findDue({ ...values, ...broad }),
    findDue({ ...values, ...deep }),
  ] as const)
  return [...new Map(found.flat().map((one) => [one.orderId, one])).values()]
}

const hasFailed = (receiver: string) => `exists (
        select 1 from endpoints
        where endpoints.name = ${receiver} and (endpoints.state <> 'closed' or cost > 0)
      )`

type ResendValues = Readonly<Record<'now' | 'resendsPerMerchant' | 'callbacks', number>>

// From one merchant to the next, so that no merchant's resends hide another's.
const findResends = sqlText<ResendValues, WaitingCallback>(`
  with recursive
    merchant (id) as (
      select min(merchant_id) from callbacks where resend_trigger is not null
      union all
      select (
        select min(merchant_id) from callbacks
        where resend_trigger is not null and merchant_id > merchant.id
      )
      from merchant where id is not null
    ),
    waiting (order_id, merchant_id, waits_since, has_failed) as (
      select order_id, merchant_id, resend_requested_at, ${hasFailed('callbacks.endpoint')}
      from merchant cross join callbacks on order_id in (
        select order_id from callbacks
        where resend_trigger is not null and merchant_id = merchant.id
          and (lease_until is null or lease_until <= :now)
        order by resend_requested_at
        limit :resendsPerMerchant
      )
    )
  select order_id as orderId, merchant_id as merchantId, has_failed as hasFailed
  from waiting
  order by row_number() over (partition by merchant_id order by waits_since), waits_since
  limit :callbacks
`)

type DueValues = Readonly<Record<'now' | 'overdueBefore', number>> & ReceiverTerms & DueTerms

// A receiver with an open breaker gets only callbacks that have been due for long, and one probe after its pause.
const findDue = sqlText<DueValues, WaitingCallback>(`
  with recursive ${pendingReceivers},
    pending_receiver (name, paused_until) as (
      select distinct name, (
        select until from endpoints where endpoints.name = receiver.name and state <> 'closed'
      )
      from receiver
    ),
    waiting (order_id, merchant_id, waits_since, place, is_probe, has_failed) as (
      select
        order_id,
        merchant_id,
        next_at,
        row_number() over (partition by endpoint order by next_at),
        paused_until is not null and next_at > :overdueBefore,
        ${hasFailed('pending_receiver.name')}
      from pending_receiver cross join callbacks on order_id in (
        select order_id from callbacks
        where state = 'due' and endpoint = pending_receiver.name
          and next_at <= iif(paused_until > :now, :overdueBefore, :now)
          and (lease_until is null or lease_until <= :now)
        order by next_at
        limit :perReceiver
      )
    )
  select order_id as orderId, merchant_id as merchantId, has_failed as hasFailed
  from waiting
  where place = 1 or not is_probe
  order by row_number() over (partition by merchant_id order by place, waits_since), waits_since
  limit :callbacks
`)
