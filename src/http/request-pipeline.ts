import type { Hono } from 'hono/tiny'
import type { Context } from '../context.ts'
import { pathLogger } from '../contract/log-redaction.ts'
import { Refusal } from '../contract/refusals.ts'
import { rateKeyFor } from '../operations/merchants/count-failed-requests.ts'
import { isWithinRate, tooManyRequests } from '../operations/merchants/limit-rate.ts'
import type { Rate } from '../platform/rates.ts'
import type { Settings } from '../settings.ts'
import { isLoopback } from '../units/web-address.ts'

/** What is known of a request: where it is answered, and in its line of the log. */
export type RequestRecord = {
  readonly requestId: string
  readonly url: URL
  /** The platform's word on the source address; null when it said none. */
  readonly address: string | null
  /** What rates count that address by; absent where none applies. */
  readonly rateKey?: string | undefined
  /** Its address is over its rate: it may still prove to be a merchant's. */
  isOverRate?: boolean
  /** The merchant that it proved to be from. */
  uid?: string
  /** The code of what it was refused with. */
  error?: string
  /** Over which rate it was, when that is what it was refused with. */
  rate?: string | undefined
}

/** What every route of a host is given: the context that operations work in, and the request's log record. */
export type HostApp = { Bindings: { readonly context: Context; readonly record: RequestRecord } }

/** Answers a request to a host; whatever goes wrong is an answer too. */
export type Host = (request: Request, url: URL, context: Context) => Promise<Response>

/** What tells one host from another. */
export type HostRules = {
  /** Where the deployment has it; null where it is not set. */
  readonly origin: (settings: Settings) => URL | null
  /** What an address is held to here. */
  readonly rate: Rate
  /** Whether a request can prove to be a merchant's: then its address's rate alone refuses nothing (decisions §2). */
  readonly isSigned?: (request: Request, url: URL) => boolean
  /** Headers of every answer that has none of its own by these names. */
  readonly headers: Readonly<Record<string, string>>
  /** The answer to anything thrown: a refusal's own, or 500 with the fault in the log only. */
  readonly replyTo: (error: unknown, request: Request, bindings: HostApp['Bindings']) => Response
}

/**
 * A host with those routes. Every request passes HTTPS and the rate of its address; every answer carries an id and the
 * host's headers; every request leaves a line in the log; a path without a route is 404. This wraps the router instead
 * of being middleware, so that no route can be added around it.
 */
export function hostOf(app: Hono<HostApp>, rules: HostRules): Host {
  const { origin, headers, replyTo } = rules
  const refuse = (error: unknown, request: Request, bindings: HostApp['Bindings']) => {
    const { record } = bindings
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
      const elsewhere = toHttps(request, url, origin(context.settings))
      if (elsewhere === null) await limitAddress(request, bindings, rules)
      answer = elsewhere ?? (await routed(request, bindings))
    } catch (error) {
      answer = refuse(error, request, bindings)
    }
    complete(answer.headers, headers, record)
    logRequest(request, answer, bindings, started)
    return answer
  }
}

/** The header that names a request, in its answer as in the log. */
export const idHeader = 'x-request-id'

// An answer that has the id already was made by `successReply` or `refusalReply`, with all headers.
function complete(own: Headers, headers: HostRules['headers'], { requestId }: RequestRecord): void {
  if (own.has(idHeader)) return
  own.set(idHeader, requestId)
  for (const [name, value] of Object.entries(headers)) {
    if (!own.has(name)) own.set(name, value)
  }
}

// Transport is HTTPS (§1.6): where the host's setting says so, a plain request is led there if it only reads, and is
// refused before anything of it is read if it does not: what it carried has been seen on the way.
function toHttps(request: Request, url: URL, origin: URL | null): Response | null {
  if (origin?.protocol !== 'https:' || url.protocol === 'https:') return null
  if (isLoopback(url.hostname)) return null
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD') {
    throw new Refusal('not_found', { message: '請改用 HTTPS 連線' })
  }
  const location = `https://${url.host}${url.pathname}${url.search}`
  return new Response(null, { status: 308, headers: { location } })
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

// The one wide line that a request leaves in the log.
function logRequest(
  request: Request,
  { status }: Response,
  { context, record }: HostApp['Bindings'],
  started: number,
): void {
  const { requestId, url, error, rate, uid } = record
  context.log({
    event: 'request',
    request_id: requestId,
    method: request.method,
    path: loggedPath(url.pathname),
    status,
    error,
    rate,
    uid,
    duration_ms: context.now() - started,
    country: request.headers.get('cf-ipcountry') ?? undefined,
  })
}

// Longer names are cut, whether or not they are a valid token.
const loggedPath = pathLogger(20)
