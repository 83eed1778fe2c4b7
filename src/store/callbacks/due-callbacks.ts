import { type SQL, sql } from 'drizzle-orm'
import type { MerchantDatabase } from '../database.ts'
import { type LookTerms, pendingReceivers } from './pending-receivers.ts'

/** A callback that waits for an attempt, and whose it is. */
export type WaitingCallback = { readonly orderId: number; readonly merchantId: number }

/** A look at the callbacks of some receivers. */
export type DueTerms = Omit<LookTerms, 'place'> & {
  /** Callbacks of one receiver. */
  readonly perReceiver: number
}

/** What one sweep looks at. */
export type SweepTerms = {
  /** A look at every merchant that callbacks wait for. */
  readonly broad: DueTerms
  /** A look at as much as there is room for besides. */
  readonly deep: DueTerms
  /** Resends of one merchant. */
  readonly resendsPerMerchant: number
  /** Callbacks of each kind in all. */
  readonly callbacks: number
  /** A callback that is due for so many seconds does not wait for its receiver's pause to end. */
  readonly heldSecondsMax: number
}

/**
 * Callbacks that wait for an attempt and that nobody holds, each merchant's in an order in which its receivers take
 * turns: resends that were asked for, one of each receiver whose pause is over, and the longest waiting of every
 * receiver that has no pause.
 *
 * @param now UTC seconds
 * @param place where the looks begin, in [0, 1)
 */
export async function dueCallbacks(
  db: MerchantDatabase,
  now: number,
  place: number,
  terms: SweepTerms,
): Promise<readonly WaitingCallback[]> {
  const inTurn = (look: SQL) =>
    db
      .select({ orderId: sql<number>`order_id`, merchantId: sql<number>`merchant_id` })
      .from(sql`(${look})`)
      .orderBy(sql`turn, waits_since`)
      .limit(terms.callbacks)
  const found = await db.batch([
    inTurn(resends(now, terms)),
    inTurn(dueOf({ ...terms.broad, place }, now, terms)),
    inTurn(dueOf({ ...terms.deep, place }, now, terms)),
  ])
  return [...new Map(found.flat().map((one) => [one.orderId, one])).values()]
}

function resends(now: number, { resendsPerMerchant }: SweepTerms): SQL {
  return sql`with recursive
    asking (merchant) as (
      select min(merchant_id) from callbacks where resend_trigger is not null
      union all
      select (
        select min(merchant_id) from callbacks
        where resend_trigger is not null and merchant_id > asking.merchant
      )
      from asking where merchant is not null
    )
    select
      order_id,
      merchant_id,
      resend_requested_at as waits_since,
      row_number() over (partition by merchant_id order by resend_requested_at) as turn
    from asking cross join callbacks on order_id in (
      select order_id from callbacks
      where resend_trigger is not null and merchant_id = asking.merchant and ${isFree(now)}
      order by resend_requested_at limit ${resendsPerMerchant}
    )`
}

// A receiver in trouble is given one callback once its pause is over, and at any time those that are held for too long.
function dueOf(terms: LookTerms & DueTerms, now: number, { heldSecondsMax }: SweepTerms): SQL {
  const heldSince = now - heldSecondsMax
  return sql`${pendingReceivers(terms)},
    visited (name, paused_until) as (
      select distinct name, (
        select until from endpoints where endpoints.name = receiver.name and state <> 'closed'
      )
      from receiver
    ),
    waiting (order_id, merchant_id, waits_since, place, is_probe) as (
      select
        order_id,
        merchant_id,
        next_at,
        row_number() over (partition by endpoint order by next_at),
        paused_until is not null and next_at > ${heldSince}
      from visited cross join callbacks on order_id in (
        select order_id from callbacks
        where state = 'due' and endpoint = visited.name
          and next_at <= iif(paused_until > ${now}, ${heldSince}, ${now}) and ${isFree(now)}
        order by next_at limit ${terms.perReceiver}
      )
    )
    select
      order_id,
      merchant_id,
      waits_since,
      row_number() over (partition by merchant_id order by place, waits_since) as turn
    from waiting
    where place = 1 or not is_probe`
}

function isFree(now: number): SQL {
  return sql`(lease_until is null or lease_until <= ${now})`
}
