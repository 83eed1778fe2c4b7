import type { OrderEvent } from '../orders/order-events.ts'
import type { Actor } from '../people/principal.ts'
import type { Bucket } from './ledger.ts'

/**
 * A correction of the books: `amount` hundredths into a bucket, or out of it when negative. That of `fees` gives the
 * amount from them to what is available, or takes it from there (fees §2, "Corrections").
 */
export type Adjustment = {
  readonly id: number
  readonly merchantId: number
  readonly idempotencyKey: string
  readonly bucket: Bucket | 'fees'
  readonly amount: number
  readonly reason: string
  /** The order it belongs to, or "". */
  readonly tradeNo: string
  readonly actor: string
  /** UTC seconds. */
  readonly createdAt: number
}

/** The journal event of an adjustment; its ledger entries follow from it. `approvedBy`: the second person, if any. */
export function adjustedEvent(
  adjustment: Adjustment,
  actor: Actor,
  approvedBy: string | null,
): OrderEvent {
  const { id, bucket, amount, reason, tradeNo, createdAt } = adjustment
  const approved = approvedBy === null ? {} : { approvedBy }
  const booked = { name: 'adjusted', bucket, amount, reason, tradeNo } as const
  const fact = { ...booked, ...approved }
  return { orderId: id, seq: 1, from: '', to: 'adjusted', actor: actor.name, at: createdAt, fact }
}

/** Whether a repeated call under one idempotency key means the same adjustment. */
export function isSameAdjustment(
  one: Adjustment,
  other: Pick<Adjustment, 'bucket' | 'amount' | 'reason' | 'tradeNo'>,
): boolean {
  return (
    one.bucket === other.bucket &&
    one.amount === other.amount &&
    one.reason === other.reason &&
    one.tradeNo === other.tradeNo
  )
}
