import { md5Hex, md5HexOfBytes } from '../../signing/md5.ts'
import { sha256Hex, sha256HexOfBytes } from '../../signing/sha256.ts'
import type { MistakeName } from './mistakes.ts'
import type { Deviation, Plan } from './plan.ts'

/** How a sign is written, which tells how it was computed. */
export type SignShape = {
  /** The sign as digests are compared with it. */
  readonly sought: string
  /** Digests that are written so. The first is the nearest to the right one. */
  readonly digests: readonly Deviation[]
  /** What the way of writing alone tells. */
  readonly mistake: MistakeName | null
}

/** Looks at a sign; the deviations beside MD5 are tried where the way it is written allows them. */
export function shapeOf(sign: string): SignShape {
  const given = sign.trim()
  const bare = given.replace(/^0x|[\s:"'-]/gi, '')
  const upper = bare.toUpperCase()
  if (/^[0-9A-F]{32}$/.test(upper)) {
    const mistake = bare === sign ? null : 'digest_dashes'
    return { sought: upper, digests: [digest([], md5), ...ofSixteenBytes], mistake }
  }
  if (/^[0-9A-F]{64}$/.test(upper)) return { sought: upper, digests: sha256s, mistake: null }
  if (/^[0-9A-F]{16}$/.test(upper)) return { sought: upper, digests: halves, mistake: null }
  if (/^[0-9A-F]{40}$/.test(upper)) return unknown(upper, 'digest_sha1')
  if (/^[0-9A-F]{128}$/.test(upper)) return unknown(upper, 'digest_sha512')
  // Java’s Integer.toHexString and BigInteger drop zeros; a negative byte gets ffffff in front.
  if (/^[0-9A-F]{17,31}$/.test(upper) || /FFFFFF/.test(upper)) {
    return { sought: upper, digests: withoutZeros, mistake: null }
  }
  if (/^[\w+/-]+={0,2}$/.test(given)) {
    const sought = given.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '')
    return { sought, digests: base64s, mistake: null }
  }
  return unknown(given, 'digest_unknown')
}

/** MD5 over the text in other encodings; only for a text that is not ASCII. */
export function inOtherEncodings(): readonly Deviation[] {
  const encodings: [string, (text: string) => Uint8Array][] = [
    ['Big5', (text) => encoded(text, 'big5')],
    ['GBK', (text) => encoded(text, 'gb18030')],
    ['ISO-8859-1', (text) => bytesOf(text, (code) => (code < 256 ? [code] : [63]))],
    ['ISO-8859-1', (text) => unitsOf(text, (unit) => [unit & 255])],
    ['ASCII', (text) => bytesOf(text, (code) => (code < 128 ? [code] : [63]))],
    ['UTF-16LE', (text) => unitsOf(text, (unit) => [unit & 255, unit >> 8])],
    ['UTF-16BE', (text) => unitsOf(text, (unit) => [unit >> 8, unit & 255])],
    ['UTF-8 × 2', (text) => utf8(String.fromCharCode(...utf8(text)))],
  ]
  const others = encodings.map(([detail, bytes]): Deviation => {
    const digestOf = (text: string) => md5HexOfBytes(bytes(text))
    return { ...digest(['charset_other'], digestOf), detail }
  })
  const forms = ['NFC', 'NFD', 'NFKC'].map((form): Deviation => {
    const digestOf = (text: string) => md5Hex(text.normalize(form))
    return { ...digest(['charset_normal_form'], digestOf), detail: form }
  })
  return [...others, ...forms]
}

const md5 = (text: string) => md5Hex(text)

function digest(mistakes: readonly MistakeName[], how: Plan['digest']): Deviation {
  return { mistakes, part: { digest: how } }
}

const hmacSeal: Partial<Plan> = { seal: (joined) => joined }

const ofSixteenBytes: readonly Deviation[] = [
  digest(['text_case'], (text) => md5Hex(text.toUpperCase())),
  digest(['text_case'], (text) => md5Hex(text.toLowerCase())),
  digest(['digest_twice'], (text) => md5Hex(md5Hex(text))),
  digest(['digest_twice'], (text) => md5Hex(md5Hex(text).toLowerCase())),
  { ...digest(['digest_twice'], (text) => md5Hex(sha256Hex(text))), detail: 'SHA-256, MD5' },
  ...[{}, hmacSeal].map((seal): Deviation => {
    const part = { ...seal, digest: hmac(md5HexOfBytes) }
    return { mistakes: ['key_hmac'], part, detail: 'HMAC-MD5' }
  }),
]

const sha256s: readonly Deviation[] = [
  digest(['digest_sha256'], (text) => sha256Hex(text).toUpperCase()),
  ...[{}, hmacSeal].map((seal): Deviation => {
    const part = { ...seal, digest: hmac(sha256HexOfBytes) }
    return { mistakes: ['key_hmac', 'digest_sha256'], part, detail: 'HMAC-SHA256' }
  }),
]

const halves = [8, 0, 16].map((from) =>
  digest(['digest_short'], (text) => md5Hex(text).slice(from, from + 16)),
)

const withoutZeros = [
  (hex: string) => hex.replace(/^0+/, ''),
  (hex: string) => hex.replace(/(..)/g, (byte) => byte.replace(/^0/, '')),
  (hex: string) =>
    hex.replace(/(..)/g, (byte) => (byte < '80' ? byte.replace(/^0/, '') : `FFFFFF${byte}`)),
  (hex: string) => hex.replace(/(..)/g, (byte) => (byte < '80' ? byte : `FFFFFF${byte}`)),
].map((write) => digest(['digest_zeros'], (text) => write(md5Hex(text))))

const base64s = [
  digest(['digest_base64'], (text) => base64(bytesFrom(md5Hex(text)))),
  digest(['digest_base64'], (text) => base64(utf8(md5Hex(text)))),
  digest(['digest_base64'], (text) => base64(utf8(md5Hex(text).toLowerCase()))),
  digest(['digest_sha256', 'digest_base64'], (text) => base64(bytesFrom(sha256Hex(text)))),
  {
    mistakes: ['key_hmac', 'digest_base64'],
    part: {
      ...hmacSeal,
      digest: (text, secret) => base64(bytesFrom(hmac(sha256HexOfBytes)(text, secret))),
    },
    detail: 'HMAC-SHA256',
  } satisfies Deviation,
]

function unknown(sought: string, mistake: MistakeName): SignShape {
  return { sought, digests: [], mistake }
}

const hmacBlock = 64

function hmac(hash: (bytes: Uint8Array) => string): Plan['digest'] {
  return (text, secret) => {
    const given = utf8(secret)
    const key = given.length > hmacBlock ? bytesFrom(hash(given)) : given
    const padded = (mask: number, more: Uint8Array) => {
      const bytes = new Uint8Array(hmacBlock + more.length).fill(mask, 0, hmacBlock)
      for (const [at, byte] of key.entries()) bytes[at] = byte ^ mask
      bytes.set(more, hmacBlock)
      return bytes
    }
    const inner = bytesFrom(hash(padded(0x36, utf8(text))))
    return hash(padded(0x5c, inner)).toUpperCase()
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function bytesFrom(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, '')
}

function bytesOf(text: string, write: (code: number) => readonly number[]): Uint8Array {
  return Uint8Array.from([...text].flatMap((one) => write(one.codePointAt(0) ?? 0)))
}

function unitsOf(text: string, write: (unit: number) => readonly number[]): Uint8Array {
  return Uint8Array.from(text.split('').flatMap((one) => write(one.charCodeAt(0))))
}

// The platform decodes these and does not encode them, so that the table is made by decoding all pairs of bytes.
function encoded(text: string, encoding: 'big5' | 'gb18030'): Uint8Array {
  tables[encoding] ??= tableOf(encoding)
  const table = tables[encoding]
  return bytesOf(text, (code) => (code < 128 ? [code] : (table.get(code) ?? [63])))
}

const tables: { [encoding in 'big5' | 'gb18030']?: ReadonlyMap<number, readonly number[]> } = {}

function tableOf(encoding: string): ReadonlyMap<number, readonly number[]> {
  const pairs: (readonly [number, number])[] = []
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    for (let trail = 0x40; trail < 0xff; trail += 1) pairs.push([lead, trail])
  }
  // One call for all: a line feed is no trailing byte.
  const bytes = Uint8Array.from(pairs.flatMap((pair) => [...pair, 0x0a]))
  const texts = new TextDecoder(encoding).decode(bytes).split('\n')
  const table = new Map<number, readonly number[]>()
  for (const [at, pair] of pairs.entries()) {
    const [first = '', ...more] = [...(texts[at] ?? '')]
    const code = first.codePointAt(0)
    if (code !== undefined && more.length === 0 && !table.has(code)) table.set(code, pair)
  }
  return table
}
