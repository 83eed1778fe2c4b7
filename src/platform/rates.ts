import type { Settings } from '../settings.ts'
import { inTime } from '../units/time-limit.ts'

/**
 * The rates. Of a source address: its requests to the merchant host (`address`) and to the members' pages (`pages`),
 * and those that fail before or at the signature (`failed`). Of a merchant: `standard` or `high`, by its settings.
 */
export type Rate = 'address' | 'pages' | 'failed' | 'standard' | 'high'

const limiterTimeoutMs = 500

/** Whether one more request of that key is within its rate. Throws when the limiter fails or takes over 500 ms. */
export async function withinRate({
  env,
  settings: { ratesApply },
  rate,
  key,
}: {
  readonly env: Env
  readonly settings: Settings
  readonly rate: Rate
  readonly key: string
}): Promise<boolean> {
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
