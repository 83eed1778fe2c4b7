import { isOfForeignPage } from '../units/foreign-page.ts'
import { say } from '../units/language.ts'
import { httpsAddress } from '../units/web-address.ts'
import { notFound, Refusal } from './refusals.ts'

/** Refuses a writing request of another site's page, which the browser sends with the credentials of our reader. */
export function refuseForeignPages(request: Request): void {
  if (isOfForeignPage(request)) {
    throw new Refusal('forbidden', {
      message: say('只接受本站頁面送出的請求', 'Only requests from this site’s pages are accepted'),
    })
  }
}

/**
 * The redirect of a plain request that only reads to the same address under HTTPS (§1.6); null for a request under
 * HTTPS or to a loopback hostname. Throws `not_found` for any other plain request: its content was sent in the clear.
 */
export function toHttps({ method }: Request, url: URL): Response | null {
  const location = httpsAddress(url)
  if (location === null) return null
  if (method === 'GET' || method === 'HEAD') {
    return new Response(null, { status: 308, headers: { location } })
  }
  throw notFound(say('請改用 HTTPS 連線', 'Use HTTPS'))
}
