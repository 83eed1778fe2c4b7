// The values of the attributes of forms that the pages' script reads.

/**
 * The terms of an act on one order (`data-counts`). Its sum is what the field of that name has, else that of the
 * checked rows unless `ofField`, else the order's amount.
 */
export type CountTerms = {
  /** In dollars. */
  readonly amount: number
  readonly field: string
  readonly ofField?: boolean
  /** Whether a transaction must be chosen, except by hand, with a reason, or on an account that gets it later. */
  readonly needsProof?: boolean
}

/** Whether the sum is less or more than the order's amount (`data-gap`). */
export type Gap = 'less' | 'more'

/** Why only an operator settles by a transaction (`data-differs`): another order, another account, a difference. */
export type Objection = 'rival' | 'away' | 'differs'

/** Why a button cannot be pressed yet (`data-missing`). */
export type MissingThing = Objection | 'proof' | 'any' | 'gap' | 'said'
