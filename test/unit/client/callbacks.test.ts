import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Callback,
  callbackHandler,
  type MerchantClient,
  memoryStore,
  nodeCallbackHandler,
  type OrderCallback,
  Refused,
  readLedger,
  verifyCallback,
} from '../../../client/src/index.ts'
import { webhookSignature } from '../../../src/signing/callback-headers.ts'
import { signCurrent } from '../../../src/signing/current-style.ts'
import { forAll } from '../../support/property.ts'

const secret = 'k3y-0123456789abcdef'
const nowSeconds = 1_760_000_000
const now = () => nowSeconds * 1000

const told = {
  type: 'collection',
  uid: 'M1',
  orderid: 'A/1',
  merchant_order_no: '訂單 "1"\u2028',
  trade_no: 'C0ABCDEFGHJK0123456789MNPQR',
  amount: 100.5,
  paid_amount: 100.05,
  status: 'success',
  paid_at: '2025-10-09 16:55:00',
}

type Options = {
  readonly secret?: string
  readonly at?: number
  readonly attempt?: number
  /** The end of the id, as ".2". */
  readonly event?: string
}

/** A callback as the service sends it, signed by its own code. */
function sent(
  fields: object = told,
  { secret: key = secret, at = nowSeconds, attempt = 1, event = '' }: Options = {},
) {
  const timed = { ...fields, timestamp: at }
  const texts = Object.fromEntries(Object.entries(timed).map(([name, v]) => [name, String(v)]))
  const body = JSON.stringify({ ...timed, sign: signCurrent(texts, key) })
  const id = `cb_${told.trade_no}${event}`
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': webhookSignature({ secrets: [key], id, timestamp: at, body }),
    'webhook-attempt': String(attempt),
  }
  return { headers, body }
}

function requestOf({ headers, body }: ReturnType<typeof sent>) {
  return new Request('https://shop.example/notify', { method: 'POST', headers, body })
}

test('a callback that the service signed is verified', async () => {
  const { headers, body } = sent()
  expect(await verifyCallback(headers, body, { secret, now })).toMatchObject({
    ok: true,
    callback: {
      id: headers['webhook-id'],
      eventNumber: 1,
      attempt: 1,
      event: 'collection.completed',
      body: told,
    },
  })
})

test.each([
  ['cb_C1', 1],
  ['cb_C1.2', 2],
  ['cb_C1.123456789', 123_456_789],
  ['cb_C1.0', null],
  ['cb_C1.', null],
  ['cb_C1.x', null],
  ['C1.2', null],
])('the id %s names event %s of its order', async (id, eventNumber) => {
  const { headers, body } = sent()
  const signature = webhookSignature({ secrets: [secret], id, timestamp: nowSeconds, body })
  const changed = { ...headers, 'webhook-id': id, 'webhook-signature': signature }
  expect(await verifyCallback(changed, body, { secret, now })).toMatchObject(
    eventNumber === null ? { ok: false, problem: 'not_yours' } : { callback: { id, eventNumber } },
  )
})

test.each([
  [{ uid: 'M2' }],
  [{ type: undefined, outcome: 'paid' }],
  [{ type: 'refund' }],
  [{ status: undefined }],
])('what is signed right and no callback of the merchant is refused: %j', async (change) => {
  const made = sent(JSON.parse(JSON.stringify({ ...told, ...change })))
  for (const { headers, body } of [made, signAlone(made)]) {
    const verified = await verifyCallback(headers, body, { secret, uid: 'M1', now })
    expect(verified).toEqual({ ok: false, problem: 'not_yours' })
  }
})

test.each([
  [{ ...told, event: 'collection.reversed', status: 'failed' }, 'collection.reversed'],
  [{ ...told, status: 'succeeded' }, 'collection.completed'],
  [{ type: 'payout', serial_no: 'P1', status: 'processed' }, 'payout.completed'],
  [{ type: 'payout', serial_no: 'P1', status: 'failed' }, 'payout.failed'],
  [{ type: 'payout', serial_no: 'P1', status: 'cancelled' }, 'payout.failed'],
])('%j is %s', async (fields, event) => {
  const { headers, body } = sent(fields)
  const verified = await verifyCallback(headers, body, { secret, now })
  expect(verified).toMatchObject({ ok: true, callback: { event } })
})

test('a payout that fails after its callback as paid came back', async () => {
  const failed = { type: 'payout', serial_no: 'P1', status: 'failed' }
  const { headers, body } = sent(failed, { event: '.2' })
  const verified = await verifyCallback(headers, body, { secret, now })
  expect(verified).toMatchObject({ callback: { event: 'payout.returned', eventNumber: 2 } })
})

