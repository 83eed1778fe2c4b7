import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as z from 'zod'
import {
  cancellation,
  confirmation,
  exceptionReport,
  match,
  processing,
  reversal,
  settlement,
  taking,
} from '../contract/back-office/move-calls.ts'
import type { Identity } from '../contract/back-office/roles.ts'
import {
  adjustment,
  bridgeLookup,
  bridgePurchase,
  bulkResend,
  bulkRevival,
  callbackFilter,
  callbackTest,
  collectionFilter,
  ledgerPage,
  merchantPatch,
  newMerchant,
  newProduct,
  page,
  paymentAmounts,
  payoutFilter,
  productPatch,
  secretRotation,
} from '../contract/back-office-calls.ts'
import { pathLogger } from '../contract/log-redaction.ts'
import { CallerGone, callerGone, invalid, methodNotAllowed, Refusal } from '../contract/refusals.ts'
import { identify } from './access.ts'
import { allow, body, jsonOnly, nothing, query, refuseForeignPages, wholeBody } from './guards.ts'
import { problemWords } from './problem-words.ts'
import { type App, log, refuse, reply } from './replies.ts'

z.config({ customError: problemWords })

/** The back office (decisions §9): identifies the caller, checks the role, and calls the public Worker. */
export const backOffice = new Hono<App>()

// The longest name that may be logged is a callback's id; a session, which may not, is one character longer.
const loggedPath = pathLogger(30)

backOffice.use(async (c, next) => {
  const started = Date.now()
  const requestId = crypto.randomUUID()
  c.set('requestId', requestId)
  await next()
  c.header('x-request-id', requestId)
  c.header('cache-control', 'no-store')
  c.header('x-content-type-options', 'nosniff')
  log({
    event: 'request',
    request_id: requestId,
    actor: c.get('identity')?.name,
    method: c.req.method,
    path: loggedPath(c.req.path),
    status: c.res.status,
    duration_ms: Date.now() - started,
  })
})
backOffice.use(async (c, next) => {
  c.set('identity', await identify(c.req.raw, c.env, c.get('requestId')))
  refuseForeignPages(c.req.raw)
  await next()
})
backOffice.use(wholeBody)

backOffice.notFound((c) => {
  const methods = methodsOf(c.req.path)
  return refuse(c, methods === '' ? new Refusal('not_found') : methodNotAllowed(methods))
})
backOffice.onError((error, c) => {
  if (error instanceof CallerGone) return new Response(null, { status: callerGone.status })
  if (error instanceof Refusal) return refuse(c, error)
  if (error instanceof HTTPException) return refuse(c, invalid('body', '內容不是有效的 JSON'))
  log({ event: 'fault', request_id: c.get('requestId'), fault: error.stack ?? error.message })
  return refuse(c, new Refusal('internal_error'))
})

backOffice.get('/health', nothing, (c) => reply(c, c.env.BACK_OFFICE.health()))

const api = backOffice.basePath('/api')

const operators = allow('operator')
const agents = allow('operator', 'agent')
const readers = allow('operator', 'auditor')
const orderReaders = allow('operator', 'auditor', 'agent')
const bridges = allow('operator', 'bridge')

