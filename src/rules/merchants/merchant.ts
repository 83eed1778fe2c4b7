import type { AutoChoice } from '../../contract/back-office/states.ts'
import type { Payee } from '../../contract/links/member-page-views.ts'
import type { PriceVersion } from '../pricing/price-versions.ts'
import type { SettlementAccount } from '../settlement/settlement-account.ts'
import type { PaymentAmounts } from './payment-amounts.ts'

/** The vocabularies of a callback's `status` (decisions §4). */
export const callbackVocabularies = ['current', 'legacy'] as const
export type CallbackVocabulary = (typeof callbackVocabularies)[number]

/** The events of a collection that are reported to its merchant: completion only, or all (decisions §6). */
export const collectionEventChoices = ['completed', 'all'] as const
export type CollectionEvents = (typeof collectionEventChoices)[number]

/** The rate limit of a merchant's requests (decisions §3, 429). */
export const rateLimits = ['standard', 'high', 'off'] as const
export type RateLimit = (typeof rateLimits)[number]

/** What the back office sets for a merchant (decisions §9). */
export type MerchantSettings = {
  /** Money declared by the merchant is credited to available at once. */
  readonly trusted: boolean
  readonly payoutRequiresBalance: boolean
  readonly callbackVocabulary: CallbackVocabulary
  readonly collectionEvents: CollectionEvents
  /** Whether the signature of the earlier protocol is accepted. */
  readonly legacySignature: boolean
  readonly rateLimit: RateLimit
  /** The payee that members see; null for the merchant's name. */
  readonly display: Payee | null
  /** The automatic work on its collections (matching §1). */
  readonly auto: AutoChoice
  /** Withdraws all that is withdrawable once a day, from this many hundredths on (fees §3); null for never. */
  readonly autoWithdrawal: { readonly minimum: number } | null
}

/** A merchant as the platform knows it, without its secrets. */
export type Merchant = MerchantSettings & {
  readonly id: number
  readonly uid: string
  readonly name: string
  readonly enabled: boolean
  /** Whether it is held: it creates nothing, and none of its orders is settled or paid out (back office §6). */
  readonly held: boolean
  readonly ipWhitelist: readonly string[]
  /** The amounts that a member may pay by link; null for the platform's default. */
  readonly paymentAmounts: PaymentAmounts | null
  readonly extraBytesMax: number
  /** Its prices, oldest first; [] where it never had one. */
  readonly prices: readonly PriceVersion[]
  /** The accounts for its withdrawals, oldest first. */
  readonly settlementAccounts: readonly SettlementAccount[]
  /** Whether it ever had a price or a settlement account (fees, "The law"). */
  readonly seesFees: boolean
  /** The last day (Asia/Taipei, since 1970) on which `autoWithdrawal` was decided. */
  readonly autoWithdrawnDay: number
  /** Increases with each change; it guards the batch of a write (decisions §2, "Freshness"). */
  readonly version: number
  /** UTC seconds. */
  readonly createdAt: number
  /** The last day on which it used the earlier protocol's signature, in UTC seconds; null for never. */
  readonly legacySignedAt: number | null
}

export const defaultSettings: MerchantSettings = {
  trusted: false,
  payoutRequiresBalance: false,
  callbackVocabulary: 'current',
  collectionEvents: 'completed',
  legacySignature: true,
  rateLimit: 'standard',
  display: null,
  auto: 'off',
  autoWithdrawal: null,
}

/** The payee that members see (decisions §5, "Wait page"). */
export function payeeOf({ name, display }: Pick<Merchant, 'name' | 'display'>): Payee {
  return display ?? { name, supportUrl: '' }
}

/** A merchant's API secrets: the newest one, and the one before it while a rotation's grace lasts. */
export type MerchantSecrets = {
  readonly newest: string
  /** False until the first request accepted with the newest secret. */
  readonly newestInUse: boolean
  /** `until` is the end of grace, in UTC seconds. */
  readonly previous: { readonly secret: string; readonly until: number } | null
}

/** The secrets that are valid at `now` (UTC seconds), the one in use first (decisions §2, "Rotation"). */
export function validSecrets(secrets: MerchantSecrets, now: number): readonly string[] {
  const { newest, newestInUse, previous } = secrets
  if (previous === null || now >= previous.until) return [newest]
  return newestInUse ? [newest, previous.secret] : [previous.secret, newest]
}