test('whatever the fields are, what the service signs is verified', async () => {
  const texts = fc.record({
    note: fc.string({ unit: 'grapheme' }),
    sum: fc.double({ noNaN: true }),
  })
  const cases: object[] = []
  forAll([texts], 100, ({ note, sum }) => {
    cases.push({ ...told, note, sum: Number.isFinite(sum) ? sum : 0 })
  })
  for (const fields of cases) {
    const { headers, body } = sent(fields)
    expect(await verifyCallback(headers, body, { secret, now })).toMatchObject({ ok: true })
  }
})

/** Puts a field, as its JSON text, in front of a callback's others, and signs the whole as it is written. */
function sentWith(name: string, json: string) {
  const { headers, body } = sent()
  const { sign: _, ...fields } = JSON.parse(body) as Record<string, unknown>
  const texts = Object.fromEntries(Object.entries(fields).map(([one, v]) => [one, String(v)]))
  const parsed: unknown = JSON.parse(json)
  const text = typeof parsed === 'string' ? parsed : json
  const sign = signCurrent({ ...texts, ...(parsed !== null && { [name]: text }) }, secret)
  const whole = `{"${name}" : ${json} ,${JSON.stringify({ ...fields, sign }).slice(1)}`
  const signature = webhookSignature({
    secrets: [secret],
    id: headers['webhook-id'],
    timestamp: nowSeconds,
    body: whole,
  })
  return { headers: { ...headers, 'webhook-signature': signature }, body: whole }
}

test.each([
  '100.50',
  '1e2',
  '-0',
  '12345678901234567890',
  'true',
  'null',
  '""',
  '"1.50 \\u738b\\/"',
  '{}',
  '{ "b": 1.50, "a": ["\\u738b", null, {"}": "]"}] }',
])('a further field is verified as it is written: %s', async (json) => {
  const { headers, body } = sentWith('later', json)
  expect(await verifyCallback(headers, body, { secret, now })).toMatchObject({ ok: true })
})

test('headers are found by their names in any case, beside what HTTP/2 has', async () => {
  const { headers, body } = sent()
  const named = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])
  for (const given of [
    { ':path': '/notify', ...headers },
    { host: undefined, ...Object.fromEntries(named) },
    new Headers(headers),
  ]) {
    expect(await verifyCallback(given, body, { secret, now })).toMatchObject({ ok: true })
  }
})

test('while the secret is being changed either one verifies', async () => {
  const { headers, body } = sent()
  for (const both of [
    ['new', secret],
    [secret, 'old'],
  ]) {
    expect(await verifyCallback(headers, body, { secret: both, now })).toMatchObject({ ok: true })
  }
})

test('a forged callback is refused', async () => {
  const { headers, body } = sent(told, { secret: 'another' })
  const verified = await verifyCallback(headers, body, { secret, now })
  expect(verified).toEqual({ ok: false, problem: 'wrong_signature' })
})

test('a callback whose body changed anywhere is refused', async () => {
  const { headers, body } = sent()
  for (let at = 0; at < body.length; at += 1) {
    const changed = `${body.slice(0, at)}${body[at] === '1' ? '2' : '1'}${body.slice(at + 1)}`
    const verified = await verifyCallback(headers, changed, { secret, now })
    expect(verified).toEqual({ ok: false, problem: 'wrong_signature' })
  }
})

test.each([
  ['webhook-id', 'cb_another', 'wrong_signature'],
  ['webhook-timestamp', String(nowSeconds + 1), 'wrong_signature'],
  ['webhook-signature', 'v1,AAAA', 'wrong_signature'],
  ['webhook-signature', 'v1,%%%', 'wrong_signature'],
  ['webhook-signature', 'v2,AAAA', 'wrong_signature'],
  ['webhook-id', '', 'no_signature'],
  ['webhook-timestamp', '', 'no_signature'],
])('a callback with %s %j is refused', async (name, value, problem) => {
  const { headers, body } = sent()
  const changed = { ...headers, [name]: value }
  expect(await verifyCallback(changed, body, { secret, now })).toEqual({ ok: false, problem })
})

test.each([301, -301])('a callback %d s from now is refused, 300 s is not', async (seconds) => {
  const nearer = sent(told, { at: nowSeconds - Math.sign(seconds) * 300 })
  expect(await verifyCallback(nearer.headers, nearer.body, { secret, now })).toMatchObject({
    ok: true,
  })
  const late = sent(told, { at: nowSeconds - seconds })
  expect(await verifyCallback(late.headers, late.body, { secret, now })).toEqual({
    ok: false,
    problem: 'late',
  })
})

