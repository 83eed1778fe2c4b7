import { zValidator } from '@hono/zod-validator'
import { type Context, Hono, type MiddlewareHandler, type Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import * as z from 'zod'
import zhTW from 'zod/v4/locales/zh-TW.js'
import {
  type Answer,
  adjustment,
  bridgeLookup,
  bridgePurchase,
  bulkResend,
  callbackFilter,
  callbackTest,
  cancellation,
  collectionFilter,
  confirmation,
  exceptionReport,
  type Identity,
  ledgerPage,
  match,
  merchantPatch,
  newMerchant,
  newProduct,
  page,
  paymentAmounts,
  payoutFilter,
  processing,
  productPatch,
  type Role,
  secretRotation,
  settlement,
  taking,
} from '../contract/back-office.ts'
import { invalid, invalidFields, Refusal } from '../contract/refusals.ts'
import { identify } from './access.ts'

z.config(zhTW())

type App = {
  Bindings: BackofficeEnv
  Variables: { requestId: string; identity: Identity }
}

/** The back office's JSON API (decisions §9): who is at work, what they may do, then the call on the other Worker. */
export const api = new Hono<App>().basePath('/api')

api.use(async (c, next) => {
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
    path: c.req.path,
    status: c.res.status,
    duration_ms: Date.now() - started,
  })
})
api.use(async (c, next) => {
  c.set('identity', await identify(c.req.raw, c.env))
  refuseForeignPages(c.req.raw)
  await next()
})
api.use(
  bodyLimit({
    maxSize: 65_536,
    onError: () => {
      throw new Refusal('body_too_large')
    },
  }),
)

