import type { Settings } from '../settings.ts'
import { isLoopback } from '../units/web-address.ts'

/** The rates there are: per source address, and the two that a merchant can be held to. */
export type Rate = 'address' | 'standard' | 'high'

/** Whether one more request of that key is within its rate. Rates are off where `BASE_URL` is a loopback address. */
export async function withinRate(
  env: Env,
  { baseUrl }: Settings,
  rate: Rate,
  key: string,
): Promise<boolean> {
  if (baseUrl === null || isLoopback(baseUrl.hostname)) return true
  const limiters = {
    address: env.RATE_LIMIT_ADDRESS,
    standard: env.RATE_LIMIT_STANDARD,
    high: env.RATE_LIMIT_HIGH,
  }
  return (await limiters[rate].limit({ key })).success
}
