// What the members' pages show of a payment: operations read it, pages render it. Times are UTC seconds, absent text
// is "".

/**
 * The state of a payment on its wait page (decisions §5, "Wait page"). `waiting`: no account yet. `transfer`: the
 * member pays into the account shown. `review`: the payment is under review and nobody should transfer now. `checking`:
 * the time is over, and a transfer already made is being looked for. `paid_elsewhere`: another link of the same order
 * was paid. `unknown`: the database does not answer.
 */
export const waitStates = [
  'waiting',
  'transfer',
  'review',
  'checking',
  'paid',
  'paid_elsewhere',
  'expired',
  'unknown',
] as const
export type WaitState = (typeof waitStates)[number]

/** Whom a member pays, as the merchant's setting `display` says it. */
export type Payee = {
  readonly name: string
  /** Where members find help; "" if there is no such address. */
  readonly supportUrl: string
}

/** The account that a member is to pay into. */
export type ReceivingAccount = {
  readonly bankName: string
  /** Three digits; "" where the bank is not known. */
  readonly bankCode: string
  readonly accountNo: string
  readonly accountName: string
}

/** What was paid. */
export type Receipt = {
  readonly tradeNo: string
  /** Hundredths. */
  readonly paidAmount: number
  readonly paidAt: number | null
}

/** What a member has said of a payment, whose account is shown, and is asked for. */
export type PaidReport = {
  readonly hasPaid: boolean
  /** Whether the last five digits are asked for: the order has none. */
  readonly asksLast5: boolean
  /** Whether those that were given are not five digits. */
  readonly isWrong: boolean
}

/** What a wait page shows. */
export type WaitView = {
  readonly token: string
  readonly state: WaitState
  /** Null while the database, which alone knows it, does not answer. */
  readonly payee: Payee | null
  /** What was asked for, in whole dollars. */
  readonly amount: number
  /** In state `paid` only. */
  readonly receipt: Receipt | null
  readonly merchantOrderNo: string
  readonly payerAccountLast5: string
  /** In state `transfer` only. */
  readonly account: ReceivingAccount | null
  /** In state `transfer` only; null in a picture of the page. */
  readonly said: PaidReport | null
  /** Whether it ever named an account, to which a transfer may be under way. */
  readonly hadAccount: boolean
  /** Where the member came from. */
  readonly returnUrl: string
  readonly now: number
  /** When the time for a transfer is over; in state `checking`, when no transfer is looked for any more. */
  readonly endsAt: number
  /** How new the database was that told it; absent where none did. */
  readonly bookmark?: string | null
}

/** The answer of a wait page's refresh address: the part of the page that changes. */
export type WaitRefresh = {
  readonly now: number
  /** When to ask again at the earliest; null once nothing changes any more. */
  readonly refreshSeconds: number | null
  readonly title: string
  /** The payment as the page shows it, the same text as long as nothing has changed. */
  readonly html: string
}

/**
 * Whether a link still takes an amount. `unavailable`: the merchant takes no payments just now. `paid_elsewhere`:
 * another link of the same order was paid.
 */
export type PurchaseState = 'open' | 'expired' | 'paid_elsewhere' | 'unavailable'

/** Why the amount that a member gave is refused. */
export type AmountProblem = 'missing' | 'not_a_whole_number' | 'not_allowed'

/** What a purchase page shows: stored data only, no parameter of the page's address. */
export type PurchaseView = {
  readonly kind: 'purchase'
  readonly id: number
  readonly session: string
  readonly state: PurchaseState
  readonly payee: Payee
  readonly merchantOrderNo: string
  readonly payerAccountLast5: string
  /** Whole dollars, as the three below. */
  readonly fixedAmounts: readonly number[]
  readonly allowCustom: boolean
  readonly customMin: number
  readonly customMax: number
  /** The amount as the member typed it, and why it was refused. */
  readonly refused: { readonly given: string; readonly problem: AmountProblem } | null
  readonly returnUrl: string
  readonly now: number
  /** When the link takes no amount any more. */
  readonly endsAt: number
}

/** What follows a request of a purchase page: the page, or the wait page of a link whose amount was submitted. */
export type PurchasePage = PurchaseView | { readonly kind: 'wait'; readonly waitToken: string }