test('a timestamp that is no number is refused', async () => {
  const { headers, body } = sent()
  const id = headers['webhook-id']
  const at = 'soon' as unknown as number
  const forged = {
    ...headers,
    'webhook-timestamp': 'soon',
    'webhook-signature': webhookSignature({ secrets: [secret], id, timestamp: at, body }),
  }
  expect(await verifyCallback(forged, body, { secret, now })).toEqual({
    ok: false,
    problem: 'late',
  })
})

/** As it comes through something that drops `webhook-signature`. */
function signAlone({ headers, body }: ReturnType<typeof sent>) {
  return { headers: { ...headers, 'webhook-signature': '' }, body }
}

test('webhook-signature decides where it is there, whatever sign is', async () => {
  const { headers } = sent()
  const body = JSON.stringify({ ...told, sign: '0'.repeat(32) })
  const webhookSignatureBy = (key: string) =>
    webhookSignature({ secrets: [key], id: headers['webhook-id'], timestamp: nowSeconds, body })
  const right = { ...headers, 'webhook-signature': webhookSignatureBy(secret) }
  expect(await verifyCallback(right, body, { secret, now })).toMatchObject({ ok: true })
  const wrong = { ...headers, 'webhook-signature': webhookSignatureBy('another') }
  const signed = sent()
  for (const one of [body, signed.body]) {
    const verified = await verifyCallback(wrong, one, { secret, now })
    expect(verified).toEqual({ ok: false, problem: 'wrong_signature' })
  }
})

test('sign decides where there is no webhook-signature, by either of two secrets', async () => {
  for (const key of ['new', 'old']) {
    const { headers, body } = signAlone(sent(told, { secret: key }))
    const both = { secret: ['new', 'old'], now }
    expect(await verifyCallback(headers, body, both)).toMatchObject({ ok: true })
    const { 'webhook-signature': _, ...absent } = headers
    // `sign` does not cover the id.
    const unnamed = { ok: true, callback: { id: null, eventNumber: null, body: told } }
    expect(await verifyCallback(absent, body, both)).toMatchObject(unnamed)
    expect(await verifyCallback({}, body, both)).toMatchObject(unnamed)
  }
})

test('by sign alone the handler books what a query says, and remembers no id', async () => {
  const asked: unknown[] = []
  const query = async (fields: object) => {
    asked.push(fields)
    return { paid: 7 }
  }
  const client = { getCollection: query, getPayout: query } as unknown as MerchantClient
  const booked: unknown[] = []
  const act = async ({ id, number, amount }: OrderCallback) => {
    booked.push([id, number, await amount()])
  }
  const handle = callbackHandler({ secret, now, uid: 'M1', client, act, store: memoryStore() })
  const { headers, body } = sent()
  const forged = { ...headers, 'webhook-id': 'cb_C1.999', 'webhook-signature': '' }
  for (const one of [forged, {}, headers]) {
    const request = new Request('https://shop.example/', { method: 'POST', headers: one, body })
    expect((await handle(request)).status).toBe(200)
  }
  expect(booked).toEqual([
    [null, 'A/1', 7],
    [null, 'A/1', 7],
    [headers['webhook-id'], 'A/1', 100.05],
  ])
  expect(asked).toEqual([{ orderid: 'A/1' }, { orderid: 'A/1' }])
})

test('by sign alone the handler refuses where it has nobody to ask', async () => {
  const { handle, acted, problems } = aReceiver()
  expect((await handle(requestOf(signAlone(sent())))).status).toBe(401)
  expect([acted, problems]).toEqual([[], ['no_signature']])
})

test.each([
  ['another secret', sent(told, { secret: 'another' }), 'wrong_signature'],
  ['no secret', sent(told, { secret: '' }), 'wrong_signature'],
  ['an old time', sent(told, { at: nowSeconds - 301 }), 'late'],
])('sign alone with %s is refused', async (_what, made, problem) => {
  const { headers, body } = signAlone(made)
  const renewed = { ...headers, 'webhook-timestamp': String(nowSeconds) }
  for (const one of [secret, [secret, '']]) {
    const verified = await verifyCallback(renewed, body, { secret: one, now })
    expect(verified).toEqual({ ok: false, problem })
  }
})

