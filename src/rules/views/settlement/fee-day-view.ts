import { toAmount } from '../../../units/money.ts'
import { dayToTaipei } from '../../../units/taipei-time.ts'

export type FeeName = 'collections' | 'payouts' | 'withdrawals' | 'corrections'

/** The platform's fees from a merchant on a day (Asia/Taipei, in days since 1970), in hundredths. */
export type FeeDay = {
  readonly merchantId: number
  readonly uid: string
  readonly day: number
} & Readonly<Record<FeeName, number>>

/** A day's fees as the back office reads them (fees §5). */
export function feeDayView({ uid, day, ...fees }: FeeDay) {
  const { collections, payouts, withdrawals, corrections } = fees
  return {
    uid,
    day: dayToTaipei(day),
    collections: toAmount(collections),
    payouts: toAmount(payouts),
    withdrawals: toAmount(withdrawals),
    corrections: toAmount(corrections),
    total: toAmount(collections + payouts + withdrawals + corrections),
  }
}
