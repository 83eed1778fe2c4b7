import { queryBalance } from './account.ts'
import { resendCallback } from './callbacks.ts'
import { listBanks, listChannels, listProducts, queryPaymentAmounts } from './catalogue.ts'
import { createCollection, queryCollection } from './collections.ts'
import type { AnyEndpoint, AnyListEndpoint } from './endpoint.ts'
import { createAmountLink, createPlainLink } from './payment-links.ts'
import { createPayout, queryPayout } from './payouts.ts'

/** The public lists, which nobody signs. */
export const listEndpoints: readonly AnyListEndpoint[] = [listBanks, listProducts]

/** Every endpoint of the merchant API that is signed, in the order of §4. */
export const signedEndpoints: readonly AnyEndpoint[] = [
  listChannels,
  queryPaymentAmounts,
  createAmountLink,
  createPlainLink,
  createCollection,
  queryCollection,
  createPayout,
  queryPayout,
  queryBalance,
  resendCallback,
]
