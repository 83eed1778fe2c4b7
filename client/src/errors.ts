import type { RefusalCode } from './contract.ts'

/**
 * The service refused, and no try of the call has done anything. `code` is the reason for programs; the message tells
 * people what to do. After `duplicate_orderid` or `duplicate_serial_no` an order of that number exists, `tradeNo`, with
 * another content: look it up before you take another number.
 */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: RefusalCode
  /** HTTP status. */
  readonly status: number
  /** What is wrong with each field, by the name that was sent. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The transaction number of the order that has the number already; else null. */
  readonly tradeNo: string | null
  /** The page of the documentation that says what to do; null if the answer has none. */
  readonly docUrl: string | null
  /** On `signature_error` of a test merchant: what the service hashed, with `<secret>` for the secret; else null. */
  readonly stringToSign: string | null
  /** For the service's support. */
  readonly requestId: string
  /** How long to wait before the next try; null if the service does not say. */
  readonly retryAfterSeconds: number | null

  constructor(answer: RefusedAnswer) {
    super(answer.message)
    this.code = answer.error
    this.status = answer.status
    this.errors = answer.errors ?? {}
    this.tradeNo = answer.data?.trade_no ?? null
    this.docUrl = answer.doc_url ?? null
    this.stringToSign = answer.data?.string_to_sign ?? null
    this.requestId = answer.request_id
    this.retryAfterSeconds = answer.retryAfterSeconds
  }
}

/**
 * No readable answer: a time-out, a network failure, a page of a proxy. For a call that changes something also a
 * refusal after a try whose outcome is unknown, or a fault of the service. See its `cause`.
 */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
  /** Whether the service may have done what was asked for: look it up before trying otherwise. */
  readonly mayHaveHappened: boolean

  constructor(cause: unknown, mayHaveHappened: boolean) {
    super('the payment service did not say what became of the call', { cause })
    this.mayHaveHappened = mayHaveHappened
  }
}

/** A refusal as the service answers it. */
export type RefusedAnswer = {
  readonly status: number
  readonly error: RefusalCode
  readonly message: string
  readonly request_id: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
  readonly doc_url?: string
  readonly data?: { readonly trade_no?: string; readonly string_to_sign?: string }
  readonly retryAfterSeconds: number | null
}
