import { accountDigits } from '../../units/account-digits.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'

/** A bank account that a merchant's money is paid to. Times in UTC seconds. */
export type SettlementAccount = {
  readonly id: number
  readonly bankCode: string
  readonly accountNo: string
  readonly holderName: string
  readonly addedAt: number
  readonly addedBy: string
}

/** How many a merchant has at most (fees §3). */
export const settlementAccountsMax = 5

/** Whether two are one account: of one bank, with the same digits. */
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
