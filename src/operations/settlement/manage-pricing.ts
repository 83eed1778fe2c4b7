import type { Context } from '../../context.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type { PricingChange, RateChange } from '../../contract/back-office/settlement/pricing.ts'
import type { Page } from '../../contract/back-office/values.ts'
import { invalid, notFound, Refusal } from '../../contract/refusals.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { standingConcern } from '../../rules/people/second-person.ts'
import { type FeeRate, freePricing, type Pricing } from '../../rules/pricing/price.ts'
import {
  mayBeginAt,
  type PriceVersion,
  versionAt,
  versionsMax,
} from '../../rules/pricing/price-versions.ts'
import { pageView } from '../../rules/views/page-view.ts'
import { priceVersionView } from '../../rules/views/settlement/pricing-view.ts'
import type { MerchantDatabase } from '../../store/database.ts'
import { changeMerchant } from '../../store/merchants/merchants.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import {
  commitChange,
  type MerchantChange,
  type MerchantCommand,
} from '../merchants/change-merchant.ts'
import { requireMerchant } from '../merchants/read-merchant.ts'

type VersionView = ReturnType<typeof priceVersionView>

/** A merchant's prices, newest first. */
export async function listPricing(
  context: Context,
  uid: string,
  { cursor = Number.MAX_SAFE_INTEGER, limit }: Page,
): Promise<ItemPage<VersionView>> {
  const { merchant } = await requireMerchant(context, uid)
  const before = merchant.prices.filter(({ version }) => version < cursor).reverse()
  const items = before.slice(0, limit)
  const holding = versionAt(merchant.prices, toSeconds(context.now()))
  return pageView({
    items,
    limit,
    viewOf: (version) => priceVersionView(version, holding),
    idOf: ({ version }) => version,
  })
}

/**
 * Sets a merchant's price as a new version, with a second person (fees §1). Refuses with `pricing_in_past` a version
 * that begins before now or before another one, and with `validation_error` more than fifty.
 */
export async function setPricing({
  context,
  principal,
  uid,
  change,
}: MerchantCommand & { readonly change: PricingChange }): Promise<VersionView> {
  return commitChange({ context, principal, uid }, ({ merchant, merchantContext: { db } }) => {
    const { prices } = merchant
    const now = toSeconds(context.now())
    if (prices.length >= versionsMax) throw tooManyVersions()
    const newest = prices.findLast(({ withdrawn }) => withdrawn === null)
    const validFrom = change.valid_from ?? now
    if (!mayBeginAt(prices, validFrom, now)) throw new Refusal('pricing_in_past')
    const version: PriceVersion = {
      version: prices.length + 1,
      pricing: pricingAfter(newest?.pricing ?? freePricing, change),
      validFrom,
      setAt: now,
      setBy: principal.name,
      approvedBy: principal.approval?.approvedBy ?? null,
      withdrawn: null,
    }
    const after = [...prices, version]
    return priced('pricing', { db, merchant, prices: after, before: newest ?? null, version, now })
  })
}

/** Withdraws a price that has not begun, with a second person; it remains listed. */
export async function withdrawPricing({
  context,
  principal,
  uid,
  number,
}: MerchantCommand & { readonly number: string }): Promise<VersionView> {
  return commitChange({ context, principal, uid }, ({ merchant, merchantContext: { db } }) => {
    const { prices } = merchant
    const now = toSeconds(context.now())
    const before = prices.find(({ version }) => String(version) === number)
    if (before === undefined) {
      throw notFound(say('查無此版費率，請確認版號', 'There is no such version; check its number'))
    }
    if (before.withdrawn !== null || before.validFrom <= now) throw begunOrWithdrawn()
    const version = { ...before, withdrawn: { at: now, by: principal.name } }
    const after = prices.map((one) => (one === before ? version : one))
    return priced('withdraw-pricing', { db, merchant, prices: after, before, version, now })
  })
}

// A change of prices for `commitChange`.
function priced(
  action: string,
  { db, merchant, prices, before, version, now }: VersionChange,
): MerchantChange<VersionView> {
  const viewOf = (one: PriceVersion) => priceVersionView(one, versionAt(prices, now))
  const view = viewOf(version)
  return {
    action,
    before: before && viewOf(before),
    after: view,
    concern: standingConcern('pricing_changed'),
    statement: changeMerchant(db, merchant, { prices }),
    view,
  }
}

type VersionChange = {
  readonly db: MerchantDatabase
  readonly merchant: Merchant
  readonly prices: readonly PriceVersion[]
  readonly before: PriceVersion | null
  /** The version that is set, or withdrawn. */
  readonly version: PriceVersion
  readonly now: number
}

function pricingAfter(before: Pricing, change: PricingChange): Pricing {
  const minimum = change.minimum_withdrawal
  return {
    collection: rateAfter('collection', before.collection, change.collection),
    payout: rateAfter('payout', before.payout, change.payout),
    withdrawal: rateAfter('withdrawal', before.withdrawal, change.withdrawal),
    feeOnReversal: change.fee_on_reversal ?? before.feeOnReversal,
    settleAfterDays: change.settle_after_days ?? before.settleAfterDays,
    minimumWithdrawal: minimum === undefined ? before.minimumWithdrawal : minimum * 100,
  }
}

function rateAfter(name: string, before: FeeRate, change: RateChange = {}): FeeRate {
  const { rate_ppm = before.ratePpm, fixed = before.fixed, min = before.min } = change
  const max = change.max === undefined ? before.max : change.max
  if (max !== null && min > max) {
    throw invalid(`${name}.min`, say('下限（min）不可大於上限（max）', 'Must not exceed max'))
  }
  return { ratePpm: rate_ppm, fixed, min, max }
}

function tooManyVersions(): Refusal {
  return invalid(
    'valid_from',
    say(`一個商戶最多 ${versionsMax} 版費率`, `A merchant has at most ${versionsMax} versions`),
  )
}

function begunOrWithdrawn(): Refusal {
  return new Refusal('already_final', {
    message: say(
      '這版費率已生效或已撤回，請改設新的一版',
      'This version is in force or was withdrawn; set a new version instead',
    ),
  })
}
