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

/** The common fields of collections and payouts. */
export type Order = {
  readonly id: number
  readonly merchantId: number
  readonly tradeNo: string
  readonly merchantOrderNo: string
  readonly channel: string
  readonly amount: number
  /** JSON text as it was sent, or "". */
  readonly extra: string
  /** The agent who has taken it, or "". */
  readonly agent: string
  /** Why it is an exception, cancelled, rejected or reversed; visible to its merchant. */
  readonly reason: string
  /** Sequence number of its newest event. */
  readonly seq: number
  readonly createdAt: number
  /** The account that it is matched to or was paid from; null for none. */
  readonly bankAccountId: number | null
  /** Whether the paying bank transactions are named; null before a settlement (back office §1). */
  readonly backed: boolean | null
  /** The last five digits of the member's account; "" if it has none. */
  readonly last5: string
  /** The number of the merchant's price in force at its creation; 0 for none. */
  readonly pricing: number
  /** The booked or frozen fee; null while unpaid, and without a price. */
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
    /** Its payment link; null for a merchant's own collection. */
    readonly linkId: number | null
    /** Whether the back office has confirmed the declared money. */
    readonly confirmation: ConfirmationState
    /** The day (Asia/Taipei, in days since 1970) on which it counts on its account. */
    readonly bankAccountDay: number | null
    /** Its first match to that account, in UTC milliseconds; null for none. */
    readonly accountSince: number | null
    /** Whether the service put it aside last, because it expired unpaid; a late settlement keeps this. */
    readonly expired: boolean
    /** The member's last "I have paid" on the wait page; null for none. It is no evidence. */
    readonly saidPaidAt: number | null
    readonly saidPaidTimes: number
    /** Whether it waits in a slot or was paid from one; false once it has ended unpaid (matching §2). */
    readonly waitsInSlot: boolean
    /** Whether the service is to give it an account, and why it has not; null if it never was to. */
    readonly assignment: NotAssignedReason | 'due' | 'done' | null
    /** Its settler; null before a settlement, and if not recorded. */
    readonly settledBy: Settler | null
    /** The proof of an automatic settlement; null for any other. */
    readonly proof: ProofState | null
    /** The day (Asia/Taipei, in days since 1970) of its credit (fees §3); null for none. */
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

/** The fields of a callback that are fixed at its event. Each attempt adds `timestamp` and `sign` (§6). */
export type CallbackBody = Readonly<Record<string, string | number>>

export type StepRefusal = {
  readonly kind: 'refused'
  readonly refusal: RefusalCode
  /** On `taken`: the agent who has the order. */
  readonly takenBy?: string
  /** On `bank_transaction_taken`: the transaction number of the order that has claimed it. */
  readonly heldBy?: string
  /** On `evidence_differs`: the requirements that are not met. */
  readonly differs?: readonly EvidenceDifference[]
  /** On `validation_error`: the problems of each field. */
  readonly errors?: FieldProblems
}

export function refused(
  refusal: RefusalCode,
  details: Omit<StepRefusal, 'kind' | 'refusal'> = {},
): StepRefusal {
  return { kind: 'refused', refusal, ...details }
}
