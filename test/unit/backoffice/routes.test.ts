import { beforeEach, describe, expect, test } from 'vitest'
import { backOffice } from '../../../src/backoffice/api.ts'
import { bulkResend } from '../../../src/contract/back-office/callbacks.ts'
import { calls as table } from '../../../src/contract/back-office/table.ts'
import { localAccess } from '../../support/local-access.ts'
import { calls, files } from './example-calls.ts'

// Unknown parameters and members are refused by name, never ignored (decisions §9, "What a call does not know").

const contract = import.meta.glob('../../../src/contract/back-office/**/*.ts', { eager: true })
const tables = Object.entries(contract)
  .filter(([file]) => !file.endsWith('/table.ts'))
  .flatMap(([, exported]) => Object.entries(exported))
  .flatMap(([name, table]) => (name.endsWith('Calls') ? [table] : []))

const reached: string[] = []
const otherWorker = new Proxy({}, { get: (_target, name) => reachable(String(name)) })
const reachable = (method: string) => async (name: string) => {
  reached.push(method)
  return { ok: true, value: { kind: 'answered', call: name, value: {} } }
}
const local = { ...localAccess, BACK_OFFICE: otherWorker }

beforeEach(() => {
  reached.length = 0
})

test('the example calls have every route', () => {
  const listed = calls.map(
    ([method, path]) =>
      `${method} ${pathOf(path).replace(/\/(?:cb_)?[MCPS]?1(?=\/|\.csv$|$)/g, '/*')}`,
  )
  const real = backOffice.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(api\/|health$)/.test(path))
    .map(
      ({ method, path }) =>
        `${method} ${path
          .replace(/\/:\w+\{[^/]*\[\.\]csv\}/g, '/*.csv')
          .replace(/\/:\w+(\{(?:[^{}]|\{[^{}]*\})*\})?/g, '/*')}`,
    )
  expect([...new Set(real)].sort()).toEqual(listed.sort())
})

test('no two calls have one name: a stored call is found by it', () => {
  const names = tables.flatMap((table) => Object.keys(table))
  expect([...new Set(names)]).toEqual(names)
  expect(names.sort()).toEqual(Object.keys(table).sort())
})