api.notFound((c) => refuse(c, new Refusal('not_found')))
api.onError((error, c) => {
  if (error instanceof Refusal) return refuse(c, error)
  if (error instanceof HTTPException) return refuse(c, invalid('body', '內容不是有效的 JSON'))
  log({ event: 'fault', request_id: c.get('requestId'), fault: error.stack ?? error.message })
  return refuse(c, new Refusal('internal_error'))
})

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
api.get('/merchants/:uid', readers, (c) =>
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
api.get('/merchants/:uid/balance', readers, (c) =>
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
api.get('/products/:id{[0-9]{1,15}}', readers, (c) =>
  reply(c, c.env.BACK_OFFICE.showProduct(Number(c.req.param('id')))),
)
api.patch('/products/:id{[0-9]{1,15}}', operators, jsonOnly, body(productPatch), (c) =>
  reply(c, c.env.BACK_OFFICE.patchProduct(Number(c.req.param('id')), c.req.valid('json'))),
)
api.delete('/products/:id{[0-9]{1,15}}', operators, (c) =>
  reply(c, c.env.BACK_OFFICE.removeProduct(Number(c.req.param('id')))),
)

api.get('/collections', orderReaders, query(collectionFilter), (c) =>
  reply(c, c.env.AGENT_DESK.listCollections(c.req.valid('query'))),
)
api.get('/collections/:trade_no', orderReaders, (c) =>
  reply(c, c.env.AGENT_DESK.showCollection(c.req.param('trade_no'))),
)
api.post('/collections/:trade_no/take', agents, jsonOnly, body(taking), (c) =>
  reply(c, c.env.AGENT_DESK.takeCollection(...named(c), c.req.valid('json'))),
)
api.post('/collections/:trade_no/release', agents, (c) =>
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

api.get('/payouts', orderReaders, query(payoutFilter), (c) =>
  reply(c, c.env.AGENT_DESK.listPayouts(c.req.valid('query'))),
)
api.get('/payouts/:trade_no', orderReaders, (c) =>
  reply(c, c.env.AGENT_DESK.showPayout(c.req.param('trade_no'))),
)
api.post('/payouts/:trade_no/take', agents, jsonOnly, body(taking), (c) =>
  reply(c, c.env.AGENT_DESK.takePayout(...named(c), c.req.valid('json'))),
)
api.post('/payouts/:trade_no/release', agents, (c) =>
  reply(c, c.env.AGENT_DESK.releasePayout(...named(c))),
)
api.post('/payouts/:trade_no/process', agents, jsonOnly, body(processing), (c) =>
  reply(c, c.env.AGENT_DESK.processPayout(...named(c), c.req.valid('json'))),
)
api.post('/payouts/:trade_no/cancel', agents, jsonOnly, body(cancellation), (c) =>
  reply(c, c.env.AGENT_DESK.cancelPayout(...named(c), c.req.valid('json').reason)),
)

api.get('/callbacks', readers, query(callbackFilter), (c) =>
  reply(c, c.env.BACK_OFFICE.listCallbacks(c.req.valid('query'))),
)
api.post('/callbacks/resend', operators, jsonOnly, body(bulkResend), (c) =>
  reply(c, c.env.BACK_OFFICE.resendCallbacks(c.req.valid('json')), 202),
)
api.post('/callbacks/test', operators, jsonOnly, body(callbackTest), (c) =>
  reply(c, c.env.BACK_OFFICE.testCallback(c.req.valid('json'))),
)
api.post('/callbacks/:id/resend', operators, (c) =>
  reply(c, c.env.BACK_OFFICE.resendCallback(c.req.param('id')), 202),
)
api.post('/callbacks/:id/revive', operators, (c) =>
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
api.get('/overview', readers, (c) => reply(c, c.env.BACK_OFFICE.overview()))

/** Lets the named roles through and refuses everyone else. */
function allow(...allowed: readonly Role[]): MiddlewareHandler<App> {
  return async (c, next) => {
    if (!allowed.includes(c.get('identity').role)) throw new Refusal('forbidden')
    await next()
  }
}

function named(c: Context<App, `${string}/:trade_no/${string}`>): [Identity, string] {
  return [c.get('identity'), c.req.param('trade_no')]
}

// A browser sends a person's Access cookie along with what any page makes it send; only our own pages may write.
function refuseForeignPages({ method, url, headers }: Request): void {
  if (method === 'GET' || method === 'HEAD') return
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const ownOrigin = origin === null || origin === new URL(url).origin
  const ownSite = site === null || site === 'same-origin' || site === 'none'
  if (!ownOrigin || !ownSite)
    throw new Refusal('forbidden', { message: '只接受本站頁面送出的請求' })
}

// The validator takes a body of another type for an empty one, and an empty one means the defaults.
async function jsonOnly(c: Context<App>, next: Next): Promise<void> {
  const [mediaType = ''] = (c.req.header('content-type') ?? '').split(';')
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    throw new Refusal('unsupported_media_type', { message: '請以 application/json 傳送' })
  }
  await next()
}

function body<Schema extends z.ZodType>(schema: Schema) {
  return zValidator('json', schema, (result) => {
    if (!result.success) throw invalidFields(problemsOf(result.error))
  })
}

function query<Schema extends z.ZodType>(schema: Schema) {
  return zValidator('query', schema, (result) => {
    if (!result.success) throw invalidFields(problemsOf(result.error))
  })
}

function problemsOf(error: z.core.$ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const field = path.join('.') || 'body'
    errors[field] = [...(errors[field] ?? []), message]
  }
  return errors
}

// The other Worker answers refusals as values: what is thrown here says that it cannot be reached just now.
async function reply<T>(
  c: Context<App>,
  call: Promise<Answer<T>>,
  status = 200,
): Promise<Response> {
  const answer = await call.catch((error: unknown) => {
    log({ event: 'unreachable', request_id: c.get('requestId'), fault: String(error) })
    throw new Refusal('unavailable')
  })
  return answer.ok ? Response.json(answer.value, { status }) : refusal(c, answer)
}

function refuse(c: Context<App>, { code, status, message, details }: Refusal): Response {
  const { errors, taken_by: takenBy } = details
  return refusal(c, {
    status,
    error: code,
    message,
    ...(errors === undefined ? {} : { errors }),
    ...(takenBy === undefined ? {} : { taken_by: takenBy }),
  })
}

// The shape of every error (decisions §3).
function refusal(c: Context<App>, said: RefusedAnswer): Response {
  const { status, message, error, errors, taken_by: takenBy } = said
  const request_id = c.get('requestId')
  const common = { ok: 0, code: 1, text: message, message, error, request_id }
  return Response.json({ ...common, errors, taken_by: takenBy }, { status })
}

type RefusedAnswer = Omit<Extract<Answer<never>, { ok: false }>, 'ok'>

function log(entry: Readonly<Record<string, string | number | undefined>>): void {
  console.log(JSON.stringify(entry))
}
