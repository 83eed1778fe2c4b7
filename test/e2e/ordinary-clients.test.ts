import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, inject, test } from 'vitest'

// Ordinary clients; `npm run long -- start` runs 200 rounds.
const rounds = Number(process.env.START_ROUNDS ?? 40)
const clients = 20
const timeout = 30_000 + rounds * 1000

const doors = {
  'the public Worker': {
    url: new URL(inject('payUrl')),
    reads: '/api/v1/merchant/banks?q=812',
    takes: '/api/v1/merchant/collections',
  },
  'the back office': {
    url: new URL(inject('backofficeUrl')),
    reads: '/api/overview',
    takes: '/api/merchants',
  },
}

type Door = (typeof doors)[keyof typeof doors]

afterEach(async () => {
  for (const { url, reads } of Object.values(doors)) {
    expect((await send(url, 'GET', reads)).status).toBe(200)
  }
})

test(
  'clients with a request every 5 seconds are answered on a kept connection',
  async () => {
    const started = performance.now()
    const ask = async ({ url, reads }: Door) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let turn = 0; turn <= rounds / clients; turn++) {
        await sleep(Math.max(0, started + turn * 5000 - performance.now()))
        const answer = await send(url, 'GET', reads, [], agent)
        expect(answer).toMatchObject({ status: 200, reusedSocket: turn > 0 })
      }
      agent.destroy()
    }
    const all = Object.values(doors).flatMap((door) => Array.from({ length: clients }, () => door))
    await Promise.all(all.map(ask))
  },
  timeout,
)

describe.each(Object.entries(doors))('%s answers', (_name, { url, reads, takes }) => {
  test.each(['Content-Length: 1000', 'Transfer-Encoding: chunked'])(
    'after clients that closed the connection in the middle of a body (%s)',
    async (framing) => {
      const start = framing.includes('chunked') ? '3e8\r\n{"uid":' : '{"uid":'
      await eachRound(async () => {
        const socket = connect(Number(url.port), url.hostname)
        socket.write(`POST ${takes} HTTP/1.1\r\n${head(url)}${framing}\r\n\r\n${start}`)
        await sleep(5)
        socket.destroy()
      })
    },
    timeout,
  )

  test(
    'after clients that closed the connection before the answer',
    async () => {
      await eachRound(async (round) => {
        const socket = connect(Number(url.port), url.hostname)
        socket.write(`GET ${reads} HTTP/1.1\r\n${head(url)}\r\n`)
        await once(socket, 'connect')
        await sleep(round % 5)
        socket.destroy()
      })
    },
    timeout,
  )

  test(
    'chunked bodies of 66 to 100 KiB with 413',
    async () => {
      await eachRound(async (round) => {
        const bytes = (66 + (round % 35)) * 1024
        const parts = Array.from({ length: 8 }, () => Buffer.alloc(bytes / 8, 'a'))
        const { status, body } = await send(url, 'POST', takes, parts)
        expect(status).toBe(413)
        expect(JSON.parse(body)).toMatchObject({ ok: 0, code: 1, error: 'body_too_large' })
      })
    },
    timeout,
  )
})

async function eachRound(work: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round += clients) {
    const together = Math.min(clients, rounds - round)
    await Promise.all(Array.from({ length: together }, (_, nth) => work(round + nth)))
  }
}

function head({ host }: URL): string {
  return `Host: ${host}\r\nContent-Type: application/json\r\n`
}

type Answer = { status: number; body: string; reusedSocket: boolean }

// Not fetch, which may merge chunks.
async function send(
  url: URL,
  method: string,
  path: string,
  chunks: readonly Buffer[] = [],
  agent?: Agent,
): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const { hostname, port } = url
  const sent = request({ hostname, port, method, path, headers, ...(agent && { agent }) })
  for (const chunk of chunks) sent.write(chunk)
  sent.end()
  const [answer]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage]
  let body = ''
  for await (const piece of answer.setEncoding('utf8')) body += piece
  return { status: answer.statusCode ?? 0, body, reusedSocket: sent.reusedSocket }
}
