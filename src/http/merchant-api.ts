import { Hono } from 'hono'
import type * as z from 'zod'
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
import { limitAddress } from '../operations/limit-rate.ts'
import { queryBalance, queryCollection, queryPayout } from '../operations/read-account.ts'
import { listChannels, queryPaymentAmounts } from '../operations/read-catalogue.ts'
import { resendCallback } from '../operations/resend-callback.ts'
import { documentation } from './documentation.ts'
import { publicLists } from './public-lists.ts'
import { methodNotAllowed, refusalReply, replyToError, securityHeaders } from './replies.ts'
import { answerSigned, type Operation } from './signed.ts'

type App = {
  Bindings: Env
  Variables: { requestId: string; uid: string; error: string }
}

/** The merchant host: the signed API, its documentation, and 404 for everything else. */
export const merchantApi = new Hono<App>()

merchantApi.use(async (c, next) => {
  const started = Date.now()
  const requestId = crypto.randomUUID()
  c.set('requestId', requestId)
  await next()
  c.header('x-request-id', requestId)
  for (const [name, value] of Object.entries(securityHeaders)) {
    if (!c.res.headers.has(name)) c.header(name, value)
  }
  writeLog({
    event: 'request',
    request_id: requestId,
    method: c.req.method,
    path: c.req.path,
    status: c.res.status,
    error: c.get('error'),
    uid: c.get('uid'),
    duration_ms: Date.now() - started,
    country: c.req.header('cf-ipcountry'),
  })
})

merchantApi.use(async (c, next) => {
  await limitAddress(contextFrom(c.env), c.req.header('cf-connecting-ip') ?? null)
  await next()
})

merchantApi.onError((error, c) => {
  c.set('error', error instanceof Refusal ? error.code : 'internal_error')
  return replyToError(error, c.get('requestId'), writeLog)
})
merchantApi.notFound((c) => refusalReply(new Refusal('not_found'), c.get('requestId')))

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

function serve<F extends Fields, Response extends z.ZodType>(
  endpoint: Endpoint<F, Response>,
  operation: Operation<z.output<z.ZodObject<F>>, z.output<Response>>,
): void {
  merchantApi.post(endpoint.path, async (c) => {
    const call = { request: c.req.raw, known: (uid: string) => c.set('uid', uid) }
    const answer = await answerSigned(contextFrom(c.env), call, endpoint, operation)
    return new Response(answerJson(answer), { headers: { 'content-type': 'application/json' } })
  })
  merchantApi.all(endpoint.path, (c) => methodNotAllowed(endpoint.method, c.get('requestId')))
}
