import { dayToTaipei } from '../../units/taipei-time.ts'
import type { Merchant } from '../merchants/merchant.ts'
import type { Actor } from '../people/principal.ts'
import type { WithdrawalRequest } from './withdrawal.ts'

export const withdrawalsActor: Actor = { name: 'system:withdrawals', role: 'system' }

/** The request of a merchant's automatic withdrawal on a day (Asia/Taipei, since 1970). */
export function autoRequest(
  { autoWithdrawal }: Pick<Merchant, 'autoWithdrawal'>,
  day: number,
): WithdrawalRequest {
  return {
    serialNo: `AUTO-${dayToTaipei(day).replaceAll('-', '')}`,
    amount: 'all',
    accountId: null,
    minimum: autoWithdrawal?.minimum ?? 0,
    notifyUrl: '',
    reverseUrl: '',
  }
}
