import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashOf } from '../../../src/backoffice/actor-hash.ts'
import { backOffice } from '../../../src/backoffice/api.ts'
import { calls, files } from './example-calls.ts'

// Calls of the back office's Worker; Cloudflare's key server and the other Worker are replaced.

const team = 'team.cloudflareaccess.com'
const audience = 'audience-tag-of-the-application'
const people = {
  'op@platform.example': 'operator',
  'agent@platform.example': 'agent',
  'audit@platform.example': 'auditor',
  'exchange-bridge': 'bridge',
  'bank-feed': 'feed',
}
const nobody = 'stranger@platform.example'

/** What other teams' key servers answer. */
const keyServers: Record<string, () => Promise<Response>> = {
  'away.cloudflareaccess.com': () => Promise.reject(new TypeError('the name has no address')),
  'broken.cloudflareaccess.com': async () => new Response('<html>', { status: 200 }),
  'moved.cloudflareaccess.com': async () => new Response(null, { status: 302 }),
  'empty.cloudflareaccess.com': async () => Response.json({}),
}

const reached = async () => ({
  ok: true,
  value: { kind: 'answered', call: 'overview', value: 'reached' },
})
// The database gives nobody a role, but where a test says so.
const noRole = async () => ({ ok: true, value: null })
const otherWorker = new Proxy(
  {},
  { get: (_target, name) => (name === 'roleOf' ? noRole : reached) },
)
const guarded = {
  ACCESS_TEAM_DOMAIN: team,
  ACCESS_AUD: audience,
  ACCESS_ROLES: JSON.stringify(people),
  BACK_OFFICE: otherWorker,
}

let sign: (claims: object, changes?: Changes) => Promise<string>
type Changes = Partial<Record<'issuer' | 'audience' | 'expires' | 'kid', string>> & {
  foreign?: boolean
}
const operatorToken = (changes?: Changes) => sign({ email: 'op@platform.example' }, changes)

