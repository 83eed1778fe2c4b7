import { toAmount } from '../../../units/money.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import { type FeeRate, feeOf, type Pricing } from '../../pricing/price.ts'
import type { PriceVersion } from '../../pricing/price-versions.ts'

/** A price in answers (fees §1). */
export function pricingView(pricing: Pricing) {
  return {
    collection: rateView(pricing.collection),
    payout: rateView(pricing.payout),
    withdrawal: rateView(pricing.withdrawal),
    fee_on_reversal: pricing.feeOnReversal,
    settle_after_days: pricing.settleAfterDays,
    minimum_withdrawal: toAmount(pricing.minimumWithdrawal),
  }
}

function rateView({ ratePpm, fixed, min, max }: FeeRate) {
  return {
    rate_ppm: ratePpm,
    fixed: toAmount(fixed),
    min: toAmount(min),
    max: max === null ? null : toAmount(max),
  }
}

function feesOfThousand({ collection, payout, withdrawal }: Pricing) {
  const fee = (rate: FeeRate) => toAmount(feeOf(100_000, rate))
  return { collection: fee(collection), payout: fee(payout), withdrawal: fee(withdrawal) }
}

/** A price version for the back office; `holding` is the number of the current one. */
export function priceVersionView(version: PriceVersion, holding: number) {
  return {
    version: version.version,
    pricing: pricingView(version.pricing),
    valid_from: secondsToTaipei(version.validFrom),
    set_at: secondsToTaipei(version.setAt),
    set_by: version.setBy,
    approved_by: version.approvedBy ?? '',
    fee_of_1000: feesOfThousand(version.pricing),
    holds: version.version === holding,
    withdrawn: version.withdrawn !== null,
  }
}
