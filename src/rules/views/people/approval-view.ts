import type { ApprovalState } from '../../../contract/back-office/states.ts'
import { toAmount } from '../../../units/money.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import type { TransactionItem } from '../../banking/bank-transaction.ts'
import { bankNameOf } from '../../catalogue/banks.ts'
import {
  type ApprovalDetails,
  type ApprovalNames,
  approvalDetails,
  approvalLifeSeconds,
  currentState,
  parseSubject,
} from '../../people/approvals.ts'
import { bankTransactionView } from '../banking/bank-transaction-view.ts'

/** The shown fields of a stored call; times in UTC seconds. */
type ApprovalRecord = Readonly<{
  id: number
  call: string
  subject: string
  path: Readonly<Record<string, unknown>>
  body: Readonly<Record<string, unknown>>
  asker: string
  askedAt: number
  orderSeq: number | null
  before: Readonly<Record<string, unknown>> | null
  state: ApprovalState
  decidedBy: string
  decidedAt: number | null
  reason: string
}>

export type ApprovalWithNames = { readonly approval: ApprovalRecord; readonly names: ApprovalNames }

/** A call that waits or waited for a second person: its body as sent, the amount it moves, and whose money it is. */
export function approvalView({ approval, names }: ApprovalWithNames, now: number) {
  const { id, call, path, body, asker, askedAt, decidedBy, decidedAt, reason } = approval
  const details = approvalDetails(approval)
  const { merchantUid: uid, bankAccountId, person, orderNo } = details
  const name = names.merchants.get(uid)
  const account = names.accounts.get(bankAccountId ?? 0)
  return {
    id,
    state: currentState(approval, now),
    call,
    path,
    body: body.sent ?? null,
    subject: parseSubject(approval.subject),
    amount: amountOf(details, names),
    merchant: name === undefined ? null : { uid, name },
    bank_account:
      account === undefined
        ? null
        : {
            id: account.id,
            bank_name: bankNameOf(account.bankCode) ?? '',
            last5: account.accountNo.slice(-5),
            holder_name: account.holderName,
          },
    person,
    merchant_order_no: orderNo,
    asked_by: asker,
    asked_at: secondsToTaipei(askedAt),
    expires_at: secondsToTaipei(askedAt + approvalLifeSeconds),
    decided_by: decidedBy,
    decided_at: secondsToTaipei(decidedAt),
    reason,
  }
}

function amountOf({ amount, lineIds }: ApprovalDetails, { lines }: ApprovalNames): number | null {
  const found = lineIds.flatMap((id) => lines.get(id) ?? [])
  return found.length === 0 ? amount : toAmount(found.reduce((sum, one) => sum + one))
}

/** A waiting call about an order, for everybody who may see the order. */
export function waitingApprovalView({ approval, names }: ApprovalWithNames) {
  const { id, call, asker, askedAt } = approval
  return {
    id,
    call,
    amount: amountOf(approvalDetails(approval), names),
    asked_by: asker,
    asked_at: secondsToTaipei(askedAt),
    expires_at: secondsToTaipei(askedAt + approvalLifeSeconds),
  }
}

/** The order that a call moves: the number of its moves, and its view in the back office. */
type ApprovalOrder = Readonly<{ seq: number; view: Readonly<Record<string, unknown>> }>

/**
 * An approval with its order as it was when asked for and as it is now. The approver returns `seq`, the current number
 * of the order's moves. All three are null without an order. `named` are the call's bank transactions.
 */
export function approvalDetailView({
  approval,
  names,
  order,
  transactions,
  now,
}: ApprovalWithNames & {
  readonly order: ApprovalOrder | null
  readonly transactions: readonly TransactionItem[]
  readonly now: number
}) {
  const { orderSeq, before } = approval
  return {
    ...approvalView({ approval, names }, now),
    seq: order?.seq ?? null,
    order_then: orderSeq === null ? null : { seq: orderSeq, ...before },
    order_now: order && { seq: order.seq, ...order.view },
    bank_transactions: transactions.map(bankTransactionView),
  }
}
