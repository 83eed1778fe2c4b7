import type { MerchantContext } from '../../context.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import type { pricingQuery } from '../../contract/settlement/pricing-endpoint.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { nextVersion, pricingOf, versionAt } from '../../rules/pricing/price-versions.ts'
import { pricingView } from '../../rules/views/settlement/pricing-view.ts'
import { toSeconds } from '../../units/clock.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'

/** Endpoint 14 (fees §1): the current price, and the next one. Reads nothing: a merchant has its prices. */
export async function queryPricing({
  context,
  merchant: { prices },
}: {
  readonly context: MerchantContext
  readonly merchant: Pick<Merchant, 'prices'>
}): Promise<ResponseOf<typeof pricingQuery>> {
  const now = toSeconds(context.now())
  const version = versionAt(prices, now)
  const next = nextVersion(prices, now)
  return {
    ok: 1,
    message: 'success',
    data: {
      pricing: pricingView(pricingOf(prices, version)),
      version,
      next: next && {
        pricing: pricingView(next.pricing),
        version: next.version,
        valid_from: secondsToTaipei(next.validFrom),
      },
    },
  }
}
