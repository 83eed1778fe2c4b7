import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from '../../../scripts/local/ports.ts'

/** A service that answers queries of orders by the merchant's own numbers, and nothing else. */
export type LookUps = {
  readonly url: string
  /** What each order stands at. */
  readonly stands: Map<string, number>
  /** The numbers that were asked for. */
  readonly asked: readonly string[]
  stop(): void
}

/** Starts one that has no order, and waits for `before` before each answer. */
export async function startLookUps({
  before = async () => undefined,
}: {
  readonly before?: () => Promise<unknown>
} = {}): Promise<LookUps> {
  const stands = new Map<string, number>()
  const asked: string[] = []
  const server = createServer(async (request, answer) => {
    const { orderid, serial_no } = JSON.parse(await text(request))
    const number = String(request.url?.endsWith('/collections/status') ? orderid : serial_no)
    asked.push(number)
    await before()
    const paid = stands.get(number)
    const refusal = { ok: 0, error: 'order_not_found', message: 'not found', request_id: 'r' }
    const found = { ok: 1, status: 'PAID', paid, tradeNo: 'C0', orderNo: number, data: {} }
    answer.statusCode = paid === undefined ? 404 : 200
    answer.end(JSON.stringify(paid === undefined ? refusal : found))
  })
  const port = await listenOnLoopback(server, 0, { serves: 'look-ups', variable: 'PAY_API' })
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, stands, asked, stop }
}
