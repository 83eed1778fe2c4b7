import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'

// A merchant's server that receives callbacks, written from the documentation alone: nothing of src is imported.
// A process of its own; prints one JSON line for its address and one for each callback.
// Run as: RECEIVER_SECRET=<the merchant's API secret> node scripts/demo/receiver.ts

const secret = process.env.RECEIVER_SECRET ?? ''
const toleranceSeconds = 300

const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const raw = Buffer.concat(parts).toString('utf8')
  const signOk = verifiesSign(raw)
  const webhookOk = verifiesWebhook(request.headers, raw)
  const accepted = signOk && webhookOk
  response.writeHead(accepted ? 200 : 400, { 'content-type': 'text/plain' })
  response.end(accepted ? 'success' : 'wrong signature')
  say({
    event: 'callback',
    id: request.headers['webhook-id'],
    attempt: request.headers['webhook-attempt'],
    sign_ok: signOk,
    webhook_ok: webhookOk,
    body: parsed(raw),
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  say({ event: 'listening', url: `http://127.0.0.1:${port}/notify` })
})
process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))

/** The body's `sign`: MD5 over the other fields in ASCII order, empty ones left out, and the secret. */
function verifiesSign(raw: string): boolean {
  const { sign, ...fields } = parsed(raw)
  const text = Object.keys(fields)
    .sort()
    .filter((name) => fields[name] !== null && fields[name] !== '')
    .map((name) => `${name}=${fields[name]}&`)
    .join('')
  const expected = createHash('md5').update(`${text}key=${secret}`).digest('hex').toUpperCase()
  return same(String(sign), expected)
}

/** The Standard Webhooks headers: HMAC-SHA256 over id, timestamp and the body as received. */
function verifiesWebhook(headers: IncomingHttpHeaders, raw: string): boolean {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${raw}`).digest('base64')
  const signatures = String(headers['webhook-signature']).split(' ')
  return age <= toleranceSeconds && signatures.some((text) => same(text, `v1,${expected}`))
}

function parsed(raw: string): Record<string, unknown> {
  try {
    return JSON.parse(raw)
  } catch {
    return {}
  }
}

function same(text: string, expected: string): boolean {
  const [a, b] = [Buffer.from(text), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
