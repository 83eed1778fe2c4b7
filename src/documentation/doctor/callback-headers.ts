import type { Case } from './case.ts'
import { base64, fromHex, hmacSha256, utf8 } from './digests.ts'
import type { MistakeName } from './mistakes.ts'
import type { Mistake } from './search.ts'
import { apiSecretIn, base64Bytes, secretDeviations } from './secret-deviations.ts'
import { objectsIn } from './value-deviations.ts'

/** The diagnosis of a callback's headers: whether `webhook-signature` is right, and how another value came about. */
export type HeaderDiagnosis = {
  readonly outcome: 'right' | 'mistaken' | 'unexplained' | 'unreadable'
  readonly mistakes: readonly Mistake[]
  readonly notes: readonly Mistake[]
  /** The signed content, and its signature. */
  readonly ours: { readonly text: string; readonly sign: string } | null
}

type Callback = Pick<Case, 'body' | 'secret' | 'now' | 'toleranceSeconds' | 'knownSecrets'> & {
  /** The headers as they were logged, in any form that has names before values. */
  readonly headers: string
  /** The signature that the receiver computed; empty where it is not known. */
  readonly computed: string
}

/** Diagnoses `webhook-signature` (§5.8), by the headers, the body as it arrived and the secret. */
export function diagnoseHeaders(given: Callback): HeaderDiagnosis {
  const [id, time, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    headerIn(given.headers, name),
  ) as [string, string, string]
  const missing = Object.entries({ id, timestamp: time, signature }).filter(([, one]) => one === '')
  const unreadable = { outcome: 'unreadable', notes: [], ours: null } as const
  if (missing.length > 0) {
    const detail = missing.map(([name]) => `webhook-${name}`).join(', ')
    return { ...unreadable, mistakes: [{ name: 'webhook_missing', detail }] }
  }
  if (given.secret === '') return { ...unreadable, mistakes: [{ name: 'secret_missing' }] }
  const secret = apiSecretIn(given.secret)
  const text = `${id}.${time}.${given.body}`
  const ours = { text, sign: `v1,${signed(text, utf8(secret))}` }
  const off = Number(time) - given.now
  const isOld = given.toleranceSeconds > 0 && !(Math.abs(off) <= given.toleranceSeconds)
  const notes: readonly Mistake[] = isOld ? [{ name: 'webhook_old', detail: `${off} s` }] : []
  const arrived = signature.split(/\s+/)
  const isOurs = (one: string) => arrived.includes(`v1,${one}`)
  const named = (mistakes: readonly Mistake[]): HeaderDiagnosis => {
    return { outcome: 'mistaken', mistakes, notes, ours }
  }
  if (!isOurs(signed(text, utf8(secret)))) {
    const other = otherSecret({ ...given, secret }, (one) => isOurs(signed(text, utf8(one))))
    if (other !== undefined) return named([other])
    const body = rewritten(given.body).find((one) =>
      isOurs(signed(`${id}.${time}.${one}`, utf8(secret))),
    )
    if (body !== undefined) return named([{ name: 'webhook_body' }])
    return { outcome: 'unexplained', mistakes: [{ name: 'webhook_other' }], notes, ours }
  }
  const computed = given.computed.trim().replace(/^v1[,=]/, '')
  if (computed === '' || isOurs(computed)) return { outcome: 'right', mistakes: [], notes, ours }
  const found = computedBy({ ...given, secret, id, time }, computed)
  if (found !== undefined) return named(found)
  return { outcome: 'unexplained', mistakes: [{ name: 'webhook_unlike' }], notes, ours }
}

// As in `webhook-id: x`, "webhook-id": "x", 'webhook-id' => ['x'] and HTTP_WEBHOOK_ID=x.
function headerIn(headers: string, name: string): string {
  const written = new RegExp(
    `webhook[-_]${name}["'\\]]*\\s*[:=,]>?\\s*["'\\[]*([^"'\\]\\r\\n]*)`,
    'i',
  )
  return written.exec(headers)?.[1]?.replace(/\s*[,;\\]?\s*$/, '') ?? ''
}

function signed(text: string, key: Uint8Array): string {
  const bytes = base64(fromHex(hmacSha256(text, key)))
  return bytes.padEnd(Math.ceil(bytes.length / 4) * 4, '=')
}

function otherSecret(given: Callback, fits: (secret: string) => boolean): Mistake | undefined {
  const other = secretDeviations(given).find(({ secret }) => secret !== undefined && fits(secret))
  return other && { name: other.name, detail: other.detail ?? '' }
}

// The forms of a body that a program has parsed and printed again.
function rewritten(body: string): readonly string[] {
  return [...objectsIn(body), `${body}\n`]
}

type CallbackWithId = Callback & { readonly id: string; readonly time: string }
type Way = { readonly name: MistakeName | null; readonly detail?: string }

// The combination of key, content and encoding that gives the receiver's signature; null stands for the right one.
function computedBy(
  { body, secret, id, time }: CallbackWithId,
  computed: string,
): readonly Mistake[] | undefined {
  const keyOf = (key: Uint8Array, detail: string) => ({ name: 'webhook_key', detail, key }) as const
  const webhookSecret = `whsec_${base64(utf8(secret))}`
  const padded = webhookSecret.padEnd(6 + Math.ceil((webhookSecret.length - 6) / 4) * 4, '=')
  const keys: readonly (Way & { key: Uint8Array })[] = [
    { name: null, key: utf8(secret) },
    keyOf(utf8(padded), 'whsec_…'),
    keyOf(utf8(padded.slice('whsec_'.length)), 'Base64'),
    keyOf(base64Bytes(secret), 'base64_decode(secret)'),
  ]
  const contents: readonly (Way & { text: string })[] = [
    { name: null, text: `${id}.${time}.${body}` },
    ...rewritten(body).map(
      (one) => ({ name: 'webhook_body', text: `${id}.${time}.${one}` }) as const,
    ),
    ...Object.entries({
      body,
      'timestamp.body': `${time}.${body}`,
      'id.body': `${id}.${body}`,
      'timestamp.id.body': `${time}.${id}.${body}`,
      'id.timestamp': `${id}.${time}`,
      'id + timestamp + body': id + time + body,
    }).map(([detail, text]) => ({ name: 'webhook_content', detail, text }) as const),
  ]
  for (const key of keys) {
    for (const content of contents) {
      const hex = hmacSha256(content.text, key.key)
      const right = signed(content.text, key.key)
      const form = [right, hex, hex.toLowerCase(), base64(utf8(hex.toLowerCase()))].indexOf(
        computed,
      )
      if (form < 0 && right.replace(/=+$/, '') !== urlUnsafe(computed)) continue
      const forms: readonly Way[] = form === 0 ? [] : [{ name: 'webhook_form' }]
      return [key, content, ...forms].flatMap(({ name, detail }: Way) =>
        name === null ? [] : [{ name, ...(detail === undefined ? {} : { detail }) }],
      )
    }
  }
  return undefined
}

function urlUnsafe(text: string): string {
  return text.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '')
}
