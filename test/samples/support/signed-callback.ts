import { request } from 'node:http'
import fc from 'fast-check'
import { reportedEvents } from '../../../src/contract/callbacks/callback-bodies.ts'
import { signedValues } from '../../../src/rules/callbacks/callback-body.ts'
import { callbackId, orderId, tradeNo } from '../../../src/rules/orders/order-identity.ts'
import type { CallbackBody } from '../../../src/rules/orders/orders.ts'
import { webhookSignature } from '../../../src/signing/callback-headers.ts'
import { signCurrent } from '../../../src/signing/current-style.ts'
import { moneyMax, toAmount } from '../../../src/units/money.ts'
import { anyCharacter } from '../../support/property.ts'

/** One attempt at a callback, as the service sends it. */
export type Attempt = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** How an attempt is made; what is not said is as it should be. */
type Making = {
  /** UTC seconds of the attempt. */
  readonly at?: number
  readonly attempt?: number
  /** The secrets of the body's sign, and of the headers' signatures. */
  readonly signedWith?: string
  readonly secrets?: readonly string[]
}

/** An order's callback with the body of its event and further fields of a later version, as JSON texts. */
export type Event = {
  readonly id: string
  readonly body: CallbackBody
  readonly later?: Readonly<Record<string, string>>
}

/** Signs an attempt with the Worker's own code. */
export function attemptAt(told: Event, secret: string, making: Making = {}): Attempt {
  const { id, body, later = {} } = told
  const { at = secondsNow(), attempt = 1, signedWith = secret, secrets = [secret] } = making
  const unsigned = { ...body, timestamp: at }
  const texts = Object.entries(later).map(([name, json]) => [name, textOf(json)])
  const sign = signCurrent({ ...signedValues(unsigned), ...Object.fromEntries(texts) }, signedWith)
  const members = Object.entries(later).map(([name, json]) => `"${name}": ${json},`)
  const text = `{${members.join('')}${JSON.stringify({ ...unsigned, sign }).slice(1)}`
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': webhookSignature({ secrets, id, timestamp: at, body: text }),
    'webhook-attempt': String(attempt),
  }
  return { headers, body: text }
}

// Objects are signed as they are sent, null and empty ones are left out.
function textOf(json: string): string {
  if (json === 'null') return ''
  return json.startsWith('"') ? JSON.parse(json) : json
}

/** An order's callbacks, by the amounts that it stands at one after the other: 0 where it is not paid any more. */
export function eventsOf(type: 'collection' | 'payout', amounts: readonly number[]): Event[] {
  const [drawn] = fc.sample(aCallback(type), 1)
  if (drawn === undefined) throw new Error('nothing was drawn')
  const order = drawn.id.split('.')[0]
  const stands = type === 'collection' ? 'paid_amount' : 'actual_amount'
  return amounts.map((amount, at) => ({
    id: at === 0 ? `${order}` : `${order}.${at + 1}`,
    body: { ...drawn.body, [stands]: amount, status: amount > 0 ? 'success' : 'failed' },
  }))
}

/** A paid collection's callback, of an order that there was none of. */
export function someCallback(uid = 'TEST0001'): Event {
  const [told] = fc.sample(aCallback('collection'), 1)
  if (told === undefined) throw new Error('nothing was drawn')
  return { ...told, body: { ...told.body, uid } }
}

/** The merchant's own number in a callback. */
export function ownNumberOf({ body }: Event): string {
  const { orderid, serial_no } = body as Record<string, unknown>
  return String(orderid ?? serial_no)
}

/** The order of a body, as a sample's store has it. */
export function orderOf(body: Attempt['body']): string {
  const { type, orderid, serial_no } = JSON.parse(String(body))
  return `${type} ${orderid ?? serial_no}`
}

/** As it comes through something that drops `webhook-signature`, or all of the `webhook-` headers. */
export function signAlone({ headers, body }: Attempt, dropped = /^webhook-signature$/): Attempt {
  const kept = Object.entries(headers).filter(([name]) => !dropped.test(name))
  return { headers: Object.fromEntries(kept), body }
}

