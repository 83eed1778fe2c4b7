import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a merchant's server answers: a status and a body, after so many milliseconds. */
type Answer = { readonly status: number; readonly body: string; readonly afterMs?: number }

/** A merchant's server that receives callbacks. */
export type Receiver = {
  /** The address to send callbacks to, where it answers what the test says at that moment. */
  readonly url: string
  /** Another, where it acknowledges whatever comes. */
  readonly ok: string
  /** The origin, which the service knows it by. */
  readonly origin: string
  answer: Answer
  /** What it has got, oldest first: each callback's id and body. */
  readonly received: readonly { readonly id: string; readonly body: string }[]
  stop(): void
}

export const acknowledges: Answer = { status: 200, body: 'success' }
export const fails: Answer = {
  status: 500,
  body: `<h1>Internal Server Error</h1>${'<p>Try again later.</p>'.repeat(5)}`,
}

/** Starts such a server on a free port. */
export async function aReceiver(answer: Answer = acknowledges): Promise<Receiver> {
  const received: { id: string; body: string }[] = []
  const server = createServer(async (request, response) => {
    let got = ''
    for await (const part of request.setEncoding('utf8')) got += part
    received.push({ id: String(request.headers['webhook-id']), body: got })
    const { status, body, afterMs = 0 } = request.url === '/ok' ? acknowledges : receiver.answer
    response.setHeader('content-type', 'text/html; charset=utf-8')
    setTimeout(() => response.writeHead(status).end(body), afterMs)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const addresses = { url: `${origin}/notify`, ok: `${origin}/ok`, origin }
  const receiver: Receiver = { ...addresses, answer, received, stop }
  return receiver
}
