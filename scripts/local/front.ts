import { randomUUID } from 'node:crypto'
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as requestTo,
  type ServerResponse,
} from 'node:http'
import { pipeline } from 'node:stream'
import { type RefusalCode, refusals } from '../../src/contract/refusals.ts'
import { isDevelopmentPath } from './front-path.ts'
import { listenOnLoopback, type PortPurpose } from './ports.ts'

/** What stands between the machine's other programs and a development server, as Cloudflare's edge does when deployed. */
export type Front = { readonly port: number; close(): Promise<void> }

export type FrontOptions = PortPurpose & {
  readonly port: number
  /** The development server's port, or undefined while there is none. */
  target(): number | undefined
  /** Host names answered for; all when absent. */
  readonly hosts?: readonly string[]
}

// The runtime closes a connection that was idle for 5 s: never send a request into one that may just be closing.
const idleMs = 4000
// A build that fails keeps requests waiting for the next one that works.
const firstByteMs = 30_000
const retryAfterSeconds = 1

/**
 * Opens the front door: passes requests on as they come, says itself who the client is whatever the client claims, and
 * keeps the development server's own paths shut. Bodies are streamed in both directions.
 */
export async function openFront(options: FrontOptions): Promise<Front> {
  const agent = new Agent({ keepAlive: true, timeout: idleMs })
  const server = createServer({ keepAliveTimeout: 5000 }, (request, response) => {
    const refusal = refusalOf(request, options)
    const port = options.target()
    if (refusal) refuse(response, refusal)
    else if (port === undefined) refuse(response, 'unavailable')
    else passOn(request, response, { agent, port, headers: headersBehind(request) })
  })
  const port = await listenOnLoopback(server, options.port, options)
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        agent.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Onward = { readonly agent: Agent; readonly port: number; readonly headers: string[] }

function passOn(request: IncomingMessage, response: ServerResponse, onward: Onward): void {
  const upstream = requestTo({
    agent: onward.agent,
    host: '127.0.0.1',
    port: onward.port,
    method: request.method,
    path: request.url,
    headers: onward.headers,
    setHost: false,
  })
  let answered = false
  let impatience: NodeJS.Timeout | undefined
  request.on('end', () => {
    if (answered) return
    impatience = setTimeout(() => upstream.destroy(new Error('no answer')), firstByteMs)
  })
  upstream.on('response', (answer) => {
    answered = true
    clearTimeout(impatience)
    // What the development server says of a request that a reload has cut off.
    if (answer.statusCode === 503 && answer.headers['retry-after'] === '0') {
      answer.resume()
      refuse(response, 'unavailable')
      return
    }
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders, isNotFraming))
    pipeline(answer, response, () => {})
  })
  upstream.on('error', () => {
    clearTimeout(impatience)
    request.unpipe(upstream)
    // An answer that came before the whole of the request was taken is still an answer.
    if (!answered) refuse(response, 'unavailable')
  })
  response.on('close', () => {
    clearTimeout(impatience)
    if (!response.writableFinished) upstream.destroy()
  })
  request.pipe(upstream)
}

function refusalOf(request: IncomingMessage, { hosts }: FrontOptions): RefusalCode | undefined {
  const target = request.url ?? ''
  // Only the plain form of a target: `GET http://host/path` would hide the path from the check.
  if (!target.startsWith('/') || isDevelopmentPath(target)) return 'not_found'
  const [host = ''] = (request.headers.host ?? '').split(/:\d*$/)
  return hosts === undefined || hosts.includes(host.toLowerCase()) ? undefined : 'not_found'
}

function headersBehind(request: IncomingMessage): string[] {
  const client = request.socket.remoteAddress ?? ''
  const headers = endToEnd(request.rawHeaders, (name) => !keptFromClients.test(name))
  headers.push('Host', request.headers.host ?? `127.0.0.1:${request.socket.localPort}`)
  const hasLength = request.headers['content-length'] ?? request.headers['transfer-encoding']
  // Without either, Node would announce a body in chunks where there is none.
  if (hasLength === undefined && !['GET', 'HEAD'].includes(request.method ?? '')) {
    headers.push('Content-Length', '0')
  }
  return [...headers, 'CF-Connecting-IP', client.replace(/^::ffff:(?=\d+\.)/, '')]
}

// Headers by which the edge tells a Worker about the client, those that the local runtime takes orders from, and those
// that are set here anew.
const keptFromClients =
  /^(?:cf-|x-forwarded-|mf-|(?:forwarded|x-real-ip|true-client-ip|host|expect)$)/
const hopByHop = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade']
const isNotFraming = (name: string) => name !== 'transfer-encoding'

function endToEnd(raw: readonly string[], keeps: (name: string) => boolean): string[] {
  const kept: string[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = raw.slice(index, index + 2)
    const lower = name.toLowerCase()
    if (!hopByHop.includes(lower) && keeps(lower)) kept.push(name, value)
  }
  return kept
}

function refuse(response: ServerResponse, code: RefusalCode): void {
  const { status, message } = refusals[code]
  const failure = { ok: 0, code: 1, text: message, message, error: code, request_id: randomUUID() }
  const body = Buffer.from(JSON.stringify(failure))
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    ...(status === 503 && { 'Retry-After': String(retryAfterSeconds) }),
  })
  response.end(body)
}
