/** The kinds of order that an id or a transaction number can name. */
export type OrderType = 'collection' | 'payout'

const epochMs = Date.UTC(2025, 0, 1)
const randomStepsPerMs = 256
const databaseNumbers = 16
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const idDigits = 11
const secretDigits = 15
const letters = { collection: 'C', payout: 'P' } satisfies Record<OrderType, string>
const tradeNumber = /^([CP])([0-9A-HJKMNP-TV-Z]{11})[0-9A-HJKMNP-TV-Z]{15}$/

/**
 * An order's id: an integer below 2⁵³ that sorts by time and does not reveal the volume (decisions §4). It holds the
 * milliseconds since 2025, eight random bits, four bits for the number of its database, and a last bit for the kind.
 * Two ids of one millisecond and database can be equal (1 in 256): the primary key refuses the second, and the caller
 * draws again.
 *
 * @param nowMs UTC milliseconds, until 2059
 * @param random in [0, 1)
 * @param database 0 to 15
 */
export function orderId({
  kind,
  nowMs,
  random,
  database,
}: {
  readonly kind: OrderType
  readonly nowMs: number
  readonly random: number
  readonly database: number
}): number {
  const moment = (nowMs - epochMs) * randomStepsPerMs + Math.floor(random * randomStepsPerMs)
  return (moment * databaseNumbers + database) * 2 + (kind === 'payout' ? 1 : 0)
}

/** The number of the test merchants' database (`DB_SANDBOX`), the last that an id can hold. */
export const sandboxNumber = 15

/** Whether an id is of a test merchant's order, link or record. */
export function isTestId(id: number): boolean {
  return databaseOf(id) === sandboxNumber
}

export function databaseOf(id: number): number {
  return Math.floor(id / 2) % databaseNumbers
}

/** The epoch of ids, in UTC seconds, and their increase per second, for SQL that computes with ids. */
export const idEpochSeconds = epochMs / 1000
export const idsPerSecond = 1000 * randomStepsPerMs * databaseNumbers * 2

/** When an id was made (UTC seconds). */
export function secondsOfId(id: number): number {
  return idEpochSeconds + Math.floor(id / idsPerSecond)
}

/** The lowest id of an order created at or after a time (UTC seconds). */
export function firstIdAt(seconds: number): number {
  return Math.max(0, firstIdAtMs(seconds * 1000))
}

/** The lowest id of an order created at or after a time (UTC milliseconds). */
export function firstIdAtMs(ms: number): number {
  return orderId({ kind: 'collection', nowMs: ms, random: 0, database: 0 })
}

/** The lowest id of an order created after a time (UTC milliseconds). */
export function firstIdAfter(nowMs: number): number {
  return orderId({ kind: 'collection', nowMs: nowMs + 1, random: 0, database: 0 })
}

/**
 * The platform transaction number of an order: its kind's letter, its id, and 75 random bits, 27 characters in all. It
 * carries the id, so that a lookup by it needs no index of its own; the random part makes it unguessable.
 *
 * @param random draws in [0, 1) from a cryptographic source
 */
export function tradeNo(id: number, random: () => number): string {
  let secret = ''
  for (let n = 0; n < secretDigits; n += 1) secret += digits.charAt(Math.floor(random() * 32))
  return tradeNoOf(id, secret)
}

/** The transaction number with this id and these random digits. */
export function tradeNoOf(id: number, secret: string): string {
  let text = secret
  for (let rest = id, n = 0; n < idDigits; n += 1, rest = Math.floor(rest / 32)) {
    text = digits.charAt(rest % 32) + text
  }
  return letters[kindOf(id)] + text
}

/** The random digits of a transaction number. */
export function secretOf(tradeNo: string): string {
  return tradeNo.slice(-secretDigits)
}

/** The order in a transaction number. */
export type OrderRef = { readonly kind: OrderType; readonly id: number; readonly tradeNo: string }

/** The order in a transaction number; null if the text is none. */
export function parseTradeNo(text: string): OrderRef | null {
  const match = tradeNumber.exec(text)
  if (match === null) return null
  const [, letter = '', encoded = ''] = match
  let id = 0
  for (const digit of encoded) id = id * 32 + digits.indexOf(digit)
  const kind = kindOf(id)
  return letters[kind] === letter && Number.isSafeInteger(id) ? { kind, id, tradeNo: text } : null
}

/**
 * The id of an event's callback, which is also its `webhook-id`: the same for every attempt and resend. The plain
 * transaction number stands for the first reported event, `.2`, `.3` … for the later ones.
 */
export function callbackId(tradeNo: string, eventNumber: number): string {
  return eventNumber === 1 ? `cb_${tradeNo}` : `cb_${tradeNo}.${eventNumber}`
}

/** The callback in a callback's id. */
export type CallbackRef = OrderRef & { readonly eventNumber: number }

/** The order and the number of its event in a callback's id; null if the text is none. */
export function parseCallbackId(id: string): CallbackRef | null {
  const [, number = '', event = '1'] = callbackName.exec(id) ?? []
  const ref = parseTradeNo(number)
  return ref && { ...ref, eventNumber: Number(event) }
}

const callbackName = /^cb_([^.]+)(?:\.([2-9]|[1-9]\d{1,4}))?$/

export function kindOf(id: number): OrderType {
  return id % 2 === 0 ? 'collection' : 'payout'
}
