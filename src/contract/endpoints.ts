import { queryBalance } from './balance-endpoint.ts'
import { resendCallback } from './callbacks/callback-endpoint.ts'
import {
  listBanks,
  listChannels,
  listProducts,
  queryPaymentAmounts,
} from './catalogue-endpoints.ts'
import type { AnyEndpoint, AnyListEndpoint } from './endpoint.ts'
import { createAmountLink, createPlainLink } from './links/link-endpoints.ts'
import { createCollection, queryCollection } from './orders/collection-endpoints.ts'
import { createPayout, queryPayout } from './orders/payout-endpoints.ts'

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