// The query of an example is what its call must have.
const pathOf = (path: string) => path.replace(/\?.*/, '')
const withQuery = (path: string, query: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${query}`

// Unknown names, some of them properties of every object.
const unknown = ['order_id', 'Limit', 'merchant', 'limit[]', ' cursor', '', '__proto__', 'toString']

describe.each(calls)('%s %s', (method, path, body) => {
  test('is accepted as it is', async () => {
    expect((await sent(method, path, body)).status).toBeLessThan(300)
    // The document is the back office's own; an approval reads the call that waits before.
    const asked = { '/api/openapi.json': 0, '/api/approvals/1/approve': 2 }[path] ?? 1
    expect(reached).toHaveLength(asked)
  })

  test('takes no unknown parameter', async () => {
    for (const name of unknown) {
      const query = new URLSearchParams([[name, 'x']])
      await expectBlamed(await sent(method, withQuery(path, String(query)), body), [name || 'body'])
    }
    const two = await sent(method, withQuery(path, 'order_id=x&uid=y'), body)
    await expectBlamed(two, ['order_id', 'uid'])
  })

  test('takes no parameter twice', async () => {
    for (const name of ['cursor', 'limit', 'merchant_uid', 'link_sign', 'orderid']) {
      await expectBlamed(await sent(method, withQuery(path, `${name}=1&${name}=1`), body), [name])
    }
  })
})

const withJson = calls.filter(([method, path]) => method !== 'GET' && !files.includes(path))

describe.each(withJson)('%s %s', (method, path, body) => {
  test('takes no unknown member of its body', async () => {
    const given = JSON.stringify(body ?? {}).slice(0, -1)
    for (const name of unknown) {
      const text = `${given}${given === '{' ? '' : ','}${JSON.stringify(name)}:1}`
      await expectBlamed(await sent(method, path, text), [name || 'body'])
    }
  })
})

test('known parameters are accepted', async () => {
  const known: [string, string][] = [
    ['/api/collections', 'merchant_uid=M1&status=pending&collection_status=matched&limit=5'],
    ['/api/collections', 'merchant_uid=M1&confirmation=awaiting'],
    ['/api/payouts', 'merchant_uid=M1&status=processed&cursor=5'],
    ['/api/collections', 'orderid=x&merchant_order_no=y&agent=A@x&bank_account=32&amount=100.5'],
    [
      '/api/collections',
      'last5=12345&from=2026-01-01&to=2026-01-02&backed=false&confirmation=none',
    ],
    ['/api/payouts', 'serial_no=x&last5=12345&backed=true&from=2026-01-31 15:04:05'],
    ['/api/callbacks', 'merchant_uid=M1&state=parked'],
    ['/api/merchants/M1/ledger', 'cursor=1.2.3.4&limit=200'],
    ['/api/merchants/M1/statements', 'cursor=5&limit=200'],
    ['/api/fees', 'from=2026-01-01&to=2026-01-31&merchant_uid=M1&test=all&cursor=5&limit=9'],
    ['/api/fees.csv', 'from=2026-01-01&to=2026-01-31&merchant_uid=M1&test=all'],
    ['/api/bridge/links/S1', 'link_sign=abc'],
  ]
  for (const [path, query] of known) {
    expect((await sent('GET', `${path}?${query}`)).status).toBe(200)
  }
  expect(reached).toHaveLength(known.length)
})

test('an unknown setting is refused by its path', async () => {
  const settings = { name: 'x', settings: { trust: true } }
  await expectBlamed(await sent('PATCH', '/api/merchants/M1', settings), ['settings.trust'])
})

test.each([{}, { limit: 5 }, { cursor: '5' }, { include_delivered: true }])(
  'a bulk resend filtered by %j alone is refused',
  async (filter) => {
    const answer = await sent('POST', '/api/callbacks/resend', filter)
    await expectBlamed(answer, ['body'])
    expect(bulkResend.safeParse(filter).success).toBe(false)
  },
)

describe('a route that takes a file', () => {
  const path = '/api/bank-accounts/1/statements'
  const csv = { 'content-type': 'text/csv; charset=big5' }

  test('takes 5 MiB of it, and other routes stay at 64 KiB', async () => {
    const largest = 'x'.repeat(5 * 1024 * 1024)
    expect((await sent('POST', `${path}?dry_run=1&skip_problems=1`, largest, csv)).status).toBe(202)
    expect(reached).toHaveLength(1)
    const larger = await sent('POST', path, `${largest}x`, csv)
    expect(await larger.json()).toMatchObject({ error: 'body_too_large', message: /5 MiB/ })
    const other = await sent('POST', '/api/bank-transactions', 'x'.repeat(65_537))
    expect(other.status).toBe(413)
    expect(reached).toHaveLength(1)
  })

  test('takes no other type, and no other word of its options', async () => {
    expect((await sent('POST', path, '{}', { 'content-type': 'application/json' })).status).toBe(
      415,
    )
    await expectBlamed(await sent('POST', `${path}?dry_run=true`, 'x', csv), ['dry_run'])
    await expectBlamed(await sent('POST', `${path}?skip_problems=`, 'x', csv), ['skip_problems'])
  })
})

describe('a route without a body', () => {
  const releases = '/api/collections/C1/release'

  test('takes none, or an empty object', async () => {
    for (const body of [null, '{}', ' { } ']) {
      expect((await sent('POST', releases, body)).status).toBe(200)
    }
  })

  test('takes nothing else', async () => {
    for (const body of ['{', '[]', '5', 'null', ' ']) {
      await expectBlamed(await sent('POST', releases, body), ['body'])
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await sent('POST', releases, 'agent=x', form)).status).toBe(415)
    expect(reached).toEqual([])
  })
})

describe('a method that a path does not have', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  // GET of /api/collections/settle is the collection of that number, which there is not.
  const paths = [...new Set(calls.map(([, path]) => pathOf(path)))].filter(
    (path) => path !== '/api/collections/settle',
  )

  test.each(paths)('%s', async (path) => {
    const has = (method: string) => calls.some(([one, of]) => one === method && pathOf(of) === path)
    const allowed = methods.filter(has).flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]))
    const others = [...methods, 'HEAD', 'OPTIONS', 'QUERY'].filter((one) => !allowed.includes(one))
    for (const method of others) {
      const answer = await sent(method, path)
      expect([method, answer.status]).toEqual([method, 405])
      expect(answer.headers.get('allow')).toBe(allowed.join(', '))
      if (method !== 'HEAD') {
        expect(await answer.json()).toMatchObject({ ok: 0, error: 'method_not_allowed' })
      }
    }
    expect(reached).toEqual([])
  })

  test('an unknown path is 404 for every method', async () => {
    for (const path of ['/api', '/api/nothing', '/api/merchants/M1/nothing', '/api/products/x']) {
      for (const method of methods) expect((await sent(method, path)).status).toBe(404)
    }
  })
})

async function sent(
  method: string,
  path: string,
  body: object | string | null = null,
  headers: Record<string, string> = {
    'content-type': files.includes(path.replace(/\?.*/, '')) ? 'text/csv' : 'application/json',
  },
): Promise<Response> {
  const text = body === null || typeof body === 'string' ? body : JSON.stringify(body)
  return backOffice.request(`http://127.0.0.1:8788${path}`, { method, headers, body: text }, local)
}

/** Expects a refusal for exactly these names, and no call of the other Worker. */
async function expectBlamed(answer: Response, names: readonly string[]): Promise<void> {
  const { error, errors } = (await answer.json()) as { error: string; errors: object }
  expect({ status: answer.status, error, names: Object.keys(errors).sort(), reached }).toEqual({
    status: 422,
    error: 'validation_error',
    reached: [],
    names: [...names].sort(),
  })
}
