import { toAmount } from '../../units/money.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import { type Merchant, type MerchantSecrets, payeeOf } from '../merchants/merchant.ts'
import { sandboxNumber } from '../orders/order-identity.ts'

/**
 * A merchant for the back office. Its secrets are represented only by whether the newest is in use, and by the end of
 * the older one's grace. `database` is its database's number; `now` is in UTC seconds.
 */
export function merchantView(
  { merchant, encrypted }: { readonly merchant: Merchant; readonly encrypted: MerchantSecrets },
  database: number,
  now: number,
) {
  const { newestInUse, previous } = encrypted
  const isGrace = previous !== null && now < previous.until
  const payee = payeeOf(merchant)
  return {
    uid: merchant.uid,
    name: merchant.name,
    enabled: merchant.enabled,
    test: database === sandboxNumber,
    held: merchant.held,
    ip_whitelist: merchant.ipWhitelist,
    settings: {
      trusted: merchant.trusted,
      payout_requires_balance: merchant.payoutRequiresBalance,
      callback_vocabulary: merchant.callbackVocabulary,
      collection_events: merchant.collectionEvents,
      legacy_signature: merchant.legacySignature,
      rate_limit: merchant.rateLimit,
      display: { name: payee.name, support_url: payee.supportUrl },
      auto: merchant.auto,
      auto_withdrawal: merchant.autoWithdrawal && {
        minimum: toAmount(merchant.autoWithdrawal.minimum),
      },
    },
    legacy_signature_used_at: secondsToTaipei(merchant.legacySignedAt),
    secret_in_use: newestInUse || !isGrace,
    previous_secret_until: isGrace ? secondsToTaipei(previous.until) : null,
    database,
    created_at: secondsToTaipei(merchant.createdAt),
  }
}
