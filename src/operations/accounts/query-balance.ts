import type { Context, MerchantContext } from '../../context.ts'
import type { balanceQuery } from '../../contract/accounts/balance-endpoint.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import { ledgerChannels } from '../../rules/accounts/ledger.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { firstUnsettledDayOf } from '../../rules/settlement/withdrawable.ts'
import { balanceView } from '../../rules/views/balance-view.ts'
import { readWithdrawable } from '../../store/accounts/credits.ts'
import { feesSince } from '../../store/accounts/ledger-days.ts'
import { balanceOf, balancesOf } from '../../store/orders/booking.ts'
import { rowsOf } from '../../store/sql-text.ts'
import { toSeconds } from '../../units/clock.ts'
import { toAmount } from '../../units/money.ts'
import { firstOfMonth, taipeiDay } from '../../units/taipei-time.ts'
import { requireMerchant } from '../merchants/read-merchant.ts'

/** §4.9: the merchant's balance, read from sums that every booking updates. */
export async function queryBalance({
  context,
  merchant,
}: {
  readonly context: MerchantContext
  readonly merchant: Merchant
}): Promise<ResponseOf<typeof balanceQuery>> {
  return merchant.seesFees ? balanceWithFees(context, merchant) : plainBalance(context, merchant)
}

async function plainBalance({ db, settings }: MerchantContext, { id: merchantId }: Merchant) {
  const [rows] = await rowsOf(db, [balancesOf({ merchantId })] as const)
  return balanceView(rows.map(balanceOf), ledgerChannels(settings.exchangeCode), {})
}

async function balanceWithFees(context: MerchantContext, merchant: Merchant) {
  const { db, settings } = context
  const merchantId = merchant.id
  const now = toSeconds(context.now())
  const [rows, [money], [month]] = await rowsOf(db, [
    balancesOf({ merchantId }),
    readWithdrawable({ merchantId, from: firstUnsettledDayOf(merchant, now) }),
    feesSince({ merchantId, day: firstOfMonth(taipeiDay(now)) }),
  ] as const)
  const withdrawable = toAmount(money?.withdrawable ?? 0)
  const fees = toAmount(month?.fees ?? 0)
  const beside = { withdrawable, fees }
  return balanceView(rows.map(balanceOf), ledgerChannels(settings.exchangeCode), beside)
}

/** Any merchant's balance for the back office, always with fees. */
export async function showBalance(context: Context, uid: string) {
  const { merchant, merchantContext } = await requireMerchant(context, uid)
  return balanceWithFees(merchantContext, merchant)
}
