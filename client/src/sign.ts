import { md5 } from '@noble/hashes/legacy.js'

/** A request's fields; undefined, null and the empty string count as absent. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * The text that is hashed: `name=value` in ascending order of the names, joined by `&`, without `sign` and without null
 * or empty values, then `&key=<secret>`. An object is written as its JSON text.
 *
 * @param fields values as `JSON.parse` returns them
 */
export function stringToSign(fields: Fields, secret: string): string {
  const pairs = Object.keys(fields)
    .filter((name) => name !== 'sign' && fields[name] != null && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${valueText(fields[name])}`)
  return [...pairs, `key=${secret}`].join('&')
}

/** The MD5 of that text as 32 upper-case hexadecimal characters. */
export function sign(fields: Fields, secret: string): string {
  const digest = md5(utf8.encode(stringToSign(fields, secret)))
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
  return hex.join('').toUpperCase()
}

/** The JSON body of a request with its `sign`, which covers exactly the values that are sent. */
export function signedBody(fields: Fields, secret: string): string {
  const sent: Fields = JSON.parse(JSON.stringify(fields))
  return JSON.stringify({ ...sent, sign: sign(sent, secret) })
}

const utf8 = new TextEncoder()

function valueText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
