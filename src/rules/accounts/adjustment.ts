import type { OrderEvent } from '../orders/order-events.ts'
import type { Actor } from '../people/principal.ts'
import type { Bucket } from './ledger.ts'

/**
 * A correction of the books: a positive `amount` (hundredths) enters the bucket, a negative one leaves it. With `fees`,
 * a positive amount moves from the fees to `available`, a negative one back (fees §2, "Corrections").
 */
export type Adjustment = {
  readonly id: number
  readonly merchantId: number
  readonly idempotencyKey: string
  readonly bucket: Bucket | 'fees'
  readonly amount: number
  readonly reason: string
  /** The transaction number of the corrected order, or "". */
  readonly tradeNo: string
  readonly actor: string
  /** UTC seconds. */
  readonly createdAt: number
}

/** The journal event of an adjustment, from which its entries follow. `approvedBy`: the second person, if any. */
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

/** Whether a call repeated under one idempotency key asks for the same adjustment. */
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
