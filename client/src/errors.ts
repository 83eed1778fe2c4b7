import type { RefusalCode } from './contract.ts'

/**
 * The service refused, and no attempt of the call had an effect. `code` is the reason for programs; the message tells
 * people what to do. After `duplicate_orderid` or `duplicate_serial_no` an order with that number but other content
 * exists, `tradeNo`: query it before you use another number.
 */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: RefusalCode
  /** HTTP status. */
  readonly status: number
  /** The mistakes of each field, by the name that was sent. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The transaction number of the existing order with the same number; otherwise null. */
  readonly tradeNo: string | null
  /** The documentation page with the remedy; null if the answer has none. */
  readonly docUrl: string | null
  /**
   * On `signature_error` of a test merchant: the text that the service hashed, with `<secret>` for the secret;
   * otherwise null.
   */
  readonly stringToSign: string | null
  /** For the service's support. */
  readonly requestId: string
  /** The delay before the next attempt; null if the service does not state one. */
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
 * No readable answer: a timeout, a network failure, a proxy's page. For a call that writes, also a fault of the
 * service, or a refusal after an attempt whose outcome is unknown. `cause` has the details.
 */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
  /** Whether the call may have taken effect: query its order before you try another way. */
  readonly mayHaveHappened: boolean

  constructor(cause: unknown, mayHaveHappened: boolean) {
    super('the outcome of the call is unknown: the payment service gave no usable answer', {
      cause,
    })
    this.mayHaveHappened = mayHaveHappened
  }
}

/** The service's JSON of a refusal, with its HTTP status. */
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
