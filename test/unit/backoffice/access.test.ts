import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { api } from '../../../src/backoffice/api.ts'
import { calls } from './calls.ts'

// The back office's door from outside. Only Cloudflare's key server and the Worker behind the binding stand in.

const team = 'team.cloudflareaccess.com'
const audience = 'audience-tag-of-the-application'
const people = {
  'op@platform.example': 'operator',
  'agent@platform.example': 'agent',
  'audit@platform.example': 'auditor',
  'exchange-bridge': 'bridge',
}

const reached = async () => ({ ok: true, value: 'reached' })
const behind = new Proxy({}, { get: () => reached })
const guarded = {
  ACCESS_TEAM_DOMAIN: team,
  ACCESS_AUD: audience,
  ACCESS_ROLES: JSON.stringify(people),
  BACK_OFFICE: behind,
  AGENT_DESK: behind,
  EXCHANGE_BRIDGE: behind,
}

let sign: (claims: object, changes?: Changes) => Promise<string>
type Changes = { issuer?: string; audience?: string; expires?: string; foreign?: boolean }

beforeAll(async () => {
  const ours = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(ours.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  vi.stubGlobal('fetch', async (url: string | URL) => {
    expect(String(url)).toBe(`https://${team}/cdn-cgi/access/certs`)
    return Response.json({ keys: [jwk] })
  })
  sign = (claims, changes = {}) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(changes.issuer ?? `https://${team}`)
      .setAudience(changes.audience ?? audience)
      .setExpirationTime(changes.expires ?? '5m')
      .sign(changes.foreign ? foreign.privateKey : ours.privateKey)
})
afterAll(() => {
  vi.unstubAllGlobals()
})

describe('with Access', () => {
  test('a verified operator is let through', async () => {
    const token = await sign({ email: 'op@platform.example' })
    expect(await asked('GET', '/api/merchants', token)).toBe(200)
  })

  test.each<[string, Changes]>([
    ['another issuer', { issuer: 'https://other.cloudflareaccess.com' }],
    ['another audience', { audience: 'another application' }],
    ['an expired token', { expires: '-1s' }],
    ['a foreign key', { foreign: true }],
  ])('%s is refused', async (_name, changes) => {
    const token = await sign({ email: 'op@platform.example' }, changes)
    expect(await asked('GET', '/api/merchants', token)).toBe(401)
  })

  test('no token, nonsense, and a token of algorithm none are refused', async () => {
    const claims = { iss: `https://${team}`, aud: audience, email: 'op@platform.example' }
    const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '')
    const none = `${part({ alg: 'none' })}.${part({ ...claims, exp: 4e9 })}.`
    for (const token of ['', 'nonsense', none]) {
      expect(await asked('GET', '/api/merchants', token)).toBe(401)
    }
  })

  test('a loopback hostname opens nothing', async () => {
    expect(await asked('GET', 'http://127.0.0.1:8788/api/merchants', '')).toBe(401)
  })

  test.each(['stranger@platform.example', 'constructor', '__proto__'])(
    'verified %s without a role is refused',
    async (email) => {
      expect(await asked('GET', '/api/merchants', await sign({ email }))).toBe(403)
    },
  )
})

describe('roles', () => {
  test.each(calls)('%s %s', async (method, path, body, allowed) => {
    for (const [name, role] of Object.entries(people)) {
      const token = await sign(role === 'bridge' ? { common_name: name } : { email: name })
      const status = await asked(method, path, token, body)
      expect([role, status < 300 ? 'allowed' : status]).toEqual([
        role,
        allowed.includes(role) ? 'allowed' : 403,
      ])
    }
  })

  test.each(calls)('%s %s of another page, or in another form, is refused', async (...call) => {
    const [method, path, body] = call
    const token = await sign({ email: 'op@platform.example' })
    const send = async (more: Record<string, string>) => {
      const init = { method, headers: { ...headers(token), ...more }, body: body && 'x=1' }
      return (await api.request(`https://back.example${path}`, init, guarded)).status
    }
    if (method === 'GET') return
    expect(await send({ origin: 'https://evil.example' })).toBe(403)
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    if (body === null || /release|C1.resend/.test(path)) return
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', '']) {
      expect(await send({ 'content-type': type })).toBe(415)
    }
  })
})

describe('without Access', () => {
  const unset = { ...guarded, ACCESS_TEAM_DOMAIN: '', ACCESS_AUD: '' }

  test.each(['http://127.0.0.1:8788', 'http://localhost:8788', 'http://[::1]:8788'])(
    '%s is served as the local operator',
    async (origin) => {
      expect(await asked('GET', `${origin}/api/merchants`, '', null, unset)).toBe(200)
    },
  )

  test.each(['https://back.example', 'http://127.0.0.1.evil.example', 'http://192.168.1.5:8788'])(
    '%s is refused',
    async (origin) => {
      expect(await asked('GET', `${origin}/api/merchants`, '', null, unset)).toBe(401)
    },
  )

  test.each(['ACCESS_TEAM_DOMAIN', 'ACCESS_AUD'])(
    'half a configuration, %s missing, refuses everyone',
    async (missing) => {
      const half = { ...guarded, [missing]: '' }
      expect(await asked('GET', 'http://127.0.0.1/api/merchants', '', null, half)).toBe(401)
    },
  )
})

test('a Worker that cannot be reached is said to be reloading', async () => {
  const gone = new Proxy({}, { get: () => async () => Promise.reject(new Error('gone')) })
  const env = { ...guarded, BACK_OFFICE: gone }
  const token = await sign({ email: 'op@platform.example' })
  expect(await asked('GET', '/api/merchants', token, null, env)).toBe(503)
})

test.each<[string, string]>([
  ['broken JSON', '{'],
  ['an unknown field', '{"uid":"M1","name":"x","admin":true}'],
  ['a missing field', '{"uid":"M1"}'],
  ['a uid of 21', `{"uid":"${'M'.repeat(21)}","name":"x"}`],
])('a body with %s is a validation error', async (_name, body) => {
  const response = await api.request(
    'https://back.example/api/merchants',
    {
      method: 'POST',
      headers: headers(await sign({ email: 'op@platform.example' })),
      body,
    },
    guarded,
  )
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ ok: 0, error: 'validation_error' })
})

function headers(token: string): Record<string, string> {
  return { 'cf-access-jwt-assertion': token, 'content-type': 'application/json' }
}

async function asked(
  method: string,
  path: string,
  token: string,
  body: object | null = null,
  env: object = guarded,
): Promise<number> {
  const url = new URL(path, 'https://back.example')
  const init = { method, headers: headers(token), body: body && JSON.stringify(body) }
  return (await api.request(url.href, init, env)).status
}
