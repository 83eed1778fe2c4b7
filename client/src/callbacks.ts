import type { CollectionCallback, PayoutCallback } from './contract.ts'
import { sign } from './sign.ts'
import { textsOf } from './texts.ts'

/** A callback whose signature is right. */
export type Callback = {
  /** The event's id, the same in every attempt: act once for each. Null where `eventNumber` is null. */
  readonly id: string | null
  /**
   * The event's number within its order: 1 for cb_X, 2 for cb_X.2. Ignore one that is lower than the last one booked.
   * Null if something on the way dropped `webhook-signature`, which the service always sends. `sign` does not cover the
   * id, so the body may be an old one that somebody sent again: book what a query says of the order, nothing from it.
   */
  readonly eventNumber: number | null
  /** The number of this attempt, from 1. */
  readonly attempt: number
} & (EventOf<CollectionCallback> | EventOf<PayoutCallback>)

/** What has happened, and the order's state since then: `paid_amount` is the total to credit for it. */
type EventOf<Body extends CollectionCallback | PayoutCallback> = {
  readonly event: NonNullable<Body['event']>
  readonly body: Body
}

/** The events of callbacks. */
export type CallbackEvent = Callback['event']

/** Why a callback is refused. `late`: its time is too far from now, for example because somebody replayed it. */
export type CallbackProblem =
  | 'no_signature'
  | 'late'
  | 'wrong_signature'
  | 'not_json'
  /** It is signed, but is not your callback: a request, another `uid`, or an id that names no event. */
  | 'not_yours'

/** The headers of a request: those of `fetch`, or an object of them with names in any case. */
export type CallbackHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>

/** What callbacks are verified with. */
export type CallbackOptions = {
  /** The API secret; during a rotation the old and the new one. */
  readonly secret: string | readonly string[]
  /** Your `uid`: a callback of another merchant is refused. */
  readonly uid?: string
  /** How far the time of a callback may be from now, in seconds; by default 300. */
  readonly toleranceSeconds?: number
  /** The present time in milliseconds. */
  readonly now?: () => number
}

/**
 * Verifies a callback by its headers and its body as received, not parsed and written again. `webhook-signature`, which
 * covers every byte, decides if it is present; else `sign` in the body does. That covers the time but not `webhook-id`,
 * so `id` and `eventNumber` are null. During a rotation `webhook-signature` has a signature by each secret, `sign` one.
 */
export async function verifyCallback(
  headers: CallbackHeaders,
  body: string,
  { secret, uid, toleranceSeconds = 300, now = Date.now }: CallbackOptions,
): Promise<
  | { readonly ok: true; readonly callback: Callback }
  | { readonly ok: false; readonly problem: CallbackProblem }
> {
  const given = valuesOf(headers)
  const id = given.get('webhook-id')
  const signatures = given.get('webhook-signature')
  const fields = readObject(body)
  const timestamp = signatures ? given.get('webhook-timestamp') : fields?.timestamp
  const isNamed = signatures ? Boolean(id) : Boolean(fields?.sign)
  if (!timestamp || !isNamed) return { ok: false, problem: 'no_signature' }
  const secrets = [secret].flat().filter((one) => one !== '')
  const isSigned = signatures
    ? await isAnyOf(signatures, secrets, `${id}.${timestamp}.${body}`)
    : isSignedInside(body, String(fields?.sign), secrets)
  if (!isSigned) return { ok: false, problem: 'wrong_signature' }
  const age = Math.abs(now() / 1000 - Number(timestamp))
  if (!(age <= toleranceSeconds)) return { ok: false, problem: 'late' }
  if (fields === null) return { ok: false, problem: 'not_json' }
  // The merchant's own requests are signed by the rule of `sign`, too.
  const isOrder =
    (fields.type === 'collection' || fields.type === 'payout') && Boolean(fields.status)
  const isOwn = isOrder && (uid === undefined || fields.uid === uid)
  const eventNumber = signatures ? eventNumberOf(id ?? '') : null
  if (!isOwn || eventNumber === 0) return { ok: false, problem: 'not_yours' }
  const attempt = Number(given.get('webhook-attempt')) || 1
  const named = eventNumber === null ? null : (id ?? null)
  return {
    ok: true,
    callback: { id: named, eventNumber, attempt, ...withEvent(fields, eventNumber) },
  }
}

// 0 if the id names no event.
function eventNumberOf(id: string): number {
  const [, , number = '1'] = /^cb_[0-9A-Za-z]+(\.([1-9]\d{0,8}))?$/.exec(id) ?? [id, '', '0']
  return Number(number)
}

// `Headers` refuses some names of HTTP/2, such as `:path`.
function valuesOf(headers: CallbackHeaders): ReadonlyMap<string, string> {
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  return new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value ?? '')]))
}

async function isAnyOf(
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

function isSignedInside(body: string, given: string, secrets: readonly string[]): boolean {
  const texts = textsOf(body)
  return secrets.map((secret) => isSame(given, sign(texts, secret))).includes(true)
}

// Takes equally long wherever the two differ.
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length
  for (let at = 0; at < expected.length; at += 1) {
    difference |= given.charCodeAt(at) ^ expected.charCodeAt(at)
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

// The bodies of merchants that do not get all events have no `event`. A payout that fails after it was reported as paid
// has come back.
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
