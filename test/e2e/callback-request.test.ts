import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, inject, test } from 'vitest'
import { signedJson } from '../../scripts/client/merchant-client.ts'
import { send } from '../../scripts/demo/http.ts'

// The callback's request and the receiver's answers over real HTTP.

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

test('a callback is a POST of one flat JSON object to its exact address (§6 request, collection timestamp)', async () => {
  const { origin, received } = await aReceiver((answer) => answer.end('success'))
  const started = Math.floor(Date.now() / 1000)
  const { attempts } = await anOwedCallback(`${origin}/notify?order=1&x=%20`)
  await expect.poll(attempts, waiting).toMatchObject([{ outcome: 'delivered' }])

  const [{ method, url, headers, text } = nothing, ...more] = received
  expect(more).toEqual([])
  expect({ method, url }).toEqual({ method: 'POST', url: '/notify?order=1&x=%20' })
  expect(headers['content-type']).toBe('application/json')
  const body: Record<string, unknown> = JSON.parse(text)
  for (const value of Object.values(body)) expect(['string', 'number']).toContain(typeof value)
  expect(body.timestamp).toSatisfy(Number.isInteger)
  expect(body.timestamp).toBeGreaterThanOrEqual(started)
  expect(body.timestamp).toBeLessThanOrEqual(Math.floor(Date.now() / 1000))
})

test('a redirect is not followed (§6 any other answer)', async () => {
  const { origin, received } = await aReceiver((answer) => {
    answer.writeHead(302, { location: '/elsewhere' }).end('success')
  })
  const { attempts } = await anOwedCallback(`${origin}/notify`)
  await expect.poll(attempts, waiting).toMatchObject([{ outcome: 'http_3xx', http_status: 302 }])
  expect(received.map(({ url }) => url)).toEqual(['/notify'])
})

test('a server that does not answer, or does not end its answer, gets 10 seconds (§6 time-out)', async () => {
  const mute = await aReceiver(() => undefined)
  const endless = await aReceiver((answer) => answer.writeHead(200).write('succ'))
  const owed = await Promise.all([mute, endless].map(({ origin }) => anOwedCallback(origin)))
  for (const { attempts } of owed) {
    await expect.poll(attempts, waiting).toMatchObject([{ outcome: 'timeout' }])
    const [{ duration_ms: durationMs }] = await attempts()
    expect(durationMs).toBeGreaterThan(9_500)
    // Twice as long on a busy machine; no other limit is near.
    expect(durationMs).toBeLessThan(20_000)
  }
})

const waiting = { interval: 200 }
const nothing: Receipt = { method: '', url: '', headers: {}, text: '' }

type Receipt = {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A receiver that records requests and answers as told. */
async function aReceiver(answering: (answer: ServerResponse) => void) {
  const received: Receipt[] = []
  const server = createServer(async (request, answer) => {
    const { method, url, headers } = request
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    received.push({ method, url, headers, text })
    answering(answer)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, received }
}

/** A paid collection with a callback to the address, and its attempts in the back office. */
async function anOwedCallback(address: string) {
  const backoffice = `${inject('backofficeUrl')}/api`
  const uid = `E${randomUUID().slice(0, 12)}`
  const created = await send(
    'POST',
    `${backoffice}/merchants`,
    JSON.stringify({ uid, name: 'Shop' }),
  )
  const post = (path: string, fields: object) => {
    const body = signedJson(uid, created.body.api_secret, { ...fields })
    return send('POST', `${inject('payUrl')}/api/v1/merchant/${path}`, body)
  }
  const orderid = randomUUID()
  await post('collections', { orderid, amount: 1, status: 'succeeded', notify_url: address })
  const { tradeNo } = (await post('collections/status', { orderid })).body
  const attempts = async () =>
    (await send('GET', `${backoffice}/collections/${tradeNo}`)).body.attempts
  return { attempts }
}
