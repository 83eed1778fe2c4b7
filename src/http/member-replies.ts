import { Refusal, type RefusalCode } from '../contract/refusals.ts'
import type { NoticeKind } from '../pages/notice.tsx'
import type { LogEntry } from '../platform/log.ts'
import { headersOf, logFault, securityHeaders } from './json-replies.ts'

// Only what this host serves itself, and nothing that stands in the page.
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Headers of every answer of the exchange host, where it has none of its own. An address here is all that it takes to
 * see a payment: none is kept, indexed, framed or told to the next site.
 */
export const memberHeaders = {
  ...securityHeaders,
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'clipboard-write=(self), camera=(), geolocation=(), microphone=()',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
} as const

/** What a member is answered instead of the page that was asked for. */
export type MemberReply = {
  readonly kind: NoticeKind
  readonly status: Refusal['status']
  readonly headers: Readonly<Record<string, string>>
}

/** The answer to anything thrown: a refusal's own, or 500 with the fault in the log only. */
export function memberReplyTo(
  error: unknown,
  requestId: string,
  log: (entry: LogEntry) => void,
): MemberReply {
  const kind = error instanceof Refusal ? noticeKinds[error.code] : undefined
  if (!(error instanceof Refusal) || kind === undefined) {
    logFault(error, requestId, log)
    return { kind: 'internal_error', status: 500, headers: {} }
  }
  return { kind, status: error.status, headers: headersOf(error.details) }
}

// What there is to refuse here; any other code would be a fault.
const noticeKinds: Readonly<Partial<Record<RefusalCode, NoticeKind>>> = {
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  too_many_requests: 'too_many_requests',
  forbidden: 'not_from_here',
  body_too_large: 'not_from_here',
  unsupported_media_type: 'not_from_here',
  validation_error: 'not_from_here',
}
