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
import { listenOnLoopback, type PortPurpose, type WantedPort } from './ports.ts'

/** A proxy in front of the local runtime, in place of Cloudflare's edge. */
export type Front = { readonly port: number; close(): Promise<void> }

type FrontOptions = PortPurpose & {
  readonly port: WantedPort
  /** The longest body that is passed on; a longer one is refused. */
  readonly bodyBytesMax: number
  /** The runtime's port, or undefined while there is none. */
  target(): number | undefined
  /** Called when a request has waited `doubtMs` for its answer, and when the runtime has refused one as unavailable. */
  onDoubt?(): void
}

// The runtime closes a connection that was idle for 5 s, and a request into a closing connection is lost: connections
// to it are given up before. For the same reason clients' connections are kept far longer than clients pause.
const idleMs = 4000
const clientIdleMs = 15 * 60_000
const firstByteMs = 30_000
/** After how many milliseconds without an answer the runtime is in doubt. */
const doubtMs = 5000
// After a rebuild the old runtime is gone before the new one listens.
const reloadMs = 10_000
const reloadPollMs = 50
const retryAfterSeconds = 1
const unavailable = refusals.unavailable.status

/**
 * Starts the proxy. It passes on each request once it is complete, sets the client's address itself, and refuses the
 * runtime's own paths.
 */
export async function openFront(options: FrontOptions): Promise<Front> {
  const agent = new Agent({ keepAlive: true, timeout: idleMs })
  const server = createServer({ keepAliveTimeout: clientIdleMs }, (request, response) => {
    // A client that disconnects before its request is complete gets no answer.
    serve(request, response, options, agent).catch(() => response.destroy())
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
  options: FrontOptions,
  agent: Agent,
): Promise<void> {
  const refusal = refusalOf(request)
  if (refusal) return refuse(request, response, refusal)
  const body = await readWhole(request, options.bodyBytesMax)
  if (body === undefined) return refuse(request, response, 'body_too_large')
  const closing = new AbortController()
  response.on('close', () => response.writableFinished || closing.abort())
  const onward = { agent, headers: headersBehind(request, body), body, signal: closing.signal }
  const onDoubt = () => options.onDoubt?.()
  for (const deadline = Date.now() + reloadMs; !response.destroyed; await sleep(reloadPollMs)) {
    const port = options.target()
    if (port === undefined) return refuse(request, response, 'unavailable')
    const answer = await ask(request, { ...onward, port, onDoubt })
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

/** The whole body; undefined when it is over `bytesMax`, and then the rest is read and discarded. */
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
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal
  /** Called when the answer is long in coming. */
  readonly onDoubt: () => void
}

// The answer, whose head alone has arrived, or the error.
function ask(
  { method, url }: IncomingMessage,
  { body, onDoubt, ...onward }: ForwardedRequest,
): Promise<IncomingMessage | Error> {
  const upstream = requestTo({ ...onward, host: '127.0.0.1', method, path: url, setHost: false })
  const impatience = setTimeout(() => upstream.destroy(new Error('no answer')), firstByteMs)
  const doubt = setTimeout(onDoubt, doubtMs)
  return new Promise<IncomingMessage | Error>((resolve) => {
    upstream.on('response', resolve)
    upstream.on('error', resolve)
    upstream.end(body)
  }).finally(() => {
    clearTimeout(impatience)
    clearTimeout(doubt)
  })
}

// Nothing was sent yet, or the request only reads.
function canRepeat({ method = '' }: IncomingMessage, error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNREFUSED' || ['GET', 'HEAD'].includes(method)
}

function refusalOf(request: IncomingMessage): RefusalCode | undefined {
  const target = request.url ?? ''
  // Only the plain form of a target: `GET http://host/path` would hide the path from the check.
  return !target.startsWith('/') || isDevelopmentPath(target) ? 'not_found' : undefined
}

function headersBehind(request: IncomingMessage, body: Buffer): string[] {
  const client = request.socket.remoteAddress ?? ''
  const headers = endToEnd(request.rawHeaders, (name) => !keptFromClients.test(name))
  headers.push('Host', request.headers.host ?? `127.0.0.1:${request.socket.localPort}`)
  if (body.length > 0 || !['GET', 'HEAD'].includes(request.method ?? '')) {
    headers.push('Content-Length', String(body.length))
  }
  return [...headers, 'CF-Connecting-IP', client.replace(/^::ffff:(?=\d+\.)/, '')]
}

// Headers in which the edge describes the client, headers that control the local runtime, and headers that are set
// here.
const keptFromClients =
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
