/** The kinds of order that a merchant creates. */
export type CreatedKind = 'collection' | 'payout' | 'link'

/**
 * A creating request in earlier names, as each creating endpoint would read it: its signature names none of them, so it
 * is good at any (decisions §2, "Replays").
 */
export type EarlierRequest = {
  /** The number of the order by kind; "" where the request names none of that kind. */
  readonly numbers: Readonly<Record<CreatedKind, string>>
  /** Hundredths. */
  readonly amount: number
  /** UTC seconds. */
  readonly timestamp: number
}
