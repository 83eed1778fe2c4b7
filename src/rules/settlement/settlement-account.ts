import { accountDigits } from '../../units/account-digits.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'

/** A bank account for a merchant's withdrawals. Times in UTC seconds. */
export type SettlementAccount = {
  readonly id: number
  readonly bankCode: string
  readonly accountNo: string
  readonly holderName: string
  readonly addedAt: number
  readonly addedBy: string
}

/** The most settlement accounts of a merchant (fees §3). */
export const settlementAccountsMax = 5

/** Whether two accounts are equal: the same bank and digits. */
export function isSameSettlementAccount(
  one: Pick<SettlementAccount, 'bankCode' | 'accountNo'>,
  other: Pick<SettlementAccount, 'bankCode' | 'accountNo'>,
): boolean {
  const isSame = accountDigits(one.accountNo) === accountDigits(other.accountNo)
  return one.bankCode === other.bankCode && isSame
}

/** A settlement account as the back office sees it. */
export function settlementAccountView(account: SettlementAccount) {
  return {
    id: account.id,
    bank_code: account.bankCode,
    account_no: account.accountNo,
    holder_name: account.holderName,
    added_at: secondsToTaipei(account.addedAt),
    added_by: account.addedBy,
  }
}
