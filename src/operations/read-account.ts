import type { Context, MerchantContext } from '../context.ts'
import type { queryBalance as queryBalanceEndpoint } from '../contract/account.ts'
import type { queryCollection as queryCollectionEndpoint } from '../contract/collections.ts'
import type { RequestOf, ResponseOf } from '../contract/endpoint.ts'
import type { queryPayout as queryPayoutEndpoint } from '../contract/payouts.ts'
import { balanceReport } from '../rules/balance-report.ts'
import { collectionReport } from '../rules/collection-report.ts'
import { ledgerChannels } from '../rules/ledger.ts'
import type { Merchant } from '../rules/merchant.ts'
import { payoutReport } from '../rules/payout-report.ts'
import { balancesOf } from '../store/journal.ts'
import { findOwnCollection, findOwnPayout } from './find-own-order.ts'
import { requireMerchant } from './read-merchant.ts'

/** §4.6: reports one collection of the merchant, named by any of its numbers. */
export async function queryCollection(
  context: MerchantContext,
  merchant: Merchant,
  request: RequestOf<typeof queryCollectionEndpoint>,
): Promise<ResponseOf<typeof queryCollectionEndpoint>> {
  const { collection, callback } = await findOwnCollection(context, merchant, request)
  return collectionReport(merchant.uid, collection, callback)
}

/** §4.8: reports one payout of the merchant, named by any of its numbers. */
export async function queryPayout(
  context: MerchantContext,
  merchant: Merchant,
  request: RequestOf<typeof queryPayoutEndpoint>,
): Promise<ResponseOf<typeof queryPayoutEndpoint>> {
  const { payout, callback } = await findOwnPayout(context, merchant, request)
  return payoutReport(merchant.uid, payout, callback)
}

/** §4.9: the merchant's balance, read from sums that are kept with every booking. */
export async function queryBalance(
  context: MerchantContext,
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
  const { merchant, merchantContext } = await requireMerchant(context, uid)
  return queryBalance(merchantContext, merchant)
}
