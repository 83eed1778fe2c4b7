import { Hono } from 'hono/tiny'
import type * as z from 'zod/mini'
import { balanceQuery } from '../contract/accounts/balance-endpoint.ts'
import { ledgerQuery } from '../contract/accounts/ledger-endpoint.ts'
import { callbackResend } from '../contract/callbacks/callback-endpoint.ts'
import { callbackList } from '../contract/callbacks/callback-list-endpoint.ts'
import { channelList, paymentAmountsQuery } from '../contract/catalogue/catalogue-endpoints.ts'
import type { Endpoint, Fields } from '../contract/endpoint.ts'
import { answerJson } from '../contract/json-as-sent.ts'
import { amountLinkCreation, plainLinkCreation } from '../contract/links/link-endpoints.ts'
import { collectionCreation, collectionQuery } from '../contract/orders/collection-endpoints.ts'
import { payoutCreation, payoutQuery } from '../contract/orders/payout-endpoints.ts'
import { methodNotAllowed } from '../contract/refusals.ts'
import { sandboxOutcome } from '../contract/sandbox/outcome-endpoint.ts'
import { sandboxCallback } from '../contract/sandbox/test-callback-endpoint.ts'
import { pricingQuery } from '../contract/settlement/pricing-endpoint.ts'
import { statementQuery } from '../contract/settlement/statement-endpoint.ts'
import { withdrawalCreation } from '../contract/settlement/withdrawal-endpoint.ts'
import { listOwnLedger } from '../operations/accounts/list-own-ledger.ts'
import { queryBalance } from '../operations/accounts/query-balance.ts'
import { listOwnCallbacks } from '../operations/callbacks/list-own-callbacks.ts'
import { resendCallback } from '../operations/callbacks/resend-callback.ts'
import { listChannels, queryPaymentAmounts } from '../operations/catalogue/read-catalogue.ts'
import { createAmountLink, createPlainLink } from '../operations/links/create-payment-link.ts'
import { createCollection } from '../operations/orders/create-collection.ts'
import { createPayout } from '../operations/orders/create-payout.ts'
import { queryCollection, queryPayout } from '../operations/orders/query-order.ts'
import { makeTestCallback } from '../operations/sandbox/make-test-callback.ts'
import { playOutcome } from '../operations/sandbox/play-outcome.ts'
import { showHealth } from '../operations/service/show-health.ts'
import { queryPricing } from '../operations/settlement/query-pricing.ts'
import { queryStatement } from '../operations/settlement/statements.ts'
import { createWithdrawal } from '../operations/settlement/withdraw.ts'
import { answerSigned, type Operation } from './answer-signed.ts'
import { documentation } from './documentation-pages.ts'
import { replyToError, securityHeaders, successReply } from './json-replies.ts'
import { publicLists } from './public-lists.ts'
import { type HostApp, hostOf, ignoredFields } from './request-pipeline.ts'

const routes = new Hono<HostApp>()
const signedPaths = new Set<string>()

serve(channelList, listChannels)
serve(paymentAmountsQuery, queryPaymentAmounts)
serve(amountLinkCreation, createAmountLink)
serve(plainLinkCreation, createPlainLink)
serve(collectionCreation, createCollection)
serve(collectionQuery, queryCollection)
serve(payoutCreation, createPayout)
serve(payoutQuery, queryPayout)
serve(balanceQuery, queryBalance)
serve(callbackResend, resendCallback)
serve(ledgerQuery, listOwnLedger)
serve(pricingQuery, queryPricing)
serve(withdrawalCreation, createWithdrawal)
serve(statementQuery, queryStatement)
serve(callbackList, listOwnCallbacks)
serve(sandboxOutcome, playOutcome)
serve(sandboxCallback, makeTestCallback)
routes.get('/health', async ({ env: { context, record } }) =>
  successReply(JSON.stringify(await showHealth(context)), record.requestId),
)
routes.all('/health', () => {
  throw methodNotAllowed('GET, HEAD')
})
routes.route('/', publicLists)
routes.route('/', documentation)

/** The merchant host: the signed API, its documentation, its health, and 404 for every other path. */
export const merchantApi = hostOf(routes, {
  origin: ({ baseUrl }) => baseUrl,
  rate: 'address',
  isSigned: ({ method }, { pathname }) => method === 'POST' && signedPaths.has(pathname),
  headers: securityHeaders,
  replyTo: (error, request, { context: { settings, log }, record }) => {
    const origin = settings.baseUrl?.origin ?? record.url.origin
    return replyToError({ error, request, record: { ...record, origin }, log })
  },
})

function serve<F extends Fields, Response extends z.ZodMiniType>(
  endpoint: Endpoint<F, Response>,
  operation: Operation<z.output<z.ZodMiniObject<F>>, z.output<Response>>,
): void {
  signedPaths.add(endpoint.path)
  routes.all(endpoint.path, async ({ req, env: { context, record } }) => {
    if (req.method !== endpoint.method) throw methodNotAllowed(endpoint.method)
    const answer = await answerSigned({
      context,
      call: { request: req.raw, record },
      endpoint,
      operation,
    })
    const isShown = record.ignored?.isShown === true
    const json = answerJson(isShown ? Object.assign({}, answer, ignoredFields(record)) : answer)
    return successReply(json, record.requestId)
  })
}
