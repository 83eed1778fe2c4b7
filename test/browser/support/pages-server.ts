import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { contextFrom } from '../../../src/context.ts'
import type {
  PurchasePage,
  PurchaseView,
  WaitView,
} from '../../../src/contract/links/member-page-views.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import { memberPagesOf } from '../../../src/http/member-pages.ts'
import type { SaidPaid } from '../../../src/rules/links/said-paid.ts'
import { staticAsset } from './static-asset.ts'

/** The exchange host with views from a test instead of the database. */
export type PagesServer = {
  readonly url: string
  /** Wait pages' views by token, or the error that is thrown. */
  readonly payments: Map<string, WaitView | Error>
  /** Purchase pages' views by link id, and the result of a submitted amount. */
  readonly purchases: Map<number, PurchaseView>
  readonly submit: Map<number, (given: string) => PurchasePage>
  readonly sayPaid: Map<string, (last5: string) => SaidPaid['kind']>
  /** Every request so far: method and path. */
  readonly requests: string[]
  /** Until when refreshes that wait for news are held. */
  held: Promise<void>
  /** While true, connections are closed without an answer. */
  isDown: boolean
  close(): Promise<void>
}

/** Starts on a free port. */
export async function startPagesServer(): Promise<PagesServer> {
  const payments: PagesServer['payments'] = new Map()
  const purchases: PagesServer['purchases'] = new Map()
  const submit: PagesServer['submit'] = new Map()
  const wait = async (_context: unknown, token: string) => found(payments.get(token))
  const sayPaid: PagesServer['sayPaid'] = new Map()
  const pages = memberPagesOf({
    showWaitPage: wait,
    refreshWaitPage: async (context, token, { heldMs }) => {
      if (heldMs > 0) await state.held
      return wait(context, token)
    },
    sayPaid: async (_context, token, last5) => found(sayPaid.get(token))(last5),
    showPurchasePage: async (_context, { id }, given) => {
      const again = given === undefined ? undefined : submit.get(id)?.(given)
      return again?.kind === 'purchase' ? again : found(purchases.get(id))
    },
    submitPurchase: async (_context, { id }, given) => found(submit.get(id))(given),
  })
  const pageOf = (request: Request) => pages(request, new URL(request.url), contextFrom(bindings))
  const server = createServer(async (incoming, outgoing) => {
    state.requests.push(`${incoming.method} ${incoming.url}`)
    if (state.isDown) incoming.socket.destroy()
    else
      await answer(outgoing, (await staticAsset(incoming)) ?? (await pageOf(requestOf(incoming))))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const state: PagesServer = {
    url: `http://127.0.0.1:${port}/exchange/purchase`,
    payments,
    purchases,
    submit,
    sayPaid,
    requests: [],
    held: Promise.resolve(),
    isDown: false,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return state
}

/** A local deployment; its database is never read. */
export const bindings = {
  BASE_URL: '',
  EXCHANGE_URL: '',
  EXCHANGE_CODE: 'exchange',
  TIMESTAMP_TOLERANCE_SECONDS: '300',
  LINK_LIFETIME_SECONDS: '1800',
  MATCHED_GRACE_SECONDS: '3600',
  SLOT_REST_SECONDS: '1800',
  SLOT_LATE_SECONDS: '86400',
  ALLOW_PRIVATE_CALLBACKS: '',
  CALLBACK_DNS_URL: '',
  SECRETS_KEY: btoa('0123456789abcdef0123456789abcdef'),
  LINK_SIGNING_KEY: btoa('0123456789abcdef0123456789abcdef'),
} as unknown as Env

function found<T>(one: T | Error | undefined): T {
  if (one === undefined) throw new Refusal('not_found')
  if (one instanceof Error) throw one
  return one
}

/** A request of Node’s server, as the platform has it. */
export function requestOf(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(`http://${headers.host}${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(hasBody && { body: Readable.toWeb(incoming) as unknown as BodyInit, duplex: 'half' }),
  })
}

/** Sends the platform’s response by Node’s server. */
export async function answer(outgoing: ServerResponse, response: Response): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}