beforeAll(async () => {
  const ours = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(ours.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { hostname, pathname } = new URL(url)
    expect(pathname).toBe('/cdn-cgi/access/certs')
    return hostname === team ? Response.json({ keys: [jwk] }) : keyServers[hostname]?.()
  })
  sign = (claims, changes = {}) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: changes.kid ?? 'k1' })
      .setIssuer(changes.issuer ?? `https://${team}`)
      .setAudience(changes.audience ?? audience)
      .setExpirationTime(changes.expires ?? '5m')
      .sign(changes.foreign ? foreign.privateKey : ours.privateKey)
})
afterAll(() => {
  vi.unstubAllGlobals()
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('with Access', () => {
  test('a verified operator is let through', async () => {
    expect(await listStatus(await operatorToken())).toBe(200)
  })

  test.each<[string, Changes]>([
    ['another issuer', { issuer: 'https://other.cloudflareaccess.com' }],
    ['another audience', { audience: 'another application' }],
    ['an expired token', { expires: '-1s' }],
    ['a foreign key', { foreign: true }],
  ])('%s is refused', async (_name, changes) => {
    expect(await listStatus(await operatorToken(changes))).toBe(401)
  })

  test('no token, nonsense, and a token of algorithm none are refused', async () => {
    const claims = { iss: `https://${team}`, aud: audience, email: 'op@platform.example' }
    const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '')
    const none = `${part({ alg: 'none' })}.${part({ ...claims, exp: 4e9 })}.`
    for (const token of ['', 'nonsense', none]) {
      expect(await listStatus(token)).toBe(401)
    }
  })

  test('a loopback hostname needs a token too', async () => {
    expect(await statusOf('GET', 'http://127.0.0.1:8788/api/merchants', '')).toBe(401)
  })

  test.each(['stranger@platform.example', 'constructor', '__proto__'])(
    'verified %s without a role is refused',
    async (email) => {
      expect(await listStatus(await sign({ email }))).toBe(403)
    },
  )
})

describe('roles', () => {
  test.each(calls)('%s %s', async (method, path, body, allowed) => {
    for (const [name, role] of Object.entries(people)) {
      const token = await sign(name.includes('@') ? { email: name } : { common_name: name })
      const status = await statusOf(method, path, token, body)
      expect([role, status < 300 ? 'allowed' : status]).toEqual([
        role,
        allowed.includes(role) ? 'allowed' : 403,
      ])
    }
    expect(await statusOf(method, path, await sign({ email: nobody }), body)).toBe(403)
    expect(await statusOf(method, path, '', body)).toBe(401)
  })

  test.each(calls)('%s %s of another page, or in another form, is refused', async (...call) => {
    const [method, path, body] = call
    const token = await operatorToken()
    const send = async (more: Record<string, string>) => {
      const init = { method, headers: { ...headers(token), ...more }, body: body && 'x=1' }
      return (await backOffice.request(`https://back.example${path}`, init, guarded)).status
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

describe('keys of Access that cannot be fetched', () => {
  test.each(Object.keys(keyServers))(
    '%s: the answer is 503 with Retry-After, and the log has the reason',
    async (domain) => {
      const log = mutedLog()
      const token = await operatorToken({ issuer: `https://${domain}` })
      const env = { ...guarded, ACCESS_TEAM_DOMAIN: domain }
      const answer = await answerTo('GET', '/api/merchants', token, null, env)
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('5')
      const { error, request_id } = (await answer.json()) as Record<string, string>
      expect(error).toBe('unavailable')
      const lines = linesOf(log)
      expect(lines.find(({ event }) => event === 'access_keys_unavailable')).toEqual({
        event: 'access_keys_unavailable',
        request_id,
        issuer: `https://${domain}`,
        fault: expect.stringMatching(/^\w*(?:Error|Invalid)/),
      })
      expect(JSON.stringify(lines)).not.toContain(token)
    },
  )

  test('are not fetched without a token, and are fetched again later', async () => {
    const domain = 'returning.cloudflareaccess.com'
    mutedLog()
    const env = { ...guarded, ACCESS_TEAM_DOMAIN: domain }
    const away = keyServers['away.cloudflareaccess.com']
    Object.assign(keyServers, { [domain]: away })
    expect(await listStatus('', env)).toBe(401)
    const token = await operatorToken({ issuer: `https://${domain}` })
    expect(await listStatus(token, env)).toBe(503)
    const keysOfTeam = await fetch(`https://${team}/cdn-cgi/access/certs`)
    Object.assign(keyServers, { [domain]: async () => keysOfTeam })
    expect(await listStatus(token, env)).toBe(200)
  })

  test('a token of an unknown key is refused', async () => {
    expect(await listStatus(await operatorToken({ kid: 'k2' }))).toBe(401)
  })
})

describe('names', () => {
  const one = async (claims: object, accessRoles: object) => {
    const env = { ...guarded, ACCESS_ROLES: JSON.stringify(accessRoles) }
    return listStatus(await sign(claims), env)
  }
  const person = { email: 'Ann@Platform.example' }
  const token = { common_name: 'Night-Batch' }

  test.each([
    ['ann@platform.example', 200, 403],
    ['ANN@PLATFORM.EXAMPLE', 200, 403],
    ['night-batch', 403, 200],
    ['NIGHT-batch', 403, 200],
    ['service:Night-Batch', 403, 200],
    ['service:ann@platform.example', 403, 403],
  ])('%s in the setting names one of the two kinds, in any case', async (key, mail, service) => {
    expect(await one(person, { [key]: 'operator' })).toBe(mail)
    expect(await one(token, { [key]: 'operator' })).toBe(service)
  })

  test('a service token that is named like a person is not that person, nor the reverse', async () => {
    const name = 'ann@platform.example'
    expect(await one({ common_name: name }, { [name]: 'operator' })).toBe(403)
    expect(await one({ common_name: name }, { [`service:${name}`]: 'operator' })).toBe(200)
    for (const email of ['night-batch', 'service:night-batch', 'Service:Night-Batch']) {
      expect(await one({ email }, { 'night-batch': 'operator' })).not.toBe(200)
    }
    const mail = 'service:ann@platform.example'
    expect(await one({ email: mail }, { [mail]: 'operator' })).not.toBe(200)
  })

  test('letters that only look alike are different letters', async () => {
    const kelvin = { email: 'mar\u212a@platform.example' }
    expect(await one(kelvin, { 'mark@platform.example': 'operator' })).toBe(403)
  })

  test.each([
    [person, 'ann@platform.example'],
    [token, 'service:night-batch'],
  ])('%j goes on to the other Worker, and into the log, as %s', async (claims, name) => {
    const log = mutedLog()
    const calledWith: unknown[] = []
    const desk = {
      call: async (...given: unknown[]) => ({
        ok: true,
        value: { kind: 'answered', call: 'takeCollection', value: calledWith.push(given) },
      }),
    }
    const accessRoles = { [name]: 'agent' }
    const env = { ...guarded, ACCESS_ROLES: JSON.stringify(accessRoles), BACK_OFFICE: desk }
    const body = { agent: name.toUpperCase() }
    await statusOf('POST', '/api/collections/C1/take', await sign(claims), body, env)
    const principal = { name, role: 'agent', requestId: expect.any(String), approval: null }
    const input = {
      path: { trade_no: 'C1' },
      query: undefined,
      body: { agent: name },
      sent: body,
      roles: { [name]: 'agent' },
      language: 'zh',
    }
    expect(calledWith).toEqual([['takeCollection', principal, input]])
    expect(linesOf(log).at(-1)).toMatchObject({ event: 'request', actor_hash: hashOf(name) })
  })
})

describe('an invalid ACCESS_ROLES', () => {
  const setting = (text: string) => ({ ...guarded, ACCESS_ROLES: text })
  const asks = async (email: string, text: string) =>
    listStatus(await sign({ email }), setting(text))

  test('for one holder refuses that holder, and logs it', async () => {
    const log = mutedLog()
    const text = `{"ann@x.example":"operator","ben@x.example":"superuser","cat@x.example":"cashier",
      "dan@x.example":7,"eve@x.example":"operator","Eve@x.example":"bridge",
      "fay@x.example":"operator","Fay@x.example":"operator"}`
    expect(await asks('ann@x.example', text)).toBe(200)
    expect(await asks('fay@x.example', text)).toBe(200)
    for (const name of ['ben', 'cat', 'dan', 'eve', 'gus']) {
      expect(await asks(`${name}@x.example`, text)).toBe(403)
    }
    const lines = linesOf(log)
    const refused = lines.filter(({ event }) => event === 'role_refused')
    expect(refused.map(({ actor_hash, roles }) => [actor_hash, roles])).toEqual([
      [hashOf('ben@x.example'), '["superuser"]'],
      [hashOf('cat@x.example'), '["cashier"]'],
      [hashOf('dan@x.example'), '[7]'],
      [hashOf('eve@x.example'), '["operator","bridge"]'],
    ])
  })

  test.each(['', '{', '[]', '"operator"', 'null'])(
    'as a whole (%s) refuses everyone',
    async (text) => {
      const log = mutedLog()
      expect(await asks('op@platform.example', text)).toBe(500)
      expect(JSON.stringify(log.mock.calls)).toContain('ACCESS_ROLES')
    },
  )
})

describe('without Access', () => {
  const unset = { ...guarded, ACCESS_TEAM_DOMAIN: '', ACCESS_AUD: '' }

  test.each(['http://127.0.0.1:8788', 'http://localhost:8788', 'http://[::1]:8788'])(
    '%s is served as the local operator',
    async (origin) => {
      expect(await statusOf('GET', `${origin}/api/merchants`, '', null, unset)).toBe(200)
    },
  )

  test.each(['https://back.example', 'https://127.0.0.1.evil.example', 'https://192.168.1.5:8788'])(
    '%s is refused',
    async (origin) => {
      expect(await statusOf('GET', `${origin}/api/merchants`, '', null, unset)).toBe(401)
    },
  )

  test.each(['ACCESS_TEAM_DOMAIN', 'ACCESS_AUD'])(
    'half a configuration, %s missing, refuses everyone',
    async (missing) => {
      const half = { ...guarded, [missing]: '' }
      expect(await statusOf('GET', 'http://127.0.0.1/api/merchants', '', null, half)).toBe(401)
    },
  )
})

describe('a request without HTTPS, outside of loopback', () => {
  const names = ['back.example', '127.0.0.1.evil.example', '192.168.1.5:8788']
  const plain = async (host: string, init: RequestInit, path = '/api/merchants?limit=1') => {
    const log = mutedLog()
    const answer = await backOffice.request(`http://${host}${path}`, init, guarded)
    const line = linesOf(log).at(-1)
    expect([line?.status, line?.actor_hash]).toEqual([answer.status, undefined])
    log.mockRestore()
    return answer
  }

  test.each(names)('to %s is redirected where it reads, with its query', async (host) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await plain(host, { method, headers: headers(await operatorToken()) })
      expect(answer.status).toBe(308)
      expect(answer.headers.get('location')).toBe(`https://${host}/api/merchants?limit=1`)
      expect(await answer.text()).toBe('')
    }
  })

  test.each(names)('to %s is refused where it writes, though its token is right', async (host) => {
    const init = { headers: headers(await operatorToken()), body: '{}' }
    for (const path of ['/api/merchants', '/acts/createMerchant', '/language', '/nothing']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await plain(host, { ...init, method }, path)
        expect(answer.status).toBe(404)
        expect(await answer.json()).toMatchObject({ message: '請改用 HTTPS 連線' })
      }
    }
  })

  test('is told to keep to HTTPS by each answer under it', async () => {
    const init = { headers: headers(await operatorToken()) }
    const answer = await backOffice.request('https://back.example/api/merchants', init, guarded)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/)
  })
})

describe('a name that ACCESS_ROLES does not have', () => {
  const asks = async (
    roleOf: (name: string) => Promise<unknown>,
    email = 'New@Platform.example',
  ) => {
    const desk = { roleOf, call: reached }
    return answerTo('GET', '/api/merchants', await sign({ email }), null, {
      ...guarded,
      BACK_OFFICE: desk,
    })
  }
  const given = (value: unknown) => async () => ({ ok: true, value })

  test('has the role that the database gives, by its verified name in lower case', async () => {
    const asked: string[] = []
    const answer = await asks(async (name) => {
      asked.push(name)
      return { ok: true, value: 'auditor' }
    })
    expect([answer.status, asked]).toEqual([200, ['new@platform.example']])
  })

  test.each([[null], ['agent'], ['feed'], ['superuser']])('%s there is refused', async (role) => {
    expect((await asks(given(role))).status).toBe(403)
  })

  test('is asked for at each call, so that a role that was taken away ends at once', async () => {
    let role: string | null = 'operator'
    const roleOf = async () => ({ ok: true, value: role })
    expect((await asks(roleOf)).status).toBe(200)
    role = null
    expect((await asks(roleOf)).status).toBe(403)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['does not answer', async () => Promise.reject(new Error('gone'))],
    ['has a fault', async () => ({ ok: false, error: 'internal_error', fault: 'D1_ERROR' })],
  ])('a Worker that %s gives 503, and the log says why', async (_name, roleOf) => {
    const log = mutedLog()
    const answer = await asks(roleOf)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(linesOf(log).find(({ event }) => event === 'role_unknown')).toMatchObject({
      actor_hash: hashOf('new@platform.example'),
      fault: expect.stringMatching(/gone|D1_ERROR/),
    })
  })

  test('is not asked for where the setting has it, with a role that there is or without', async () => {
    const never = async () => Promise.reject(new Error('asked'))
    expect((await asks(never, 'audit@platform.example')).status).toBe(200)
    expect((await asks(never, 'op@platform.example')).status).toBe(200)
  })
})

describe('X-Local-Actor', () => {
  const unset = { ...guarded, ACCESS_TEAM_DOMAIN: '', ACCESS_AUD: '' }
  const asLocal = async (
    actor: string,
    url = 'http://127.0.0.1:8788/api/merchants',
    env = unset,
  ) => {
    const log = mutedLog()
    const answer = await backOffice.request(url, { headers: { 'x-local-actor': actor } }, env)
    const line = linesOf(log).find(({ event }) => event === 'request')
    log.mockRestore()
    return [answer.status, line?.actor_hash]
  }

  test.each([
    ['Ann:operator', 'ann'],
    ['ann@x.example:auditor', 'ann@x.example'],
    ['service:Night-Batch:operator', 'service:night-batch'],
    ['a:b:operator', 'a:b'],
  ])('%s is at work as %s', async (header, name) => {
    expect(await asLocal(header)).toEqual([200, hashOf(name)])
  })

  test.each(['ann:agent', 'ann:bridge', 'ann:feed'])(
    '%s may not list merchants',
    async (header) => {
      expect(await asLocal(header)).toEqual([403, hashOf('ann')])
    },
  )

  test.each(
    ['', ':', 'ann', ':operator', 'ann:', 'ann:superuser', 'ann:Operator', 'ann:operator:'].concat([
      'service::operator',
      'a n:operator',
      'ann:operator, ben:operator',
      `${'a'.repeat(121)}:operator`,
    ]),
  )('%j is refused', async (header) => {
    expect(await asLocal(header)).toEqual([401, undefined])
  })

  test('is not read where there are Access settings, nor where there is half of them', async () => {
    expect(await asLocal('ann:operator', undefined, guarded)).toEqual([401, undefined])
    const half = { ...guarded, ACCESS_AUD: '' }
    expect(await asLocal('ann:operator', undefined, half)).toEqual([401, undefined])
    const init = { headers: { ...headers(await operatorToken()), 'x-local-actor': 'ann:bridge' } }
    const log = mutedLog()
    const answer = await backOffice.request('http://127.0.0.1/api/merchants', init, guarded)
    expect(answer.status).toBe(200)
    expect(linesOf(log).at(-1)).toMatchObject({ actor_hash: hashOf('op@platform.example') })
  })

  test('serves no other hostname', async () => {
    expect((await asLocal('ann:operator', 'https://back.example/api/merchants'))[0]).toBe(401)
  })
})

describe('what the other Worker is told of ACCESS_ROLES', () => {
  const toldRoles = async (env: object, token: string) => {
    const told: unknown[] = []
    const call = async (...given: [string, object, { roles: unknown }]) => {
      told.push(given[2].roles)
      return { ok: true, value: { kind: 'answered', call: 'listMerchants', value: {} } }
    }
    const url = 'http://127.0.0.1/api/merchants'
    const desk = { ...guarded, BACK_OFFICE: { call }, ...env }
    expect((await answerTo('GET', url, token, null, desk)).status).toBe(200)
    return told[0]
  }

  test('is each name in lower case with its role, or null where it has none that there is', async () => {
    const ACCESS_ROLES = JSON.stringify({
      'Op@platform.example': 'operator',
      'Night-Batch': 'feed',
      'x@y.example': 'superuser',
      'two@y.example': 'agent',
      'Two@y.example': 'operator',
    })
    expect(await toldRoles({ ACCESS_ROLES }, await operatorToken())).toEqual({
      'op@platform.example': 'operator',
      'service:night-batch': 'feed',
      'x@y.example': null,
      'two@y.example': null,
    })
  })

  test('is nothing where there are no Access settings: everybody names a role', async () => {
    expect(await toldRoles({ ACCESS_TEAM_DOMAIN: '', ACCESS_AUD: '' }, '')).toBe(null)
  })
})

describe('the status of an answer', () => {
  const status = async (answered: string | null, path: string, body: object) => {
    const outcome =
      answered === null
        ? { kind: 'waiting', value: {} }
        : { kind: 'answered', call: answered, value: {} }
    const env = { ...guarded, BACK_OFFICE: { call: async () => ({ ok: true, value: outcome }) } }
    return statusOf('POST', path, await operatorToken(), body, env)
  }

  test('is 202 for a call that waits, and that of the call which was approved', async () => {
    const merchant = { uid: 'M1', name: 'x' }
    expect(await status('createMerchant', '/api/merchants', merchant)).toBe(201)
    expect(await status(null, '/api/merchants', merchant)).toBe(202)
    expect(await status('createMerchant', '/api/approvals/1/approve', {})).toBe(201)
    expect(await status('settleCollection', '/api/approvals/1/approve', {})).toBe(200)
  })
})

test('a Worker that cannot be reached gives 503', async () => {
  const gone = new Proxy({}, { get: () => async () => Promise.reject(new Error('gone')) })
  const env = { ...guarded, BACK_OFFICE: gone }
  const token = await operatorToken()
  expect(await listStatus(token, env)).toBe(503)
})

test.each<[string, string]>([
  ['broken JSON', '{'],
  ['an unknown field', '{"uid":"M1","name":"x","admin":true}'],
  ['a missing field', '{"uid":"M1"}'],
  ['a uid of 21', `{"uid":"${'M'.repeat(21)}","name":"x"}`],
])('a body with %s is a validation error', async (_name, body) => {
  const init = { method: 'POST', headers: headers(await operatorToken()), body }
  const response = await backOffice.request('https://back.example/api/merchants', init, guarded)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ ok: 0, error: 'validation_error' })
})

