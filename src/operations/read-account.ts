import type { queryBalance as queryBalanceEndpoint } from '../contract/account.ts'
import type { queryCollection as queryCollectionEndpoint } from '../contract/collections.ts'
import type { RequestOf, ResponseOf } from '../contract/endpoint.ts'
import type { queryPayout as queryPayoutEndpoint } from '../contract/payouts.ts'
import { invalidFields, Refusal } from '../contract/refusals.ts'
import type { Context } from '../env.ts'
import { balanceReport } from '../rules/balance-report.ts'
import { collectionReport } from '../rules/collection-report.ts'
import { ledgerChannels } from '../rules/ledger.ts'
import type { Merchant } from '../rules/merchant.ts'
import { orderNamed } from '../rules/order-identity.ts'
import { payoutReport } from '../rules/payout-report.ts'
import { findCollection } from '../store/collections.ts'
import { balancesOf } from '../store/journal.ts'
import { findMerchant } from '../store/merchants.ts'
import { findPayout } from '../store/payouts.ts'

/** §4.6: reports one collection of the merchant, named by any of its numbers. */
export async function queryCollection(
  context: Context,
  merchant: Merchant,
  request: RequestOf<typeof queryCollectionEndpoint>,
): Promise<ResponseOf<typeof queryCollectionEndpoint>> {
  const { orderid, merchant_order_no: merchantOrderNo, orderNo: eitherNo } = request
  const tradeNo = tradeNoOf(request)
  if ([orderid, merchantOrderNo, tradeNo, eitherNo].every((given) => given === '')) {
    throw invalidFields({ orderid: unnamed, merchant_order_no: unnamed, tradeNo: unnamed })
  }
  const named = orderNamed(tradeNo)
  if (tradeNo !== '' && named === null) throw new Refusal('order_not_found')
  const lookup = { orderid, merchantOrderNo, named, eitherNo }
  const found = await findCollection(context.db, merchant, lookup)
  if (found === null) throw new Refusal('order_not_found')
  return collectionReport(merchant.uid, found.collection, found.callback)
}

/** §4.8: reports one payout of the merchant, named by any of its numbers. */
export async function queryPayout(
  context: Context,
  merchant: Merchant,
  request: RequestOf<typeof queryPayoutEndpoint>,
): Promise<ResponseOf<typeof queryPayoutEndpoint>> {
  const { serial_no: serialNo, merchant_order_no: merchantOrderNo, orderNo: eitherNo } = request
  const tradeNo = tradeNoOf(request)
  if ([serialNo, merchantOrderNo, tradeNo, eitherNo].every((given) => given === '')) {
    throw invalidFields({ serial_no: unnamed, merchant_order_no: unnamed, tradeNo: unnamed })
  }
  const named = orderNamed(tradeNo)
  if (tradeNo !== '' && named === null) throw new Refusal('order_not_found')
  const lookup = { serialNo, merchantOrderNo, named, eitherNo }
  const found = await findPayout(context.db, merchant, lookup)
  if (found === null) throw new Refusal('order_not_found')
  return payoutReport(merchant.uid, found.payout, found.callback)
}

const unnamed = ['單號、商戶訂單號、平台交易號至少需提供一項']

/** §4.9: the merchant's balance, read from sums that are kept with every booking. */
export async function queryBalance(
  context: Context,
  merchant: Merchant,
): Promise<ResponseOf<typeof queryBalanceEndpoint>> {
  const balances = await balancesOf(context.db, merchant.id)
  return balanceReport(balances, ledgerChannels(context.settings.exchangeCode))
}

/** Any merchant's balance, for the back office. */
export async function showBalance(
  context: Context,
  uid: string,
): Promise<ResponseOf<typeof queryBalanceEndpoint>> {
  const stored = await findMerchant(context.db, uid)
  if (stored === null) throw new Refusal('not_found', { message: '查無此商戶,請確認 uid' })
  return queryBalance(context, stored.merchant)
}

function tradeNoOf({ tradeNo, trade_no: alias }: { tradeNo: string; trade_no: string }): string {
  if (tradeNo !== '' && alias !== '' && tradeNo !== alias) throw new Refusal('order_not_found')
  return tradeNo || alias
}
