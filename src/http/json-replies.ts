import { isNotPrepared, notPrepared } from '../contract/log/local-start.ts'
import type { LogEntry } from '../contract/log/log-events.ts'
import { faultText } from '../contract/log-redaction.ts'
import { documentationOf, problemsIn, Refusal, type RefusalDetails } from '../contract/refusals.ts'
import { languageTags, sayIn } from '../units/language.ts'
import { acceptedLanguage } from '../units/requested-language.ts'
import { isLoopback } from '../units/web-address.ts'
import { idHeader, ignoredFields, type RequestRecord } from './request-pipeline.ts'

/** The parts of a request's record in its answer. Without `origin`, documentation is at the request's origin. */
type ReplyRecord = Pick<RequestRecord, 'requestId' | 'ignored'> & { readonly origin?: string }

/** The default headers of the merchant host's answers. */
export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const

/** The answer to a successful request, with its JSON text as the body. */
export function successReply(json: string, requestId: string): Response {
  const answer = new Response(json, success)
  answer.headers.set(idHeader, requestId)
  return answer
}

// Copying a Headers object takes a fraction of the time of parsing a record of headers.
const success = { headers: new Headers({ 'content-type': 'application/json', ...securityHeaders }) }

// The answer for a refusal (decisions §3), in the language of its request. It is never cached, and so needs no `Vary`.
function refusalReply(refusal: Refusal, request: Request, record: ReplyRecord): Response {
  const { requestId } = record
  const { code, status, meaning, details } = refusal
  const clientLanguage = acceptedLanguage(request.headers.get('accept-language') ?? '')
  const language = clientLanguage ?? 'zh'
  const say = sayIn(language)
  const message = say(meaning)
  const body = {
    ok: 0,
    code: 1,
    text: message,
    message,
    error: code,
    request_id: requestId,
    doc_url: documentationOf(code, clientLanguage, record.origin ?? new URL(request.url).origin),
    ...(details.errors === undefined ? {} : { errors: problemsIn(say, details.errors) }),
    ...dataOf(details),
    ...ignoredFields(record),
  }
  const headers = { ...securityHeaders, [idHeader]: requestId, ...headersOf(details) }
  const languageHeader = { 'content-language': languageTags[language] }
  return Response.json(body, { status, headers: { ...headers, ...languageHeader } })
}

function dataOf({ trade_no, string_to_sign }: RefusalDetails): { readonly data?: object } {
  if (string_to_sign !== undefined) return { data: { string_to_sign } }
  return trade_no === undefined ? {} : { data: { trade_no } }
}

/** The headers of a refusal's answer, on either host. */
export function headersOf({ retryAfterSeconds, allow }: RefusalDetails): Record<string, string> {
  return {
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(allow === undefined ? {} : { allow }),
  }
}

/** The answer for a thrown error: the refusal's, or 500 with the fault in the log only. */
export function replyToError({
  error,
  request,
  record,
  log,
}: {
  readonly error: unknown
  readonly request: Request
  readonly record: ReplyRecord
  readonly log: (entry: LogEntry) => void
}): Response {
  if (error instanceof Refusal) return refusalReply(error, request, record)
  const { requestId } = record
  if (isLoopback(new URL(request.url).hostname) && isNotPrepared(faultText(error))) {
    log({ event: 'fault', request_id: requestId, fault: notPrepared.en })
    const refusal = new Refusal('internal_error', { message: notPrepared })
    return refusalReply(refusal, request, record)
  }
  logFault(error, requestId, log)
  return refusalReply(new Refusal('internal_error'), request, record)
}

/** Logs a fault of our own. The caller gets only the request's id. */
export function logFault(error: unknown, requestId: string, log: (entry: LogEntry) => void): void {
  log({ event: 'fault', request_id: requestId, fault: faultText(error) })
}
