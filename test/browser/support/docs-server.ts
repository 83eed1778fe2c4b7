import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { contextFrom } from '../../../src/context.ts'
import { documentation } from '../../../src/http/documentation-pages.ts'
import { answer, bindings, requestOf } from './pages-server.ts'
import { staticAsset } from './static-asset.ts'

/** A request to the API, as it arrived. */
type ApiRequest = { readonly method: string; readonly path: string; readonly body: string }

/** The public documentation, served without the rest of the Worker, with an API that answers as a test says. */
export type DocsServer = {
  readonly url: string
  /** Every request to the API. */
  readonly arrived: ApiRequest[]
  answer: { readonly status: number; readonly body: string }
  close(): void
}

/** The test merchant that the page shows, where its settings name no other. */
export const sandboxMerchant = { uid: 'TEST0001', secret: 'test-secret-for-local-use-only' }

/** Starts on a free port. */
export async function startDocsServer(settings: Record<string, string> = {}): Promise<DocsServer> {
  const context = contextFrom({
    ...bindings,
    BASE_URL: 'http://127.0.0.1:8787',
    SANDBOX_MERCHANT: `${sandboxMerchant.uid}:${sandboxMerchant.secret}`,
    ...settings,
  })
  const state = { arrived: [] as ApiRequest[], answer: { status: 200, body: '{}' } }
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: path = '/' } = incoming
    if (path.startsWith('/api/')) {
      state.arrived.push({ method, path, body: await text(incoming) })
      const headers = { 'content-type': 'application/json', 'x-request-id': 'req-1' }
      outgoing.writeHead(state.answer.status, headers).end(state.answer.body)
      return
    }
    const request = requestOf(incoming)
    const record = { requestId: 'docs', url: new URL(request.url), address: null }
    const asset = await staticAsset(incoming)
    await answer(outgoing, asset ?? (await documentation.fetch(request, { context, record })))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  })
}
