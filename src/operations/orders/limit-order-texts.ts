import type { Context, MerchantContext } from '../../context.ts'
import { orderTextsFreeBytes } from '../../contract/limits.ts'
import { invalid, Refusal } from '../../contract/refusals.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { extraBytes } from '../../rules/orders/order-text-bytes.ts'
import type { Statement } from '../../store/database.ts'
import { requireQuota } from '../../store/orders/booking.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { secondsLeftOfTaipeiDay, taipeiDay } from '../../units/taipei-time.ts'

/** Refuses an `extra` that is larger than the merchant's limit (decisions §4, "Custom data"). */
export function refuseLargeExtra({ extraBytesMax }: Merchant, extra: string): void {
  // A character of a text takes three bytes at most; most need no counting.
  if (extra.length * 3 <= extraBytesMax || extraBytes(extra) <= extraBytesMax) return
  const kib = extraBytesMax / 1024
  throw invalid(
    'extra',
    say(
      `不可超過 ${kib} KiB（${extraBytesMax} 位元組），較大的資料請存在商戶端，只傳送其編號`,
      `Must be at most ${kib} KiB (${extraBytesMax} bytes); store larger data on your side and send only a reference`,
    ),
  )
}

/**
 * The guard that refuses an order with this many text bytes once the merchant is over its daily quota. The order that
 * crosses the quota, and one with few bytes, are accepted.
 */
export function withinQuota(
  { settings, now }: MerchantContext,
  { id: merchantId }: Merchant,
  bytes: number,
): readonly Statement[] {
  if (bytes <= orderTextsFreeBytes) return []
  const day = taipeiDay(toSeconds(now()))
  return [requireQuota({ merchantId, day, bytesMax: settings.dailyBytes })]
}

/** The refusal of an order beyond its merchant's daily quota. */
export function overQuota({ now }: Context): Refusal {
  return new Refusal('too_many_requests', {
    message: say(
      '今日訂單文字的總量已達上限：請將每筆的所有欄位縮小至合計 1 KiB 以內，或於 Retry-After（台北時間午夜）後再試',
      'Today’s quota for the texts of orders is used up: send at most 1 KiB in all fields of ' +
        'an order together, or try again after Retry-After (midnight in Taipei)',
    ),
    retryAfterSeconds: secondsLeftOfTaipeiDay(toSeconds(now())),
  })
}
