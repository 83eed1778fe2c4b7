type Leak =
  | 'key or API secret'
  | 'webhook secret'
  | 'signature'
  | 'link token or session'
  | 'signed token'
  | 'e-mail address'
  | 'telephone number'
  | 'account number'

// Harmless values have other forms: request ids are UUIDs, trade numbers have 27 capitals and digits, order ids are numbers
// without quotes.
const leaks: Readonly<Record<Leak, RegExp>> = {
  'webhook secret': /whsec_[\w+/=-]{8,}/,
  'key or API secret': new RegExp(
    [
      'demo-secret-for-local-use-only',
      // 32 bytes in base 64, and in its form for addresses, where a slash only parts a path's names.
      '(?<![\\w+/-])[A-Za-z0-9+/]{43}=(?!=)',
      '(?<![\\w+-])(?=[\\w-]*[a-z])(?=[\\w-]*[A-Z])[\\w-]{43}(?![\\w+-])',
      // Generated: forty letters and digits.
      '(?<![\\w-])(?=[a-zA-Z]*\\d)(?=\\w*[a-z])(?=\\w*[A-Z])[A-Za-z0-9]{40}(?![\\w-])',
    ].join('|'),
  ),
  signature: /(?<![\w-])(?:[0-9a-f]{32}|[0-9A-F]{32}|[0-9a-f]{64}|[0-9A-F]{64})(?![\w-])/,
  'link token or session':
    /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[A-C](?=[\w-]*[A-Z])[\w-]{30}(?![\w-])/,
  'signed token': /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/,
  'e-mail address': /(?<![\w.+-])[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i,
  'telephone number': /(?<![\w.-])(?:\+886[- ]?\d|09)\d{2}[- ]?\d{3}[- ]?\d{3}(?![\w-])/,
  // A merchant's uid may be digits alone, and a bank account of ours is named by its id.
  'account number':
    /(?<!"(?:uid|merchant)":)"\d{3,6}-?\d{7,14}"|(?<!bank_)account\W{0,4}\d{9,16}(?!\d)/i,
}

export function leaksIn(line: string): readonly Leak[] {
  const names = Object.keys(leaks) as Leak[]
  return names.filter((name) => leaks[name].test(line))
}

/** The line with its forbidden contents cut after three characters, so that it may be shown. */
export function masked(line: string): string {
  return Object.values(leaks).reduce((text, leak) => {
    const all = new RegExp(leak.source, `${leak.flags}g`)
    return text.replace(all, (found) => `${found.slice(0, 3)}…`)
  }, line)
}

/** The number of lines by event, and the lines with forbidden contents. */
type LogScan = {
  readonly lines: number
  readonly events: ReadonlyMap<string, number>
  readonly wrong: readonly string[]
}

/** Scans the Workers' log for lines of JSON with an `event`. */
export function scanLog(text: string): LogScan {
  const events = new Map<string, number>()
  const wrong: string[] = []
  let lines = 0
  for (const line of text.split('\n')) {
    const event = /\{"event":"(\w+)"/.exec(line)?.[1]
    if (event === undefined) continue
    lines += 1
    events.set(event, (events.get(event) ?? 0) + 1)
    const found = leaksIn(line)
    if (found.length > 0) wrong.push(`${found.join(', ')}: ${masked(line)}`)
  }
  return { lines, events, wrong }
}
