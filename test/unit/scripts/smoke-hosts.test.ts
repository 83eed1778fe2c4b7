import { afterEach, expect, test, vi } from 'vitest'
import { standingAlarms } from '../../../scripts/smoke/alarms.ts'
import type { Smoke } from '../../../scripts/smoke/check.ts'
import { clientOf } from '../../../scripts/smoke/client.ts'
import { hostChecks } from '../../../scripts/smoke/host-checks.ts'
import { publicChecks } from '../../../scripts/smoke/public-checks.ts'

// What only a deployment has: hosts of its own, HTTPS, and Access before the back office.

const hosts = {
  baseUrl: new URL('https://pay.example'),
  exchangeUrl: new URL('https://members.example/topup'),
  backofficeUrl: new URL('https://desk.example'),
}
const ours = { 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex, nofollow' }
const login = 'https://team.cloudflareaccess.com/cdn-cgi/access/login/desk.example'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['https', 308, { location: 'https://pay.example/docs' }, '308 to https://pay.example'],
  ['https', 301, { location: 'https://pay.example/docs' }, '301 to https://pay.example'],
  ['https', 200, {}, 'http://pay.example/docs answers 200  instead of a redirect'],
  ['https', 302, { location: 'https://else.example/' }, 'instead of a redirect to https'],
  ['members’ pages', 404, ours, "with this service's page"],
  ['members’ pages', 200, ours, 'answers 200 instead of 404'],
  ['members’ pages', 404, { 'content-type': 'text/html' }, 'not with the page of this service'],
  ['members’ host only', 404, ours, "no documentation on the members' host"],
  ['members’ host only', 200, ours, 'answers 200 instead of 404'],
  ['back office', 401, {}, 'refused without login, 401'],
  ['back office', 403, {}, 'refused without login, 403'],
  ['back office', 302, { location: login }, 'redirects to the login of Access'],
  ['back office', 302, { location: 'https://else.example' }, 'instead of 401, 403 or the login'],
  ['back office', 200, {}, 'the back office is OPEN without login'],
  ['back office', 500, {}, 'without login it answers 500'],
])('%s: %i %j', async (name, status, headers, detail) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(url.href)
    return new Response('<p>', { status, headers })
  })
  const check = { ...publicChecks, ...hostChecks }[name]
  const run = check?.(smokeWith(null))
  const seen = await run?.catch((error: Error) => error.message)
  expect(seen).toContain(detail)
  expect(asked).toHaveLength(1)
  if (name === 'members’ pages') {
    expect(asked[0]).toMatch(/^https:\/\/members\.example\/topup\/purchase\/wait\/[0-9a-f]{32}$/)
  }
})

const token = { 'cf-access-client-id': 'an-id', 'cf-access-client-secret': 'a-secret' }
const page = { '/overview': { status: 200, type: 'text/html', text: '<p>' } }
const waiting = { status: 200, type: 'application/json', text: '{"collections":{"waiting":0}}' }

test.each([
  ['enters', { ...page, '/api/overview': waiting }, 'the overview, as a page and from the API'],
  ['is led to the login', { '/overview': { status: 302, type: '', text: '' } }, '302 ()'],
  [
    'meets a fault',
    { '/overview': { status: 500, type: 'text/html', text: '' } },
    '500 (text/html)',
  ],
  [
    'meets a fault of the API',
    { ...page, '/api/overview': { status: 500, type: 'application/json', text: '{}' } },
    'a fault of the service',
  ],
])('a service token %s: %j', async (_, answers, detail) => {
  const all: Readonly<Record<string, { status: number; type: string; text: string }>> = answers
  vi.stubGlobal('fetch', async (url: URL, { headers }: { headers: Record<string, string> }) => {
    expect(headers).toMatchObject(token)
    const { status, type, text } = all[url.pathname] ?? { status: 404, type: '', text: '' }
    return new Response(text, { status, headers: { 'content-type': type } })
  })
  const smoke = smokeWith(token)
  const run = hostChecks['desk entered']?.(smoke)
  expect(await run?.catch((error: Error) => error.message)).toContain(detail)
})

test('the standing alarms that a new version can raise are listed with their subjects', async () => {
  const items = [
    { name: 'server_errors', subject: { kind: 'service', id: null }, state: 'standing' },
    { name: 'sweep_stopped', subject: { kind: 'database', id: 1 }, state: 'standing' },
    { name: 'database_down', subject: { kind: 'database', id: 2 }, state: 'over' },
    { name: 'statement_gap', subject: { kind: 'bank_account', id: 7 }, state: 'standing' },
  ]
  vi.stubGlobal('fetch', async () => Response.json({ items }))
  const smoke = smokeWith(token)
  expect(await standingAlarms(smoke.client, smoke)).toEqual([
    'server_errors',
    'sweep_stopped of database 1',
  ])
  expect(await standingAlarms(smoke.client, { ...smoke, backofficeUrl: null })).toEqual([])
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 403 }))
  await expect(standingAlarms(smoke.client, smoke)).rejects.toThrow('answers 403 without alarms')
})

function smokeWith(access: Readonly<Record<string, string>> | null): Smoke {
  const merchant = { uid: 'SMOKE01', secret: 'secret' }
  return {
    ...hosts,
    ...merchant,
    client: clientOf({ ...merchant, baseUrl: hosts.baseUrl }),
    access,
    notifyUrl: null,
    isPublic: false,
    isWriting: false,
    orderNumber: (ending) => ending,
    addLeftover: () => {},
  }
}
