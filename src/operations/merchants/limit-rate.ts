import type { Context } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Rate } from '../../platform/rates.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'

/** Refuses a request of a merchant beyond its rate limit (decisions §3, 429). */
export async function limitMerchant(context: Context, merchant: Merchant): Promise<void> {
  const { rateLimit, uid } = merchant
  if (rateLimit === 'off' || (await isWithinRate(context, rateLimit, uid))) return
  throw tooManyRequests(rateLimit)
}

/**
 * Counts a request of that key, and returns whether it is within its rate. A limiter that fails or takes over half a
 * second refuses nobody and is logged.
 */
export async function isWithinRate(context: Context, rate: Rate, key: string): Promise<boolean> {
  return context.withinRate(rate, key).catch((error: unknown) => {
    context.log({ event: 'rate_limit_fault', rate, fault: faultText(error) })
    return true
  })
}

/** The refusal of a request over its rate; by default for the period of all rates of wrangler.toml. */
export function tooManyRequests(rate: Rate, retryAfterSeconds = periodSeconds): Refusal {
  return new Refusal('too_many_requests', { retryAfterSeconds, rate })
}

const periodSeconds = 60
