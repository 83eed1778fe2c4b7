import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Callback,
  callbackHandler,
  memoryStore,
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

type Made = { readonly secret?: string; readonly at?: number; readonly attempt?: number }

/** A callback as the service sends it, signed by its own code. */
function sent(
  fields: object = told,
  { secret: key = secret, at = nowSeconds, attempt = 1 }: Made = {},
) {
  const timed = { ...fields, timestamp: at }
  const texts = Object.fromEntries(Object.entries(timed).map(([name, v]) => [name, String(v)]))
  const body = JSON.stringify({ ...timed, sign: signCurrent(texts, key) })
  const id = `cb_${told.trade_no}`
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': webhookSignature([key], id, at, body),
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
    callback: { id: headers['webhook-id'], attempt: 1, event: 'collection.completed', body: told },
  })
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
  ['webhook-signature', '', 'no_signature'],
  ['webhook-id', '', 'no_signature'],
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
    'webhook-signature': webhookSignature([secret], id, at, body),
  }
  expect(await verifyCallback(forged, body, { secret, now })).toEqual({
    ok: false,
    problem: 'late',
  })
})

test('a body that is signed in its headers and not inside is refused', async () => {
  const { headers } = sent()
  const body = JSON.stringify({ ...told, sign: '0'.repeat(32) })
  const signature = webhookSignature([secret], headers['webhook-id'], nowSeconds, body)
  const verified = await verifyCallback({ ...headers, 'webhook-signature': signature }, body, {
    secret,
    now,
  })
  expect(verified).toEqual({ ok: false, problem: 'wrong_signature' })
})

test.each(['', '[]', 'null', '"x"', '{', 'success'])('the body %j is refused', async (body) => {
  const { headers } = sent()
  const signature = webhookSignature([secret], headers['webhook-id'], nowSeconds, body)
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
    ...{ secret, now, store: memoryStore() },
    act: async (callback) => {
      await act(callback)
      acted.push(callback.id)
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
      throw new Refused({ ...answer, errors: { [field]: ['x'] }, retryAfterSeconds: null }, false)
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
