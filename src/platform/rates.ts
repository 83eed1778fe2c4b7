import type { Settings } from '../settings.ts'
import { inTime } from '../units/time-limit.ts'

/**
 * The rates there are. By source address: what it asks of the merchant host and of the members' pages, and what of it
 * fails before or at the signature. By merchant: the two that one can be held to.
 */
export type Rate = 'address' | 'pages' | 'failed' | 'standard' | 'high'

const limiterTimeoutMs = 500

/** Whether one more request of that key is within its rate. Throws when the limiter fails or is late. */
export async function withinRate(
  env: Env,
  { ratesApply }: Settings,
  rate: Rate,
  key: string,
): Promise<boolean> {
  if (!ratesApply) return true
  const limiters = {
    address: env.RATE_LIMIT_ADDRESS,
    pages: env.RATE_LIMIT_PAGES,
    failed: env.RATE_LIMIT_FAILED,
    standard: env.RATE_LIMIT_STANDARD,
    high: env.RATE_LIMIT_HIGH,
  }
  return (await inTime(limiterTimeoutMs, limiters[rate].limit({ key }))).success
}
