import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import {
  type AddressInfo,
  createServer as createPlainServer,
  type Server as NetServer,
} from 'node:net'
import { text } from 'node:stream/consumers'
import { answer } from './answers.ts'
import type { Addresses, Posting, ReceiverLog } from './log.ts'
import { selfSigned } from './self-signed.ts'
import { readBody, verifies } from './verify.ts'

// Receivers in one process: each path is the script of an answer, and each request is logged. Prints its addresses as
// one JSON line. Run as: node test/faults/receivers/server.ts <how many http origins>

// Longer than the sender keeps an idle connection, so that none is closed as a request starts on it.
const keepAliveTimeout = 30_000

const secrets = new Map<string, string>()
const postings: Posting[] = []
const timesAsked = new Map<string, number>()
const connections = { selfSigned: 0, noTls: 0 }

const receive: RequestListener = async (request, response) => {
  const receivedAt = Date.now()
  const { socket } = request
  const sentBefore = socket.bytesWritten
  // The sender was killed before its request ended.
  const body = await text(request).catch(() => null)
  if (body === null) return
  const { fields, uid, number, amount, event } = readBody(body)
  const id = String(request.headers['webhook-id'])
  const posting: Posting = {
    id,
    attempt: Number(request.headers['webhook-attempt']),
    path: request.url ?? '',
    order: `${uid}/${number}`,
    amount,
    event,
    verified: verifies(fields, body, request.headers, secrets.get(uid) ?? ''),
    receivedAt,
    endedAt: null,
    acknowledged: false,
    bytesSent: 0,
  }
  postings.push(posting)
  let acknowledges = false
  response.on('close', () => {
    posting.endedAt = Date.now()
    posting.acknowledged = acknowledges && response.writableFinished
    posting.bytesSent = socket.bytesWritten - sentBefore
  })
  const before = timesAsked.get(id) ?? 0
  timesAsked.set(id, before + 1)
  const labels = posting.path.split('/').slice(1)
  acknowledges = answer({ request, response, labels, before })
}

const control: RequestListener = async (request, response) => {
  if (request.url === '/secrets') {
    const given: Record<string, string> = JSON.parse(await text(request))
    for (const [uid, secret] of Object.entries(given)) secrets.set(uid, secret)
    response.end()
    return
  }
  const isCount = request.url === '/count'
  const log = { postings, connections } satisfies ReceiverLog
  response.end(JSON.stringify(isCount ? postings.length : log))
}

async function listen(server: Server | NetServer, scheme: 'http' | 'https'): Promise<string> {
  server.listen(0, '127.0.0.1', 4096)
  await once(server, 'listening')
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function closedPort(): Promise<string> {
  const server = createServer()
  const origin = await listen(server, 'http')
  server.close()
  return origin
}

const tls = createTlsServer(selfSigned(), receive).on('connection', () => {
  connections.selfSigned += 1
})
const noTls = createPlainServer((socket) => {
  connections.noTls += 1
  socket.on('error', () => undefined).end('this is no TLS\r\n')
})
const origins = Array.from({ length: Number(process.argv[2]) }, () =>
  listen(createServer({ keepAliveTimeout }, receive), 'http'),
)
const addresses: Addresses = {
  http: await Promise.all(origins),
  selfSigned: await listen(tls, 'https'),
  noTls: await listen(noTls, 'https'),
  closed: await closedPort(),
  control: await listen(createServer(control), 'http'),
}
console.log(JSON.stringify(addresses))
