import ipaddr from 'ipaddr.js'

/** Why a callback address is refused. */
export type AddressProblem = 'not_a_url' | 'user_info' | 'not_public' | 'own_host'

/** What the deployment says about callback addresses. */
export type AddressPolicy = {
  /** Hostnames of the service itself, which no callback may call. */
  readonly ownHosts: readonly string[]
  /** Local use only: addresses that are not public are allowed. */
  readonly allowPrivate: boolean
}

const innerSuffixes = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'arpa']

/**
 * Says why a callback must not be sent to `address`, or null when it may (decisions §6, "Addresses"). Asked when an
 * address is stored and again before each attempt. The platform's URL parser has already turned decimal, octal and
 * hexadecimal spellings of an address into the usual one.
 */
export function callbackAddressProblem(
  address: string,
  policy: AddressPolicy,
): AddressProblem | null {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return 'not_a_url'
  if (url.username !== '' || url.password !== '') return 'user_info'
  if (policy.allowPrivate) return null
  const host = url.hostname.toLowerCase().replace(/\.$/, '')
  if (policy.ownHosts.includes(host)) return 'own_host'
  return isPublicHost(host) ? null : 'not_public'
}

function isPublicHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(bare)) return isPublicAddress(bare)
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  return labels.length > 1 && !labels.includes('') && !innerSuffixes.includes(last)
}

function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  // ::a.b.c.d is IPv4 written the deprecated way, which ipaddr.js takes for an ordinary address.
  return !(address instanceof ipaddr.IPv6 && address.parts.slice(0, 6).every((part) => part === 0))
}
