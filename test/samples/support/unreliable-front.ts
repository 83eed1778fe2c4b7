import { createServer, type IncomingMessage, request } from 'node:http'
import { listenOnLoopback } from '../../../scripts/local/ports.ts'

/** Stands before the API and loses a request or its answer. */
export type UnreliableFront = {
  readonly url: string
  /** The `x-request-id` of each answer that went through, and the `accept-language` of each request. */
  readonly ids: readonly string[]
  readonly languages: readonly string[]
  /** How many were lost. */
  lost(): number
  stop(): void
}

/** What is answered in place of the API's own answer, by path. `ask` passes the request on to the API. */
export type StandIns = Readonly<
  Record<string, (sent: Json, ask: () => Promise<Json>) => Promise<Json>>
>

// biome-ignore lint/suspicious/noExplicitAny: the tests read whatever a body holds
export type Json = any

/**
 * Passes everything on to the API, but closes the connection of the first request that creates a collection: before it
 * is passed on, or in place of the answer to it. Its sender cannot tell which.
 */
export async function startUnreliableFront(
  api: string,
  loses: 'request' | 'answer',
  standIns: StandIns = {},
): Promise<UnreliableFront> {
  let lost = 0
  const ids: string[] = []
  const languages: string[] = []
  const server = createServer(async (asked, answer) => {
    try {
      const path = asked.url ?? ''
      const body = await textOf(asked)
      languages.push(asked.headers['accept-language'] ?? '')
      const came = () => passedOn(`${api}${path}`, asked, body)
      const standIn = standIns[path]
      if (standIn !== undefined) {
        const ask = async () => JSON.parse((await came()).text)
        answer.setHeader('x-request-id', `stand-in-${ids.length}`)
        ids.push(`stand-in-${ids.length}`)
        answer.end(JSON.stringify(await standIn(JSON.parse(body), ask)))
        return
      }
      const isLost = lost === 0 && path === '/api/v1/merchant/collections'
      if (isLost) lost += 1
      const { status, id, text } = isLost && loses === 'request' ? nothing : await came()
      if (isLost) {
        answer.destroy()
        return
      }
      ids.push(id)
      const headers = { 'content-type': 'application/json', 'x-request-id': id }
      answer.writeHead(status, headers).end(text)
    } catch {
      answer.destroy()
    }
  })
  const port = await listenOnLoopback(server, 0, { serves: 'a front', variable: 'PAY_API' })
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, ids, languages, lost: () => lost, stop }
}

const nothing = { status: 0, id: '', text: '' }

function passedOn(url: string, { method, headers }: IncomingMessage, body: string) {
  const { 'content-type': type = '', accept = '' } = headers
  return new Promise<{ status: number; id: string; text: string }>((resolve, reject) => {
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
