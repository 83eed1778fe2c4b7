import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { contextFrom } from '../../../src/context.ts'
import { documentation } from '../../../src/http/documentation-pages.ts'
import type { HostApp } from '../../../src/http/request-pipeline.ts'

/** A request to the API, as it arrived. */
export type Arrived = { readonly method: string; readonly path: string; readonly body: string }

/** The documentation's host, with an API that answers as a test says. */
export type DocsServer = {
  readonly url: string
  /** Every request that is not for the documentation. */
  readonly arrived: Arrived[]
  answer: { readonly status: number; readonly body: string }
  close(): void
}

/** Starts on a free port. */
export async function startDocsServer(settings: Record<string, string> = {}): Promise<DocsServer> {
  const context = contextFrom({ ...bindings, ...settings } as unknown as Env)
  const state = { arrived: [] as Arrived[], answer: { status: 200, body: '{}' } }
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    if (url.startsWith('/api/')) {
      state.arrived.push({ method, path: url, body: await textOf(incoming) })
      outgoing.writeHead(state.answer.status, {
        'content-type': 'application/json',
        'x-request-id': 'req-1',
      })
      outgoing.end(state.answer.body)
      return
    }
    const request = new Request(`http://${headers.host}${url}`, {
      method,
      headers: { 'accept-language': headers['accept-language'] ?? '' },
    })
    const env = { context } as unknown as HostApp['Bindings']
    const response = await documentation.fetch(request, env)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/docs`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  })
}

// A local deployment; its database is never read.
const bindings = {
  BASE_URL: '',
  EXCHANGE_URL: '',
  EXCHANGE_CODE: 'exchange',
  TIMESTAMP_TOLERANCE_SECONDS: '300',
  LINK_LIFETIME_SECONDS: '1800',
  MATCHED_GRACE_SECONDS: '3600',
  ALLOW_PRIVATE_CALLBACKS: '',
  CALLBACK_DNS_URL: '',
  SECRETS_KEY: btoa('0123456789abcdef0123456789abcdef'),
  LINK_SIGNING_KEY: btoa('0123456789abcdef0123456789abcdef'),
}
