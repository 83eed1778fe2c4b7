import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { merchantClient } from '../../../client/src/client.ts'
import { Refused, Unanswered } from '../../../client/src/errors.ts'
import { forAll } from '../../support/property.ts'

// Waits end at once and are remembered, in milliseconds.
const waited: number[] = []
vi.stubGlobal('setTimeout', (resume: () => void, milliseconds: number) => {
  waited.push(milliseconds)
  queueMicrotask(resume)
})
afterAll(() => vi.unstubAllGlobals())

type Step = 'answer' | 'lost' | 'page' | 'time-out' | number

/** A service that answers as told, one step a request, and remembers what it was asked; null loses each look-up. */
function aService(steps: readonly Step[], order: object | null = {}, retryAfter = '0') {
  const asked: { path: string; body: Record<string, unknown> }[] = []
  const left = [...steps]
  const answer = (path: string) =>
    path.endsWith('/status')
      ? Response.json({ ok: 1, message: 'success', data: order })
      : Response.json({ ok: 1, message: 'success', data: { trade_no: 'C1' } })
  const request = async (url: string | URL | Request, init?: RequestInit) => {
    const path = new URL(String(url)).pathname
    asked.push({ path, body: JSON.parse(String(init?.body)) })
    const lookedUp = order === null ? 'lost' : 'answer'
    const step = path.endsWith('/status') ? lookedUp : (left.shift() ?? 'answer')
    if (step === 'lost') throw new TypeError('connection reset')
    if (step === 'time-out') throw new DOMException('The operation timed out', 'TimeoutError')
    const headers = { 'retry-after': retryAfter }
    if (step === 'page') return new Response('<h1>Bad gateway</h1>', { status: 502, headers })
    return typeof step === 'number' ? refusal(step, headers) : answer(path)
  }
  const options = { baseUrl: 'https://pay.example', uid: 'M1', secret: 's' }
  return { asked, client: merchantClient({ ...options, fetch: request }) }
}

const codes: Readonly<Record<number, string>> = {
  422: 'validation_error',
  429: 'too_many_requests',
  500: 'internal_error',
  503: 'unavailable',
  409: 'duplicate_orderid',
  410: 'duplicate_serial_no',
}

// A duplicate has the status 422; 409 and 410 stand for it here.
function refusal(step: number, headers: Record<string, string>): Response {
  const isTaken = step === 409 || step === 410
  const status = isTaken ? 422 : step
  const told = isTaken ? { data: { trade_no: 'C7' } } : {}
  const body = { ok: 0, message: 'm', error: codes[step], request_id: 'r', ...told }
  return Response.json(body, { status, headers })
}

const order = { orderid: 'A-1', amount: 100 }
const uncertain: readonly Step[] = ['lost', 'time-out', 'page', 500, 503]

test.each(uncertain)('a query is repeated after %s', async (step) => {
  const { client, asked } = aService([step])
  await client.getBalance()
  expect(asked).toHaveLength(2)
})

test.each([...uncertain, 429])(
  'a creation is repeated with the same number after %s',
  async (step) => {
    const { client, asked } = aService([step])
    expect((await client.createCollection(order)).data.trade_no).toBe('C1')
    expect(asked.map(({ body }) => body.orderid)).toEqual(['A-1', 'A-1'])
  },
)

test('each try is signed anew with its own time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_760_000_000_000 })
  const { client, asked } = aService([])
  await client.getBalance()
  vi.setSystemTime(1_760_000_009_000)
  await client.getBalance()
  vi.useRealTimers()
  const [one, other] = asked.map(({ body }) => body)
  expect([one?.timestamp, other?.timestamp]).toEqual([1_760_000_000, 1_760_000_009])
  expect(one?.sign).not.toBe(other?.sign)
})

test('a creation whose answer was lost is answered by the order that it made', async () => {
  const made = { amount: 100, merchant_order_no: 'A-1', trade_no: 'C9' }
  const { client } = aService(['lost', 409], made)
  expect((await client.createCollection(order)).data.trade_no).toBe('C9')
})

test.each([
  ['another amount', { amount: 99, merchant_order_no: 'A-1' }],
  ['a payer that was not given', { amount: 100, counterparty_account: '222' }],
])('an order with %s is not taken for the one that was asked for', async (_of, made) => {
  const { client } = aService(['lost', 409], made)
  const thrown = await client.createCollection(order).catch((error) => error)
  expect(thrown).toBeInstanceOf(Refused)
  expect(thrown).toMatchObject({ code: 'duplicate_orderid' })
})

