import type { MiddlewareHandler } from 'hono'
import { Refusal } from '../contract/refusals.ts'
import { isLoopback, type Settings, settingsOf } from '../env.ts'

/**
 * Transport is HTTPS (§1.6): where the host's setting says so, a plain request is led there if it only reads, and is
 * refused before anything of it is read if it does not: what it carried has been seen on the way.
 */
export function requireHttps(
  originOf: (settings: Settings) => URL | null,
): MiddlewareHandler<{ Bindings: Env }> {
  return async (c, next) => {
    const url = new URL(c.req.url)
    const isServedPlain = originOf(settingsOf(c.env))?.protocol !== 'https:'
    if (url.protocol === 'https:' || isServedPlain || isLoopback(url.hostname)) return next()
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      throw new Refusal('not_found', { message: '請改用 HTTPS 連線' })
    }
    url.protocol = 'https:'
    return c.redirect(url.href, 308)
  }
}
