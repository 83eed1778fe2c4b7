import type { EvidenceDifference } from '../../contract/back-office/states.ts'
import type { ConfirmationState, PayoutStatus } from '../../contract/orders/order-statuses.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import type { TallyChange } from '../accounts/tally.ts'
import type { Claim } from '../banking/claim.ts'
import type { OrderEvent } from './order-events.ts'
import type { CollectionState } from './order-states.ts'

// Amounts in hundredths, times in UTC seconds, absent text is "".

/** What collections and payouts have in common. */
export type Order = {
  readonly id: number
  readonly merchantId: number
  readonly tradeNo: string
  readonly merchantOrderNo: string
  readonly channel: string
  readonly amount: number
  /** JSON text as it was sent, or "". */
  readonly extra: string
  /** Who has taken it, or "". */
  readonly agent: string
  /** Why it is an exception, was cancelled, rejected or reversed; its merchant reads it. */
  readonly reason: string
  /** Sequence number of its newest event. */
  readonly seq: number
  readonly createdAt: number
  /** Whether the bank transactions that paid it are named; null while nothing is settled (back office §1). */
  readonly backed: boolean | null
  /** The last five digits of the account that the member pays from, or is paid to; "" where it tells none. */
  readonly last5: string
}

/** A collection with every stored field of §2.2. */
export type Collection = Order &
  CollectionState & {
    readonly orderid: string
    readonly gatewayCode: string
    readonly currency: string
    readonly paidAmount: number
    readonly collectionAccountName: string
    readonly collectionAccountNo: string
    readonly collectionBankName: string
    readonly counterpartyAccount: string
    readonly memberBankName: string
    readonly userId: string
    readonly userName: string
    readonly notifyUrl: string
    readonly returnUrl: string
    readonly paidAt: number | null
    /** The payment link it pays; null where a merchant created it itself. */
    readonly linkId: number | null
    /** Whether money that the merchant declared itself has been confirmed by the back office. */
    readonly confirmation: ConfirmationState
    /** The account that it was matched to, and the day (Asia/Taipei, in days since 1970) that counts it there. */
    readonly bankAccountId: number | null
    readonly bankAccountDay: number | null
    /** When it was first matched to that account, in UTC milliseconds; null where it is on none. */
    readonly accountSince: number | null
  }

/** A payout with every stored field of §2.3. */
export type Payout = Order & {
  readonly status: PayoutStatus
  readonly serialNo: string
  readonly actualAmount: number
  readonly payeeName: string
  readonly payeeBank: string
  readonly payeeAccount: string
  readonly paymentTag: string
  readonly beneficiaryName: string
  readonly requestedAt: number
  readonly processedAt: number | null
  readonly voucherNo: string
  readonly note: string
  readonly isDelayed: boolean
  readonly notifyUrl: string
  readonly reverseUrl: string
  /** The account that it was paid from. */
  readonly bankAccountId: number | null
}

/** The fields of a callback that are fixed at its event; each attempt adds `timestamp` and `sign` (§6). */
export type CallbackBody = Readonly<Record<string, string | number>>

/**
 * What an event does to its order's callback: it owes one, in the place of the one before it; or its merchant is not
 * told, and the one before it ends.
 */
export type CallbackEffect =
  | { readonly kind: 'owed'; readonly url: string; readonly body: CallbackBody }
  | { readonly kind: 'ended' }

/** One step of an order: the order after it, its event, its tallies, and what becomes of its callback. */
export type Step<O extends Order> = {
  readonly order: O
  readonly event: OrderEvent
  readonly tallies: readonly TallyChange[]
  /** Null where it stays as it is. */
  readonly callback: CallbackEffect | null
  /** The money that the merchant must have; the database checks it in the batch. */
  readonly coverage: Coverage | null
  /** By how much it changes the number of orders that are settled without a transaction. */
  readonly unbacked: number
  /** The bank transactions that it claims and frees; the database checks it in the batch. Null for none. */
  readonly claim: Claim | null
}

/** At least so many hundredths: available, or (`held`) available and frozen together. */
export type Coverage = { readonly of: 'available' | 'held'; readonly atLeast: number }

/** A step, or the refusal of it. */
export type Decision<O extends Order> = { readonly step: Step<O> } | Refused

/** Why a step is not made, with what its refusal tells. */
export type Refused = {
  readonly refusal: RefusalCode
  /** On `taken`: who has the order. */
  readonly takenBy?: string
  /** On `bank_transaction_taken`: the transaction number of the order that has claimed it. */
  readonly heldBy?: string
  /** On `evidence_differs`: what does not hold. */
  readonly differs?: readonly EvidenceDifference[]
  /** On `validation_error`: the problems of each field. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
}

/** The order already is as asked for; nothing is written. */
export type Unchanged = { readonly unchanged: true }
