import type { AnswerOf } from '../../../../contract/back-office/answers/desk-answers.ts'
import type { OrderAction } from '../../../../contract/back-office/order-actions.ts'

/** An order as its page shows it. */
export type ShownCollection = AnswerOf<'showCollection'>
export type ShownPayout = AnswerOf<'showPayout'>
export type ShownOrder = ShownCollection | ShownPayout

/** The bank transactions that may pay an order; null where the reader was refused them. */
export type Candidates = AnswerOf<'candidatesOfCollection'> | null

/** The bank accounts that the reader may use; null where they are not known. */
export type Accounts = readonly Account[] | null
export type Account = AnswerOf<'listBankAccounts'>['items'][number]

/** What the acts of an order are drawn from. */
export type ActsOf<Order extends ShownOrder> = {
  readonly order: Order
  readonly candidates: Candidates
  readonly accounts: Accounts
}

/** What the reader can do with an order by the call of that name; null where the order has no such call. */
export function actionOf({ actions }: ShownOrder, name: OrderAction) {
  return actions.find((one) => one.name === name) ?? null
}

/** Whether the reader can make that call now. */
export function isPossible(order: ShownOrder, name: OrderAction): boolean {
  return actionOf(order, name)?.allowed === true
}

/** Whether the plainest form of the call waits for a second person. */
export function needsSecond(order: ShownOrder, name: OrderAction): boolean {
  return actionOf(order, name)?.needs_second === true
}

/** Whether it is a collection: the other kind has a serial number. */
export function isCollection(order: ShownOrder): order is ShownCollection {
  return 'orderid' in order
}
