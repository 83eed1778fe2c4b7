import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request that waits for its answer. */
type Delivery = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The path's parts behind the script's name. */
  readonly labels: readonly string[]
  /** Earlier requests for this callback. */
  readonly before: number
}

/** Answers by the script that the path names: `/status/503`, `/fails/2/reset`. True when it acknowledges. */
export function answer(asked: Delivery): boolean {
  const [name = '', ...labels] = asked.labels
  const script = scripts[name]
  if (script === undefined) throw new Error(`there is no script "${name}"`)
  return script({ ...asked, labels }) === true
}

const dripMs = 500
const hugeBytes = 64 * 1024 * 1024

// A script that returns anything but `true` has not acknowledged, whatever it writes.
const scripts: Record<string, (asked: Delivery) => true | undefined> = {
  success({ response }) {
    response.end('success')
    return true
  },
  slow({ response, labels: [milliseconds] }) {
    setTimeout(() => response.end('success'), Number(milliseconds))
    return true
  },
  /** Answers by another script so many times, then acknowledges. */
  fails(asked) {
    const [times, ...script] = asked.labels
    if (asked.before >= Number(times)) return scripts.success?.(asked)
    answer({ ...asked, labels: script })
    return undefined
  },
  'wrong-text': ({ response }) => void response.end('OK'),
  status: ({ response, labels: [status] }) => {
    response.writeHead(Number(status)).end('success')
    return undefined
  },
  /** 429, or another status, with `Retry-After`. */
  busy: ({ response, labels: [seconds = '1', status = '429'] }) => {
    response.writeHead(Number(status), { 'retry-after': seconds }).end('busy')
    return undefined
  },
  redirect: ({ response }) => {
    response.writeHead(302, { location: '/success' }).end('success')
    return undefined
  },
  mute: () => undefined,
  'headers-only': ({ response }) => void response.writeHead(200).flushHeaders(),
  drip({ response }) {
    response.writeHead(200)
    const drip = setInterval(() => response.write(' '), dripMs)
    response.on('close', () => clearInterval(drip))
    return undefined
  },
  reset: ({ request }) => void request.socket.resetAndDestroy(),
  /** Announces `success` and closes the connection in the middle of it. */
  cut({ request, response }) {
    response.writeHead(200, { 'content-length': 7 })
    response.write('succ', () => request.socket.destroy())
    return undefined
  },
  /** `success` with 64 MiB of blanks behind it. */
  huge({ response }) {
    const part = Buffer.alloc(65_536, ' ')
    let left = hugeBytes
    response.writeHead(200).write('success')
    const pour = () => {
      while (left > 0 && !response.destroyed) {
        left -= part.length
        if (!response.write(part)) return void response.once('drain', pour)
      }
      response.end()
    }
    pour()
    return undefined
  },
}
