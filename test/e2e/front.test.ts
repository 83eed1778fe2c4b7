import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Front, openFront } from '../../scripts/local/front.ts'

const bodyBytesMax = 1000
let front: Front
let behind: Server
let target: number
const seen: string[] = []
// The number of next requests whose connection the server closes.
let breaks = 0

beforeAll(async () => {
  behind = createServer((incoming, answer) => {
    seen.push(`${incoming.method} ${incoming.headers['content-length'] ?? 'without a body'}`)
    breaks -= 1
    if (breaks >= 0) incoming.socket.destroy()
    else incoming.pipe(answer)
  })
  behind.listen(0, '127.0.0.1')
  await once(behind, 'listening')
  front = await openFront({
    port: 0,
    serves: 'a test',
    variable: 'PORT',
    bodyBytesMax,
    target: () => target,
  })
})
afterAll(async () => {
  await front.close()
  behind.close()
})
beforeEach(() => {
  target = (behind.address() as AddressInfo).port
  seen.length = 0
  breaks = 0
})

describe('a body', () => {
  test.each([0, 1, bodyBytesMax])('of %i bytes is passed on with its length', async (bytes) => {
    for (const framing of ['told', 'chunked'] as const) {
      expect(await send('POST', 'a'.repeat(bytes), framing)).toMatchObject({
        status: 200,
        body: 'a'.repeat(bytes),
      })
    }
    expect(seen).toEqual([`POST ${bytes}`, `POST ${bytes}`])
  })

  test.each(['told', 'chunked'] as const)(
    'that is too long (%s) is refused in the service’s format, and not passed on',
    async (framing) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (const bytes of [bodyBytesMax + 1, 5_000_000]) {
        const { status, headers, body } = await send('POST', 'a'.repeat(bytes), framing, agent)
        expect(status).toBe(413)
        expect(headers['x-request-id']).toBe(JSON.parse(body).request_id)
        expect(JSON.parse(body)).toMatchObject({ ok: 0, code: 1, error: 'body_too_large' })
        const doc_url = `http://localhost:${front.port}/docs?lang=en#error-body_too_large`
        const message = expect.stringMatching(/too large/)
        expect(JSON.parse(body)).toMatchObject({ doc_url, message })
      }
      expect(seen).toEqual([])
      expect(await send('POST', 'fits', framing, agent)).toMatchObject({ status: 200 })
      agent.destroy()
    },
  )

  test('that is incomplete is not passed on', async () => {
    const socket = connect(front.port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf')
    await sleep(50)
    socket.destroy()
    await send('GET')
    expect(seen).toEqual(['GET without a body'])
  })
})

describe('while the runtime restarts', () => {
  test.each(['GET', 'POST'])('%s waits for the new runtime', async (method) => {
    const { port } = behind.address() as AddressInfo
    target = await aFreePort()
    const answer = send(method, method === 'POST' ? 'body' : '')
    await sleep(100)
    target = port
    expect(await answer).toMatchObject({ status: 200 })
    expect(seen).toHaveLength(1)
  })

  test('a GET is repeated, a POST is not', async () => {
    breaks = 2
    expect(await send('GET')).toMatchObject({ status: 200 })
    expect(seen).toHaveLength(3)
    breaks = 1
    const { status, headers } = await send('POST', 'body')
    expect([status, headers['retry-after']]).toEqual([503, '1'])
    expect(seen).toHaveLength(4)
  })
})

async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: string }

async function send(
  method: string,
  body = '',
  framing: 'told' | 'chunked' = 'told',
  agent?: Agent,
): Promise<Answer> {
  const length =
    framing === 'told' ? { 'content-length': body.length } : { 'transfer-encoding': 'chunked' }
  const headers = { ...(method === 'GET' ? {} : length), 'accept-language': 'en' }
  const sent = request({ port: front.port, method, headers, ...(agent && { agent }) })
  sent.end(body)
  const [answer]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const piece of answer.setEncoding('utf8')) text += piece
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: text }
}
