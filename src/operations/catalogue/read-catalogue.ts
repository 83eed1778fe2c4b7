import type { Context } from '../../context.ts'
import type {
  bankList,
  channelList,
  paymentAmountsQuery,
  productList,
} from '../../contract/catalogue/catalogue-endpoints.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import { banksMatching } from '../../rules/catalogue/banks.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { defaultPaymentAmounts } from '../../rules/merchants/payment-amounts.ts'
import { channelView } from '../../rules/views/channel-view.ts'
import { paymentAmountsView } from '../../rules/views/payment-amounts-view.ts'
import { productView } from '../../rules/views/product-view.ts'
import { productsFor } from '../../store/catalogue/products.ts'
import { openReplica } from '../../store/database.ts'

/** §4.1: the top-up channel, the only one there is. */
export async function listChannels({
  context,
}: {
  readonly context: Context
}): Promise<ResponseOf<typeof channelList>> {
  const channel = { ...channelView(context.settings.exchangeCode), currency: 'TWD' } as const
  return { ok: 1, message: 'success', data: { channels: [channel] } }
}

/** §4.2: which amounts a member may pay by link. */
export async function queryPaymentAmounts({
  merchant,
}: {
  readonly merchant: Merchant
}): Promise<ResponseOf<typeof paymentAmountsQuery>> {
  return {
    ok: 1,
    message: 'success',
    data: {
      currency: 'TWD',
      ...paymentAmountsView(merchant.paymentAmounts ?? defaultPaymentAmounts),
      payment_link_endpoint: '/api/v1/merchant/payment-links/amount',
    },
  }
}

/** §4.10: Taiwan's bank codes, bundled with the Worker. */
export async function listBanks(
  _context: Context,
  { q = '' }: { readonly q?: string | undefined },
): Promise<ResponseOf<typeof bankList>> {
  return { ok: 1, message: 'success', data: [...banksMatching(q)] }
}

/** §4.12: the platform's products and, if named, those of one merchant. */
export async function listProducts(
  context: Context,
  { merchant_uid: merchantUid = '' }: { readonly merchant_uid?: string | undefined },
): Promise<ResponseOf<typeof productList>> {
  const products = await productsFor(openReplica(context.platformDb), merchantUid)
  return { ok: 1, message: 'success', items: products.map(productView) }
}
