import type { Context, MerchantContext } from '../../context.ts'
import type { balanceQuery } from '../../contract/balance-endpoint.ts'
import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import type { collectionQuery } from '../../contract/orders/collection-endpoints.ts'
import type { payoutQuery } from '../../contract/orders/payout-endpoints.ts'
import { ledgerChannels } from '../../rules/accounts/ledger.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { balanceView } from '../../rules/views/balance-view.ts'
import { collectionStatusView } from '../../rules/views/collection-view.ts'
import { payoutStatusView } from '../../rules/views/payout-view.ts'
import { balancesOf } from '../../store/orders/journal.ts'
import { requireMerchant } from '../merchants/read-merchant.ts'
import { findOwnCollection, findOwnPayout } from '../orders/find-own-order.ts'

/** §4.6: shows one collection of the merchant, named by any of its numbers. */
export async function queryCollection({
  context,
  merchant,
  request,
}: {
  readonly context: MerchantContext
  readonly merchant: Merchant
  readonly request: RequestOf<typeof collectionQuery>
}): Promise<ResponseOf<typeof collectionQuery>> {
  const found = await findOwnCollection(context, merchant, request)
  return collectionStatusView({ merchant, ...found })
}

/** §4.8: shows one payout of the merchant, named by any of its numbers. */
export async function queryPayout({
  context,
  merchant,
  request,
}: {
  readonly context: MerchantContext
  readonly merchant: Merchant
  readonly request: RequestOf<typeof payoutQuery>
}): Promise<ResponseOf<typeof payoutQuery>> {
  const found = await findOwnPayout(context, merchant, request)
  return payoutStatusView({ merchant, ...found })
}

/** §4.9: the merchant's balance, read from sums that every booking updates. */
export async function queryBalance({
  context,
  merchant,
}: {
  readonly context: MerchantContext
  readonly merchant: Merchant
}): Promise<ResponseOf<typeof balanceQuery>> {
  const balances = await balancesOf(context.db, merchant.id)
  return balanceView(balances, ledgerChannels(context.settings.exchangeCode))
}

/** Any merchant's balance, for the back office. */
export async function showBalance(
  context: Context,
  uid: string,
): Promise<ResponseOf<typeof balanceQuery>> {
  const { merchant, merchantContext } = await requireMerchant(context, uid)
  return queryBalance({ context: merchantContext, merchant })
}
