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
import { Refusal } from '../contract/refusals.ts'
import { answerJson } from '../contract/sent-json.ts'
import { contextFrom, writeLog } from '../env.ts'
import { createCollection } from '../operations/create-collection.ts'
import { createAmountLink, createPlainLink } from '../operations/create-payment-link.ts'
import { createPayout } from '../operations/create-payout.ts'
import { queryBalance, queryCollection, queryPayout } from '../operations/read-account.ts'
import { listChannels, queryPaymentAmounts } from '../operations/read-catalogue.ts'
import { resendCallback } from '../operations/resend-callback.ts'
import { documentation } from './documentation.ts'
import { guardedHost } from './guarded-host.ts'
import { publicLists } from './public-lists.ts'
import { methodNotAllowed, replyToError, securityHeaders, successReply } from './replies.ts'
import { answerSigned, type Operation } from './signed.ts'

/** The merchant host: the signed API, its documentation, and 404 for everything else. */
export const merchantApi = guardedHost({
  origin: ({ baseUrl }) => baseUrl,
  headers: securityHeaders,
})

merchantApi.onError((error, c) => {
  c.set('error', error instanceof Refusal ? error.code : 'internal_error')
  return replyToError(error, c.get('requestId'), writeLog)
})

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
merchantApi.route('/', publicLists)
merchantApi.route('/', documentation)

function serve<F extends Fields, Response extends z.ZodMiniType>(
  endpoint: Endpoint<F, Response>,
  operation: Operation<z.output<z.ZodMiniObject<F>>, z.output<Response>>,
): void {
  merchantApi.post(endpoint.path, async (c) => {
    const call = { request: c.req.raw, known: (uid: string) => c.set('uid', uid) }
    const answer = await answerSigned(contextFrom(c.env), call, endpoint, operation)
    return successReply(answerJson(answer), c.get('requestId'))
  })
  merchantApi.all(endpoint.path, (c) => methodNotAllowed(endpoint.method, c.get('requestId')))
}
