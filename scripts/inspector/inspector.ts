import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isOfForeignPage } from '../../src/units/foreign-page.ts'
import { languageTags } from '../../src/units/language.ts'
import { languageFor } from '../../src/units/requested-language.ts'
import { listenOnLoopback, type PortChoice } from '../local/ports.ts'
import { type AnswerKind, answerWith, isAnswerKind } from './answers.ts'
import { pageHtml, pageScript, pageStyle } from './page.ts'
import { keepCallbacks, type SeenCallbacks } from './seen-callbacks.ts'

/** The callback inspector: a receiver on this machine, with a page that shows what it got. */
export type Inspector = {
  readonly url: string
  /** The address to use as `notify_url`. */
  readonly notifyUrl: string
  close(): Promise<void>
}

type InspectorOptions = {
  readonly port: PortChoice
  /** The merchants whose callbacks it can verify. */
  readonly merchants: readonly { readonly uid: string; readonly secret: string }[]
}

/**
 * Starts the inspector on the loopback address. It takes any `POST` as a callback, keeps the newest 200 in memory, and
 * answers as its page says. Nothing it gets leaves the machine. Throws when the port is not available.
 */
export async function startInspector({ port, merchants }: InspectorOptions): Promise<Inspector> {
  const callbacks = keepCallbacks(new Map(merchants.map(({ uid, secret }) => [uid, secret])))
  const [style, script] = await Promise.all([pageStyle(), pageScript()])
  const uids = merchants.map(({ uid }) => uid)
  const standing: InspectorState = {
    answer: 'success',
    callbacks,
    files: { style, script },
    uids,
    url: '',
  }
  const server = createServer((request, response) => {
    serve(request, response, standing).catch(() => response.destroy())
  })
  const purpose = { serves: 'the callback inspector', variable: 'INSPECTOR_PORT' }
  const own = await listenOnLoopback(server, port, purpose)
  standing.url = `http://127.0.0.1:${own}`
  return {
    url: standing.url,
    notifyUrl: `${standing.url}/notify`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type InspectorState = {
  /** The answer to callbacks from now on. */
  answer: AnswerKind
  url: string
  readonly callbacks: SeenCallbacks
  readonly files: { readonly style: string; readonly script: string }
  readonly uids: readonly string[]
}

async function serve(request: IncomingMessage, response: ServerResponse, standing: InspectorState) {
  const url = new URL(request.url ?? '/', standing.url)
  const isForPage = request.headers['x-inspector'] === 'page'
  const headers = { get: (name: string) => request.headersDistinct[name]?.[0] ?? null }
  const own = `http://${request.headers.host ?? ''}`
  if (isOfForeignPage({ method: request.method ?? '', url: own, headers })) {
    return send(response, 403, plain('Only programs and this page may POST here'))
  }
  if (request.method === 'POST' && !isForPage) return receive(request, response, standing)
  // Another site's name may resolve to this machine, and that site's page must not read this one.
  if (request.headers.host !== new URL(standing.url).host) {
    const local = request.headers.host === `localhost:${new URL(standing.url).port}`
    if (!local) return send(response, 421, plain('Open it at 127.0.0.1'))
  }
  if (request.method === 'POST') return control(request, response, standing)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return send(response, 405, plain('POST a callback, or GET the page'))
  }
  const { style, script } = standing.files
  switch (url.pathname) {
    case '/': {
      const accepted = request.headers['accept-language'] ?? ''
      const language = languageFor(url.searchParams.get('lang') ?? '', accepted)
      response.setHeader('content-language', languageTags[language])
      const page = pageHtml(language, `${standing.url}/notify`, standing.uids)
      return send(response, 200, { type: 'text/html', body: page })
    }
    case '/style.css':
      return send(response, 200, { type: 'text/css', body: style })
    case '/page.js':
      return send(response, 200, { type: 'text/javascript', body: script })
    case '/~callbacks.json': {
      const callbacks = standing.callbacks.after(Number(url.searchParams.get('after') ?? 0))
      const json = JSON.stringify({ answers: standing.answer, callbacks })
      return send(response, 200, { type: 'application/json', body: json })
    }
    default:
      return send(response, 404, plain('POST a callback here; the page is at /'))
  }
}

// Answers as the page chose before the callback came, unless the callback is forged.
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, callbacks, url }: InspectorState,
): Promise<void> {
  const atMs = Date.now()
  const { pathname, search } = new URL(request.url ?? '/', url)
  const { body, cut } = await bodyOf(request)
  const headers = Object.entries(request.headersDistinct).map(
    ([name, values = []]) => [name, values.join(', ')] as const,
  )
  const arrived = { atMs, body, cut, headers: Object.fromEntries(headers) }
  const answered = await callbacks.add({ ...arrived, path: pathname + search, answered: answer })
  await answerWith(answered, response)
}

// Requests of the page. Their header makes a browser on another site send a preflight, which the inspector refuses.
async function control(
  request: IncomingMessage,
  response: ServerResponse,
  standing: InspectorState,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', standing.url)
  const { body } = await bodyOf(request)
  if (pathname === '/~clear') standing.callbacks.clear()
  else if (pathname === '/~answer' && isAnswerKind(body)) standing.answer = body
  else return send(response, 400, plain('Unknown action'))
  return send(response, 200, plain('done'))
}

const bodyBytesMax = 64 * 1024

async function bodyOf(
  request: IncomingMessage,
): Promise<{ readonly body: string; readonly cut: boolean }> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length - part.length < bodyBytesMax) parts.push(part)
  }
  const bytes = Buffer.concat(parts).subarray(0, bodyBytesMax)
  return { body: bytes.toString('utf8'), cut: length > bodyBytesMax }
}

type Content = { readonly type: string; readonly body: string }

const plain = (body: string): Content => ({ type: 'text/plain', body })

function send(response: ServerResponse, status: number, { type, body }: Content): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  response.end(body)
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
