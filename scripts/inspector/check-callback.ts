import { verifyCurrent } from '../../src/signing/current-style.ts'
import { type Parameter, readJsonBody } from '../../src/signing/parameters.ts'

// Runs in the page too, with a secret that is typed in there and stays there.

export type Delivery = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** UTC milliseconds. */
  readonly atMs: number
}

/** Whether a signature is right; `unknown` without a secret to try. */
type SignatureCheck = 'right' | 'wrong' | 'missing' | 'unknown'

export type CallbackCheck = {
  /** The `sign` of the body (§5.8). */
  readonly sign: SignatureCheck
  /** The header `webhook-signature`, by Standard Webhooks. */
  readonly webhook: SignatureCheck
  /** Whether `webhook-timestamp` is within five minutes of the arrival, and the body's own is the same. */
  readonly timestamp: 'near' | 'far' | 'differs' | 'missing'
}

/** The most that a receiver should let a timestamp be off, in seconds. */
export const toleranceSeconds = 300

/** Checks a callback under a merchant's API secret; null for none. */
export async function checkCallback(
  { headers, body, atMs }: Delivery,
  secret: string | null,
): Promise<CallbackCheck> {
  const read = readJsonBody(new TextEncoder().encode(body))
  const parameters = read.ok ? read.parameters : []
  const timestamp = headers['webhook-timestamp']
  return {
    sign: signCheck(parameters, secret),
    webhook: await webhookCheck(headers, body, secret),
    timestamp: timestampCheck(timestamp, sentText(parameters, 'timestamp'), atMs),
  }
}

/** The text or number of a body's member; undefined where it has none. */
export function memberOf(body: string, name: string): string | undefined {
  const read = readJsonBody(new TextEncoder().encode(body))
  return read.ok ? sentText(read.parameters, name) : undefined
}

function sentText(parameters: readonly Parameter[], name: string): string | undefined {
  const found = parameters.find((parameter) => parameter.name === name)
  if (found?.kind === 'text') return found.text
  return found?.kind === 'number' ? found.source : undefined
}

function signCheck(parameters: readonly Parameter[], secret: string | null): SignatureCheck {
  const sign = sentText(parameters, 'sign')
  if (sign === undefined) return 'missing'
  if (secret === null) return 'unknown'
  const isRight =
    verifyCurrent({ parameters, sign, secrets: [secret], moneyNames: new Set() }) !== null
  return isRight ? 'right' : 'wrong'
}

async function webhookCheck(
  headers: Delivery['headers'],
  body: string,
  secret: string | null,
): Promise<SignatureCheck> {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
  if (id === undefined || at === undefined || signature === undefined) return 'missing'
  if (secret === null) return 'unknown'
  const own = `v1,${await hmacSha256(secret, `${id}.${at}.${body}`)}`
  return signature.split(' ').includes(own) ? 'right' : 'wrong'
}

function timestampCheck(
  header: string | undefined,
  inBody: string | undefined,
  atMs: number,
): CallbackCheck['timestamp'] {
  if (header === undefined) return 'missing'
  if (inBody !== undefined && inBody !== header) return 'differs'
  return Math.abs(Number(header) - atMs / 1000) <= toleranceSeconds ? 'near' : 'far'
}

// The page has no node:crypto, Node has the page's. WebCrypto takes no empty key, which nobody has.
async function hmacSha256(secret: string, message: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(message)))
  return btoa(String.fromCharCode(...signature))
}
