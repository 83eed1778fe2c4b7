import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { listenOnLoopback } from '../../../scripts/local/ports.ts'

/** Stands before the API and loses answers. */
export type UnreliableFront = {
  readonly url: string
  /** How many answers were lost. */
  lost(): number
  stop(): void
}

/** Answers in the API's place, by path. */
export type StandIns = Readonly<Record<string, (sent: Record<string, string>) => Promise<object>>>

/**
 * Passes everything on to the API, but closes the connection in place of the first answer to a request that creates a
 * collection: it is carried out, and its sender is not told.
 */
export async function startUnreliableFront(
  api: string,
  standIns: StandIns = {},
): Promise<UnreliableFront> {
  let lost = 0
  const server = createServer(async (asked, answer) => {
    const body = await bodyOf(asked)
    const standIn = standIns[asked.url ?? '']
    if (standIn !== undefined) {
      answer.end(JSON.stringify(await standIn(JSON.parse(body.toString()))))
      return
    }
    const loses = lost === 0 && asked.url === '/api/v1/merchant/collections'
    if (loses) lost += 1
    passOn(api, asked, body, answer, loses)
  })
  const port = await listenOnLoopback(server, 0, { serves: 'a front', variable: 'PAY_API' })
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, lost: () => lost, stop }
}

async function bodyOf(asked: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of asked) parts.push(part)
  return Buffer.concat(parts)
}

function passOn(
  api: string,
  asked: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
  loses: boolean,
): void {
  const { method, headers } = asked
  const { host: _, 'transfer-encoding': __, connection: ___, ...kept } = headers
  const options = { method, headers: { ...kept, 'content-length': String(body.length) } }
  const onward = request(`${api}${asked.url}`, options, (came) => {
    if (loses) {
      came.resume().on('end', () => answer.destroy())
      return
    }
    answer.writeHead(came.statusCode ?? 502, came.headers)
    came.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  onward.end(body)
}
