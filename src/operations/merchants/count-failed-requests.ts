import type { Context } from '../../context.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { rateKeyOf } from '../../rules/merchants/source-address.ts'
import type { FailedMinute } from '../../store/merchants/failed-requests.ts'
import { isWithinRate, tooManyRequests } from './limit-rate.ts'

/** The rate limits' key of a source address; undefined if none applies. */
export type RateKey = string | undefined

/** The rate key of a source address; undefined if rates are off, or the platform gave no address. */
export function rateKeyFor({ settings }: Context, address: string | null): RateKey {
  return settings.ratesApply && address !== null ? rateKeyOf(address) : undefined
}

/**
 * Whether too many requests of an address have failed at or before the signature. Further ones are verified only as
 * sent and under cached secrets (decisions §2, "Cost of what is forged").
 */
export function hasFailedOften({ isolate, now }: Context, key: RateKey): boolean {
  return key !== undefined && isolate.failures.overFor(key, now()) > 0
}

/**
 * Counts a failed request, in this isolate and synchronously, so that concurrent failures cannot exceed the rate. Null
 * when it is not counted: no rate applies, or the address is over it.
 */
export function countFailed(context: Context, key: RateKey): FailedMinute | null {
  if (key === undefined || hasFailedOften(context, key)) return null
  const minute = context.isolate.failures.minuteOf(key, context.now())
  minute.failed += 1
  return minute
}

/**
 * The refusal of a failed request: its own while its address is within the rate, in this isolate and by the platform's
 * count, else 429 until the minute ends.
 */
export async function refusalOfFailed({
  context,
  key,
  counted,
  refusal,
}: {
  readonly context: Context
  readonly key: RateKey
  readonly counted: FailedMinute | null
  readonly refusal: Refusal
}): Promise<Refusal> {
  if (key === undefined) return refusal
  if (counted !== null) {
    if (await isWithinRate(context, 'failed', key)) return refusal
    counted.isOverElsewhere = true
  }
  return tooManyRequests(
    'failed',
    Math.max(1, context.isolate.failures.overFor(key, context.now())),
  )
}
