import type { RefusedAnswer } from './errors.ts'

/** The outcome of one attempt. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Record<string, unknown> }
  | { readonly kind: 'refused'; readonly refused: RefusedAnswer }
  | {
      readonly kind: 'unanswered'
      readonly cause: unknown
      /** The `Retry-After` of an answer that is not the service's, such as a proxy's. */
      readonly retryAfterSeconds: number | null
    }

/** Sends one request and reads its answer. Redirects are not followed: the service has none. */
export async function send(
  request: typeof fetch,
  url: string | URL,
  init: RequestInit,
): Promise<Outcome> {
  let retryAfterSeconds: number | null = null
  try {
    const response = await request(url, { ...init, redirect: 'manual' })
    const { status, headers } = response
    const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
    retryAfterSeconds = Number.isNaN(seconds) ? null : seconds
    const answer: Answer | null = await response.json()
    if (answer?.ok === 1) return { kind: 'answered', answer }
    if (answer?.ok !== 0 || typeof answer.error !== 'string') {
      return { kind: 'unanswered', cause: new Error(`HTTP ${status}`), retryAfterSeconds }
    }
    return { kind: 'refused', refused: { ...answer, status, retryAfterSeconds } }
  } catch (cause) {
    return { kind: 'unanswered', cause, retryAfterSeconds }
  }
}

type Answer = RefusedAnswer & { readonly [name: string]: unknown }
