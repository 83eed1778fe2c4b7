import type { Context } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Rate } from '../../platform/rates.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'

/** Refuses a merchant that asks more often than its setting allows (decisions §3, 429). */
export async function limitMerchant(context: Context, merchant: Merchant): Promise<void> {
  const { rateLimit, uid } = merchant
  if (rateLimit === 'off' || (await isWithinRate(context, rateLimit, uid))) return
  throw tooManyRequests(rateLimit)
}

/**
 * Whether one more request of that key is within its rate; counts it. A limiter that fails, or does not answer within
 * half a second, is no reason to turn anyone away: it counts nothing, and the log has a line of it.
 */
export async function isWithinRate(context: Context, rate: Rate, key: string): Promise<boolean> {
  return context.withinRate(rate, key).catch((error: unknown) => {
    context.log({ event: 'rate_limit_fault', rate, fault: faultText(error) })
    return true
  })
}

/** The refusal of a request over its rate; by default until the period is over that every rate of wrangler.toml has. */
export function tooManyRequests(rate: Rate, retryAfterSeconds = periodSeconds): Refusal {
  return new Refusal('too_many_requests', { retryAfterSeconds, rate })
}

const periodSeconds = 60
