import { faultText } from '../contract/log-redaction.ts'
import { Refusal, type RefusalDetails } from '../contract/refusals.ts'
import type { LogEntry } from '../platform/log.ts'
import { idHeader } from './request-pipeline.ts'

/** Headers of every answer of the merchant host, where it has none of its own: no cache, no frame, no guessing. */
export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const

/** The answer to a request that was carried out. */
export function successReply(json: string, requestId: string): Response {
  const answer = new Response(json, success)
  answer.headers.set(idHeader, requestId)
  return answer
}

// Headers that have been read once are copied at a fraction of what reading them takes.
const success = {
  headers: new Headers({ 'content-type': 'application/json', ...securityHeaders }),
}

/** The answer that a refusal stands for (decisions §3). */
export function refusalReply(refusal: Refusal, requestId: string): Response {
  const { code, message, status, details } = refusal
  const body = {
    ok: 0,
    code: 1,
    text: message,
    message,
    error: code,
    request_id: requestId,
    ...(details.errors === undefined ? {} : { errors: details.errors }),
  }
  const headers = { ...securityHeaders, [idHeader]: requestId, ...headersOf(details) }
  return Response.json(body, { status, headers })
}

/** What a refusal says in headers, on either host. */
export function headersOf({ retryAfterSeconds, allow }: RefusalDetails): Record<string, string> {
  return {
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(allow === undefined ? {} : { allow }),
  }
}

/** The answer to anything thrown: a refusal's own, or 500 with the fault in the log only. */
export function replyToError(
  error: unknown,
  requestId: string,
  log: (entry: LogEntry) => void,
): Response {
  if (error instanceof Refusal) return refusalReply(error, requestId)
  logFault(error, requestId, log)
  return refusalReply(new Refusal('internal_error'), requestId)
}

/** Writes what a fault of ours was: all that is ever told of it. */
export function logFault(error: unknown, requestId: string, log: (entry: LogEntry) => void): void {
  log({ event: 'fault', request_id: requestId, fault: faultText(error) })
}