/** Any callback: any text that a merchant or an operator may write, any amount, fields that are not there yet. */
export function anyCallback(): fc.Arbitrary<Event> {
  return fc.oneof(aCallback('collection'), aCallback('payout'))
}

/** Sends an attempt. */
export async function send(url: string, { headers, body }: Attempt) {
  const answer = await fetch(url, { method: 'POST', headers, body })
  return { status: answer.status, text: (await answer.text()).trim() }
}

/** Sends an attempt with the names of its headers written as they are in `headers`, which `fetch` would not. */
export function sendAsWritten(url: string, { headers, body }: Attempt): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}

function aCallback(type: 'collection' | 'payout'): fc.Arbitrary<Event> {
  const text = aText(64)
  const amount = anAmount()
  const paid = type === 'collection' ? 'paid_amount' : 'actual_amount'
  const known = fc.record({
    uid: fc.constant('TEST0001'),
    merchant_order_no: text,
    amount,
    [paid]: amount,
    status: fc.constantFrom('success', 'failed', 'succeeded', 'processed', 'cancelled'),
    [type === 'collection' ? 'paid_at' : 'processed_at']: fc.constant('2026-01-31 15:04:05'),
  })
  const told = fc.record({ event: fc.constantFrom(...reportedEvents[type]), reason: aText(200) })
  const later = fc.dictionary(
    fc.constantFrom('channel', 'note', 'Zeta', '_x', '9', '10', 'keys', 'fee'),
    fc.oneof(text, amount, fc.integer()),
  )
  const draws = fc.record({
    known,
    told: fc.option(told),
    drawn: later,
    later: fc.dictionary(fc.constantFrom('is_test', 'fees', 'bank', 'Tags'), aLaterValue()),
    number: fc.nat(10),
  })
  return draws.map(({ known, told, drawn, later, number }) => {
    // Drawn here, so that no two are of one order, whatever else is alike.
    const id = orderId({ kind: type, nowMs: Date.now(), random: Math.random(), database: 0 })
    const no = tradeNo(id, () => Math.random())
    const own = `單 <${no}>&"\\`
    const numbers = type === 'collection' ? { orderid: own, trade_no: no } : { serial_no: own }
    return {
      id: callbackId(no, number + 1),
      body: { type, ...known, ...numbers, ...told, ...drawn } as CallbackBody,
      later,
    }
  })
}

// What is escaped in JSON, or by some libraries though it need not be, and what a merchant's members are called.
function aText(maxLength: number): fc.Arbitrary<string> {
  const unit = fc.oneof(
    fc.constantFrom(...'"\\/\n\t\u0000\u001f\u007f<>&=+\'%# aZ09'),
    fc.constantFrom('王', '臺', '，', 'é', '\u2028', '\u2029', '😀', '\\u738b', '100.50', '1e2'),
    anyCharacter(),
  )
  return fc.string({ unit, maxLength })
}

// The JSON text of a field of any kind, of more than one spelling.
function aLaterValue(): fc.Arbitrary<string> {
  const spelled = fc.tuple(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(0, 1))
  return fc.oneof(
    fc.constantFrom('true', 'false', 'null', '""', '{}', '[]', '100.50', '1e2', '-0'),
    fc.constantFrom('{"fee": 1.50, "名": "a/b\\u738b\\/\\"}{"}', '[ 1, {"b":[true ,null]}, "],"]'),
    // A line break is no part of the service's bodies, a blank might be.
    spelled.map(([value, blanks]) =>
      JSON.stringify(value, null, blanks).replaceAll('\n', ' '.repeat(blanks)),
    ),
  )
}

function anAmount(): fc.Arbitrary<number> {
  const some = fc.constantFrom(0, 1, 10, 99, 100, 10_050, moneyMax)
  return fc.oneof(some, fc.integer({ min: 0, max: moneyMax })).map(toAmount)
}
