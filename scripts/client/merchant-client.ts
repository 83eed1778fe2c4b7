import { createHash } from 'node:crypto'

// A merchant's client, written from the specification alone: nothing here comes from src.

export type Fields = Readonly<Record<string, unknown>>

/** The sign of §5.3. */
export function signOf(fields: Fields, secret: string): string {
  const pairs = Object.keys(fields)
    .filter((name) => name !== 'sign' && fields[name] !== null && fields[name] !== undefined)
    .filter((name) => fields[name] !== '')
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => `${name}=${textOf(fields[name])}`)
  const text = [...pairs, `key=${secret}`].join('&')
  return createHash('md5').update(text, 'utf8').digest('hex').toUpperCase()
}

/** The JSON body of a signed request, with the present timestamp unless the fields have one. */
export function signedJson(uid: string, secret: string, fields: Fields = {}): string {
  const all = { uid, timestamp: Math.floor(Date.now() / 1000), ...fields }
  return JSON.stringify({ ...all, sign: signOf(all, secret) })
}

/** The same with values as JSON text that `JSON.stringify` does not write: `1e2`, `100.00`, repeated blanks. */
export function signedSource(uid: string, secret: string, sources: Sources): string {
  const now = String(Math.floor(Date.now() / 1000))
  const all: Sources = { uid: JSON.stringify(uid), timestamp: now, ...sources }
  const texts = Object.entries(all).map(([name, source]) => {
    return [name, /^(".*"|null)$/.test(source) ? JSON.parse(source) : source]
  })
  const sign = signOf(Object.fromEntries(texts), secret)
  const members = Object.entries({ ...all, sign: JSON.stringify(sign) })
  return `{${members.map(([name, source]) => `${JSON.stringify(name)}:${source}`).join(',')}}`
}

export type Sources = Readonly<Record<string, string>>

/** A JSON body with some members changed after it was signed; `undefined` takes one out. */
export function altered(body: string, changes: Fields): string {
  return JSON.stringify({ ...JSON.parse(body), ...changes })
}

/** The same as a form; objects are sent as JSON text, null is not sent. */
export function signedForm(uid: string, secret: string, fields: Fields = {}): string {
  const all = { uid, timestamp: Math.floor(Date.now() / 1000), ...fields }
  const present = Object.entries(all).filter(([, value]) => value !== null && value !== undefined)
  const texts = [...present, ['sign', signOf(all, secret)] as const]
  return new URLSearchParams(texts.map(([name, value]) => [name, textOf(value)])).toString()
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
