import type { Context } from 'hono'
import type { Answer, Identity } from '../contract/back-office-calls.ts'
import { Refusal } from '../contract/refusals.ts'

/** What goes with each request of the back office. */
export type App = {
  Bindings: BackofficeEnv
  Variables: { requestId: string; identity: Identity }
}

/** The other Worker's answer: refusals come as values, and what is thrown says that it cannot be reached just now. */
export async function reply<T>(
  c: Context<App>,
  call: Promise<Answer<T>>,
  status = 200,
): Promise<Response> {
  const answer = await call.catch((error: unknown) => {
    log({ event: 'unreachable', request_id: c.get('requestId'), fault: String(error) })
    throw new Refusal('unavailable', { retryAfterSeconds: 5 })
  })
  return answer.ok ? Response.json(answer.value, { status }) : refusal(c, answer)
}

/** The answer that a refusal stands for. */
export function refuse(c: Context<App>, { code, status, message, details }: Refusal): Response {
  const { errors, taken_by: takenBy, allow, retryAfterSeconds } = details
  const answer = refusal(c, {
    status,
    error: code,
    message,
    ...(errors === undefined ? {} : { errors }),
    ...(takenBy === undefined ? {} : { taken_by: takenBy }),
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
  })
  if (allow !== undefined) answer.headers.set('allow', allow)
  return answer
}

// The shape of every error (decisions §3).
function refusal(c: Context<App>, said: RefusedAnswer): Response {
  const { status, message, error, errors, taken_by: takenBy } = said
  const request_id = c.get('requestId')
  const common = { ok: 0, code: 1, text: message, message, error, request_id }
  const answer = Response.json({ ...common, errors, taken_by: takenBy }, { status })
  const { retry_after_seconds: seconds } = said
  if (seconds !== undefined) answer.headers.set('retry-after', String(seconds))
  return answer
}

type RefusedAnswer = Omit<Extract<Answer<never>, { ok: false }>, 'ok'>

/** Writes one line of the log, as JSON. */
export function log(entry: Readonly<Record<string, string | number | undefined>>): void {
  console.log(JSON.stringify(entry))
}
