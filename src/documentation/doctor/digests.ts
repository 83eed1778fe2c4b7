import { md5Hex, md5HexOfBytes } from '../../signing/md5.ts'
import { sha256Hex } from '../../signing/sha256.ts'
import type { MistakeName } from './mistakes.ts'
import type { Deviation, Steps } from './steps.ts'

/** The form of a sign, which shows how it was computed. */
type SignShape = {
  /** The sign in the form in which digests are compared with it. */
  readonly digest: string
  /** The digests of this form, the likeliest first; null is the right one. */
  readonly digests: readonly (Deviation | null)[]
  /** The mistakes visible in the digest's form alone. */
  readonly mistake: MistakeName | null
}

/** The form of a sign. */
export function shapeOf(sign: string): SignShape {
  const bare = sign.replace(/^0x|[\s:"'-]/gi, '')
  const digest = bare.toUpperCase()
  if (/^[0-9A-F]{32}$/.test(digest)) {
    return { digest, digests: [null, ...ofMd5], mistake: bare === sign ? null : 'digest_dashes' }
  }
  if (/^[0-9A-F]{64}$/.test(digest)) return { digest, digests: ofSha256, mistake: null }
  if (/^[0-9A-F]{16}$/.test(digest)) return { digest, digests: halves, mistake: null }
  // Go's `Sum(data)` returns its argument followed by the digest of nothing.
  if (/^(?:[0-9A-F]{2})+D41D8CD98F00B204E9800998ECF8427E$/.test(digest)) {
    return { digest, digests: [], mistake: 'digest_appended' }
  }
  if (/^[0-9A-F]{40}$/.test(digest)) return { digest, digests: [], mistake: 'digest_sha1' }
  if (/^[0-9A-F]{128}$/.test(digest)) return { digest, digests: [], mistake: 'digest_sha512' }
  if (/^[0-9A-F]{17,31}$|FFFFFF/.test(digest)) return { digest, digests: zeroless, mistake: null }
  if (!/^[\w+/-]+={0,2}$/.test(sign)) return { digest, digests: [], mistake: 'digest_unknown' }
  const base64 = sign.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '')
  return { digest: base64, digests: base64s, mistake: null }
}

const hmacMd5 = hmac(md5HexOfBytes)
/** HMAC-SHA256 of a text under a key, a secret's text or bytes, as upper-case hexadecimal characters. */
export const hmacSha256 = hmac(sha256Hex)
const withoutKey: Steps['seal'] = (joined) => joined

const ofMd5: readonly Deviation[] = [
  { name: 'text_case', digest: (text) => md5Hex(text.toUpperCase()) },
  { name: 'text_case', digest: (text) => md5Hex(text.toLowerCase()) },
  { name: 'digest_twice', digest: (text) => md5Hex(md5Hex(text)) },
  { name: 'digest_twice', digest: (text) => md5Hex(md5Hex(text).toLowerCase()) },
  { name: 'digest_twice', digest: (text) => md5Hex(sha256Hex(text)), detail: 'SHA-256, MD5' },
  { name: 'key_hmac', digest: hmacMd5, detail: 'HMAC-MD5' },
  { name: 'key_hmac', digest: hmacMd5, seal: withoutKey, detail: 'HMAC-MD5' },
]

const ofSha256: readonly Deviation[] = [
  { name: 'digest_sha256', digest: (text) => sha256Hex(text).toUpperCase() },
  { name: 'key_hmac', also: 'digest_sha256', digest: hmacSha256 },
  { name: 'key_hmac', also: 'digest_sha256', digest: hmacSha256, seal: withoutKey },
]

const halves = [8, 0, 16].map((from): Deviation => {
  return { name: 'digest_short', digest: (text) => md5Hex(text).slice(from, from + 16) }
})

// Integer.toHexString and BigInteger of Java drop zeros; a negative byte gets ffffff in front.
const zeroless = [
  (hex: string) => hex.replace(/^0+/, ''),
  (hex: string) => hex.replace(/0(.)|../g, (byte, digit) => digit ?? byte),
  (hex: string) => hex.replace(/0(.)|../g, (byte, digit) => digit ?? negative(byte)),
  (hex: string) => hex.replace(/../g, negative),
].map((write): Deviation => ({ name: 'digest_zeros', digest: (text) => write(md5Hex(text)) }))

function negative(byte: string): string {
  return byte < '80' ? byte : `FFFFFF${byte}`
}

const base64s: readonly Deviation[] = [
  { name: 'digest_base64', digest: (text) => base64(fromHex(md5Hex(text))) },
  { name: 'digest_base64', digest: (text) => base64(utf8(md5Hex(text))) },
  { name: 'digest_base64', digest: (text) => base64(utf8(md5Hex(text).toLowerCase())) },
  {
    name: 'digest_sha256',
    also: 'digest_base64',
    digest: (text) => base64(fromHex(sha256Hex(text))),
  },
  {
    name: 'key_hmac',
    also: 'digest_base64',
    digest: (text, secret) => base64(fromHex(hmacSha256(text, secret))),
    seal: withoutKey,
    detail: 'HMAC-SHA256',
  },
]

const units = (text: string) => text.split('')

/** MD5 over the text in other encodings than UTF-8. */
export const otherEncodings: readonly Deviation[] = [
  ...Object.entries<(text: string) => Uint8Array>({
    Big5: (text) => bytesOf([...text], (code) => bytesIn('big5', code)),
    GBK: (text) => bytesOf([...text], (code) => bytesIn('gb18030', code)),
    'ISO-8859-1': (text) => bytesOf([...text], (code) => [code < 256 ? code : unknown]),
    binary: (text) => bytesOf(units(text), (unit) => [unit & 255]),
    ASCII: (text) => bytesOf([...text], (code) => [code < 128 ? code : unknown]),
    'UTF-16': (text) => bytesOf(units(`\uFEFF${text}`), (unit) => [unit >> 8, unit & 255]),
    'UTF-16LE': (text) => bytesOf(units(text), (unit) => [unit & 255, unit >> 8]),
    'UTF-16BE': (text) => bytesOf(units(text), (unit) => [unit >> 8, unit & 255]),
    'UTF-8 × 2': (text) => utf8(String.fromCharCode(...utf8(text))),
  }).map(([detail, bytes]): Deviation => {
    return { name: 'charset_other', digest: (text) => md5HexOfBytes(bytes(text)), detail }
  }),
  ...['NFC', 'NFD', 'NFKC'].map((detail): Deviation => {
    return { name: 'charset_normal_form', digest: (text) => md5Hex(text.normalize(detail)), detail }
  }),
]

// The question mark, which replaces characters that an encoding lacks.
const unknown = 63
const hmacBlock = 64

function hmac(hash: (bytes: Uint8Array) => string) {
  return (text: string, secret: string | Uint8Array): string => {
    const key = typeof secret === 'string' ? utf8(secret) : secret
    const block = new Uint8Array(hmacBlock)
    block.set(key.length > hmacBlock ? fromHex(hash(key)) : key)
    const masked = (mask: number, more: Uint8Array) =>
      Uint8Array.from([...block.map((byte) => byte ^ mask), ...more])
    return hash(masked(0x5c, fromHex(hash(masked(0x36, utf8(text)))))).toUpperCase()
  }
}

/** The bytes of a text in UTF-8. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** The bytes of hexadecimal characters. */
export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

/** Bytes in Base64 without padding. */
export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, '')
}

function bytesOf(parts: readonly string[], write: (code: number) => readonly number[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => write(part.codePointAt(0) ?? 0)))
}

type Encoding = 'big5' | 'gb18030'

const tables: { [Name in Encoding]?: ReadonlyMap<number, readonly number[]> } = {}

function bytesIn(encoding: Encoding, code: number): readonly number[] {
  if (code < 128) return [code]
  tables[encoding] ??= tableOf(encoding)
  return tables[encoding].get(code) ?? [unknown]
}

// The platform decodes these encodings but cannot encode, so the table is made by decoding all pairs of bytes.
function tableOf(encoding: Encoding): ReadonlyMap<number, readonly number[]> {
  const decoder = new TextDecoder(encoding)
  const table = new Map<number, readonly number[]>()
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    for (let trail = 0x40; trail < 0xff; trail += 1) {
      const [first = '', ...more] = decoder.decode(Uint8Array.of(lead, trail))
      const code = first.codePointAt(0) ?? 0
      if (more.length === 0 && !table.has(code)) table.set(code, [lead, trail])
    }
  }
  return table
}
