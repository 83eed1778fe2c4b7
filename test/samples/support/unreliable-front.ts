import { createServer, type IncomingMessage, request } from 'node:http'
import { listenOnLoopback } from '../../../scripts/local/ports.ts'

/** Stands before the API and loses a request or its answer. */
export type UnreliableFront = {
  readonly url: string
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
  const server = createServer(async (asked, answer) => {
    try {
      const path = asked.url ?? ''
      const body = await textOf(asked)
      const came = () => passedOn(`${api}${path}`, asked, body)
      const standIn = standIns[path]
      if (standIn !== undefined) {
        const ask = async () => JSON.parse((await came()).text)
        answer.end(JSON.stringify(await standIn(JSON.parse(body), ask)))
        return
      }
      const isLost = lost === 0 && path === '/api/v1/merchant/collections'
      if (isLost) lost += 1
      const { status, text } = isLost && loses === 'request' ? nothing : await came()
      if (isLost) answer.destroy()
      else answer.writeHead(status, { 'content-type': 'application/json' }).end(text)
    } catch {
      answer.destroy()
    }
  })
  const port = await listenOnLoopback(server, 0, { serves: 'a front', variable: 'PAY_API' })
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, lost: () => lost, stop }
}

const nothing = { status: 0, text: '' }

function passedOn(url: string, { method, headers }: IncomingMessage, body: string) {
  const { 'content-type': type = '', accept = '' } = headers
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const options = { method, headers: { 'content-type': type, accept } }
    const onward = request(url, options, async (came) => {
      resolve({ status: came.statusCode ?? 502, text: await textOf(came) })
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