test('a number that was used before the first try is refused, unless its order is the same', async () => {
  const made = { amount: 100, merchant_order_no: 'A-1', trade_no: 'C9' }
  const { client, asked } = aService([409, 409], made)
  const thrown = await client.createCollection({ ...order, amount: 99 }).catch((error) => error)
  expect(thrown).toBeInstanceOf(Refused)
  expect(thrown).toMatchObject({ code: 'duplicate_orderid', status: 422 })
  expect(thrown).toMatchObject({ tradeNo: 'C7', docUrl: null, stringToSign: null })
  expect((await client.createCollection(order)).data.trade_no).toBe('C9')
  expect(asked).toHaveLength(4)
})

test.each([
  ['payee_name', { payee_name: 'B' }],
  ['payee_bank', { payee_bank: '005' }],
  ['payee_account', { payee_account: '2' }],
  ['beneficiary_name', { beneficiary_name: 'B' }],
  ['kind', { kind: 'withdrawal' }],
])('a payout of another %s is not taken for the one that was asked for', async (_of, change) => {
  const content = { payee_name: 'A', payee_bank: '004', payee_account: '1', channel: '代付' }
  const notify_url = 'https://shop.example'
  const asked = { serial_no: 'P-1', amount: '100.50', notify_url, ...content }
  const own = { merchant_order_no: 'P-1', trade_no: 'P9', beneficiary_name: 'A' }
  const made = { ...asked, ...own, amount: 100.5, status: 'processed' }
  const create = (order: object) => aService(['lost', 410], order).client.createPayout(asked)
  expect((await create(made)).data.trade_no).toBe('P9')
  await expect(create({ ...made, ...change })).rejects.toMatchObject({
    code: 'duplicate_serial_no',
  })
  const moved = { channel: 'x', notify_url: 'https://other.example', merchant_order_no: 'B-1' }
  expect((await create({ ...made, ...moved })).data.trade_no).toBe('P9')
})

test.each(['bankAccount', 'name'])(
  '%s, a name of the earlier protocol, is refused: it is none of a look-up',
  async (earlier) => {
    const { client, asked } = aService([410], {})
    const payout = { serial_no: 'P-1', amount: 1, payee_name: 'A', [earlier]: '222' }
    await expect(client.createPayout(payout)).rejects.toThrow(TypeError)
    expect(asked).toEqual([])
  },
)

test('a try takes 30 seconds at most, as the documentation says', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  await aService([]).client.getBalance()
  expect(timeout).toHaveBeenCalledWith(30_000)
  timeout.mockRestore()
})

test('a withdrawal whose answer was lost is found, and no payout is taken for it', async () => {
  const withdrawal = { serial_no: 'W-1', amount: 'all' }
  const made = { amount: 900, merchant_order_no: 'W-1', trade_no: 'P9' }
  const create = (order: object) =>
    aService(['lost', 410], order).client.createWithdrawal(withdrawal)
  expect((await create({ ...made, kind: 'withdrawal' })).data).toMatchObject({ amount: 900 })
  await expect(create(made)).rejects.toMatchObject({ code: 'duplicate_serial_no' })
})

test('a number whose order cannot be looked up may have been used by this call', async () => {
  const { client } = aService([409], null)
  const thrown = await client.createCollection(order).catch((error) => error)
  expect(thrown).toBeInstanceOf(Unanswered)
  expect(thrown).toMatchObject({ mayHaveHappened: true })
})

test('a refusal after a try whose end is not known does not say that nothing was done', async () => {
  const { client } = aService(['lost', 503, 503, 503])
  const thrown = await client.createCollection(order).catch((error) => error)
  expect(thrown).toBeInstanceOf(Unanswered)
  expect(thrown.cause).toBeInstanceOf(Refused)
})

test.each(uncertain)('a resend is not repeated after %s', async (step) => {
  const { client, asked } = aService([step])
  const thrown = await client.resendCallback({ type: 'collection', orderid: 'A-1' }).catch((e) => e)
  expect(thrown.mayHaveHappened).toBe(true)
  expect(asked).toHaveLength(1)
})

