/** The values that a merchant's engineer has of a request whose sign was refused. */
export type Case = {
  /** The body as it was sent. */
  readonly body: string
  readonly format: 'json' | 'form'
  readonly secret: string
  /** The sign that was computed; empty for the one in the body. */
  readonly sign: string
  /** The string that was signed, if it is known; else empty. */
  readonly ownText: string
  /** UTC seconds. */
  readonly now: number
  /** How far a timestamp may be off, in seconds; 0 for any. */
  readonly toleranceSeconds: number
  /** Secrets that everybody knows, such as those of the documentation. */
  readonly knownSecrets: readonly string[]
  /** Names that the endpoints know; empty where they are not at hand. */
  readonly knownNames: readonly string[]
}