test('sign alone of a body that changed anywhere is refused', async () => {
  const { headers, body } = signAlone(sent())
  for (let at = 0; at < body.length; at += 1) {
    const changed = `${body.slice(0, at)}${body[at] === '1' ? '2' : '1'}${body.slice(at + 1)}`
    expect((await verifyCallback(headers, changed, { secret, now })).ok).toBe(false)
  }
})

test.each(['', '[]', 'null', '"x"', '{', 'success'])('the body %j is refused', async (body) => {
  const { headers } = sent()
  const signature = webhookSignature({
    secrets: [secret],
    id: headers['webhook-id'],
    timestamp: nowSeconds,
    body,
  })
  const verified = await verifyCallback({ ...headers, 'webhook-signature': signature }, body, {
    secret,
    now,
  })
  expect(verified.ok).toBe(false)
})

function aReceiver(act: (callback: Callback) => Promise<void> | void = () => {}) {
  const acted: string[] = []
  const problems: unknown[] = []
  const handle = callbackHandler({
    secret,
    now,
    store: memoryStore(),
    act: async (callback) => {
      await act(callback)
      acted.push(String(callback.id))
    },
    onProblem: (problem) => problems.push(problem),
  })
  return { handle, acted, problems }
}

test('the handler acknowledges, and acts once for each event', async () => {
  const { handle, acted } = aReceiver()
  for (const attempt of [1, 2, 3]) {
    const response = await handle(requestOf(sent(told, { attempt, at: nowSeconds + attempt })))
    expect([response.status, await response.text()]).toEqual([200, 'success'])
  }
  expect(acted).toEqual([`cb_${told.trade_no}`])
})

test('two at once of the same event act once, and both are acknowledged', async () => {
  let finish = () => {}
  const gate = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { handle, acted } = aReceiver(() => gate)
  const both = [handle(requestOf(sent())), handle(requestOf(sent()))]
  finish()
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
  expect(acted).toHaveLength(1)
})

test('what could not be acted on is not acknowledged, and acted on when it comes again', async () => {
  let faults = 1
  const { handle, acted, problems } = aReceiver(() => {
    faults -= 1
    if (faults >= 0) throw new Error('the database is away')
  })
  expect((await handle(requestOf(sent()))).status).toBe(500)
  expect((await handle(requestOf(sent()))).status).toBe(200)
  expect(acted).toHaveLength(1)
  expect(problems).toEqual([{ thrown: expect.any(Error) }])
})

test('the handler refuses what is forged, late, or no POST, and acts on nothing', async () => {
  const { handle, acted, problems } = aReceiver()
  expect((await handle(requestOf(sent(told, { secret: 'x' })))).status).toBe(401)
  expect((await handle(requestOf(sent(told, { at: nowSeconds - 600 })))).status).toBe(401)
  expect((await handle(new Request('https://shop.example/notify'))).status).toBe(405)
  const large = sent({ ...told, reason: 'x'.repeat(70_000) })
  expect((await handle(requestOf(large))).status).toBe(413)
  expect(problems).toEqual(['wrong_signature', 'late', 'too_large'])
  expect(acted).toEqual([])
})

test('a byte order mark, or a byte that is no UTF-8, makes it another body', async () => {
  const { handle, acted } = aReceiver()
  const { headers, body } = sent({ ...told, reason: '\ufffd' })
  const bytes = Buffer.from(body)
  const at = bytes.indexOf(Buffer.from('\ufffd'))
  const changed = [
    Buffer.concat([Buffer.from('\ufeff'), bytes]),
    Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff), bytes.subarray(at + 3)]),
  ]
  for (const one of changed) {
    const request = new Request('https://shop.example/', { method: 'POST', headers, body: one })
    expect((await handle(request)).status).toBe(401)
  }
  expect(acted).toEqual([])
  expect((await handle(requestOf({ headers, body }))).status).toBe(200)
})

test('a body without end is not read to its end', async () => {
  const { handle } = aReceiver()
  let given = 0
  let isCancelled = false
  const body = new ReadableStream({
    pull: (controller) => {
      given += 1
      controller.enqueue(new Uint8Array(10_000))
    },
    cancel: () => {
      isCancelled = true
    },
  })
  const init = { method: 'POST', headers: sent().headers, body, duplex: 'half' }
  const response = await handle(new Request('https://shop.example/', init))
  expect([response.status, isCancelled]).toEqual([413, true])
  expect(given).toBeLessThan(10)
})

test('a body that breaks off is reported, and not acknowledged', async () => {
  const { handle, problems } = aReceiver()
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  const init = { method: 'POST', headers: sent().headers, body, duplex: 'half' }
  expect((await handle(new Request('https://shop.example/', init))).status).toBe(500)
  expect(problems).toEqual([{ thrown: expect.any(Error) }])
})

