import type { Context } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Rate } from '../../platform/rates.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'

/** Refuses a source address that asks too often. */
export async function limitAddress(context: Context, address: string): Promise<void> {
  await limit(context, 'address', address)
}

/** Refuses a merchant that asks more often than its setting allows (decisions §3, 429). */
export async function limitMerchant(context: Context, merchant: Merchant): Promise<void> {
  if (merchant.rateLimit !== 'off') await limit(context, merchant.rateLimit, merchant.uid)
}

/** The period of every rate in wrangler.toml. */
const periodSeconds = 60

// A shield that does not answer is no reason to turn merchants away.
async function limit(context: Context, rate: Rate, key: string): Promise<void> {
  const within = await context.withinRate(rate, key).catch((error: unknown) => {
    context.log({ event: 'rate_limit_fault', rate, fault: faultText(error) })
    return true
  })
  if (!within) throw new Refusal('too_many_requests', { retryAfterSeconds: periodSeconds })
}
