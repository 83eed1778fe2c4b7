import type { Context } from 'hono'
import { Refusal } from '../contract/refusals.ts'
import { contextFrom, isLoopback, type Settings, settingsOf } from '../env.ts'
import { limitAddress } from '../operations/limit-rate.ts'
import { logRequest } from './log-request.ts'
import { Hono } from './routes.ts'

/** What is known of a request while it is answered. */
export type HostApp = {
  Bindings: Env
  Variables: { requestId: string; uid?: string; error?: string }
}

/** What tells one host from another. */
export type HostRules = {
  /** Where the deployment has it; null where it is not set. */
  readonly origin: (settings: Settings) => URL | null
  /** Headers of every answer that has none of its own by these names. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * A host without its pages: what every request passes (HTTPS, the rate of its address), what every answer carries (an
 * id, the host's headers), the line that it leaves in the log, and 404 where there is nothing.
 */
export function guardedHost({ origin, headers }: HostRules): Hono<HostApp> {
  const host = new Hono<HostApp>()

  host.use(async (c, next) => {
    const started = Date.now()
    const requestId = crypto.randomUUID()
    c.set('requestId', requestId)
    await next()
    // Said on the answer's own headers: hono's way would make a new answer for each. What has an id has them all.
    const { headers: own } = c.res
    if (!own.has(idHeader)) {
      own.set(idHeader, requestId)
      for (const [name, value] of Object.entries(headers)) {
        if (!own.has(name)) own.set(name, value)
      }
    }
    logRequest(c, { requestId, started, error: c.get('error'), uid: c.get('uid') })
  })

  host.use(async (c, next) => {
    const elsewhere = toHttps(c, origin(settingsOf(c.env)))
    if (elsewhere !== null) return elsewhere
    // One that the platform does not tell is not counted.
    const address = c.req.header('cf-connecting-ip')
    if (address !== undefined) await limitAddress(contextFrom(c.env), address)
    return next()
  })

  host.notFound(() => {
    throw new Refusal('not_found')
  })
  return host
}

/** The header that names a request, in its answer as in the log. */
export const idHeader = 'x-request-id'

// Transport is HTTPS (§1.6): where the host's setting says so, a plain request is led there if it only reads, and is
// refused before anything of it is read if it does not: what it carried has been seen on the way.
function toHttps(c: Context<HostApp>, origin: URL | null): Response | null {
  if (origin?.protocol !== 'https:' || c.req.url.startsWith('https:')) return null
  const url = new URL(c.req.url)
  if (isLoopback(url.hostname)) return null
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    throw new Refusal('not_found', { message: '請改用 HTTPS 連線' })
  }
  url.protocol = 'https:'
  return c.redirect(url.href, 308)
}
