/** A resolver's answer: a name's addresses of one kind, none when it has none. */
export type DnsAnswer = {
  readonly addresses: readonly string[]
  /** How long the answer may be cached. */
  readonly seconds: number
}

// Response codes of DNS, and the two kinds of records that hold an address (RFC 1035, RFC 3596).
const noError = 0
const serverFailure = 2
const noSuchName = 3
const addressTypes: readonly unknown[] = [1, 28]

/**
 * Reads a resolver's answer in the JSON form of DNS over HTTPS. It has no addresses when the name has none, does not
 * exist, or its own servers fail. Null when it is no answer about the name.
 */
export function readDnsAnswer(json: unknown): DnsAnswer | null {
  if (!isRecord(json)) return null
  const { Status: status, Answer: answer = [] } = json
  if (status === noSuchName || status === serverFailure) return { addresses: [], seconds: 0 }
  if (status !== noError || !Array.isArray(answer)) return null
  const records: unknown[] = answer
  const known = records.filter(isRecord)
  const lifetimes = known.flatMap(({ TTL }) => (typeof TTL === 'number' ? [TTL] : []))
  return {
    addresses: known.flatMap(({ type, data }) => {
      return addressTypes.includes(type) && typeof data === 'string' ? [data] : []
    }),
    seconds: lifetimes.length === 0 ? 0 : Math.min(...lifetimes),
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
