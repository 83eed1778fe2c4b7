/** The parts of a request that show its page. */
type BrowserRequest = Pick<Request, 'method' | 'url'> & { readonly headers: Pick<Headers, 'get'> }

/**
 * Whether a writing request was sent by a page of another origin, by the browser's `Origin` or `Sec-Fetch-Site`. The
 * origin `null` counts as foreign unless the browser says that it is the same. A program sends neither header.
 */
export function isOfForeignPage({ method, url, headers }: BrowserRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const ownSite = site === null || site === 'same-origin' || site === 'none'
  const ownOrigin = origin === null || origin === new URL(url).origin
  return !ownSite || !(ownOrigin || (origin === 'null' && site === 'same-origin'))
}
