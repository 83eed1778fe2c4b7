import type { Hono } from 'hono/tiny'
import type { Context } from '../context.ts'
import { faultText, loggedNames, pathLogger } from '../contract/log-redaction.ts'
import { ClientGone, clientGone, Refusal } from '../contract/refusals.ts'
import { toHttps } from '../contract/request-guards.ts'
import { countAnswer } from '../operations/alarms/count-answers.ts'
import { refusalOfFailure } from '../operations/answer-in-time.ts'
import { rateKeyFor } from '../operations/merchants/count-failed-requests.ts'
import { isWithinRate, tooManyRequests } from '../operations/merchants/limit-rate.ts'
import type { Rate } from '../platform/rates.ts'
import type { Settings } from '../settings.ts'

/** The pipeline's record of a request, mostly for the log. */
export type RequestRecord = {
  readonly requestId: string
  readonly url: URL
  /** The source address as given by the platform; null when there is none. */
  readonly address: string | null
  /** The rate limits' key of the address; absent if none applies. */
  readonly rateKey?: string | undefined
  /** Whether the address is over its rate. A request with a valid signature is served all the same. */
  isOverRate?: boolean
  /** The merchant, once authenticated. */
  uid?: string
  /** The request's unknown parameters; a test merchant's answer shows them (decisions §4). */
  ignored?: { readonly names: readonly string[]; readonly isShown: boolean }
  /** The code of its refusal. */
  error?: string
  rate?: string | undefined
  /** Whether maintenance refused it, which is no failure. */
  isMaintenance?: boolean | undefined
  /** Whether a test merchant asked for a fault, which is none of ours. */
  isSimulatedFault?: boolean
  /** Whether a page asked for news without result: it is counted, but not logged. */
  isUnlogged?: boolean
}

/** The ignored names in the answer, for a test merchant only. */
export function ignoredFields({ ignored }: Pick<RequestRecord, 'ignored'>): {
  readonly ignored_fields?: readonly string[]
} {
  return ignored?.isShown === true ? { ignored_fields: ignored.names } : {}
}

/** The bindings of each route: the context of operations and the request's log record. */
export type HostApp = { Bindings: { readonly context: Context; readonly record: RequestRecord } }

/** Answers a request to a host. Never throws: errors become answers. */
export type Host = (request: Request, url: URL, context: Context) => Promise<Response>

/** The differences between hosts. */
type HostRules = {
  /** The host's origin, or null. */
  readonly origin: (settings: Settings) => URL | null
  readonly rate: Rate
  /** Whether a request is for a signed endpoint, where the address's rate alone refuses nothing (decisions §2). */
  readonly isSigned?: (request: Request, url: URL) => boolean
  readonly headers: Readonly<Record<string, string>>
  /** The answer for a thrown error: the refusal's, or 500 with the fault in the log only. */
  readonly replyTo: (error: unknown, request: Request, bindings: HostApp['Bindings']) => Response
}

/**
 * Makes a host of an app's routes. Each request must use HTTPS and keep within its address's rate; each answer gets an
 * id and the host's headers; each request is logged; a path without a route is 404. This wraps the router instead of
 * being middleware, so that no route escapes it.
 */
export function hostOf(app: Hono<HostApp>, rules: HostRules): Host {
  const { origin, headers, replyTo } = rules
  const refuse = (fault: unknown, request: Request, bindings: HostApp['Bindings']) => {
    const { record, context } = bindings
    if (fault instanceof ClientGone) {
      record.error = clientGone.error
      return new Response(null, { status: clientGone.status })
    }
    const failed = refusalOfFailure(fault)
    record.isMaintenance = failed?.details.isMaintenance
    if (failed !== null && record.isMaintenance !== true) {
      const { requestId: request_id } = record
      context.log({ event: 'database_failed', request_id, fault: faultText(fault) })
    }
    const error = failed ?? fault
    record.error = error instanceof Refusal ? error.code : 'internal_error'
    if (error instanceof Refusal) record.rate = error.details.rate
    return replyTo(error, request, bindings)
  }
  app.notFound(() => {
    throw new Refusal('not_found')
  })
  app.onError((error, c) => refuse(error, c.req.raw, c.env))

  // The router ignores a trailing slash, but no path of ours has one.
  const routed = (request: Request, bindings: HostApp['Bindings']) => {
    const { pathname } = bindings.record.url
    if (pathname !== '/' && pathname.endsWith('/')) throw new Refusal('not_found')
    return app.fetch(request, bindings)
  }

  return async (request, url, context) => {
    const started = context.now()
    const address = request.headers.get('cf-connecting-ip')
    const rateKey = rateKeyFor(context, address)
    const record: RequestRecord = { requestId: crypto.randomUUID(), url, address, rateKey }
    const bindings = { context, record }
    let answer: Response
    try {
      const isHttps = origin(context.settings)?.protocol === 'https:'
      const redirect = isHttps ? toHttps(request, url) : null
      if (redirect === null) await limitAddress(request, bindings, rules)
      answer = redirect ?? (await routed(request, bindings))
    } catch (error) {
      answer = refuse(error, request, bindings)
    }
    complete(answer.headers, headers, record)
    if (record.isUnlogged !== true) logRequest(request, answer, { ...bindings, started })
    if (record.isMaintenance !== true && record.isSimulatedFault !== true) {
      countAnswer(context, answer.status, request.method === 'POST' ? url.pathname : '')
    }
    return answer
  }
}

/** The header with the request's id, which is also in the log. */
export const idHeader = 'x-request-id'

// An answer with the id was made by `successReply` or `refusalReply`, with all headers.
function complete(own: Headers, headers: HostRules['headers'], { requestId }: RequestRecord): void {
  if (own.has(idHeader)) return
  own.set(idHeader, requestId)
  for (const [name, value] of Object.entries(headers)) {
    if (!own.has(name)) own.set(name, value)
  }
}

async function limitAddress(
  request: Request,
  { context, record }: HostApp['Bindings'],
  { rate, isSigned }: HostRules,
): Promise<void> {
  const { rateKey, url } = record
  if (rateKey === undefined || (await isWithinRate(context, rate, rateKey))) return
  record.isOverRate = true
  if (!isSigned?.(request, url)) throw tooManyRequests(rate)
}

function logRequest(
  request: Request,
  { status }: Response,
  { context, record, started }: HostApp['Bindings'] & { readonly started: number },
): void {
  const { requestId, url, error, rate, uid, ignored } = record
  context.log({
    event: 'request',
    request_id: requestId,
    method: request.method,
    path: loggedPath(url.pathname),
    status,
    error,
    rate,
    uid,
    ignored_fields: ignored === undefined ? undefined : loggedNames(ignored.names),
    duration_ms: context.now() - started,
    country: request.headers.get('cf-ipcountry') ?? undefined,
  })
}

// Names of over 20 characters are cut, because they may be tokens.
const loggedPath = pathLogger(20)
