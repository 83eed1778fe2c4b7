import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contextFrom } from '../../../src/context.ts'
import { documentation } from '../../../src/http/documentation-pages.ts'
import { answer, bindings, requestOf } from './pages-server.ts'

/** The public documentation, served without the rest of the Worker. */
export type DocsServer = { readonly url: string; close(): void }

/** Starts on a free port. */
export async function startDocsServer(): Promise<DocsServer> {
  const context = contextFrom({
    ...bindings,
    BASE_URL: 'http://127.0.0.1:8787',
    SANDBOX_MERCHANT: 'TEST0001:test-secret-for-local-use-only',
  })
  const server = createServer(async (incoming, outgoing) => {
    const request = requestOf(incoming)
    const record = { requestId: 'docs', url: new URL(request.url), address: null }
    await answer(outgoing, await documentation.fetch(request, { context, record }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}
