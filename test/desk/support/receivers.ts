import { createServer, type Server } from 'node:http'

/** What a merchant's server answers: a status and a body, after so many milliseconds. */
export type Answer = { readonly status: number; readonly body: string; readonly afterMs?: number }

/** A merchant's server that receives callbacks, and answers what the test says at that moment. */
export type Receiver = {
  /** The address to send callbacks to. */
  readonly url: string
  /** The origin, which the service knows it by. */
  readonly origin: string
  answer: Answer
  /** How often each callback has come, by its id. */
  readonly received: Map<string, number>
  stop(): void
}

export const acknowledges: Answer = { status: 200, body: 'success' }
export const fails: Answer = {
  status: 500,
  body: `<h1>Internal Server Error</h1>${'<p>Try again later.</p>'.repeat(5)}`,
}

/** Starts such a server on a free port. */
export async function aReceiver(answer: Answer = acknowledges): Promise<Receiver> {
  const received = new Map<string, number>()
  const server: Server = createServer(async (request, response) => {
    for await (const _part of request);
    const id = String(request.headers['webhook-id'])
    received.set(id, (received.get(id) ?? 0) + 1)
    const { status, body, afterMs = 0 } = receiver.answer
    setTimeout(() => response.writeHead(status).end(body), afterMs)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const origin = `http://127.0.0.1:${port}`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const receiver: Receiver = { url: `${origin}/notify`, origin, answer, received, stop }
  return receiver
}
