import { randomUUID } from 'node:crypto'
import { isLoopback } from '../../src/units/web-address.ts'
import { type Checks, must } from './check.ts'
import { jsonOf } from './client.ts'

/** The checks of the other hosts: members' pages, and the back office without login and with a service token. */
export const hostChecks: Checks = {
  async 'members’ pages'({ client, exchangeUrl }) {
    if (exchangeUrl === null) return { skipped: 'no --exchange-url' }
    const code = exchangeUrl.pathname.replaceAll('/', '') || 'exchange'
    const token = randomUUID().replaceAll('-', '')
    const page = new URL(`/${code}/purchase/wait/${token}`, exchangeUrl)
    const { status, headers } = await client.send(page)
    const type = headers.get('content-type') ?? ''
    must(status === 404, `an unknown link answers ${status} instead of 404`)
    const isOurs = /^text\/html/.test(type) && /noindex/.test(headers.get('x-robots-tag') ?? '')
    must(isOurs, `404, but not with the page of this service (${type})`)
    return "an unknown link answers 404 with this service's page"
  },
  async 'members’ host only'({ client, baseUrl, exchangeUrl }) {
    if (exchangeUrl === null) return { skipped: 'no --exchange-url' }
    if (exchangeUrl.host === baseUrl.host)
      return { skipped: 'members and merchants use the same host, as with npm start' }
    const { status } = await client.send(new URL('/docs', exchangeUrl))
    must(status === 404, `/docs on the members' host answers ${status} instead of 404`)
    return "no documentation on the members' host"
  },
  async 'back office'({ client, backofficeUrl }) {
    if (backofficeUrl === null) return { skipped: 'no --backoffice-url' }
    if (isLoopback(backofficeUrl.hostname)) return { skipped: 'a local back office has no login' }
    const { status, headers } = await client.send(new URL('/api/overview', backofficeUrl))
    const location = headers.get('location') ?? ''
    const isLogin = status === 302 && /^https:\/\/[^/]+\.cloudflareaccess\.com\//.test(location)
    must(
      status === 401 || status === 403 || isLogin,
      status === 200
        ? 'the back office is OPEN without login: remove its route until Access protects it'
        : `without login it answers ${status} ${location} instead of 401, 403 or the login of Access`,
    )
    return isLogin ? 'redirects to the login of Access' : `refused without login, ${status}`
  },
  async 'desk entered'({ client, backofficeUrl, access }) {
    if (backofficeUrl === null) return { skipped: 'no --backoffice-url' }
    if (access === null && !isLoopback(backofficeUrl.hostname))
      return { skipped: 'no SMOKE_ACCESS_CLIENT_ID' }
    const send = (path: string) => {
      return client.send(new URL(path, backofficeUrl), undefined, access ?? {})
    }
    const page = await send('/overview')
    const type = page.headers.get('content-type') ?? ''
    const isPage = page.status === 200 && /^text\/html/.test(type)
    must(
      isPage,
      `/overview answers the service token with ${page.status} (${type}): the token, its policy with the action Service ` +
        'Auth, or its role in ACCESS_ROLES (operator or auditor) is missing; or the desk is broken',
    )
    const overview = await send('/api/overview')
    const { collections } = jsonOf(overview)
    must(typeof collections?.waiting === 'number', `/api/overview answers ${overview.status}`)
    return 'the overview, as a page and from the API'
  },
}