api.post('/merchants', operators, jsonOnly, body(newMerchant), (c) =>
  reply(c, c.env.BACK_OFFICE.createMerchant(c.req.valid('json')), 201),
)
api.get('/merchants', readers, query(page), (c) =>
  reply(c, c.env.BACK_OFFICE.listMerchants(c.req.valid('query'))),
)
api.get('/merchants/:uid', readers, nothing, (c) =>
  reply(c, c.env.BACK_OFFICE.showMerchant(c.req.param('uid'))),
)
api.patch('/merchants/:uid', operators, jsonOnly, body(merchantPatch), (c) =>
  reply(c, c.env.BACK_OFFICE.patchMerchant(c.req.param('uid'), c.req.valid('json'))),
)
api.post('/merchants/:uid/secret', operators, jsonOnly, body(secretRotation), (c) => {
  const { grace_seconds: graceSeconds } = c.req.valid('json')
  return reply(c, c.env.BACK_OFFICE.rotateSecret(c.req.param('uid'), graceSeconds))
})
api.put('/merchants/:uid/payment-amounts', operators, jsonOnly, body(paymentAmounts), (c) =>
  reply(c, c.env.BACK_OFFICE.setPaymentAmounts(c.req.param('uid'), c.req.valid('json'))),
)
api.get('/merchants/:uid/payment-amounts', readers, nothing, (c) =>
  reply(c, c.env.BACK_OFFICE.showPaymentAmounts(c.req.param('uid'))),
)
api.get('/merchants/:uid/balance', readers, nothing, (c) =>
  reply(c, c.env.BACK_OFFICE.balance(c.req.param('uid'))),
)
api.get('/merchants/:uid/ledger', readers, query(ledgerPage), (c) =>
  reply(c, c.env.BACK_OFFICE.listLedger(c.req.param('uid'), c.req.valid('query'))),
)
api.post('/merchants/:uid/adjustments', operators, jsonOnly, body(adjustment), (c) => {
  const call = c.req.valid('json')
  return reply(c, c.env.BACK_OFFICE.adjustBalance(c.get('identity'), c.req.param('uid'), call), 201)
})

api.get('/products', readers, query(page), (c) =>
  reply(c, c.env.BACK_OFFICE.listProducts(c.req.valid('query'))),
)
api.post('/products', operators, jsonOnly, body(newProduct), (c) =>
  reply(c, c.env.BACK_OFFICE.createProduct(c.req.valid('json')), 201),
)
api.get('/products/:id{[0-9]{1,15}}', readers, nothing, (c) =>
  reply(c, c.env.BACK_OFFICE.showProduct(Number(c.req.param('id')))),
)
api.patch('/products/:id{[0-9]{1,15}}', operators, jsonOnly, body(productPatch), (c) =>
  reply(c, c.env.BACK_OFFICE.patchProduct(Number(c.req.param('id')), c.req.valid('json'))),
)
api.delete('/products/:id{[0-9]{1,15}}', operators, nothing, (c) =>
  reply(c, c.env.BACK_OFFICE.removeProduct(Number(c.req.param('id')))),
)

api.get('/collections', orderReaders, query(collectionFilter), (c) =>
  reply(c, c.env.AGENT_DESK.listCollections(c.req.valid('query'))),
)
api.get('/collections/:trade_no', orderReaders, nothing, (c) =>
  reply(c, c.env.AGENT_DESK.showCollection(c.req.param('trade_no'))),
)
api.post('/collections/:trade_no/take', agents, jsonOnly, body(taking), (c) =>
  reply(c, c.env.AGENT_DESK.takeCollection(...named(c), c.req.valid('json'))),
)
api.post('/collections/:trade_no/release', agents, nothing, (c) =>
  reply(c, c.env.AGENT_DESK.releaseCollection(...named(c))),
)
api.post('/collections/:trade_no/match', agents, jsonOnly, body(match), (c) =>
  reply(c, c.env.AGENT_DESK.matchCollection(...named(c), c.req.valid('json'))),
)
api.post('/collections/:trade_no/settle', agents, jsonOnly, body(settlement), (c) =>
  reply(c, c.env.AGENT_DESK.settleCollection(...named(c), c.req.valid('json'))),
)
api.post('/collections/:trade_no/exception', agents, jsonOnly, body(exceptionReport), (c) =>
  reply(c, c.env.AGENT_DESK.reportException(...named(c), c.req.valid('json').reason)),
)
api.post('/collections/:trade_no/confirm', operators, jsonOnly, body(confirmation), (c) =>
  reply(c, c.env.BACK_OFFICE.confirmCollection(...named(c), c.req.valid('json'))),
)
api.post('/collections/:trade_no/reverse', operators, jsonOnly, body(reversal), (c) =>
  reply(c, c.env.BACK_OFFICE.reverseCollection(...named(c), c.req.valid('json'))),
)

