import { verifyCallback } from './callbacks.ts'
import { sign, stringToSign } from './sign.ts'
import { textsOf } from './texts.ts'

/** A callback as the inspector received it. */
export type ReceivedCallback = {
  readonly number: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether the inspector kept only the beginning of the body: such a callback cannot be forwarded. */
  readonly cut: boolean
  /** UTC milliseconds. */
  readonly atMs: number
}

/** The result of forwarding a callback, under the service's own names of results. */
export type Outcome = {
  readonly name: 'delivered' | 'timeout' | 'network' | 'wrong_answer' | `http_${3 | 4 | 5}xx`
  readonly status: number | null
  readonly answer: string
  readonly ms: number
}

const timeoutMs = 10_000
const answerMax = 200
// They describe the connection over which the callback came.
const ofConnection = /^(?:host|connection|content-length|transfer-encoding|keep-alive|expect)$/

/** Sends a callback to a receiver with its headers and its body byte for byte. */
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
  timeout:
    'not acknowledged: no answer within 10 seconds. Store the callback, answer, then process it',
  network: 'not acknowledged: no connection. Is your receiver running at this address?',
  wrong_answer: 'not acknowledged: the body has to be exactly success',
  http_3xx: 'not acknowledged: redirects are not followed. Forward to the final address',
  http_4xx: 'not acknowledged: the receiver refused it',
  http_5xx: 'not acknowledged: the receiver failed',
}

/** The printed report of a callback and its forwarding, without the secret. */
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

// Only a JSON object has signed fields.
function signedTexts(body: string): Readonly<Record<string, string>> {
  try {
    return typeof JSON.parse(body) === 'object' ? textsOf(body) : {}
  } catch {
    return {}
  }
}
