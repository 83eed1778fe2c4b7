import ipaddr from 'ipaddr.js'
import { type WebAddressProblem, webAddressProblem } from '../../units/web-address.ts'

/** Why a callback address is refused. */
type AddressProblem = WebAddressProblem | 'not_public' | 'own_host'

/** The deployment's policy for callback addresses. */
export type AddressPolicy = {
  /** Hostnames of the service itself, which no callback may call. */
  readonly ownHosts: readonly string[]
  /** Local use only: addresses that are not public are allowed. */
  readonly allowPrivate: boolean
}

/** Last labels of names that only internal networks resolve. */
const innerSuffixes = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'lan',
  'home',
  'corp',
  'arpa',
]

/** Cloud metadata services whose name or address looks public. */
const metadataHosts = ['metadata.goog', 'metadata.tencentyun.com', '168.63.129.16']

/**
 * Says why a callback must not be sent to `address`, or null when it may (decisions §6, "Addresses"). Checked when an
 * address is stored and again before each attempt. The platform's URL parser has already normalised decimal, octal and
 * hexadecimal spellings of an IP address.
 */
export function callbackAddressProblem(
  address: string,
  policy: AddressPolicy,
): AddressProblem | null {
  const problem = webAddressProblem(address)
  if (problem !== null) return problem
  if (policy.allowPrivate) return null
  const host = withoutFinalDot(new URL(address).hostname)
  if (policy.ownHosts.some((own) => withoutFinalDot(own.toLowerCase()) === host)) return 'own_host'
  return isPublicHost(host) ? null : 'not_public'
}

/** The host name to resolve for an address; null when it holds an IP address. */
export function hostNameOf(address: string): string | null {
  const host = withoutFinalDot(new URL(address).hostname)
  return ipaddr.isValid(host.replace(/^\[|\]$/g, '')) ? null : host
}

/** Whether a resolver's answer is an address that a callback may go to. */
export function isPublicAddressText(text: string): boolean {
  return ipaddr.isValid(text) && isPublicAddress(ipaddr.process(text))
}

function isPublicHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(bare)) return isPublicAddress(ipaddr.process(bare))
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  if (labels.length === 1 || labels.includes('') || innerSuffixes.includes(last)) return false
  return !metadataHosts.includes(host)
}

function isPublicAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast' || metadataHosts.includes(address.toString())) return false
  // Only 2000::/3 is in public use. It excludes `::a.b.c.d`, the deprecated form of an IPv4 address.
  return address instanceof ipaddr.IPv4 || (address.parts[0] ?? 0) >> 13 === 1
}

function withoutFinalDot(host: string): string {
  return host.replace(/\.$/, '')
}
