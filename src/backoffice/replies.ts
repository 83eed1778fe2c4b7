import type { Context } from 'hono'
import type { Answer, Bookmarks, Outcome } from '../contract/back-office/call.ts'
import type { Failure } from '../contract/back-office/common-answers.ts'
import type { Identity } from '../contract/back-office/roles.ts'
import { callNamed } from '../contract/back-office/table.ts'
import { isNotPrepared, notPrepared } from '../contract/log/local-start.ts'
import { problemsIn, Refusal, type RefusedAnswer, refusedAnswer } from '../contract/refusals.ts'
import { writeLog } from '../platform/log.ts'
import { sayIn } from '../units/language.ts'
import { inTime } from '../units/time-limit.ts'
import { isLoopback } from '../units/web-address.ts'
import { languageOf } from './language.ts'

/** The bindings of the back office, and the variables of each request. */
export type App = {
  Bindings: BackofficeEnv
  Variables: { requestId: string; identity: Identity; bookmarks?: Bookmarks }
}

/** Replies with the public Worker's answer. */
export function reply(c: Context<App>, answer: Answer<object>): Response {
  return answer.ok ? Response.json(answer.value) : refusal(c, answer)
}

/** Replies with the outcome of a call: with 202 and the approval's address if it waits for a second person. */
export function replyOutcome(c: Context<App>, answer: Answer<Outcome>): Response {
  if (!answer.ok) return refusal(c, answer)
  const { value: outcome } = answer
  const reply = Response.json(outcome.value, { status: statusOf(outcome) })
  if (outcome.kind === 'waiting')
    reply.headers.set('location', `/api/approvals/${outcome.value.approval_id}`)
  return reply
}

function statusOf(outcome: Outcome): number {
  if (outcome.kind === 'waiting') return 202
  return outcome.status ?? callNamed(outcome.call)?.status ?? 200
}

/** Replies with a CSV file that the public Worker streams, or with what `refused` makes of its refusal. */
export async function replyFile(
  c: Context<App>,
  answer: Answer<Outcome>,
  refused: (c: Context<App>, answer: RefusedAnswer) => Response | Promise<Response>,
): Promise<Response> {
  if (!answer.ok) return refused(c, answer)
  const file = answer.value.value as ReadableStream
  // Nobody reads the file, and it would count as a running export.
  if (c.req.method === 'HEAD') await file.cancel()
  const name = c.req.path.slice(c.req.path.lastIndexOf('/') + 1)
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
    vary: 'accept-language',
  }
  return new Response(c.req.method === 'HEAD' ? null : file, { headers })
}

/**
 * The public Worker's answer. Throws `unavailable` when it cannot be reached in time. A fault is logged here, with the
 * id of the request that the caller is shown.
 */
export async function settled<T>(c: Context<App>, call: Promise<Answer<T>>): Promise<Answer<T>> {
  const request_id = c.get('requestId')
  const answer = await inTime(answerTimeoutMs, call).catch((error: unknown) => {
    writeLog({ event: 'unreachable', request_id, fault: String(error) })
    throw new Refusal('unavailable')
  })
  if (answer.ok || answer.fault === undefined) return answer
  const isLocal = isLoopback(new URL(c.req.url).hostname)
  if (isLocal && isNotPrepared(answer.fault)) {
    writeLog({ event: 'fault', request_id, fault: notPrepared.en })
    return { ...answer, message: notPrepared }
  }
  const { error, fault } = answer
  if (error === 'unavailable') writeLog({ event: 'database_failed', request_id, fault })
  else writeLog({ event: 'fault', request_id, fault })
  return answer
}

const answerTimeoutMs = 30_000

/** Turns a thrown refusal into an answer; rethrows every other error. */
export function answerOfRefusal(error: unknown): { readonly ok: false } & RefusedAnswer {
  if (error instanceof Refusal) return { ok: false, ...refusedAnswer(error) }
  throw error
}

/** The answer for a refusal. */
export function refuse(c: Context<App>, refused: Refusal): Response {
  const answer = refusal(c, refusedAnswer(refused))
  const { allow } = refused.details
  if (allow !== undefined) answer.headers.set('allow', allow)
  return answer
}

/** The answer for a refusal, in the shape of every error and the reader's language (decisions §3). */
export function refusal(c: Context<App>, refused: RefusedAnswer): Response {
  const { status, error, errors, taken_by, approval_id, held_by } = refused
  const { differs, bank_transactions, statement } = refused
  const say = sayIn(languageOf(c))
  const message = say(refused.message)
  const request_id = c.get('requestId')
  const body: Failure = {
    ok: 0,
    code: 1,
    text: message,
    message,
    error,
    request_id,
    errors: errors && problemsIn(say, errors),
    taken_by,
    approval_id,
    held_by,
    differs,
    bank_transactions,
    ...statement,
  }
  const answer = Response.json(body, { status })
  const { retry_after_seconds: seconds } = refused
  if (seconds !== undefined) answer.headers.set('retry-after', String(seconds))
  return answer
}
