/** A request that a merchant's server received, and what became of it. Times are UTC milliseconds. */
export type Posting = {
  /** `webhook-id`. */
  readonly id: string
  /** `webhook-attempt`. */
  readonly attempt: number
  /** The path that was asked for: the script that was to be played. */
  readonly path: string
  /** Whose order it tells of, as `uid/number`. */
  readonly order: string
  /** What the body says was paid or paid out. */
  readonly amount: number
  /** Whether the body's `sign` and the webhook signature both hold. */
  readonly verified: boolean
  readonly receivedAt: number
  /** When the answer was written in full or the connection was gone; null while neither has happened. */
  endedAt: number | null
  /** Whether `success` was answered, in full. */
  acknowledged: boolean
  /** How much of an answer the connection has taken. */
  bytesSent: number
}

/** What a merchant's server tells of itself. */
export type Journal = {
  readonly postings: readonly Posting[]
  /** Connections to the port that speaks TLS under a certificate nobody vouches for, and to the one that speaks none. */
  readonly connections: { readonly selfSigned: number; readonly noTls: number }
}

/** Where a merchant's server listens, each as an origin. */
export type Addresses = {
  /** Several, for servers that have nothing to do with each other. */
  readonly http: readonly string[]
  readonly selfSigned: string
  readonly noTls: string
  /** Nobody listens there. */
  readonly closed: string
  readonly control: string
}
