import { balanceQuery } from './accounts/balance-endpoint.ts'
import { ledgerQuery } from './accounts/ledger-endpoint.ts'
import { callbackResend } from './callbacks/callback-endpoint.ts'
import { callbackList } from './callbacks/callback-list-endpoint.ts'
import {
  bankList,
  channelList,
  paymentAmountsQuery,
  productList,
} from './catalogue/catalogue-endpoints.ts'
import type { AnyEndpoint, AnyListEndpoint } from './endpoint.ts'
import { amountLinkCreation, plainLinkCreation } from './links/link-endpoints.ts'
import { collectionCreation, collectionQuery } from './orders/collection-endpoints.ts'
import { payoutCreation, payoutQuery } from './orders/payout-endpoints.ts'
import { sandboxOutcome } from './sandbox/outcome-endpoint.ts'
import { sandboxCallback } from './sandbox/test-callback-endpoint.ts'
import { pricingQuery } from './settlement/pricing-endpoint.ts'
import { statementQuery } from './settlement/statement-endpoint.ts'
import { withdrawalCreation } from './settlement/withdrawal-endpoint.ts'

/** The public lists, which need no signature. */
export const listEndpoints: readonly AnyListEndpoint[] = [bankList, productList]

/** The signed endpoints, in the order of §4, and ours after them. */
export const signedEndpoints: readonly AnyEndpoint[] = [
  channelList,
  paymentAmountsQuery,
  amountLinkCreation,
  plainLinkCreation,
  collectionCreation,
  collectionQuery,
  payoutCreation,
  payoutQuery,
  balanceQuery,
  callbackResend,
  ledgerQuery,
  pricingQuery,
  withdrawalCreation,
  statementQuery,
  callbackList,
  sandboxOutcome,
  sandboxCallback,
]
