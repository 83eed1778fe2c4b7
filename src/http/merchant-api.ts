import type * as z from 'zod/mini'
import { queryBalance as balance } from '../contract/account.ts'
import { resendCallback as callbackResend } from '../contract/callbacks.ts'
import { queryPaymentAmounts as amounts, listChannels as channels } from '../contract/catalogue.ts'
import {
  createCollection as collectionCreation,
  queryCollection as collectionStatus,
} from '../contract/collections.ts'
import type { Endpoint, Fields } from '../contract/endpoint.ts'
import {
  createAmountLink as amountLink,
  createPlainLink as plainLink,
} from '../contract/payment-links.ts'
import { createPayout as payoutCreation, queryPayout as payoutStatus } from '../contract/payouts.ts'
import { methodNotAllowed } from '../contract/refusals.ts'
import { answerJson } from '../contract/sent-json.ts'
import { createCollection } from '../operations/create-collection.ts'
import { createAmountLink, createPlainLink } from '../operations/create-payment-link.ts'
import { createPayout } from '../operations/create-payout.ts'
import { queryBalance, queryCollection, queryPayout } from '../operations/read-account.ts'
import { listChannels, queryPaymentAmounts } from '../operations/read-catalogue.ts'
import { resendCallback } from '../operations/resend-callback.ts'
import { documentation } from './documentation.ts'
import { type HostApp, hostOf } from './host.ts'
import { publicLists } from './public-lists.ts'
import { replyToError, securityHeaders, successReply } from './replies.ts'
import { Hono } from './routes.ts'
import { answerSigned, type Operation } from './signed.ts'

const routes = new Hono<HostApp>()

serve(channels, listChannels)
serve(amounts, queryPaymentAmounts)
serve(amountLink, createAmountLink)
serve(plainLink, createPlainLink)
serve(collectionCreation, createCollection)
serve(collectionStatus, queryCollection)
serve(payoutCreation, createPayout)
serve(payoutStatus, queryPayout)
serve(balance, queryBalance)
serve(callbackResend, resendCallback)
routes.route('/', publicLists)
routes.route('/', documentation)

/** The merchant host: the signed API, its documentation, and 404 for everything else. */
export const merchantApi = hostOf(routes, {
  origin: ({ baseUrl }) => baseUrl,
  headers: securityHeaders,
  replyTo: (error, _request, { world, visit }) => replyToError(error, visit.requestId, world.log),
})

function serve<F extends Fields, Response extends z.ZodMiniType>(
  endpoint: Endpoint<F, Response>,
  operation: Operation<z.output<z.ZodMiniObject<F>>, z.output<Response>>,
): void {
  routes.all(endpoint.path, async ({ req, env: { world, visit } }) => {
    if (req.method !== endpoint.method) throw methodNotAllowed(endpoint.method)
    const answer = await answerSigned(world, { request: req.raw, visit }, endpoint, operation)
    return successReply(answerJson(answer), visit.requestId)
  })
}
