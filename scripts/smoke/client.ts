import { sign } from '../../client/src/sign.ts'
import { Problem } from '../command/problem.ts'

/** A fault of the deployment: a message for the person who fixes it. */
export class CheckFailure extends Problem {}

type Reply = {
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

// biome-ignore lint/suspicious/noExplicitAny: a check validates the members that it reads
export type Json = any

export type Client = {
  /** Sends a request, a POST if it has a body, and does not follow redirects. Throws `CheckFailure` without an answer. */
  send(url: URL, body?: string, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** Sends a signed request, with `changes` made after signing. Throws `CheckFailure` for a fault or an answer without JSON. */
  request(path: string, fields?: Fields, changes?: Fields): Promise<{ status: number; body: Json }>
  /** As `request`; throws `CheckFailure` for a refusal too. */
  call(path: string, fields?: Fields): Promise<Json>
  /** Whether every request so far has failed without an answer. */
  isDown(): boolean
  /** The clock of the signed timestamps, in milliseconds. */
  readonly now: () => number
}

type Fields = Readonly<Record<string, unknown>>

type ClientOptions = {
  readonly baseUrl: URL
  readonly uid: string
  readonly secret: string
  readonly now?: () => number
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 15_000
const excerptCharsMax = 120

/** Makes a client that signs as a merchant. */
export function clientOf(options: ClientOptions): Client {
  const { baseUrl, uid, secret, now = Date.now } = options
  let isDown = true
  const send: Client['send'] = async (url, body, headers = {}) => {
    const all = { ...options, headers: { ...options.headers, ...headers } }
    const reply = await sendTo(url, body, all)
    isDown = false
    return reply
  }
  const request = async (path: string, fields: Fields = {}, changes: Fields = {}) => {
    const all = { uid, timestamp: Math.floor(now() / 1000), ...fields }
    const body = JSON.stringify({ ...all, sign: sign(all, secret), ...changes })
    const reply = await send(new URL(`/api/v1/merchant/${path}`, baseUrl), body)
    return { status: reply.status, body: jsonOf(reply) }
  }
  return {
    send,
    request,
    now,
    isDown: () => isDown,
    call: async (path, fields) => {
      const { status, body } = await request(path, fields)
      if (status === 200 && body.ok === 1) return body
      throw new CheckFailure(`${path} was refused with ${refusalText(status, body)}`)
    },
  }
}

/** The JSON of an answer. Throws `CheckFailure` with the kind of the answer if it is not JSON, or a fault. */
export function jsonOf(reply: Reply): Json {
  const { url, status, headers, text } = reply
  const type = headers.get('content-type') ?? 'no content type'
  const where = `${url.pathname} answers`
  if (/html/i.test(type) || /^\s*<(?:!doctype|html)/i.test(text)) {
    throw new CheckFailure(
      `${where} ${status} with a page of HTML${titleOf(text)} instead of JSON: another server answers before this ` +
        'service, such as a proxy or a login',
    )
  }
  let body: Json
  try {
    body = JSON.parse(text)
  } catch {
    throw new CheckFailure(
      `${where} ${status} (${type}) with invalid JSON: ${JSON.stringify(excerptOf(text))}`,
    )
  }
  if (status >= 500)
    throw new CheckFailure(`${where} ${refusalText(status, body)}: a fault of the service`)
  return body
}

/** A refusal's status, code, message, and request id for the log. */
export function refusalText(status: number, body: Json): string {
  const id = typeof body?.request_id === 'string' ? `, request ${body.request_id}` : ''
  return `${status} ${body?.error ?? 'without a code'} (${excerptOf(String(body?.message ?? 'no message'))}${id})`
}

async function sendTo(
  url: URL,
  body: string | undefined,
  { headers = {}, timeoutMs = defaultTimeoutMs }: ClientOptions,
): Promise<Reply> {
  const accept = { accept: 'application/json, text/html', ...headers }
  const sent =
    body === undefined
      ? { headers: accept }
      : { method: 'POST', body, headers: { ...accept, 'content-type': 'application/json' } }
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...sent, redirect: 'manual', signal })
    const text = await response.text()
    return { url, status: response.status, headers: response.headers, text }
  } catch (error) {
    throw new CheckFailure(`no answer from ${url.origin}: ${networkErrorText(error, timeoutMs)}`)
  }
}

function networkErrorText(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no complete answer within ${timeoutMs / 1000} s`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause ? `${cause.code} ${cause.message}`.trim() : cause.message
}

function titleOf(html: string): string {
  const [, title] = /<title>([^<]*)<\/title>/i.exec(html) ?? []
  return title === undefined ? '' : ` ("${excerptOf(title.trim())}")`
}

function excerptOf(text: string): string {
  return text.length > excerptCharsMax ? `${text.slice(0, excerptCharsMax)}…` : text
}
