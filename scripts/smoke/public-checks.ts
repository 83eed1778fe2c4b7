import { openApiDocument } from '../../src/documentation/openapi.ts'
import { versions } from '../../src/documentation/versions.ts'
import { isLoopback } from '../../src/units/web-address.ts'
import { type Checks, must } from './check.ts'
import { type Json, jsonOf } from './client.ts'

const sweepAgeSecondsMax = 180
// Signed requests are refused beyond 300 s by default; a clock that is a minute off may drift there.
const clockSecondsMax = 60
const requiredHeaders: Readonly<Record<string, RegExp>> = {
  'strict-transport-security': /max-age=\d{7,}/,
  'content-security-policy': /default-src 'none'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cache-control': /no-store/,
  'x-request-id': /^[0-9a-f-]{36}$/,
}

/** The checks of public addresses: health, documentation, transport. */
export const publicChecks: Checks = {
  async health({ client, baseUrl }) {
    const reply = await client.send(new URL('/health', baseUrl))
    const { ok, sweep_age_seconds: age, ...rest } = jsonOf(reply)
    const isHealthy = reply.status === 200 && ok === 1
    must(isHealthy, `/health answers ${reply.status} ${JSON.stringify(rest)}`)
    if (age === null) return 'the databases answer; the first sweep follows within a minute'
    must(typeof age === 'number', '/health has no sweep_age_seconds: not this service')
    must(
      age <= sweepAgeSecondsMax,
      `the last sweep of callbacks was ${age} s ago: the cron does not run, or fails`,
    )
    return `the databases answer; last sweep ${age} s ago`
  },
  async clock({ client, baseUrl }) {
    const { headers } = await client.send(new URL('/health', baseUrl))
    const serverMs = Date.parse(headers.get('date') ?? '')
    if (Number.isNaN(serverMs)) return { skipped: 'the answer has no Date' }
    const seconds = Math.round((client.now() - serverMs) / 1000)
    const clock = `this machine's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the server's`
    must(
      Math.abs(seconds) <= clockSecondsMax,
      `${clock}: set it, or signed requests will be refused`,
    )
    return clock
  },
  async documentation({ client, baseUrl }) {
    const { status, headers, text } = await client.send(new URL('/docs?lang=en', baseUrl))
    const type = headers.get('content-type') ?? ''
    must(status === 200 && /^text\/html/.test(type), `/docs answers ${status} (${type})`)
    must(text.includes(versions.page), `/docs does not have the version ${versions.page}`)
    const [, style = ''] = /rel="stylesheet" href="([^"]+)"/.exec(text) ?? []
    const loaded = await client.send(new URL(style, baseUrl))
    must(
      loaded.status === 200,
      `its style ${style} answers ${loaded.status}: static assets are missing`,
    )
    return `/docs, ${versions.page}`
  },
  // Equality with this checkout's document is enough, because a test lints that one.
  async contract({ client, baseUrl }) {
    const served = jsonOf(await client.send(new URL('/openapi.json', baseUrl)))
    must(/^3\.1\./.test(served.openapi ?? ''), '/openapi.json is not an OpenAPI 3.1 document')
    const { info, servers, paths } = served
    const version = versions.machineReadable
    must(
      info?.version === version,
      `/openapi.json has version ${info?.version}, this checkout ${version}`,
    )
    const server = servers?.[0]?.url ?? '/'
    const isOurs = isLoopback(baseUrl.hostname) || ['/', baseUrl.origin].includes(server)
    must(isOurs, `/openapi.json names the server ${server}`)
    const expected = JSON.parse(JSON.stringify(openApiDocument(server)))
    const place = firstDifference(expected, served)
    must(
      place === null,
      `/openapi.json differs from this checkout's contract at ${place}: the deployment runs another release`,
    )
    return `${version}, ${Object.keys(paths).length} paths, equal to this checkout`
  },
  async 'security headers'({ client, baseUrl }) {
    const { headers } = await client.send(new URL('/health', baseUrl))
    const wrong = Object.entries(requiredHeaders).flatMap(([name, pattern]) => {
      const value = headers.get(name)
      return pattern.test(value ?? '') ? [] : [`${name}: ${value ?? 'none'}`]
    })
    must(wrong.length === 0, `other values than the Worker sets: ${wrong.join('; ')}`)
    return Object.keys(requiredHeaders).join(', ')
  },
  async https({ client, baseUrl }) {
    if (isLoopback(baseUrl.hostname)) return { skipped: 'a local server has no HTTPS' }
    const plain = new URL('/docs', baseUrl)
    plain.protocol = 'http:'
    const { status, headers } = await client.send(plain)
    const location = headers.get('location') ?? ''
    const isRedirect =
      [301, 302, 307, 308].includes(status) && location.startsWith(`${baseUrl.origin}/`)
    must(isRedirect, `${plain.href} answers ${status} ${location} instead of a redirect to https`)
    return `${status} to ${baseUrl.origin}`
  },
  async 'unknown path'({ client, baseUrl }) {
    const reply = await client.send(new URL('/no-such-path', baseUrl))
    const { error } = jsonOf(reply)
    const isNotFound = reply.status === 404 && error === 'not_found'
    must(isNotFound, `an unknown path answers ${reply.status} ${error}`)
    return '404 not_found'
  },
  async 'bank list'({ client, baseUrl }) {
    const { ok, data } = jsonOf(await client.send(new URL('/api/v1/merchant/banks', baseUrl)))
    must(ok === 1 && data?.length > 0, 'the list has no banks')
    return `${data.length} banks`
  },
}

/** The path to the first difference of two JSON values; null if they are equal. */
export function firstDifference(one: Json, other: Json, path = ''): string | null {
  if (one === other) return null
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return path || 'the top'
  }
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = firstDifference(one[name], other[name], path === '' ? name : `${path} › ${name}`)
    if (found !== null) return found
  }
  return null
}
