import type { AnswerOf } from '../../../contract/back-office/table.ts'

/** What became of one of several orders. */
export type OutcomeOfOrder =
  | AnswerOf<'settleCollections'>['items'][number]
  | AnswerOf<'reassignCollections'>['items'][number]

/** What became of several orders, as it is kept in the browser that asked for it. */
export type OutcomeSummary = {
  readonly done: number
  /** Those that are not, and how many more there are. */
  readonly others: readonly OutcomeOfOrder[]
  readonly more: number
}

/** Sums up outcomes: a cookie has room for so many orders that are not done. */
export function summaryOf(outcomes: readonly OutcomeOfOrder[]): OutcomeSummary {
  const others = outcomes.filter((one) => !isDone(one))
  const kept = others.slice(0, keptMax)
  return {
    done: outcomes.length - others.length,
    others: kept,
    more: others.length - kept.length,
  }
}

const keptMax = 50

const isDone = ({ outcome }: OutcomeOfOrder) => outcome === 'settled' || outcome === 'matched'
