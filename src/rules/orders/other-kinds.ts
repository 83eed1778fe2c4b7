import type { CreatedKind, EarlierRequest } from '../../contract/orders/earlier-request.ts'

/** Orders of other kinds that the same request in earlier names may have created; a number is "" for none. */
export type OtherKinds = {
  readonly collectionNo: string
  readonly payoutNo: string
  readonly linkNo: string
  /** Hundredths. */
  readonly sameAmount: number
  /** UTC seconds of the earliest creation. */
  readonly since: number
}

/**
 * The orders that must not exist when a request in earlier names creates one: of another kind, with its number and its
 * amount, from within twice the timestamp window (decisions §2, "Replays"). Null where it has no number of another
 * kind.
 *
 * @param now UTC seconds
 * @param toleranceSeconds how far a timestamp may be off; 0 for any, and then an order of any age counts
 */
export function otherKinds({
  kind,
  earlier: { numbers, amount, timestamp },
  now,
  toleranceSeconds,
}: {
  readonly kind: CreatedKind
  readonly earlier: EarlierRequest
  readonly now: number
  readonly toleranceSeconds: number
}): OtherKinds | null {
  const others: Record<CreatedKind, string> = { ...numbers, [kind]: '' }
  const { collection, payout, link } = others
  if (collection === '' && payout === '' && link === '') return null
  // However late a request is written, it was accepted within its window, and so was its original.
  const acceptedBy = Math.min(now, timestamp + toleranceSeconds)
  return {
    collectionNo: collection,
    payoutNo: payout,
    linkNo: link,
    sameAmount: amount,
    since: toleranceSeconds === 0 ? 0 : acceptedBy - 2 * toleranceSeconds,
  }
}
