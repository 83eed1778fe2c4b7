import type {
  IgnoredKind,
  TransactionSource,
  TransactionState,
} from '../../contract/back-office/states.ts'

/** A line of a bank account; amounts in hundredths, times in UTC seconds. */
export type BankTransaction = {
  readonly id: number
  readonly bankAccountId: number
  /** The beginning of the day if the bank reports only the day. */
  readonly bookedAt: number
  readonly dayOnly: boolean
  /** Positive for incoming money. */
  readonly amount: number
  readonly balanceAfter: number | null
  readonly externalId: string | null
  readonly counterpartyAccount: string
  readonly counterpartyLast5: string
  readonly counterpartyName: string
  readonly memo: string
  readonly source: TransactionSource
  /** The key of its statement line; null until a statement has confirmed it. */
  readonly lineKey: string | null
  readonly confirmedAt: number | null
  readonly importId: number | null
  readonly importLine: number | null
  readonly state: TransactionState
  readonly orderId: number | null
  readonly claimedBy: string
  readonly claimedAt: number | null
  readonly ignoredAs: IgnoredKind | null
  readonly ignoredReason: string
  readonly counterpartId: number | null
  readonly postedBy: string
  readonly postedAs: string | null
  /** The operator who approved a line posted by hand; "" for nobody. */
  readonly agreedBy: string
  readonly createdAt: number
  /** Doubts that kept the service from settling, as a JSON array; "" until judged; null if never judged. */
  readonly doubts: string | null
  /** Whether it paid an order that was reversed or backed by another transaction. */
  readonly freed: boolean
}

/** A transaction with the transaction number of its order. */
export type TransactionItem = BankTransaction & { readonly tradeNo: string | null }

/** Whether two transactions can be put aside together: money in and money out. */
export function areOpposite(
  one: Pick<BankTransaction, 'id' | 'amount'>,
  other: Pick<BankTransaction, 'id' | 'amount'>,
): boolean {
  return one.id !== other.id && one.amount > 0 !== other.amount > 0
}
