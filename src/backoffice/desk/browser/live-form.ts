// What pages and their script agree on about forms with a choice: the attributes of this list, and their values.
//
// `data-choice`    of a form: its `ChoiceTerms` as JSON
// `data-amount`    of a row's box: its amount in dollars, added up while it is checked
// `data-marks`     of a row's box: its `ChoiceMark`s, with spaces
// `data-shown-if`  of a part that is hidden at first: the `ChoiceState`s that show it, with spaces
// `data-texts`     of a text: its `LiveTexts` as JSON; the text on the page itself suits any choice

/**
 * The terms of an act on one order; none of an act on many. Its sum is what the field of that name has, else that of
 * the checked rows unless `ofField`, else the order's amount.
 */
export type ChoiceTerms = {
  /** In dollars. */
  readonly amount: number
  readonly field: string
  readonly ofField?: boolean
  /** Whether a transaction must be chosen, except by hand, with a reason, or on an account that gets it later. */
  readonly needsProof?: boolean
}

/** Why only an operator settles by a transaction: it fits another order, is on another account, or differs. */
export type Objection = 'rival' | 'away' | 'differs'

/**
 * Facts of a row: an objection; money from another name; an account whose transaction comes later; an order that
 * only a person chooses.
 */
export type ChoiceMark = Objection | 'other_payer' | 'later' | 'by_hand'

/** Whether the sum is less or more than the order's amount. */
export type AmountDifference = 'less' | 'more'

/** What the button still lacks. */
export type MissingThing = Objection | 'proof' | 'any' | 'gap' | 'said'

export type ChoiceState = AmountDifference | MissingThing

/** The texts for a choice in the form of that id: with `{count}` and `{sum}`, or whether it has a transaction. */
export type LiveTexts = { readonly form: string } & (
  | { readonly chosen: string; readonly otherPayer?: string | undefined }
  | { readonly proven: string; readonly unproven: string }
)
