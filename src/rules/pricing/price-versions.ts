import { freePricing, type Pricing } from './price.ts'

/** A version of a merchant's price, which is never edited. Times in UTC seconds. */
export type PriceVersion = {
  /** 1, 2, … in the order in which they were set. */
  readonly version: number
  readonly pricing: Pricing
  readonly validFrom: number
  readonly setAt: number
  readonly setBy: string
  /** The second person; null if none was needed. */
  readonly approvedBy: string | null
  /** Its withdrawal before it began, or null. */
  readonly withdrawn: { readonly at: number; readonly by: string } | null
}

/** The most price versions of a merchant (fees §1). */
export const versionsMax = 50

/** The number of the price in force at a time (UTC seconds); 0 before the first. */
export function versionAt(versions: readonly PriceVersion[], at: number): number {
  return (
    versions.findLast(({ validFrom, withdrawn }) => withdrawn === null && validFrom <= at)
      ?.version ?? 0
  )
}

/** The next price after a time, or null. */
export function nextVersion(versions: readonly PriceVersion[], at: number): PriceVersion | null {
  return versions.find(({ validFrom, withdrawn }) => withdrawn === null && validFrom > at) ?? null
}

/** The price of a version; free before the first. */
export function pricingOf(versions: readonly PriceVersion[], version: number): Pricing {
  return versions.find((one) => one.version === version)?.pricing ?? freePricing
}

/** Whether a price may begin at that time: not in the past, and after all others (fees §1). */
export function mayBeginAt(
  versions: readonly PriceVersion[],
  validFrom: number,
  now: number,
): boolean {
  const standing = versions.filter(({ withdrawn }) => withdrawn === null)
  return validFrom >= now && standing.every((one) => one.validFrom < validFrom)
}
