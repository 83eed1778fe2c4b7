/** A request that a receiver got, and its end. Times are UTC milliseconds. */
export type Posting = {
  /** `webhook-id`. */
  readonly id: string
  /** `webhook-attempt`. */
  readonly attempt: number
  /** The path, which names the script of the answer. */
  readonly path: string
  /** The order of its body, as `uid/number`. */
  readonly order: string
  /** The body's paid amount. */
  readonly amount: number
  /** What the body says has happened; "" where it does not. */
  readonly event: string
  /** Whether the body's `sign` and the webhook signature both hold. */
  readonly verified: boolean
  readonly receivedAt: number
  /** When the answer was written in full or the connection closed; null before. */
  endedAt: number | null
  /** Whether `success` was answered, in full. */
  acknowledged: boolean
  /** The answer's bytes that the connection has taken. */
  bytesSent: number
}

/** What the receivers got. */
export type ReceiverLog = {
  readonly postings: readonly Posting[]
  /** Connections to the port with a self-signed certificate, and to the one without TLS. */
  readonly connections: { readonly selfSigned: number; readonly noTls: number }
}

/** Where the receivers listen, as origins. */
export type Addresses = {
  /** One for each receiver. */
  readonly http: readonly string[]
  readonly selfSigned: string
  readonly noTls: string
  /** Nobody listens there. */
  readonly closed: string
  readonly control: string
}
