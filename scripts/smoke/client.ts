import { sign } from '../../client/src/sign.ts'
import { Problem } from '../command/problem.ts'

/** A fault that a check has found: a sentence for the person who mends it. */
export class Wrong extends Problem {}

/** An answer, read to its end. */
type Reply = {
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

// biome-ignore lint/suspicious/noExplicitAny: a check reads what the answer holds and says what is not as it should be
export type Json = any

/** Sends requests to a deployment and reads the answers. */
export type Client = {
  /** Sends a request, a POST where there is a body; a redirect is an answer. Throws `Wrong` when there is none. */
  send(url: URL, body?: string, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** Sends a signed request and returns its answer. Throws `Wrong` for one that is not JSON, or a fault. */
  ask(path: string, fields?: Fields, changes?: Fields): Promise<{ status: number; body: Json }>
  /** As `ask`; throws `Wrong` for a refusal too. */
  call(path: string, fields?: Fields): Promise<Json>
  /** Whether no request so far has had an answer. */
  isDown(): boolean
  /** The time in milliseconds by which requests are signed. */
  readonly now: () => number
}

/** A request's fields, by name. */
type Fields = Readonly<Record<string, unknown>>

/** Who signs, where to, with which clock, and headers of every request. */
type ClientOptions = {
  readonly baseUrl: URL
  readonly uid: string
  readonly secret: string
  readonly now?: () => number
  readonly headers?: Readonly<Record<string, string>>
  /** How long an answer may take, in milliseconds. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 15_000
const shownCharsMax = 120

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
  const ask = async (path: string, fields: Fields = {}, changes: Fields = {}) => {
    const all = { uid, timestamp: Math.floor(now() / 1000), ...fields }
    const body = JSON.stringify({ ...all, sign: sign(all, secret), ...changes })
    const reply = await send(new URL(`/api/v1/merchant/${path}`, baseUrl), body)
    return { status: reply.status, body: jsonOf(reply) }
  }
  return {
    send,
    ask,
    now,
    isDown: () => isDown,
    call: async (path, fields) => {
      const { status, body } = await ask(path, fields)
      if (status === 200 && body.ok === 1) return body
      throw new Wrong(`${path} was refused with ${refusalText(status, body)}`)
    },
  }
}

/** The JSON of an answer. Throws `Wrong` with the answer's kind if it is no JSON or a fault. */
export function jsonOf(reply: Reply): Json {
  const { url, status, headers, text } = reply
  const type = headers.get('content-type') ?? 'no content type'
  const where = `${url.pathname} answers`
  if (/html/i.test(type) || /^\s*<(?:!doctype|html)/i.test(text)) {
    throw new Wrong(
      `${where} ${status} with a page of HTML${titleOf(text)} in place of JSON: not this service answers there, ` +
        'but something before it, such as a proxy or a login',
    )
  }
  let body: Json
  try {
    body = JSON.parse(text)
  } catch {
    throw new Wrong(
      `${where} ${status} (${type}) with what is no JSON: ${JSON.stringify(shortened(text))}`,
    )
  }
  if (status >= 500)
    throw new Wrong(`${where} ${refusalText(status, body)}: a fault of the service`)
  return body
}

/** A refusal in few words: status, code, message and the id under which the log has it. */
export function refusalText(status: number, body: Json): string {
  const id = typeof body?.request_id === 'string' ? `, request ${body.request_id}` : ''
  return `${status} ${body?.error ?? 'without a code'} (${shortened(String(body?.message ?? 'no message'))}${id})`
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
    throw new Wrong(`nothing answers at ${url.origin}: ${reasonOf(error, timeoutMs)}`)
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no whole answer within ${timeoutMs / 1000} s`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause ? `${cause.code} ${cause.message}`.trim() : cause.message
}

function titleOf(html: string): string {
  const [, title] = /<title>([^<]*)<\/title>/i.exec(html) ?? []
  return title === undefined ? '' : ` ("${shortened(title.trim())}")`
}

function shortened(text: string): string {
  return text.length > shownCharsMax ? `${text.slice(0, shownCharsMax)}…` : text
}