test('with node:http it answers callbacks, and stays up whatever else comes', async () => {
  const acted: string[] = []
  const act = ({ id }: Callback) => void acted.push(String(id))
  const listener = nodeCallbackHandler({ secret, now, store: memoryStore(), act })
  const ended: Promise<void>[] = []
  const server = createServer((request, response) => ended.push(listener(request, response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { headers, body } = sent()
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const asked = async (line: string, length: number, content: string) => {
    const socket = connect(port, '127.0.0.1')
    const head = [line, 'host: shop', 'connection: close', `content-length: ${length}`, ...lines]
    socket.write(`${head.join('\r\n')}\r\n\r\n${content}`)
    // Node.js answers nobody who has hung up.
    if (Buffer.byteLength(content) < length) socket.end()
    return (await text(socket)).split(' ')[1] ?? ''
  }
  const length = Buffer.byteLength(body)
  expect(await asked('GET // HTTP/1.1', 0, '')).toBe('405')
  expect(await asked('TRACE /notify HTTP/1.1', 0, '')).toBe('405')
  expect(await asked('POST /notify HTTP/1.1', 0, '')).toBe('401')
  await asked('POST /notify HTTP/1.1', length, body.slice(0, 20))
  await asked('POST /notify HTTP/1.1', 200_000, 'x'.repeat(200_000)).catch(() => {})
  expect(await asked('POST // HTTP/1.1', length, body)).toBe('200')
  expect(await asked('POST /notify HTTP/1.1', length, body)).toBe('200')
  expect(acted).toEqual([`cb_${told.trade_no}`])
  await Promise.all(ended)
  server.close().closeAllConnections()
})

const stand = (available: number) => ({ available, frozen: 0, unconfirmed: 0 })
const entry = { bucket_from: 'outside', bucket_to: 'available', amount: 0.1 }

test('a ledger is read to its end, and its sums are those of whole hundredths', async () => {
  const pages = [
    { items: [entry, entry], next_cursor: 'next', opening: stand(0), closing: stand(0.2) },
    { items: [entry], next_cursor: null, opening: stand(0), closing: stand(0.3) },
  ]
  const queryLedger = async ({ cursor }: { cursor?: string } = {}) => ({
    data: pages[cursor === undefined ? 0 : 1],
  })
  const client = { queryLedger } as unknown as Parameters<typeof readLedger>[0]
  const ledger = await readLedger(client, { from: '2026-01-31', to: '2026-01-31' })
  expect([ledger.entries.length, ledger.isBalanced]).toEqual([3, true])
})

test('the fee of an entry is taken from the bucket that the money enters, or that it left', async () => {
  const items = [
    { bucket_from: 'outside', bucket_to: 'available', amount: 100, fee: 1.8 },
    { bucket_from: 'frozen', bucket_to: 'outside', amount: 50, fee: 15 },
    { bucket_from: 'outside', bucket_to: 'available', amount: 50, fee: -15 },
    { bucket_from: 'fees', bucket_to: 'available', amount: 1.8, fee: 0 },
  ]
  const [opening, closing] = [{ ...stand(0), frozen: 65 }, stand(165)]
  const client = {
    queryLedger: async () => ({ data: { items, next_cursor: null, opening, closing } }),
  } as unknown as Parameters<typeof readLedger>[0]
  const { isBalanced } = await readLedger(client, { from: '2026-01-31', to: '2026-01-31' })
  expect(isBalanced).toBe(true)
})

test.each([
  [1, 'cursor', true],
  [3, 'cursor', false],
  [1, 'from', false],
])('a ledger that is refused %d times for its %s is read: %s', async (times, field, isRead) => {
  let left = times
  const answer = { status: 422, error: 'validation_error', message: 'm', request_id: 'r' }
  const queryLedger = async () => {
    left -= 1
    if (left >= 0) {
      throw new Refused({ ...answer, errors: { [field]: ['x'] }, retryAfterSeconds: null })
    }
    return { data: { items: [], next_cursor: null, opening: stand(1), closing: stand(2) } }
  }
  const client = { queryLedger } as unknown as Parameters<typeof readLedger>[0]
  const reading = readLedger(client, { from: '2026-01-31', to: '2026-01-31' })
  const outcome = await reading.then(
    ({ isBalanced }) => isBalanced,
    () => 'refused',
  )
  expect(outcome).toBe(isRead ? false : 'refused')
})
