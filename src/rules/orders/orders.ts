import type {
  EvidenceDifference,
  NotAssignedReason,
  ProofState,
  Settler,
} from '../../contract/back-office/states.ts'
import type { ConfirmationState, PayoutStatus } from '../../contract/orders/order-statuses.ts'
import type { FieldProblems, RefusalCode } from '../../contract/refusals.ts'
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
  /** The account that it is on, or was paid from; null where there is none. */
  readonly bankAccountId: number | null
  /** Whether the bank transactions that paid it are named; null while nothing is settled (back office §1). */
  readonly backed: boolean | null
  /** The last five digits of the account that the member pays from, or is paid to; "" where it tells none. */
  readonly last5: string
  /** The number of the merchant's price that held at its creation; 0 where it had none. */
  readonly pricing: number
  /** The platform's fee, booked or, of a pending payout, frozen; null while unpaid, and where it had no price. */
  readonly fee: number | null
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
    /** The day (Asia/Taipei, in days since 1970) that counts it on its account. */
    readonly bankAccountDay: number | null
    /** When it was first matched to that account, in UTC milliseconds; null where it is on none. */
    readonly accountSince: number | null
    /** Whether the service put it aside last, because its time ran out unpaid; a late settlement leaves that. */
    readonly expired: boolean
    /** When its member last said on the wait page that it is paid; null where nobody has. No evidence. */
    readonly saidPaidAt: number | null
    readonly saidPaidTimes: number
    /** Whether it waits in a slot, or was paid from it; no longer where it ended unpaid (matching §2). */
    readonly waitsInSlot: boolean
    /** Whether the service is to give it an account, and why it has not; null where it never was to. */
    readonly assignment: NotAssignedReason | 'due' | 'done' | null
    /** By whom it is settled; null while it is not, and where that was not kept. */
    readonly settledBy: Settler | null
    /** Of a settlement by the service: how far it is proved. */
    readonly proof: ProofState | null
    /** The day (Asia/Taipei, in days since 1970) that has its credit (fees §3); null where none has. */
    readonly creditedDay: number | null
  }

/** A payout with every stored field of §2.3. */
export type Payout = Order & {
  /** A withdrawal is a payout to the merchant itself (fees §3); null for any other. */
  readonly kind: 'withdrawal' | null
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
}

/** The fields of a callback that are fixed at its event; each attempt adds `timestamp` and `sign` (§6). */
export type CallbackBody = Readonly<Record<string, string | number>>

/** Why a step is not made, with what its refusal tells. */
export type Refused = {
  readonly kind: 'refused'
  readonly refusal: RefusalCode
  /** On `taken`: who has the order. */
  readonly takenBy?: string
  /** On `bank_transaction_taken`: the transaction number of the order that has claimed it. */
  readonly heldBy?: string
  /** On `evidence_differs`: what does not hold. */
  readonly differs?: readonly EvidenceDifference[]
  /** On `validation_error`: the problems of each field. */
  readonly errors?: FieldProblems
}

/** The refusal of a step, with what it tells beside its code. */
export function refused(
  refusal: RefusalCode,
  details: Omit<Refused, 'kind' | 'refusal'> = {},
): Refused {
  return { kind: 'refused', refusal, ...details }
}
