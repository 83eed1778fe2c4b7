import type { WaitView } from '../../../contract/links/member-page-views.ts'
import { toAmount } from '../../../units/money.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'

/** A member's wait page for the back office, without the token that opens it. */
export function memberPageView({ state, amount, payee, receipt, account, ...page }: WaitView) {
  return {
    state,
    amount,
    payee: payee && { name: payee.name, support_url: payee.supportUrl },
    receipt: receipt && {
      trade_no: receipt.tradeNo,
      paid_amount: toAmount(receipt.paidAmount),
      paid_at: secondsToTaipei(receipt.paidAt),
    },
    account: account && {
      bank_name: account.bankName,
      bank_code: account.bankCode,
      account_no: account.accountNo,
      account_name: account.accountName,
    },
    had_account: page.hadAccount,
    merchant_order_no: page.merchantOrderNo,
    payer_account_last5: page.payerAccountLast5,
    return_url: page.returnUrl,
    ends_at: secondsToTaipei(page.endsAt),
    now: secondsToTaipei(page.now),
  }
}
