import type { CollectionCallback, PayoutCallback } from './contract.ts'
import { sign } from './sign.ts'
import { textsOf } from './texts.ts'

/** A verified callback. */
export type Callback = {
  /** The event's id, the same in every attempt: process each id once. Null if `eventNumber` is null. */
  readonly id: string | null
  /**
   * The event's number within its order: 1 for cb_X, 2 for cb_X.2. Ignore a callback whose number is lower than the
   * last one that you booked. Null if a proxy removed `webhook-signature`, which the service always sends. `sign`
   * does not cover the id, so the body may be a replay: query the order and book the result, nothing from the body.
   */
  readonly eventNumber: number | null
  /** The number of this attempt, from 1. */
  readonly attempt: number
} & (EventOf<CollectionCallback> | EventOf<PayoutCallback>)

/** The event, and the order's state after it: `paid_amount` is the total to credit for the order. */
type EventOf<Body extends CollectionCallback | PayoutCallback> = {
  readonly event: NonNullable<Body['event']>
  readonly body: Body
}

/** The events of callbacks. */
export type CallbackEvent = Callback['event']

/** Why a callback is refused. `late`: its timestamp is too far from the current time, for example in a replay. */
export type CallbackProblem =
  | 'no_signature'
  | 'late'
  | 'wrong_signature'
  | 'not_json'
  /** The signature is valid, but this is not your callback: a signed request, another `uid`, or an id of no event. */
  | 'not_yours'

/** The headers of a request: `Headers`, or an object whose names may have any case. */
export type CallbackHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>

/** The options of the verification. */
export type CallbackOptions = {
  /** The API secret; during a rotation the old and the new one. */
  readonly secret: string | readonly string[]
  /** Your `uid`: a callback of another merchant is refused. */
  readonly uid?: string
  /** The largest difference between a callback's timestamp and the current time, in seconds; by default 300. */
  readonly toleranceSeconds?: number
  /** The current time in milliseconds. */
  readonly now?: () => number
}

/**
 * Verifies a callback by its headers and its raw body; a body that was parsed and serialized again fails. If
 * `webhook-signature` is present, it decides, because it covers every byte; otherwise `sign` in the body does. `sign`
 * covers the timestamp but not `webhook-id`, so `id` and `eventNumber` are null. During a rotation `webhook-signature`
 * has a signature by each secret, `sign` only one.
 */
export async function verifyCallback(
  headers: CallbackHeaders,
  body: string,
  { secret, uid, toleranceSeconds = 300, now = Date.now }: CallbackOptions,
): Promise<
  | { readonly ok: true; readonly callback: Callback }
  | { readonly ok: false; readonly problem: CallbackProblem }
> {
  const values = lowerCaseHeaders(headers)
  const id = values.get('webhook-id')
  const signatures = values.get('webhook-signature')
  const fields = readObject(body)
  const timestamp = signatures ? values.get('webhook-timestamp') : fields?.timestamp
  const hasSignature = signatures ? Boolean(id) : Boolean(fields?.sign)
  if (!timestamp || !hasSignature) return { ok: false, problem: 'no_signature' }
  const secrets = [secret].flat().filter((one) => one !== '')
  const isSigned = signatures
    ? await hasValidSignature(signatures, secrets, `${id}.${timestamp}.${body}`)
    : isValidSign(body, String(fields?.sign), secrets)
  if (!isSigned) return { ok: false, problem: 'wrong_signature' }
  const age = Math.abs(now() / 1000 - Number(timestamp))
  if (!(age <= toleranceSeconds)) return { ok: false, problem: 'late' }
  if (fields === null) return { ok: false, problem: 'not_json' }
  // The merchant's own requests have a valid `sign`, too.
  const isOrder =
    (fields.type === 'collection' || fields.type === 'payout') && Boolean(fields.status)
  const isOwn = isOrder && (uid === undefined || fields.uid === uid)
  const eventNumber = signatures ? eventNumberOf(id ?? '') : null
  if (!isOwn || eventNumber === 0) return { ok: false, problem: 'not_yours' }
  const attempt = Number(values.get('webhook-attempt')) || 1
  const verifiedId = eventNumber === null ? null : (id ?? null)
  return {
    ok: true,
    callback: { id: verifiedId, eventNumber, attempt, ...withEvent(fields, eventNumber) },
  }
}

// 0 if the id is not that of an event.
function eventNumberOf(id: string): number {
  const [, , number = '1'] = /^cb_[0-9A-Za-z]+(\.([1-9]\d{0,8}))?$/.exec(id) ?? [id, '', '0']
  return Number(number)
}

// A new `Headers` would reject some names of HTTP/2, such as `:path`.
function lowerCaseHeaders(headers: CallbackHeaders): ReadonlyMap<string, string> {
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  return new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value ?? '')]))
}

async function hasValidSignature(
  signatures: string,
  secrets: readonly string[],
  content: string,
): Promise<boolean> {
  const sent = signatures.split(' ').flatMap((one) => {
    const bytes = one.startsWith('v1,') ? fromBase64(one.slice(3)) : null
    return bytes === null ? [] : [bytes]
  })
  for (const secret of secrets) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', utf8.encode(secret), hmac, false, ['verify'])
    for (const bytes of sent) {
      // The platform compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, bytes, utf8.encode(content))) return true
    }
  }
  return false
}

function isValidSign(body: string, actual: string, secrets: readonly string[]): boolean {
  const texts = textsOf(body)
  return secrets.map((secret) => isEqual(actual, sign(texts, secret))).includes(true)
}

// In constant time: the duration does not depend on where the two differ.
function isEqual(actual: string, expected: string): boolean {
  let difference = actual.length ^ expected.length
  for (let at = 0; at < expected.length; at += 1) {
    difference |= actual.charCodeAt(at) ^ expected.charCodeAt(at)
  }
  return difference === 0
}

const utf8 = new TextEncoder()

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

type CallbackContent = (CollectionCallback | PayoutCallback) & Readonly<Record<string, unknown>>

function readObject(body: string): CallbackContent | null {
  try {
    const value = JSON.parse(body)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

// Only merchants that receive all events get `event` in the body. A payout that fails in a later event was reported as
// paid before: the bank has returned it.
function withEvent(
  body: CallbackContent,
  eventNumber: number | null,
): EventOf<CollectionCallback> | EventOf<PayoutCallback> {
  const isDone = body.status !== 'failed' && body.status !== 'cancelled'
  if (body.type === 'collection') {
    return { event: body.event ?? (isDone ? 'collection.completed' : 'collection.rejected'), body }
  }
  const failure = (eventNumber ?? 1) > 1 ? 'payout.returned' : 'payout.failed'
  return { event: body.event ?? (isDone ? 'payout.completed' : failure), body }
}