api.get('/payouts', orderReaders, query(payoutFilter), (c) =>
  reply(c, c.env.AGENT_DESK.listPayouts(c.req.valid('query'))),
)
api.get('/payouts/:trade_no', orderReaders, nothing, (c) =>
  reply(c, c.env.AGENT_DESK.showPayout(c.req.param('trade_no'))),
)
api.post('/payouts/:trade_no/take', agents, jsonOnly, body(taking), (c) =>
  reply(c, c.env.AGENT_DESK.takePayout(...named(c), c.req.valid('json'))),
)
api.post('/payouts/:trade_no/release', agents, nothing, (c) =>
  reply(c, c.env.AGENT_DESK.releasePayout(...named(c))),
)
api.post('/payouts/:trade_no/process', agents, jsonOnly, body(processing), (c) =>
  reply(c, c.env.AGENT_DESK.processPayout(...named(c), c.req.valid('json'))),
)
api.post('/payouts/:trade_no/cancel', agents, jsonOnly, body(cancellation), (c) =>
  reply(c, c.env.AGENT_DESK.cancelPayout(...named(c), c.req.valid('json').reason)),
)
api.post('/payouts/:trade_no/reverse', operators, jsonOnly, body(reversal), (c) =>
  reply(c, c.env.BACK_OFFICE.reversePayout(...named(c), c.req.valid('json'))),
)

api.get('/callbacks', readers, query(callbackFilter), (c) =>
  reply(c, c.env.BACK_OFFICE.listCallbacks(c.req.valid('query'))),
)
api.post('/callbacks/resend', operators, jsonOnly, body(bulkResend), (c) =>
  reply(c, c.env.BACK_OFFICE.resendCallbacks(c.req.valid('json')), 202),
)
api.post('/callbacks/revive', operators, jsonOnly, body(bulkRevival), (c) =>
  reply(c, c.env.BACK_OFFICE.reviveCallbacks(c.req.valid('json'))),
)
api.post('/callbacks/test', operators, jsonOnly, body(callbackTest), (c) =>
  reply(c, c.env.BACK_OFFICE.testCallback(c.req.valid('json'))),
)
api.post('/callbacks/:id/resend', operators, nothing, (c) =>
  reply(c, c.env.BACK_OFFICE.resendCallback(c.req.param('id')), 202),
)
api.post('/callbacks/:id/revive', operators, nothing, (c) =>
  reply(c, c.env.BACK_OFFICE.reviveCallback(c.req.param('id'))),
)

api.get('/bridge/links/:third_party_session', bridges, query(bridgeLookup), (c) =>
  reply(
    c,
    c.env.EXCHANGE_BRIDGE.showLink(c.req.param('third_party_session'), c.req.valid('query')),
  ),
)
api.post(
  '/bridge/links/:third_party_session/purchase',
  ...([bridges, jsonOnly, body(bridgePurchase)] as const),
  (c) => {
    const session = c.req.param('third_party_session')
    return reply(c, c.env.EXCHANGE_BRIDGE.purchase(c.get('identity'), session, c.req.valid('json')))
  },
)
api.get('/overview', readers, nothing, (c) => reply(c, c.env.BACK_OFFICE.overview()))

function named(c: Context<App, `${string}/:trade_no/${string}`>): [Identity, string] {
  return [c.get('identity'), c.req.param('trade_no')]
}

// The methods that a path has, for the Allow header; "" when there is no such path.
function methodsOf(path: string): string {
  const has = (method: string) =>
    backOffice.router.match(method, path)[0].some(([[, route]]) => route.method === method)
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    .filter(has)
    .map((method) => (method === 'GET' ? 'GET, HEAD' : method))
    .join(', ')
}
