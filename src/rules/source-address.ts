import ipaddr from 'ipaddr.js'

/** Whether a text can stand in an allow-list: one IPv4 or IPv6 address, or a CIDR range of either (§2.1). */
export function isAllowListEntry(entry: string): boolean {
  return rangeOf(entry) !== null
}

/**
 * Whether a request may come from `address` (§5.7): an empty list allows every address, a list without a known
 * address allows none. IPv4-mapped IPv6 addresses count as the IPv4 address they carry.
 */
export function allows(list: readonly string[], address: string | null): boolean {
  if (list.length === 0) return true
  if (address === null || !ipaddr.isValid(address)) return false
  const source = ipaddr.process(address)
  return list.some((entry) => {
    const range = rangeOf(entry)
    return range !== null && range[0].kind() === source.kind() && source.match(range)
  })
}

function rangeOf(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(entry)) return [ipaddr.IPv4.parse(entry), 32]
  if (ipaddr.isValidCIDR(entry)) return unmapped(ipaddr.parseCIDR(entry))
  if (ipaddr.IPv6.isValid(entry) && !entry.includes('%')) {
    return unmapped([ipaddr.IPv6.parse(entry), 128])
  }
  return null
}

function unmapped(
  range: [ipaddr.IPv4 | ipaddr.IPv6, number],
): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [address, bits] = range
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96]
  }
  return range
}