test('a resend that a rate refused is repeated: nothing was sent', async () => {
  const { client, asked } = aService([429])
  await client.resendCallback({ type: 'collection', orderid: 'A-1' })
  expect(asked).toHaveLength(2)
})

test('no call is repeated after a refusal of its content', async () => {
  for (const call of ['getBalance', 'listPaymentChannels', 'queryLedger'] as const) {
    const { client, asked } = aService([422])
    await expect(client[call]()).rejects.toBeInstanceOf(Refused)
    expect(asked).toHaveLength(1)
  }
})

test.each([
  [0, [500, 1_000, 2_000]],
  [0.5, [562.5, 1_125, 2_250]],
])('each wait is twice the one before it, longer by chance: %d', async (chance, expected) => {
  waited.length = 0
  const random = vi.spyOn(Math, 'random').mockReturnValue(chance)
  const { client } = aService(['lost', 503, 429, 'lost'])
  await expect(client.getBalance()).rejects.toThrow()
  random.mockRestore()
  expect(waited).toEqual(expected)
})

test.each<[Step, string, number]>([
  [429, '60', 60_000],
  [503, '2', 2_000],
  ['page', '2', 2_000],
  [503, '0', 500],
  [503, 'Wed, 21 Oct 2026 07:28:00 GMT', 500],
])('after %s with Retry-After %s no wait is shorter', async (step, retryAfter, shortest) => {
  waited.length = 0
  const { client, asked } = aService([step], {}, retryAfter)
  await client.getBalance()
  expect(asked).toHaveLength(2)
  expect(waited).toEqual([expect.toSatisfy((wait) => wait >= shortest && wait <= 1.25 * shortest)])
})

test('a longer Retry-After than the client waits ends the call', async () => {
  let asked = 0
  const fetch = async () => {
    asked += 1
    const body = { ok: 0, message: 'm', error: 'too_many_requests', request_id: 'r' }
    return Response.json(body, { status: 429, headers: { 'retry-after': '61' } })
  }
  const client = merchantClient({ baseUrl: 'https://pay.example', uid: 'M', secret: 's', fetch })
  const thrown = await client.getBalance().catch((error) => error)
  expect(thrown).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 61 })
  expect(asked).toBe(1)
})

test('a caller that gives up ends the call', async () => {
  const { client, asked } = aService(['lost', 'lost', 'lost'])
  const given = AbortSignal.abort()
  await expect(client.getBalance({}, { signal: given })).rejects.toBeInstanceOf(Unanswered)
  expect(asked).toHaveLength(1)
})

test('whatever happens, a call makes at most four tries, and says when it may have happened', async () => {
  const steps = fc.array(fc.constantFrom<Step>(...uncertain, 422, 429, 'answer'), { maxLength: 5 })
  const cases: Step[][] = []
  forAll([steps], 60, (some) => {
    cases.push(some)
  })
  for (const some of cases) {
    const { client, asked } = aService(some)
    const thrown = await client.createCollection(order).then(
      () => null,
      (error) => error,
    )
    expect(asked.length).toBeLessThanOrEqual(4)
    const tried = some.slice(0, asked.length)
    if (thrown !== null) {
      const mayHaveHappened = tried.some((step) => uncertain.includes(step))
      expect(thrown).toBeInstanceOf(mayHaveHappened ? Unanswered : Refused)
    }
  }
})

test('a caller that gives up during a try does not wait for another', async () => {
  waited.length = 0
  const giving = new AbortController()
  const request = async () => {
    giving.abort()
    throw new TypeError('aborted')
  }
  const options = { baseUrl: 'https://pay.example', uid: 'M1', secret: 's', fetch: request }
  const call = merchantClient(options).getBalance({}, { signal: giving.signal })
  await expect(call).rejects.toBeInstanceOf(Unanswered)
  expect(waited).toEqual([])
})

test('a list is asked for by what is given only', async () => {
  const asked: string[] = []
  const request = async (url: string | URL | Request) => {
    asked.push(new URL(String(url)).search)
    return Response.json({ ok: 1, message: 'success', data: [] })
  }
  const options = { baseUrl: 'https://pay.example', uid: 'M1', secret: 's', fetch: request }
  const client = merchantClient(options)
  for (const q of ['台 銀', '', undefined]) await client.listBanks({ q } as { q: string })
  expect(asked).toEqual(['?q=%E5%8F%B0+%E9%8A%80', '', ''])
})
