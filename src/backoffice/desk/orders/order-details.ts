import type { OrderAction } from '../../../contract/back-office/states.ts'
import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import { plainName } from '../../../units/plain-name.ts'
import type { Accounts } from '../banking/accounts/accounts.tsx'
import { type SecondPersonRule, secondIf } from '../parts/form.tsx'
import type { OrderNumbers } from './order-name.ts'

export type CollectionDetails = AnswerOf<'showCollection'>
export type PayoutDetails = AnswerOf<'showPayout'>
export type OrderDetail = CollectionDetails | PayoutDetails

/** The bank transactions that may pay an order; null if the reader was refused them. */
export type Candidates = AnswerOf<'candidatesOfCollection'> | null

/** An order with the records of its forms and notices: its evidence, our accounts, its merchant's money. */
export type OrderPageData<Order extends OrderDetail> = {
  readonly order: Order
  readonly candidates: Candidates
  /** Unclaimed transactions of its amount and payer, on its account or another. */
  readonly payerDeposits: DepositList
  readonly rivals: readonly Rival[]
  readonly similarPaid: readonly SimilarPaidOrder[]
  readonly accounts: Accounts
  readonly funds: Funds | null
  /** Whether the merchant is disabled, for a payout whose form failed a check. */
  readonly isDisabled: boolean
}

/** A paid order of the payer or payee and amount of one that waits: when, by whom and how much was paid. */
export type SimilarPaidOrder = OrderNumbers & {
  readonly at: string | null
  readonly agent: string
  readonly paid: number
}

/** The money of a payout's merchant before and after it, frozen money included; the frozen and the available part. */
export type Funds = Readonly<Record<'now' | 'after' | 'available' | 'frozen', number>>

/** Another order that the same transaction may pay as well as this one. */
export type Rival = {
  readonly trade_no: string
  readonly merchant_order_no: string
  readonly name: string
  readonly created_at: string
  /** Its place by the settlement's rule; null if the rule does not compare the two. */
  readonly place: 'before' | 'after' | null
  /** The account that it waits on; null for none. */
  readonly bank_account: number | null
  /** How many of the transactions that fit this order fit it as well. */
  readonly shares: number
}

/** Whether its money fits another order as well, so that only an operator settles by it, past the evidence. */
export function needsOperator({ rivals }: Pick<OrderPageData<OrderDetail>, 'rivals'>): boolean {
  return rivals.some(({ place }) => place !== null)
}

export type DepositList = AnswerOf<'listTransactions'>['items']

/** The reader's possible action on an order by that call; null if the order has no such call. */
export function actionOf({ actions }: OrderDetail, name: OrderAction) {
  return actions.find((one) => one.name === name) ?? null
}

/** Whether the reader can make that call now. */
export function isPossible(order: OrderDetail, name: OrderAction): boolean {
  return actionOf(order, name)?.allowed === true
}

/** The rule of a second person by the plainest form of the call: all calls wait, or none. */
export function secondFor(order: OrderDetail, name: OrderAction): SecondPersonRule {
  return secondIf(actionOf(order, name)?.needs_second === true)
}

/** Whether it is a waiting payout without an account, whose money nobody can send. */
export function lacksAccount({
  status,
  payee_account: account,
}: Pick<PayoutDetails, 'status' | 'payee_account'>): boolean {
  return status === 'pending' && account === ''
}

/** Whether it is a collection: the other kind has a serial number. */
export function isCollection(order: OrderDetail): order is CollectionDetails {
  return 'orderid' in order
}

/** Whether it waits on an account that the bank has frozen. */
export function isOnFrozen({
  order,
  accounts,
}: Pick<OrderPageData<OrderDetail>, 'order' | 'accounts'>): boolean {
  const account = accounts?.find(({ id }) => id === order.bank_account)
  return order.status === 'pending' && account?.state === 'frozen'
}

/** The paid amount of an order if it differs from the requested one; null if it is equal or the order waits. */
export function otherPaid(order: OrderDetail): number | null {
  if (order.status === 'pending' || order.status === 'cancelled') return null
  const paid = isCollection(order) ? order.paid_amount : order.actual_amount
  return paid === order.amount ? null : paid
}

/** A name that an order's money may come from or go to, and whose it is. */
export type PartyName = { readonly whose: Meaning; readonly name: string }

/** The names of an order that a bank transaction's is compared with, each once, and whose each is (back office §4). */
export function namesOf(order: OrderDetail): readonly PartyName[] {
  const all: readonly PartyName[] = isCollection(order)
    ? [
        { whose: { zh: '付款人', en: 'Payer' }, name: order.payer_name },
        { whose: { zh: '會員', en: 'Member' }, name: order.user_name },
      ]
    : [
        { whose: { zh: '收款人', en: 'Payee' }, name: order.payee_name },
        { whose: { zh: '受益人', en: 'Beneficiary' }, name: order.beneficiary_name },
      ]
  const present = all.filter(({ name }) => name !== '')
  return [...Map.groupBy(present, ({ name }) => plainName(name)).values()].flatMap(([first]) =>
    first === undefined ? [] : [first],
  )
}
