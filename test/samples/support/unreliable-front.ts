import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { listenOnLoopback } from '../../../scripts/local/ports.ts'

/** Stands before the API and answers some requests otherwise than the API. */
type UnreliableFront = {
  readonly url: string
  /** The `x-request-id` of each answer, and the `accept-language` of each request. */
  readonly ids: readonly string[]
  readonly languages: readonly string[]
  /** How many requests came to an endpoint, such as `collections`. */
  came(endpoint: string): number
  /** For each request to an endpoint but the first, milliseconds since the one before it was answered. */
  waits(endpoint: string): readonly number[]
  stop(): void
}

/** What becomes of a request. Its sender cannot tell `lost` from `unanswered`. */
export type Trouble =
  /** The connection is closed before the API has the request, in place of its answer, or in the middle of it. */
  | 'lost'
  | 'unanswered'
  | 'halved'
  /** The answer stops in the middle, and the connection stays open. */
  | 'stalled'
  /** It is refused, after the API has carried it out or before. `error` is by default of no code that exists. */
  | {
      readonly status: number
      readonly error?: string
      /** Seconds. */
      readonly retryAfter?: number
      readonly isCarriedOut?: boolean
      /** Whether a proxy says so, in HTML. */
      readonly isPage?: boolean
    }

/** What becomes of the first, second … request to an endpoint. Those after them are passed on. */
export type Troubles = Readonly<Record<string, readonly Trouble[]>>

/** What is answered in place of the API's own answer, by endpoint. `ask` passes the request on to the API. */
export type StandIns = Readonly<
  Record<string, (sent: Json, ask: () => Promise<Json>) => Promise<Json>>
>

// biome-ignore lint/suspicious/noExplicitAny: the tests read whatever a body holds
export type Json = any

type Answer = {
  readonly status: number
  readonly id: string
  readonly text: string
  readonly retryAfter?: number
  readonly end?: 'halved' | 'stalled'
}

/** Starts a front that passes on all that it is not told otherwise about. */
export async function startUnreliableFront(
  api: string,
  troubles: Troubles,
  standIns: StandIns = {},
): Promise<UnreliableFront> {
  const ids: string[] = []
  const languages: string[] = []
  const visits: { readonly endpoint: string; readonly came: number; answered: number }[] = []
  const of = (endpoint: string) => visits.filter((visit) => visit.endpoint === endpoint)
  const answerOf = async (asked: IncomingMessage, endpoint: string) => {
    const body = await textOf(asked)
    const trouble = troubles[endpoint]?.[of(endpoint).length - 1]
    const ask = () => passedOn(`${api}${asked.url}`, asked, body)
    if (trouble !== undefined) return troubled(trouble, ask)
    const standIn = standIns[endpoint]
    if (standIn === undefined) return ask()
    const answer = await standIn(JSON.parse(body), async () => JSON.parse((await ask()).text))
    return { status: 200, id: `stand-in-${ids.length}`, text: JSON.stringify(answer) }
  }
  const server = createServer(async (asked, answer) => {
    const endpoint = asked.url?.replace('/api/v1/merchant/', '') ?? ''
    const visit = { endpoint, came: performance.now(), answered: 0 }
    visits.push(visit)
    languages.push(asked.headers['accept-language'] ?? '')
    const given = await answerOf(asked, endpoint).catch(() => null)
    if (given !== null) ids.push(given.id)
    visit.answered = performance.now()
    write(answer, given)
  })
  const port = await listenOnLoopback(server, 0, { serves: 'a front', variable: 'PAY_API' })
  const waits = (endpoint: string) =>
    of(endpoint)
      .slice(1)
      .map(({ came }, before) => came - (of(endpoint)[before]?.answered ?? 0))
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  const url = `http://127.0.0.1:${port}`
  return { url, ids, languages, came: (endpoint) => of(endpoint).length, waits, stop }
}

async function troubled(trouble: Trouble, ask: () => Promise<Answer>): Promise<Answer | null> {
  if (trouble === 'lost') return null
  if (trouble === 'unanswered') {
    await ask()
    return null
  }
  if (trouble === 'halved' || trouble === 'stalled') return { ...(await ask()), end: trouble }
  const { status, error = 'some_refusal', retryAfter, isCarriedOut, isPage } = trouble
  if (isCarriedOut) await ask()
  const id = `refused-${Math.random()}`
  const refusal = JSON.stringify({ ok: 0, message: 'refused', error, request_id: id })
  const text = isPage ? '<h1>Bad gateway</h1>' : refusal
  return { status, id, text, ...(retryAfter !== undefined && { retryAfter }) }
}

function write(answer: ServerResponse, given: Answer | null): void {
  if (given === null) {
    answer.destroy()
    return
  }
  const { status, id, text, retryAfter, end } = given
  if (retryAfter !== undefined) answer.setHeader('retry-after', retryAfter)
  const headers = { 'content-type': 'application/json', 'x-request-id': id }
  answer.writeHead(status, headers)
  if (end === undefined) answer.end(text)
  else answer.write(text.slice(0, text.length / 2), () => end === 'halved' && answer.destroy())
}

function passedOn(url: string, { method, headers }: IncomingMessage, body: string) {
  const { 'content-type': type = '', accept = '' } = headers
  return new Promise<Answer>((resolve, reject) => {
    const options = { method, headers: { 'content-type': type, accept } }
    const onward = request(url, options, async (came) => {
      const id = String(came.headers['x-request-id'])
      resolve({ status: came.statusCode ?? 502, id, text: await textOf(came) })
    })
    onward.on('error', reject)
    onward.end(body)
  })
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
