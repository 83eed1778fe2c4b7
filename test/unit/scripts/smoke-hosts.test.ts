import { afterEach, expect, test, vi } from 'vitest'
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
  ['https', 200, {}, 'http://pay.example/docs answers 200 , in place of a redirect'],
  ['https', 302, { location: 'https://else.example/' }, 'in place of a redirect to https'],
  ['members’ pages', 404, ours, 'the page that says so, 404'],
  ['members’ pages', 200, ours, 'answers 200 in place of 404'],
  ['members’ pages', 404, { 'content-type': 'text/html' }, 'not with the page of this service'],
  ['members’ host only', 404, ours, 'no documentation there'],
  ['members’ host only', 200, ours, 'answers 200 in place of 404'],
  ['back office', 401, {}, 'a stranger is refused, 401'],
  ['back office', 403, {}, 'a stranger is refused, 403'],
  ['back office', 302, { location: login }, 'led to the login of Access'],
  ['back office', 302, { location: 'https://else.example' }, 'in place of 401, 403 or the login'],
  ['back office', 200, {}, 'the back office is OPEN to a stranger'],
  ['back office', 500, {}, 'a stranger is answered 500'],
])('%s: %i %j', async (name, status, headers, said) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(url.href)
    return new Response('<p>', { status, headers })
  })
  const check = { ...publicChecks, ...hostChecks }[name]
  const merchant = { uid: 'SMOKE01', secret: 'secret' }
  const client = clientOf({ ...merchant, baseUrl: hosts.baseUrl })
  const smoke = { ...hosts, ...merchant, client, isPublic: false, isWriting: false }
  const run = check?.({ ...smoke, orderNumber: (ending) => ending, leaves: () => {} })
  const seen = await run?.catch((error: Error) => error.message)
  expect(seen).toContain(said)
  expect(asked).toHaveLength(1)
  if (name === 'members’ pages') {
    expect(asked[0]).toMatch(/^https:\/\/members\.example\/topup\/purchase\/wait\/[0-9a-f]{32}$/)
  }
})
