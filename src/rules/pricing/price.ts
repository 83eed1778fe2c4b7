/** The price of one kind of payment; amounts in hundredths (fees §1). */
export type FeeRate = {
  /** Parts per million of the base, 0 to 1,000,000. */
  readonly ratePpm: number
  readonly fixed: number
  readonly min: number
  /** Null for none. */
  readonly max: number | null
}

/** A merchant's price, and the terms of its withdrawals. */
export type Pricing = {
  readonly collection: FeeRate
  readonly payout: FeeRate
  readonly withdrawal: FeeRate
  /** Whether the fee of returned money is returned or kept. */
  readonly feeOnReversal: 'return' | 'keep'
  readonly settleAfterDays: number
  /** In hundredths. */
  readonly minimumWithdrawal: number
}

const free: FeeRate = { ratePpm: 0, fixed: 0, min: 0, max: null }

/** The price of a merchant without one. */
export const freePricing: Pricing = {
  collection: free,
  payout: free,
  withdrawal: free,
  feeOnReversal: 'return',
  settleAfterDays: 0,
  minimumWithdrawal: 0,
}

const million = 1_000_000n

/** The fee of a base, both in hundredths, at most the base (fees §2, "Figure"). */
export function feeOf(base: number, { ratePpm, fixed, min, max }: FeeRate): number {
  // A share of the largest amount exceeds 2⁵³.
  const share = Number((BigInt(base) * BigInt(ratePpm) + million / 2n) / million)
  return Math.min(Math.max(share + fixed, min), max ?? base, base)
}
