import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A merchant's server: what it answers is told by the path of its address. */
export type Receiver = {
  /** Acknowledges whatever it gets. */
  readonly ok: string
  /** Answers 500 with the text that it was started with. */
  readonly broken: string
  /** The bodies that it has got, oldest first. */
  readonly received: readonly string[]
  close(): Promise<void>
}

/** Starts one on a free port; `says` is what it answers where it is broken. */
export async function aReceiver(says = '資料庫忙線中'): Promise<Receiver> {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    received.push(Buffer.concat(parts).toString('utf8'))
    const isBroken = request.url === '/broken'
    response.writeHead(isBroken ? 500 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(isBroken ? says : 'success')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ok: `${url}/ok`,
    broken: `${url}/broken`,
    received,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
