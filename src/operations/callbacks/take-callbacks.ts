import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { breaker } from '../../rules/callbacks/receiver-breaker.ts'
import type { ReachedLimits } from '../../store/callbacks/attempt-limits.ts'
import { leaseCallbacks, leasePastBreaker } from '../../store/callbacks/lease-callbacks.ts'
import { commitsTogether } from '../../store/group-commit.ts'
import { toSeconds } from '../../units/clock.ts'
import { contextOfOrder, idsByDatabase } from '../merchant-contexts.ts'
import { makeAttempt } from './make-attempt.ts'

/** The result of taking callbacks. */
type LeasedAttempts = {
  /** The attempts to make; each takes as long as the receiver does. */
  readonly attempts: readonly Attempt[]
  /** Callbacks that our own fault kept from being leased. They are unchanged. */
  readonly faults: readonly FailedLease[]
}

/** `make` POSTs a leased callback and records the attempt. */
type Attempt = { readonly orderId: number; readonly make: () => Promise<void> }

type FailedLease = { readonly orderId: number; readonly fault: unknown }

/**
 * Leases callbacks (decisions §6), with one call for each of their databases. Leaves out a callback that is not due,
 * that is leased, or whose receiver's breaker or limit stops it. A fault of our own is no attempt: `make` throws it,
 * the lease runs out, and the sweep finds the callback again.
 */
export async function takeCallbacks(
  context: Context,
  orderIds: readonly number[],
): Promise<LeasedAttempts> {
  const located = idsByDatabase(context, orderIds).filter(({ ids }) => ids.length > 0)
  const unlocated = orderIds.filter((orderId) => contextOfOrder(context, orderId) === null)
  const results = await Promise.all(
    located.map(({ context: merchantContext, ids }) =>
      takeInDatabase(merchantContext, ids).catch((fault) => ({
        attempts: [],
        faults: allLeft(ids, fault),
      })),
    ),
  )
  return {
    attempts: results.flatMap(({ attempts }) => attempts),
    faults: [
      ...results.flatMap(({ faults }) => faults),
      ...allLeft(unlocated, new Error('its database is not bound')),
    ],
  }
}

/** Logs that a lease or an attempt ended by a fault of our own. */
export function logDeliveryFault({ log }: Context, orderId: number, fault: unknown): void {
  log({ event: 'delivery_fault', order_id: orderId, fault: faultText(fault) })
}

function allLeft(orderIds: readonly number[], fault: unknown): readonly FailedLease[] {
  return orderIds.map((orderId) => ({ orderId, fault }))
}

async function takeInDatabase(
  context: MerchantContext,
  orderIds: readonly number[],
): Promise<LeasedAttempts> {
  const nowMs = context.now()
  const { isolate, databaseNumber } = context
  const { atLimit, release } = isolate.attemptLimits.reserve(databaseNumber, orderIds.length, nowMs)
  try {
    return await leaseInDatabase({ context, orderIds, nowMs, atLimit })
  } finally {
    release()
  }
}

async function leaseInDatabase({
  context,
  orderIds,
  nowMs,
  atLimit,
}: {
  readonly context: MerchantContext
  readonly orderIds: readonly number[]
  readonly nowMs: number
  readonly atLimit: ReachedLimits
}): Promise<LeasedAttempts> {
  const { db, databaseNumber: database, isolate } = context
  const now = toSeconds(nowMs)
  const { won, pastBreaker } = await leaseCallbacks({
    db,
    orderIds,
    now,
    terms: leaseTerms,
    atLimit,
  })
  const faults: FailedLease[] = []
  const wonAlone = await Promise.all(
    pastBreaker.map((orderId) =>
      leasePastBreaker({ db, orderId, now, terms: leaseTerms, atLimit }).catch((fault) => {
        faults.push({ orderId, fault })
        return null
      }),
    ),
  )
  const leases = [...won, ...wonAlone.filter((lease) => lease !== null)]
  const recordTogether = commitsTogether(db, leases.length)
  const attempts = leases.map((lease) => {
    const { orderId, receiver } = lease
    isolate.attemptLimits.acquire({ database, receiver }, nowMs)
    return { orderId, make: () => makeAttempt({ context, lease, now, write: recordTogether }) }
  })
  return { attempts, faults }
}

const leaseTerms = {
  // Longer than an attempt with its database calls.
  leaseSeconds: 60,
  leaseSecondsMax: 3_600,
  breakerWaitSecondsMax: breaker.breakerWaitSecondsMax,
  newcomerSeconds: breaker.newcomerSeconds,
  probeSeconds: breaker.probeSeconds,
} as const