test('the log has a line for each request, with the beginning of a session only', async () => {
  const log = mutedLog()
  const session = 'Bu5dfqSrAFw7F35y2voZsmnENdTAy2y'
  const token = await operatorToken()
  const path = `/api/bridge/links/${session}`
  await statusOf('GET', `${path}?link_sign=%E7%8E%8B`, token)
  await statusOf('POST', `${path}/purchase`, token, { amount: 500 })
  const lines = linesOf(log)
  log.mockRestore()
  const known = { event: 'request', actor_hash: hashOf('op@platform.example'), status: 200 }
  const shown = '/api/bridge/links/Bu5dfqSrA…'
  expect(lines).toMatchObject([
    { ...known, method: 'GET', path: shown },
    { ...known, method: 'POST', path: `${shown}/purchase` },
  ])
  for (const hidden of [session.slice(0, 12), token, '王', '%E7']) {
    expect(JSON.stringify(lines)).not.toContain(hidden)
  }
})

test('no name is in the log: neither that of who calls nor one in a path', async () => {
  const log = mutedLog()
  const token = await operatorToken()
  await statusOf('PUT', '/api/people/new@platform.example', token, { role: 'agent' })
  await statusOf('PUT', '/api/people/new%40platform.example', token, { role: 'agent' })
  const lines = linesOf(log)
  log.mockRestore()
  const line = { event: 'request', method: 'PUT', path: '/api/people/…', status: 200 }
  expect(lines).toMatchObject([line, line])
  expect(JSON.stringify(lines)).not.toMatch(/@|%40/)
  // What docs/watching.md says how to compute.
  expect(lines[0].actor_hash).toMatch(/^[0-9a-f]{12}$/)
  expect(hashOf('someone@example.com')).toBe('72497f475e4f')
})

function headers(token: string): Record<string, string> {
  return { 'cf-access-jwt-assertion': token, 'content-type': 'application/json' }
}

type Request = [method: string, path: string, token: string, body?: object | null, env?: object]

async function answerTo(...[method, path, token, body = null, env = guarded]: Request) {
  const url = new URL(path, 'https://back.example')
  const type = files.includes(path) ? { 'content-type': 'text/csv' } : {}
  const sent = { ...headers(token), ...type }
  const init = { method, headers: sent, body: body && JSON.stringify(body) }
  return backOffice.request(url.href, init, env)
}

async function listStatus(token: string, env: object = guarded): Promise<number> {
  return statusOf('GET', '/api/merchants', token, null, env)
}

function mutedLog() {
  return vi.spyOn(console, 'log').mockReturnValue()
}

function linesOf(log: ReturnType<typeof mutedLog>) {
  return log.mock.calls.map(([line]) => JSON.parse(line))
}

async function statusOf(...call: Request): Promise<number> {
  return (await answerTo(...call)).status
}
