import { verifyCallback } from './callbacks.ts'
import { sign, stringToSign } from './sign.ts'
import { textsOf } from './texts.ts'

/** A callback as the inspector received it. */
export type ReceivedCallback = {
  readonly number: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether it was longer than the inspector keeps: it cannot be sent as it was. */
  readonly cut: boolean
  /** UTC milliseconds. */
  readonly atMs: number
}

/** What came of forwarding one, named as the service names it. */
export type Outcome = {
  readonly name: 'delivered' | 'timeout' | 'network' | 'wrong_answer' | `http_${3 | 4 | 5}xx`
  readonly status: number | null
  readonly answer: string
  readonly ms: number
}

const timeoutMs = 10_000
const answerMax = 200
// They are of the connection over which it came.
const ofConnection = /^(?:host|connection|content-length|transfer-encoding|keep-alive|expect)$/

/** Sends a callback to a receiver, its body to the byte and with its headers. */
export async function forward(
  { headers, body }: ReceivedCallback,
  address: string,
): Promise<Outcome> {
  const own = Object.entries(headers).filter(([name]) => !ofConnection.test(name))
  const startMs = Date.now()
  const since = () => Date.now() - startMs
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: own as [string, string][],
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = await response.text()
    return { name: nameOf(response.status, answer), status: response.status, answer, ms: since() }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { name: isLate ? 'timeout' : 'network', status: null, answer: '', ms: since() }
  }
}

function nameOf(status: number, answer: string): Outcome['name'] {
  if (status >= 200 && status < 300) {
    return answer.trim().toLowerCase() === 'success' ? 'delivered' : 'wrong_answer'
  }
  if (status < 400) return 'http_3xx'
  return status < 500 ? 'http_4xx' : 'http_5xx'
}

const reasons: Readonly<Record<Outcome['name'], string>> = {
  delivered: 'acknowledged',
  timeout: 'not acknowledged: no answer within 10 seconds. Remember the callback, answer, then act',
  network: 'not acknowledged: nothing answers there. Is your receiver running at this address?',
  wrong_answer: 'not acknowledged: the body has to be success, and nothing else',
  http_3xx: 'not acknowledged: redirects are not followed. Forward to the address itself',
  http_4xx: 'not acknowledged: the receiver refused it',
  http_5xx: 'not acknowledged: the receiver failed',
}

/** Tells of a callback and what came of it, with the secret left out. */
export async function report(
  { number, headers, body, atMs }: ReceivedCallback,
  secret: string,
  { name, status, answer, ms }: Outcome,
): Promise<string> {
  const verified = await verifyCallback(headers, body, { secret, now: () => atMs })
  const texts = signedTexts(body)
  const own = sign(texts, secret)
  const isOwn = own === texts.sign
  const shown = answer.length > answerMax ? `${answer.slice(0, answerMax)}…` : answer
  const event = verified.ok ? verified.callback.event : `forged or altered: ${verified.problem}`
  return [
    `#${number} ${headers['webhook-id'] ?? 'without webhook-id'} · ${event}`,
    `  string to sign  ${stringToSign(texts, '<secret>')}`,
    `  expected sign   ${own} ${isOwn ? '(as in the body)' : `(in the body: ${texts.sign ?? 'none'})`}`,
    `  answer          ${status ?? '-'} in ${ms} ms ${JSON.stringify(shown)}`,
    `  ${name === 'delivered' ? '✓' : '✗'} ${name}: ${reasons[name]}`,
  ].join('\n')
}

// What is no JSON object has nothing to sign.
function signedTexts(body: string): Readonly<Record<string, string>> {
  try {
    return typeof JSON.parse(body) === 'object' ? textsOf(body) : {}
  } catch {
    return {}
  }
}
