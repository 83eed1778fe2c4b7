import type { Merchant, MerchantSecrets } from '../../rules/merchants/merchant.ts'

/** A merchant with its decrypted API secrets. */
export type KnownMerchant = {
  readonly merchant: Merchant
  readonly secrets: MerchantSecrets
  /** The stored text of the newest secret, which identifies it in the database. */
  readonly encryptedNewest: string
  readonly databaseNumber: number
  /** UTC milliseconds. */
  readonly readAt: number
}

export type MerchantCache = {
  /** A merchant that is fresh enough to act on, else null. */
  get(uid: string, nowMs: number): KnownMerchant | null
  /** A merchant of any age: enough to detect a forgery, not to act on. */
  recall(uid: string): KnownMerchant | null
  put(known: KnownMerchant): void
  forget(uid: string): void
}

// Decisions §2, "Freshness": a change is effective everywhere within 30 s. Half of that leaves room for a slow request.
const freshMs = 15_000
const entriesMax = 5_000

/** A cache for one isolate. It never holds unknown merchants; the oldest entry makes room for the newest. */
export function merchantCache(): MerchantCache {
  const entries = new Map<string, KnownMerchant>()
  return {
    get(uid, nowMs) {
      const known = entries.get(uid)
      return known !== undefined && nowMs - known.readAt < freshMs ? known : null
    },
    recall: (uid) => entries.get(uid) ?? null,
    put(known) {
      entries.delete(known.merchant.uid)
      entries.set(known.merchant.uid, known)
      const [oldest] = entries.keys()
      if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest)
    },
    forget(uid) {
      entries.delete(uid)
    },
  }
}
