import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'

// A merchant's receiver of callbacks. It imports nothing from src, so that it tests the documentation. It prints a JSON
// line with its address, then one for each callback: RECEIVER_SECRET=<API secret> node scripts/demo/receiver.ts

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
  print({
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
  print({ event: 'listening', url: `http://127.0.0.1:${port}/notify` })
})
process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))

/** Verifies the body's `sign`: the MD5 of the other fields in ASCII order, without empty ones, and the secret. */
function verifiesSign(raw: string): boolean {
  const { sign, ...fields } = parsed(raw)
  const text = Object.keys(fields)
    .sort()
    .filter((name) => fields[name] !== null && fields[name] !== '')
    .map((name) => `${name}=${fields[name]}&`)
    .join('')
  const expected = createHash('md5').update(`${text}key=${secret}`).digest('hex').toUpperCase()
  return isEqual(String(sign), expected)
}

/** Verifies the Standard Webhooks headers: the HMAC-SHA256 of id, timestamp and raw body. */
function verifiesWebhook(headers: IncomingHttpHeaders, raw: string): boolean {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${raw}`).digest('base64')
  const signatures = String(headers['webhook-signature']).split(' ')
  return age <= toleranceSeconds && signatures.some((text) => isEqual(text, `v1,${expected}`))
}

function parsed(raw: string): Record<string, unknown> {
  try {
    return JSON.parse(raw)
  } catch {
    return {}
  }
}

function isEqual(text: string, expected: string): boolean {
  const [a, b] = [Buffer.from(text), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
