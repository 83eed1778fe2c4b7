// The values of the attributes by which forms tell the pages' script about themselves.

/**
 * The terms of an act on one order (`data-counts`). Its sum is what the field of that name has, else that of the
 * checked rows unless `ofField`, else the order's amount.
 */
export type CountTerms = {
  /** In dollars. */
  readonly amount: number
  readonly field: string
  readonly ofField?: boolean
  /** Whether a transaction has to be named, unless by hand, for a reason, or on an account that has it later. */
  readonly needsProof?: boolean
}

/** Whether the sum is less or more than the order's amount (`data-gap`). */
export type Gap = 'less' | 'more'

/** Why a button cannot be pressed yet (`data-missing`), and what a transaction fails (`data-differs`). */
export type MissingThing = 'proof' | 'any' | 'gap' | 'rival' | 'away' | 'differs' | 'said'
