/** Why a text is no address for a call or redirect of the service. */
export type WebAddressProblem = 'not_a_url' | 'user_info'

const authority = /^https?:\/\/([^/?#]+)/i
const blankOrBackslash = /[\s\\\p{Cc}]/u

/**
 * Why a text is no complete `http` or `https` address without user info, or null. The platform's parser
 * accepts what others reject (`https:host`, `https:\\host`, blanks, `@` with nothing before it), so any text that two
 * parsers could read differently is refused.
 */
export function webAddressProblem(text: string): WebAddressProblem | null {
  if (knownGood.has(text)) return null
  const match = authority.exec(text)
  if (match === null || blankOrBackslash.test(text) || !URL.canParse(text)) return 'not_a_url'
  if (match[1]?.includes('@')) return 'user_info'
  remember(text)
  return null
}

// A merchant sends the same few addresses repeatedly, and one request checks each more than once.
const knownGood = new Set<string>()
const knownMax = 500
const lengthMax = 255

function remember(text: string): void {
  if (text.length > lengthMax) return
  knownGood.add(text)
  const [oldest] = knownGood
  if (knownGood.size > knownMax && oldest !== undefined) knownGood.delete(oldest)
}

/** A plain address with `https`, if it is not on the loopback interface; null for any other. */
export function httpsAddress({ protocol, hostname, host, pathname, search }: URL): string | null {
  if (protocol === 'https:' || isLoopback(hostname)) return null
  return `https://${host}${pathname}${search}`
}

/** Whether a hostname is that of the loopback interface. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/**
 * Path and query of a page of this origin, as a browser reads them, from a form's text; `/` for anything that would
 * lead to another host. The parsed path is checked: only then is `/.//host` `//host`.
 */
export function ownAddress(origin: string, address: string): string {
  const url = address.startsWith('/') ? URL.parse(address, origin) : null
  return url?.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search : '/'
}
