import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { dollarSum } from '../../../units/money.ts'

export type OutcomeOfOrder =
  | AnswerOf<'settleCollections'>['items'][number]
  | AnswerOf<'reassignCollections'>['items'][number]

/** The outcomes of several orders, as stored in the browser that sent the call. */
export type OutcomeSummary = {
  readonly done: number
  /** The numbers of the first orders that are done; of settlements their sum in dollars. */
  readonly settled: { readonly orders: readonly string[]; readonly sum: number }
  /** The orders that are not, and the number of further ones. */
  readonly others: readonly OutcomeOfOrder[]
  readonly more: number
}

/** Sums up outcomes: a cookie has room for a few orders that are not done. */
export function summaryOf(outcomes: readonly OutcomeOfOrder[]): OutcomeSummary {
  const others = outcomes.filter((one) => !isDone(one))
  const first = others.slice(0, keptMax)
  const paid = outcomes.flatMap((one) => ('paid_amount' in one ? [one] : []))
  return {
    done: outcomes.length - others.length,
    settled: {
      orders: outcomes
        .filter(isDone)
        .map((one) => one.trade_no)
        .slice(0, keptMax),
      sum: dollarSum(paid.map(({ paid_amount: amount = 0 }) => amount)),
    },
    others: first,
    more: others.length - first.length,
  }
}

const keptMax = 50

const isDone = ({ outcome }: OutcomeOfOrder) => outcome === 'settled' || outcome === 'matched'
