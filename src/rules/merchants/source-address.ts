import ipaddr from 'ipaddr.js'

/** Whether a text is a valid entry of an allow-list: one IPv4 or IPv6 address, or a CIDR range of either (§2.1). */
export function isAllowListEntry(entry: string): boolean {
  return rangeOf(entry) !== null
}

/**
 * Whether a request may come from `address` (§5.7): an empty list allows every address, a list without a known
 * address allows none. IPv4-mapped IPv6 addresses count as the IPv4 address they carry.
 */
export function allowsAddress(list: readonly string[], address: string | null): boolean {
  if (list.length === 0) return true
  if (address === null || addressOf(address) === null) return false
  const source = ipaddr.process(address)
  return list.some((entry) => {
    const range = rangeOf(entry)
    return range !== null && range[0].kind() === source.kind() && source.match(range)
  })
}

/**
 * Whether an allow-list limits nobody: it is empty, or its entries hold more than 2²⁴ addresses of IPv4 or 2⁹⁶ of IPv6
 * in sum (back office §5), such as two halves of all addresses.
 */
export function allowsMany(list: readonly string[]): boolean {
  const count = { ipv4: 0n, ipv6: 0n }
  for (const entry of list) {
    const range = rangeOf(entry)
    if (range === null) continue
    const [address, bits] = range
    const kind = address.kind()
    count[kind] += 1n << BigInt((kind === 'ipv4' ? 32 : 128) - bits)
  }
  return list.length === 0 || count.ipv4 > 1n << 24n || count.ipv6 > 1n << 96n
}

/**
 * The key under which rate limits count a source address: an IPv4 address itself, mapped into IPv6 or not; for an IPv6
 * address its /64, because one customer holds all 2⁶⁴ addresses of it. Any other text is its own key.
 */
export function rateKeyOf(address: string): string {
  if (!address.includes(':')) return address
  const read = addressOf(address)
  if (!(read instanceof ipaddr.IPv6)) return address
  if (read.isIPv4MappedAddress()) return read.toIPv4Address().toString()
  return read.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, bits: number]

function rangeOf(entry: string): Range | null {
  const [text = '', prefix, ...rest] = entry.split('/')
  const address = addressOf(text)
  if (address === null || rest.length > 0) return null
  const bitsMax = address.kind() === 'ipv4' ? 32 : 128
  if (prefix === undefined) return unmapped([address, bitsMax])
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > bitsMax) return null
  return unmapped([address, Number(prefix)])
}

// Stricter than the library, which reads `10/8` as 0.0.0.10/8, `010.0.0.1` as octal and `::10.0.0.1` as IPv4.
function addressOf(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  const carried = text.slice(text.lastIndexOf(':') + 1)
  const carriesIPv4 = text !== `::${carried}` && ipaddr.IPv4.isValidFourPartDecimal(carried)
  if (carried.includes('.') && !carriesIPv4) return null
  return ipaddr.IPv6.isValid(text) && !text.includes('%') ? ipaddr.IPv6.parse(text) : null
}

function unmapped(range: Range): Range {
  const [address, bits] = range
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96]
  }
  return range
}
