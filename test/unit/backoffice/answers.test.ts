import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { backOffice } from '../../../src/backoffice/api.ts'
import { say } from '../../../src/units/language.ts'
import { localAccess } from '../../support/local-access.ts'
import { calls } from './example-calls.ts'

// What people at work are answered when something is wrong, and what the log has of it.

const lines: Record<string, unknown>[] = []
const fault = 'Error: no such column: colour\n    at store'
const internal = {
  ok: false,
  status: 500,
  error: 'internal_error',
  message: say('系統錯誤', 'Fault'),
}
const behind = new Proxy({}, { get: () => async () => ({ ...internal, fault }) })
const local = { ...localAccess, BACK_OFFICE: behind }

beforeEach(() => {
  lines.length = 0
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(JSON.parse(line)))
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('a fault behind RPC is logged with the request id that the operator was shown, and shown to nobody', async () => {
  const answer = await send('GET', '/api/overview')
  const body = await answer.text()
  expect(answer.status).toBe(500)
  expect(body).not.toContain('colour')
  const { request_id } = JSON.parse(body)
  expect(request_id).toBe(answer.headers.get('x-request-id'))
  expect(lines.filter(({ event }) => event === 'fault')).toEqual([
    { event: 'fault', request_id, fault },
  ])
})

test('an error of the database is 503 with Retry-After, and the log has it as that', async () => {
  const refused = { ...internal, status: 503, error: 'unavailable' }
  const failed = { ...refused, retry_after_seconds: 15, fault: 'D1_ERROR: overloaded' }
  const bindings = { ...local, BACK_OFFICE: new Proxy({}, { get: () => async () => failed }) }
  const answer = await backOffice.request('http://127.0.0.1/api/overview', {}, bindings)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '15'])
  expect(await answer.text()).not.toContain('D1_ERROR')
  const request_id = answer.headers.get('x-request-id')
  expect(lines.filter(({ event }) => event !== 'request')).toEqual([
    { event: 'database_failed', request_id, fault: failed.fault },
  ])
})

test.each(['content-length', 'transfer-encoding'])(
  'a caller that hangs up is no internal_error (%s)',
  async (framing) => {
    const body = new ReadableStream({
      pull(stream) {
        stream.error(new Error('Network connection lost.'))
      },
    })
    const headers = {
      'content-type': 'application/json',
      [framing]: framing === 'content-length' ? '1000' : 'chunked',
    }
    const init = { method: 'POST', headers, body, duplex: 'half' }
    const answer = await backOffice.request('http://127.0.0.1/api/merchants', init, local)
    expect(answer.status).toBe(499)
    expect(lines).toMatchObject([{ event: 'request', status: 499 }])
  },
)

test.each(['content-length', 'nothing'])(
  'a body of over 64 KiB is refused, its length given by %s',
  async (told) => {
    const text = `{"uid":"${'M'.repeat(66_000)}"}`
    const headers = { 'content-type': 'application/json' }
    const length = told === 'nothing' ? {} : { 'content-length': String(text.length) }
    const init = { method: 'POST', headers: { ...headers, ...length }, body: new Blob([text]) }
    const answer = await backOffice.request('http://127.0.0.1/api/merchants', init, local)
    expect([answer.status, await answer.json()]).toMatchObject([413, { error: 'body_too_large' }])
  },
)

// Each member of each call in turn: another kind of value, too short, too long, too small, too large.
const wrong = [null, true, 0, -1, 1.5, 1e15, '', 'x'.repeat(600), [], [{}], {}, { x: 1 }]

test('the validator’s own words never reach a reader: each problem has words of ours', async () => {
  const told = new Set<string>()
  for (const [method, path, body] of calls) {
    for (const name of Object.keys(body ?? {})) {
      for (const value of wrong) {
        const answer = await send(method, path, { ...body, [name]: value })
        for (const problem of await problemsOf(answer)) told.add(problem)
      }
      const { [name]: _left, ...rest } = body as Record<string, unknown>
      for (const problem of await problemsOf(await send(method, path, rest))) told.add(problem)
    }
  }
  for (const query of [
    'limit=x',
    'limit=0',
    'limit=201',
    'status=x',
    `merchant_uid=${'M'.repeat(21)}`,
  ]) {
    for (const problem of await problemsOf(await send('GET', `/api/collections?${query}`)))
      told.add(problem)
  }
  expect(told.size).toBeGreaterThan(15)
  const theirs = /expected|received|invalid|too (?:small|big)|無效|預期|輸入|收到/i
  expect([...told].filter((problem) => theirs.test(problem))).toEqual([])
  expect([...told].filter((problem) => !/\p{Script=Han}/u.test(problem))).toEqual([])
})

test.each([
  [{}, '不可小於 1', '系統錯誤'],
  [{ 'accept-language': 'fr, en;q=0.8, zh;q=0.5' }, 'Must be 1 or more', 'Fault'],
  [{ 'accept-language': 'zh-TW', cookie: 'desk_language=en' }, 'Must be 1 or more', 'Fault'],
])('refusals of either Worker are in their reader’s language: %o', async (headers, own, behind) => {
  const refused = async (path: string) =>
    (await backOffice.request(`http://127.0.0.1/api${path}`, { headers }, local)).json()
  expect(await refused('/collections?limit=0')).toMatchObject({ errors: { limit: [own] } })
  expect(await refused('/overview')).toMatchObject({ text: behind, message: behind })
})

test('a control character in a text is a validation_error that names it, in a product and everywhere', async () => {
  const texts = calls.flatMap(([method, path, body]) =>
    Object.entries(body ?? {})
      .filter(([name, value]) => typeof value === 'string' && !labels.includes(name))
      .map(([name]) => ({ method, path, body, name })),
  )
  expect(texts.filter(({ path }) => path === '/api/products')).toHaveLength(3)
  for (const { method, path, body, name } of texts) {
    for (const character of ['\u0000', '\n', '\u007f', '\u0085']) {
      const answer = await send(method, path, { ...body, [name]: `a${character}b` })
      expect([path, name, answer.status]).toEqual([path, name, 422])
      expect(await answer.json()).toMatchObject({
        error: 'validation_error',
        errors: { [name]: expect.any(Array) },
      })
    }
  }
})

// Members that are one of a few words.
const labels = ['bucket', 'state']

async function send(method: string, path: string, body?: object | null): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const init = { method, headers, body: body ? JSON.stringify(body) : null }
  return backOffice.request(`http://127.0.0.1:8788${path}`, init, local)
}

async function problemsOf(answer: Response): Promise<readonly string[]> {
  const { errors = {} } = (await answer.json()) as { errors?: Record<string, string[]> }
  return Object.values(errors).flat()
}
