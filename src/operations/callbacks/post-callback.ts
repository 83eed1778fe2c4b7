import { callbackAnswerBytesMax } from '../../contract/limits.ts'
import type { Outcome } from '../../rules/callbacks/callback-schedule.ts'

/** The result of a POST: an answer, or the fault that prevented it. */
type PostResult =
  | {
      readonly answered: true
      readonly httpStatus: number
      /** The first 2 KiB of the answer. */
      readonly body: string
      /** Whether the answer was longer. */
      readonly cut: boolean
      readonly retryAfter: string | null
    }
  | {
      readonly answered: false
      readonly outcome: Extract<Outcome, 'timeout' | 'network'>
      readonly httpStatus: number | null
      /** The runtime's error. */
      readonly fault: string
    }

/**
 * POSTs a callback: one deadline over connecting, headers and body, redirects not followed, at most 2 KiB of the
 * answer read and the rest cancelled (decisions §6, "One attempt"). Never throws.
 *
 * @param signal the deadline
 */
export async function postCallback({
  fetch,
  url,
  request,
  signal,
}: {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly url: string
  readonly request: RequestInit
  readonly signal: AbortSignal
}): Promise<PostResult> {
  let httpStatus: number | null = null
  try {
    const response = await fetch(url, { ...request, redirect: 'manual', signal })
    httpStatus = response.status
    const { body, cut } = await firstBytes(response, signal)
    const retryAfter = response.headers.get('retry-after')
    return { answered: true, httpStatus, body, cut, retryAfter }
  } catch (error) {
    const outcome = signal.aborted ? 'timeout' : 'network'
    return { answered: false, outcome, httpStatus, fault: String(error).slice(0, faultLengthMax) }
  }
}

const faultLengthMax = 200

async function firstBytes(
  response: Response,
  signal: AbortSignal,
): Promise<{ readonly body: string; readonly cut: boolean }> {
  if (response.body === null) return { body: '', cut: false }
  const reader = response.body.getReader()
  const answer = new Uint8Array(callbackAnswerBytesMax)
  let length = 0
  let cut = false
  try {
    while (!cut) {
      const { done, value } = await aborting(reader.read(), signal)
      if (done) break
      const part = value.subarray(0, callbackAnswerBytesMax - length)
      answer.set(part, length)
      length += part.length
      cut = part.length < value.length
    }
  } finally {
    // Not awaited, because a receiver that sends its body slowly must not delay the end of the attempt.
    reader.cancel().catch(() => undefined)
  }
  return { body: new TextDecoder().decode(answer.subarray(0, length)), cut }
}

// The signal aborts a fetch, but not always the reading of its body.
async function aborting<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let refuse: () => void = () => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    refuse = () => reject(signal.reason)
    if (signal.aborted) refuse()
    else signal.addEventListener('abort', refuse, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', refuse)
  }
}
