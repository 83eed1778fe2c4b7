import type { LogEntry } from '../contract/log/log-events.ts'
import { Refusal, type RefusalCode } from '../contract/refusals.ts'
import type { NoticeKind } from '../pages/notice.tsx'
import { headersOf, logFault, securityHeaders } from './json-replies.ts'

// Pages load files of this host only; inline styles and scripts are not allowed.
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
 * The default headers of the exchange host's answers. Anybody with a page's address sees the payment, so pages are not
 * cached, indexed or framed, and send no referrer.
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

/** The notice that a member sees instead of the page. */
type MemberReply = {
  readonly kind: NoticeKind
  readonly status: Refusal['status']
  readonly headers: Readonly<Record<string, string>>
}

/** The notice for a thrown error: the refusal's, or 500 with the fault in the log only. */
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

// The refusals of this host; any other code is a fault of our own.
const noticeKinds: Readonly<Partial<Record<RefusalCode, NoticeKind>>> = {
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  too_many_requests: 'too_many_requests',
  forbidden: 'not_from_here',
  body_too_large: 'not_from_here',
  unsupported_media_type: 'not_from_here',
  validation_error: 'not_from_here',
  // To a member a failed database and a failed program are the same.
  unavailable: 'internal_error',
  // A held member is not told so.
  channel_not_available: 'not_available',
}
