/** What of a request says which page it comes from. */
export type BrowserRequest = Pick<Request, 'method' | 'url'> & {
  readonly headers: Pick<Headers, 'get'>
}

/**
 * Whether a request that writes was sent by a page of another origin: a browser says so in `Origin` or
 * `Sec-Fetch-Site`. A page that keeps its address to itself names its origin as `null`, and counts as foreign unless
 * the browser says that it is of this one. A program sends neither.
 */
export function isOfForeignPage({ method, url, headers }: BrowserRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const ownSite = site === null || site === 'same-origin' || site === 'none'
  const ownOrigin = origin === null || origin === new URL(url).origin
  return !ownSite || !(ownOrigin || (origin === 'null' && site === 'same-origin'))
}
