// The stand-in as a program: `node test/support/cloudflare/server.ts 8788`, then `npm run provision` with
// CLOUDFLARE_API_BASE_URL=http://127.0.0.1:8788 and any CLOUDFLARE_API_TOKEN. The account is gone with the program.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Account, emptyAccount, type Reply, type Request, replyOf } from './account.ts'

/** Is called at each request before its effect, and after it with the reply; true breaks the connection. */
export type Watch = (request: Request, reply: Reply | null) => boolean

/** Starts the API on a port of this computer, by default a free one. */
export async function startApi(
  watch: Watch = () => false,
  port = 0,
): Promise<{ account: Account; url: string; server: Server }> {
  const account = emptyAccount()
  const server = createServer(async (incoming, outgoing): Promise<unknown> => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const { method = '', url = '' } = incoming
    const request = { method, path: url, text: Buffer.concat(parts).toString() }
    if (watch(request, null)) return incoming.destroy()
    const reply = replyOf(account, request)
    if (watch(request, reply)) return incoming.destroy()
    const { status, body } = reply
    return outgoing
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { account, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

if (process.argv[1] === import.meta.filename) {
  const { url } = await startApi(undefined, Number(process.argv[2] ?? 0))
  console.log(`CLOUDFLARE_API_BASE_URL=${url}`)
}
