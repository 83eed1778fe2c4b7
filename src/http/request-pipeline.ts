import type { Context } from '../context.ts'
import { pathLogger } from '../contract/log-redaction.ts'
import { Refusal } from '../contract/refusals.ts'
import { rateKeyFor } from '../operations/merchants/count-failed-requests.ts'
import { isWithinRate, tooManyRequests } from '../operations/merchants/limit-rate.ts'
import type { Rate } from '../platform/rates.ts'
import type { Settings } from '../settings.ts'
import { isLoopback } from '../units/web-address.ts'
import type { Hono } from './routes.ts'

/** One request on its way: what is known of it where it is answered, and in its line of the log. */
export type Visit = {
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

/** A host's routes: around them is the world that operations work in, and the visit. */
export type HostApp = { Bindings: { readonly world: Context; readonly visit: Visit } }

/** Answers a request to a host; whatever goes wrong is an answer too. */
export type Host = (request: Request, url: URL, world: Context) => Promise<Response>

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
  readonly replyTo: (error: unknown, request: Request, around: HostApp['Bindings']) => Response
}

/**
 * A host of those routes: what every request passes (HTTPS, the rate of its address), what every answer carries (an
 * id, the host's headers), the line that it leaves in the log, and 404 where there is nothing. It stands around the
 * routes and not among them, so that there is one way through it, whichever routes there are.
 */
export function hostOf(app: Hono<HostApp>, rules: HostRules): Host {
  const { origin, headers, replyTo } = rules
  const refuse = (error: unknown, request: Request, around: HostApp['Bindings']) => {
    const { visit } = around
    visit.error = error instanceof Refusal ? error.code : 'internal_error'
    if (error instanceof Refusal) visit.rate = error.details.rate
    return replyTo(error, request, around)
  }
  app.notFound(() => {
    throw new Refusal('not_found')
  })
  app.onError((error, c) => refuse(error, c.req.raw, c.env))

  // A slash at the end makes another path, which there is not; the router does not mind it.
  const routed = (request: Request, around: HostApp['Bindings']) => {
    const { pathname } = around.visit.url
    if (pathname !== '/' && pathname.endsWith('/')) throw new Refusal('not_found')
    return app.fetch(request, around)
  }

  return async (request, url, world) => {
    const started = world.now()
    const address = request.headers.get('cf-connecting-ip')
    const rateKey = rateKeyFor(world, address)
    const visit: Visit = { requestId: crypto.randomUUID(), url, address, rateKey }
    const around = { world, visit }
    let answer: Response
    try {
      const elsewhere = toHttps(request, url, origin(world.settings))
      if (elsewhere === null) await limitAddress(request, around, rules)
      answer = elsewhere ?? (await routed(request, around))
    } catch (error) {
      answer = refuse(error, request, around)
    }
    complete(answer.headers, headers, visit)
    logRequest(request, answer, around, started)
    return answer
  }
}

/** The header that names a request, in its answer as in the log. */
export const idHeader = 'x-request-id'

// One that has an id was made with all of them.
function complete(own: Headers, headers: HostRules['headers'], { requestId }: Visit): void {
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
  { world, visit }: HostApp['Bindings'],
  { rate, isSigned }: HostRules,
): Promise<void> {
  const { rateKey, url } = visit
  if (rateKey === undefined || (await isWithinRate(world, rate, rateKey))) return
  visit.isOverRate = true
  if (!isSigned?.(request, url)) throw tooManyRequests(rate)
}

// The one wide line that a request leaves in the log.
function logRequest(
  request: Request,
  { status }: Response,
  { world, visit }: HostApp['Bindings'],
  started: number,
): void {
  const { requestId, url, error, rate, uid } = visit
  world.log({
    event: 'request',
    request_id: requestId,
    method: request.method,
    path: loggedPath(url.pathname),
    status,
    error,
    rate,
    uid,
    duration_ms: world.now() - started,
    country: request.headers.get('cf-ipcountry') ?? undefined,
  })
}

// However mistyped a token is, and on whichever host it was asked for.
const loggedPath = pathLogger(20)
