// The views of a payment on the members' pages: operations read them, pages render them. Times are UTC seconds, absent
// text is "".

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

/** The payee that a member sees, by the merchant's setting `display`. */
export type Payee = {
  readonly name: string
  /** Where members find help; "" if there is no such address. */
  readonly supportUrl: string
}

/** The account for the member's payment. */
export type ReceivingAccount = {
  readonly bankName: string
  /** Three digits; "" if the bank is unknown. */
  readonly bankCode: string
  readonly accountNo: string
  readonly accountName: string
}

/** A received payment. */
export type Receipt = {
  readonly tradeNo: string
  /** Hundredths. */
  readonly paidAmount: number
  readonly paidAt: number | null
}

/** A member's "I have paid", and whether digits are asked for. */
export type PaidReport = {
  readonly hasPaid: boolean
  /** Whether the last five digits are asked for: the order has none, and a press would count now. */
  readonly asksLast5: boolean
  /** `wrong`: the given digits were refused; `typing`: the member is typing them; null for neither. */
  readonly last5: 'wrong' | 'typing' | null
}

/** The content of a wait page. */
export type WaitView = {
  readonly token: string
  readonly state: WaitState
  /** Null while the database, which alone has it, does not answer. */
  readonly payee: Payee | null
  /** The requested amount in whole dollars. */
  readonly amount: number
  /** In state `paid` only. */
  readonly receipt: Receipt | null
  readonly merchantOrderNo: string
  readonly payerAccountLast5: string
  /** In state `transfer` only. */
  readonly account: ReceivingAccount | null
  /** In state `transfer` only; null in a picture of the page. */
  readonly report: PaidReport | null
  /** Whether it ever showed an account, to which a transfer may be under way. */
  readonly hadAccount: boolean
  /** The page from which the member came. */
  readonly returnUrl: string
  readonly now: number
  /** The end of the time for a transfer; in state `checking`, the end of the search for one. */
  readonly endsAt: number
  /** The bookmark of the database that answered; absent for none. */
  readonly bookmark?: string | null
}

/** The answer of a wait page's refresh address: the part of the page that changes. */
export type WaitRefresh = {
  readonly now: number
  /** The earliest time of the next refresh; null once nothing changes any more. */
  readonly refreshSeconds: number | null
  readonly title: string
  /** The payment as shown on the page; equal text means no change. */
  readonly html: string
}

/**
 * Whether a link still accepts an amount. `unavailable`: the merchant accepts no payments now. `paid_elsewhere`:
 * another link of the same order was paid.
 */
export type PurchaseState = 'open' | 'expired' | 'paid_elsewhere' | 'unavailable'

/** Why a member's amount is refused. */
export type AmountProblem = 'missing' | 'not_a_whole_number' | 'not_allowed'

/** The content of a purchase page: stored data only, no parameter of the page's address. */
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
  /** The amount as typed, and why it was refused. */
  readonly refused: { readonly text: string; readonly problem: AmountProblem } | null
  readonly returnUrl: string
  readonly now: number
  /** The end of the time for an amount. */
  readonly endsAt: number
}

/** The answer to a purchase page's request: the page, or the wait page of a link with a submitted amount. */
export type PurchasePage = PurchaseView | { readonly kind: 'wait'; readonly waitToken: string }
