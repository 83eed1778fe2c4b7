import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Meaning } from '../../src/units/language.ts'

export type AnswerKind = 'success' | 'http_500' | 'wrong_text' | 'slow' | 'busy' | 'refused'

type Answer = {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly afterMs?: number
  readonly says: Meaning
}

/** Each answer, in the order in which the page offers them. */
export const answers: Readonly<Record<AnswerKind, Answer>> = {
  success: {
    status: 200,
    body: 'success',
    says: { zh: 'success（已收到）', en: 'success (acknowledged)' },
  },
  http_500: {
    status: 500,
    body: 'Internal Server Error',
    says: { zh: 'HTTP 500', en: 'HTTP 500' },
  },
  wrong_text: {
    status: 200,
    body: '{"code":0}',
    says: { zh: 'HTTP 200，但不是 success', en: 'HTTP 200, but not success' },
  },
  slow: {
    status: 200,
    body: 'success',
    // Above the time limit of a callback, ten seconds.
    afterMs: 12_000,
    says: { zh: '12 秒後才回 success', en: 'success, after 12 s' },
  },
  busy: {
    status: 429,
    body: 'Too Many Requests',
    headers: { 'retry-after': '30' },
    says: { zh: 'HTTP 429，Retry-After: 30', en: 'HTTP 429, Retry-After: 30' },
  },
  // The answer to every forged callback.
  refused: {
    status: 401,
    body: 'wrong_signature',
    says: { zh: 'HTTP 401，簽章不符', en: 'HTTP 401, wrong signature' },
  },
}

export function isAnswerKind(text: unknown): text is AnswerKind {
  return typeof text === 'string' && Object.hasOwn(answers, text)
}

/** Sends an answer. Resolves when it was sent, or when the caller has disconnected. */
export async function answerWith(kind: AnswerKind, response: ServerResponse): Promise<void> {
  const { status, body, headers = {}, afterMs = 0 } = answers[kind]
  const closing = new AbortController()
  response.on('close', () => closing.abort())
  await sleep(afterMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
  if (response.destroyed) return
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers })
  response.end(body)
}
