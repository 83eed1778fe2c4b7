import type { Receiver } from '../../rules/callbacks/receiver-breaker.ts'
import type { MerchantDatabase } from '../database.ts'
import { type StoredMerchant, storedMerchant } from '../merchants/merchants.ts'
import { callbacks, faultsMax, merchants, receivers } from '../schema.ts'
import { isOpen } from '../service/maintenance.ts'
import { type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'
import type { ReachedLimits } from './attempt-limits.ts'
import type { StoredCallback } from './callbacks.ts'

/** How long callbacks are leased, in seconds. */
type LeaseTerms = {
  /** The first lease; each lease without an attempt doubles the next one. */
  readonly leaseSeconds: number
  readonly leaseSecondsMax: number
  /** A callback that has been due longer than this does not wait for its receiver's breaker. */
  readonly breakerWaitSecondsMax: number
  /** The time after a pause in which only a callback that was attempted before may probe the receiver. */
  readonly newcomerSeconds: number
  /** How long a probe through a half-open breaker excludes other attempts. */
  readonly probeSeconds: number
}

/** The conditions of a lease in a database. */
type LeaseRequest = {
  readonly now: number
  readonly terms: LeaseTerms
  readonly atLimit: ReachedLimits
}

/** A leased callback, with all that an attempt needs. */
export type LeasedCallback = {
  readonly callback: StoredCallback
  readonly owner: StoredMerchant | null
  /** The receiver, if it failed recently. */
  readonly receiver: Receiver | null
}

export type Lease = {
  readonly orderId: number
  readonly receiver: string
  /** Throws when the stored row cannot be decoded, which is a fault of this callback alone. */
  readonly read: () => LeasedCallback
}

/** The result of leasing several callbacks. */
type Leases = {
  readonly won: readonly Lease[]
  /** Callbacks that may pass a breaker that is not closed, see `leasePastBreaker`. */
  readonly pastBreaker: readonly number[]
}

/**
 * Leases callbacks that are due or have a requested resend; of several callers one gets the lease. Leasing fails when
 * nothing is due, when another lease runs, when the receiver or its merchant is at its limit, or when the receiver's
 * breaker is not closed.
 *
 * A lease counts as a fault until an attempt is recorded, so an attempt that kills its invocation is counted too.
 */
export async function leaseCallbacks({
  db,
  orderIds,
  now,
  terms,
  atLimit,
}: LeaseRequest & {
  readonly db: MerchantDatabase
  readonly orderIds: readonly number[]
}): Promise<Leases> {
  const values = valuesOf({ orderIds, now, terms, atLimit })
  const queries = [leaseDue(values), findReceivers(values), findOwners(values)] as const
  const [leases, failing, owners] = await rowsOf(db, queries)
  return {
    won: leases.map((row) => leaseOf(row, failing, owners)),
    pastBreaker: failing.filter((one) => one.may_pass === 1).map((one) => Number(one.order_id)),
  }
}

/**
 * Leases one callback whose receiver's breaker is not closed; null when it must wait. After the pause the first lease
 * of a callback that was attempted before becomes the probe and makes the breaker half open; after `newcomerSeconds`
 * more any lease does. A resend and a callback that is long due do not wait. Call it for one callback at a time, so
 * that each lease sees the one before.
 */
export async function leasePastBreaker({
  db,
  orderId,
  now,
  terms,
  atLimit,
}: LeaseRequest & {
  readonly db: MerchantDatabase
  readonly orderId: number
}): Promise<Lease | null> {
  const values = valuesOf({ orderIds: [orderId], now, terms, atLimit })
  const queries = [
    leaseAllowed(values),
    halfOpen(values),
    findReceivers(values),
    findOwners(values),
  ] as const
  const [[row], , failing, owners] = await rowsOf(db, queries)
  return row === undefined ? null : leaseOf(row, failing, owners)
}

/**
 * Parks callbacks after `faultsMax` leases without an attempt in a row, for a person to examine; a requested resend is
 * dropped. Returns those it parked, at most `limit`.
 */
export async function parkFaulted(
  db: MerchantDatabase,
  now: number,
  limit: number,
): Promise<readonly Pick<StoredCallback, 'tradeNo' | 'eventNumber'>[]> {
  const [faulted] = await rowsOf(db, [park({ now, limit })])
  return faulted.filter(({ state }) => state === 'parked')
}

type LeaseValues = ReturnType<typeof valuesOf>

function valuesOf({
  orderIds,
  now,
  terms: { leaseSeconds, leaseSecondsMax, breakerWaitSecondsMax, newcomerSeconds, probeSeconds },
  atLimit,
}: LeaseRequest & { readonly orderIds: readonly number[] }) {
  return {
    now,
    leaseSeconds,
    leaseSecondsMax,
    orderIds: JSON.stringify(orderIds),
    overdueBefore: now - breakerWaitSecondsMax,
    newcomersSince: now - newcomerSeconds,
    probeUntil: now + probeSeconds,
    receiversAtLimit: JSON.stringify(atLimit.receivers),
    merchantsAtLimit: JSON.stringify(atLimit.merchants),
  }
}

function leaseOf(row: RawRow, failing: readonly RawRow[], owners: readonly RawRow[]): Lease {
  const owner = owners.find(({ id }) => id === row.merchant_id)
  const receiver = failing.find(({ order_id }) => order_id === row.order_id)
  return {
    orderId: Number(row.order_id),
    receiver: String(row.endpoint),
    read: () => ({
      callback: readCallback(row),
      owner: owner === undefined ? null : storedMerchant(readMerchant(owner)),
      receiver: receiver === undefined ? null : readReceiver(receiver),
    }),
  }
}

const readCallback = rowReader(callbacks)
const readMerchant = rowReader(merchants)
const readReceiver = rowReader(receivers)

const leaseDue = leaseWhere(`
    (state = 'due' and next_at <= :now or resend_trigger is not null)
    and not exists (
      select 1 from endpoints
      where endpoints.name = callbacks.endpoint and endpoints.state <> 'closed'
    )`)

const leaseAllowed = leaseWhere(`
    (
      resend_trigger is not null
      or state = 'due' and next_at <= :overdueBefore
      or state = 'due' and next_at <= :now and not exists (
        select 1 from endpoints
        where endpoints.name = callbacks.endpoint
          and endpoints.state <> 'closed'
          and endpoints.until > iif(callbacks.attempts > 0, :now, :newcomersSince)
      )
    )`)

// Leases callbacks that meet a condition. Does not search an empty list, because D1 counts each value of json_each as a
// row read.
function leaseWhere(condition: string) {
  return sqlText<LeaseValues, RawRow>(`
  update callbacks
  set
    lease_until = :now + min(:leaseSecondsMax, :leaseSeconds << faults),
    faults = faults + 1
  where order_id in (select value from json_each(:orderIds))
    and (lease_until is null or lease_until <= :now)
    and faults < ${faultsMax}
    and (:receiversAtLimit = '[]' or endpoint not in (select value from json_each(:receiversAtLimit)))
    and (:merchantsAtLimit = '[]' or merchant_id not in (select value from json_each(:merchantsAtLimit)))
    and ${isOpen}
    and ${condition}
  returning *
`)
}

// Runs after leaseAllowed in its batch: changes() is 1 when that lease was won.
const halfOpen = sqlText<LeaseValues>(`
  update endpoints
  set state = 'half_open', until = :probeUntil
  where changes() = 1
    and name in (
      select endpoint from callbacks
      where order_id in (select value from json_each(:orderIds))
    )
    and state <> 'closed' and until <= :now
`)

const findReceivers = sqlText<LeaseValues, RawRow>(`
  select
    endpoints.*,
    callbacks.order_id,
    endpoints.state <> 'closed' and (
      endpoints.until <= iif(callbacks.attempts > 0, :now, :newcomersSince)
      or callbacks.state = 'due' and callbacks.next_at <= :overdueBefore
      or callbacks.resend_trigger is not null
    ) as may_pass
  from callbacks join endpoints on endpoints.name = callbacks.endpoint
  where callbacks.order_id in (select value from json_each(:orderIds))
`)

const findOwners = sqlText<LeaseValues, RawRow>(`
  select * from merchants
  where id in (
    select merchant_id from callbacks
    where order_id in (select value from json_each(:orderIds))
  )
`)

/** Undoes the fault counted by a lease; the lease stays. */
export const excuseLease = sqlText<Pick<StoredCallback, 'orderId' | 'leaseUntil'>>(`
  update callbacks set faults = max(0, faults - 1)
  where order_id = :orderId and lease_until = :leaseUntil
`)

const park = sqlText<
  { now: number; limit: number },
  Pick<StoredCallback, 'tradeNo' | 'eventNumber' | 'state'>
>(`
  update callbacks
  set
    state = iif(state = 'due', 'parked', state),
    next_at = null,
    lease_until = null,
    resend_trigger = null,
    faults = 0
  where order_id in (
    select order_id from callbacks
    where faults >= ${faultsMax} and (lease_until is null or lease_until <= :now)
    limit :limit
  )
  returning trade_no as tradeNo, event_number as eventNumber, state
`)
