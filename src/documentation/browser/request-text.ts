import { currentStyleText } from '../../signing/current-style.ts'
import { md5Hex } from '../../signing/md5.ts'
import { readJsonBody } from '../../signing/parameters.ts'
import type { Field } from './fields.ts'

/** A request that is about to be sent. */
export type RequestDraft = {
  /** The path with its query. */
  readonly path: string
  /** How it was signed; null for a public list. */
  readonly signed: { readonly text: string; readonly sign: string; readonly body: string } | null
}

type Credentials = { readonly uid: string; readonly timestamp: string; readonly secret: string }
type FilledField = Pick<Field, 'name' | 'type'> & { readonly value: string }

/** Makes a request of the typed values, without empty ones. A public list has no credentials. */
export function draftRequest(
  path: string,
  filled: readonly FilledField[],
  credentials: Credentials | null,
): RequestDraft {
  const given = filled.filter(({ value }) => value !== '')
  if (credentials === null) {
    const query = new URLSearchParams(given.map(({ name, value }) => [name, value])).toString()
    return { path: query === '' ? path : `${path}?${query}`, signed: null }
  }
  const { uid, timestamp, secret } = credentials
  const members = [
    { name: 'uid', type: 'string', value: uid },
    { name: 'timestamp', type: 'integer', value: timestamp },
    ...given,
  ].map((one) => `${JSON.stringify(one.name)}:${jsonOf(one)}`)
  const read = readJsonBody(new TextEncoder().encode(`{${members.join()}}`))
  const text = read.ok ? currentStyleText(read.parameters, secret) : ''
  const sign = md5Hex(text)
  return { path, signed: { text, sign, body: `{${[...members, `"sign":"${sign}"`].join()}}` } }
}

/** The request as a shell command, which asks for messages in the page's language. */
export function commandOf({ path, signed }: RequestDraft): string {
  const language = `-H 'Accept-Language: ${document.documentElement.lang}'`
  const lines = [`curl -sS ${quoted(location.origin + path)}`, language]
  if (signed !== null) {
    lines.push("-H 'Content-Type: application/json'", `--data-raw ${quoted(signed.body)}`)
  }
  return lines.join(' \\\n  ')
}

// A number is sent as typed, with its zeros, because the typed text is signed.
function jsonOf({ type, value }: FilledField): string {
  const isRaw =
    ((type === 'number' || type === 'integer') && numeric.test(value)) ||
    type === 'boolean' ||
    (type === 'object or string' && isObject(value))
  return isRaw ? value.trim() : JSON.stringify(value)
}

const numeric = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function isObject(value: string): boolean {
  return readJsonBody(new TextEncoder().encode(value)).ok
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
