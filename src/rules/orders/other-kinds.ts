import type { CreatedKind, EarlierRequest } from '../../contract/orders/earlier-request.ts'

/** Orders of other kinds that a request in earlier names may be a copy of; "" where there is none of a kind. */
export type OtherKinds = {
  readonly collectionNo: string
  readonly payoutNo: string
  readonly linkNo: string
  /** Hundredths. */
  readonly sameAmount: number
  /** UTC seconds: created at that moment or later. */
  readonly since: number
}

/**
 * What there must not be when a request in earlier names creates an order: one of another kind with its number and its
 * amount, from within twice the timestamp window (decisions §2, "Replays"). Null where it names none of another kind.
 *
 * @param now UTC seconds
 * @param toleranceSeconds how far a timestamp may be off; 0 for any, and the request is good once for ever then
 */
export function otherKinds(
  kind: CreatedKind,
  { numbers, amount, timestamp }: EarlierRequest,
  now: number,
  toleranceSeconds: number,
): OtherKinds | null {
  const others: Record<CreatedKind, string> = { ...numbers, [kind]: '' }
  const { collection, payout, link } = others
  if (collection === '' && payout === '' && link === '') return null
  // However late it is written, it was accepted within its window, and so was what it may be a copy of.
  const acceptedBy = Math.min(now, timestamp + toleranceSeconds)
  return {
    ...{ collectionNo: collection, payoutNo: payout, linkNo: link },
    sameAmount: amount,
    since: toleranceSeconds === 0 ? 0 : acceptedBy - 2 * toleranceSeconds,
  }
}
