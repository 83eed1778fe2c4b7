/** The kinds of order that a merchant creates. */
export type CreatedKind = 'collection' | 'payout' | 'link'

/**
 * A creating request in earlier names, as each creating endpoint would read it. Its signature does not cover the path,
 * so it is valid at all of them (decisions §2, "Replays").
 */
export type EarlierRequest = {
  /** The order's number by kind; "" where the request has none for that kind. */
  readonly numbers: Readonly<Record<CreatedKind, string>>
  /** Hundredths. */
  readonly amount: number
  /** UTC seconds. */
  readonly timestamp: number
}
