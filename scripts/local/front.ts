import { randomUUID } from 'node:crypto'
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as requestTo,
  type ServerResponse,
} from 'node:http'
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { refusals } from '../../src/contract/refusal-table.ts'
import { documentationOf, type RefusalCode } from '../../src/contract/refusals.ts'
import { languageTags } from '../../src/units/language.ts'
import { acceptedLanguage } from '../../src/units/requested-language.ts'
import { isDevelopmentPath } from './front-path.ts'
import { listenOnLoopback, type PortChoice, type PortPurpose } from './ports.ts'

/** A proxy of the local runtime, in place of Cloudflare's edge. */
export type Front = { readonly port: number; close(): Promise<void> }

type FrontOptions = PortPurpose & {
  readonly port: PortChoice
  /** A longer body is refused. */
  readonly bodyBytesMax: number
  /** The runtime's port; undefined while there is none. */
  target(): number | undefined
  /** Called when an answer takes longer than `doubtMs`, and when the runtime answers `unavailable`. */
  onDoubt?(): void
}

// The runtime closes a connection after 5 s of idle time, and a request on a closing connection is lost: so this side
// closes it earlier. For the same reason clients' connections stay open longer than clients pause.
const idleMs = 4000
const clientIdleMs = 15 * 60_000
const firstByteMs = 30_000
const doubtMs = 5000
// After a rebuild, the old runtime ends before the new one listens.
const reloadMs = 10_000
const reloadPollMs = 50
const retryAfterSeconds = 1
const unavailable = refusals.unavailable.status

/**
 * Starts the proxy. It forwards complete requests only, sets the client's address, and refuses the runtime's own paths.
 */
export async function openFront(options: FrontOptions): Promise<Front> {
  const agent = new Agent({ keepAlive: true, timeout: idleMs })
  const server = createServer({ keepAliveTimeout: clientIdleMs }, (request, response) => {
    // A client that disconnects before its request is complete gets no answer.
    serve(request, response, { ...options, agent }).catch(() => response.destroy())
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

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { agent, bodyBytesMax, target, onDoubt = () => {} }: FrontOptions & { readonly agent: Agent },
): Promise<void> {
  const refusal = refusalOf(request)
  if (refusal) return refuse(request, response, refusal)
  const body = await readWhole(request, bodyBytesMax)
  if (body === undefined) return refuse(request, response, 'body_too_large')
  const closing = new AbortController()
  response.on('close', () => response.writableFinished || closing.abort())
  const onward = { agent, headers: headersBehind(request, body), body, signal: closing.signal }
  for (const deadline = Date.now() + reloadMs; !response.destroyed; await sleep(reloadPollMs)) {
    const port = target()
    if (port === undefined) return refuse(request, response, 'unavailable')
    const answer = await forward(request, { ...onward, port, onDoubt })
    if (!(answer instanceof Error)) {
      if (answer.statusCode === unavailable) onDoubt()
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders, isNotFraming))
      pipeline(answer, response, () => {})
      return
    }
    if (!canRepeat(request, answer) || Date.now() > deadline) {
      return refuse(request, response, 'unavailable')
    }
  }
}

/** The whole body; undefined if it exceeds `bytesMax`, and then the rest is read and discarded. */
function readWhole(request: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let parts: Buffer[] = []
    let bytes = 0
    request.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes <= bytesMax) {
        parts.push(part)
      } else {
        parts = []
        resolve(undefined)
      }
    })
    request.on('end', () => resolve(Buffer.concat(parts)))
    request.on('error', reject)
  })
}

type ForwardedRequest = {
  readonly agent: Agent
  readonly port: number
  readonly headers: string[]
  readonly body: Buffer
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  readonly onDoubt: () => void
}

// The answer, of which only the headers have arrived, or the error.
function forward(
  { method, url }: IncomingMessage,
  { body, onDoubt, ...onward }: ForwardedRequest,
): Promise<IncomingMessage | Error> {
  const upstream = requestTo({ ...onward, host: '127.0.0.1', method, path: url, setHost: false })
  const timeout = setTimeout(() => upstream.destroy(new Error('no answer')), firstByteMs)
  const doubt = setTimeout(onDoubt, doubtMs)
  return new Promise<IncomingMessage | Error>((resolve) => {
    upstream.on('response', resolve)
    upstream.on('error', resolve)
    upstream.end(body)
  }).finally(() => {
    clearTimeout(timeout)
    clearTimeout(doubt)
  })
}

// If the connection failed, or the request only reads.
function canRepeat({ method = '' }: IncomingMessage, error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNREFUSED' || ['GET', 'HEAD'].includes(method)
}

function refusalOf(request: IncomingMessage): RefusalCode | undefined {
  const target = request.url ?? ''
  // The absolute form `GET http://host/path` would bypass the check of the path.
  return !target.startsWith('/') || isDevelopmentPath(target) ? 'not_found' : undefined
}

function headersBehind(request: IncomingMessage, body: Buffer): string[] {
  const client = request.socket.remoteAddress ?? ''
  const headers = endToEnd(request.rawHeaders, (name) => !reservedHeaders.test(name))
  headers.push('Host', request.headers.host ?? `127.0.0.1:${request.socket.localPort}`)
  if (body.length > 0 || !['GET', 'HEAD'].includes(request.method ?? '')) {
    headers.push('Content-Length', String(body.length))
  }
  return [...headers, 'CF-Connecting-IP', client.replace(/^::ffff:(?=\d+\.)/, '')]
}

// Clients must not set headers in which the edge describes the client, that control the local runtime, or that this proxy
// sets.
const reservedHeaders =
  /^(?:cf-|x-forwarded-|mf-|(?:forwarded|x-real-ip|true-client-ip|host|expect|content-length|transfer-encoding)$)/
const hopByHop = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade']
const isNotFraming = (name: string) => name !== 'transfer-encoding'

function endToEnd(raw: readonly string[], keeps: (name: string) => boolean): string[] {
  const headers: string[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = raw.slice(index, index + 2)
    const lower = name.toLowerCase()
    if (!hopByHop.includes(lower) && keeps(lower)) headers.push(name, value)
  }
  return headers
}

function refuse(
  { headers, socket }: IncomingMessage,
  response: ServerResponse,
  code: RefusalCode,
): void {
  const { status, ...meaning } = refusals[code]
  const clientLanguage = acceptedLanguage(headers['accept-language'])
  const language = clientLanguage ?? 'zh'
  const message = meaning[language]
  const requestId = randomUUID()
  const host = headers.host ?? `127.0.0.1:${socket.localPort}`
  const doc_url = documentationOf(code, clientLanguage, `http://${host}`)
  const refusal = { text: message, message, error: code, request_id: requestId, doc_url }
  const body = Buffer.from(JSON.stringify({ ok: 0, code: 1, ...refusal }))
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Content-Language': languageTags[language],
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
    ...(status === 503 && { 'Retry-After': String(retryAfterSeconds) }),
  })
  response.end(body)
}
