import type { Doubt } from '../../../contract/back-office/states.ts'
import { toAmount } from '../../../units/money.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import type { Candidate } from '../../banking/candidates.ts'
import type { Deposit } from '../../banking/evidence.ts'
import type { Collection, Payout } from '../../orders/orders.ts'

/** A collection or a payout that a transaction may pay. */
export type CandidateOrder =
  | { readonly kind: 'collection'; readonly order: Collection; readonly uid: string }
  | { readonly kind: 'payout'; readonly order: Payout; readonly uid: string }

/** An order that a transaction may pay, with the evidence and the differences. */
export function candidateOrderView({ item, reasons, differs, best }: Candidate<CandidateOrder>) {
  const { kind, order, uid } = item
  const isCollection = kind === 'collection'
  return {
    kind,
    trade_no: order.tradeNo,
    merchant_uid: uid,
    merchant_order_no: order.merchantOrderNo,
    status: order.status,
    collection_status: isCollection ? order.collectionStatus : null,
    amount: toAmount(order.amount),
    paid_amount: toAmount(isCollection ? order.paidAmount : order.actualAmount),
    counterparty_account: isCollection ? order.counterpartyAccount : order.payeeAccount,
    counterparty_name: isCollection ? order.userName : order.payeeName,
    agent: order.agent,
    backed: order.backed,
    created_at: secondsToTaipei(order.createdAt),
    reasons,
    differs,
    best,
  }
}

/** A transaction that may pay an order, with the evidence, the differences, and its doubts. */
export function candidateDepositView(
  {
    item,
    reasons,
    differs,
    best,
  }: Candidate<
    Deposit &
      Readonly<Record<'counterpartyAccount' | 'memo', string>> & {
        readonly fitsBetter: string | null
      }
  >,
  doubts: readonly Doubt[] | null,
) {
  return {
    id: item.id,
    bank_account: item.bankAccountId,
    booked_at: secondsToTaipei(item.bookedAt),
    day_only: item.dayOnly,
    amount: toAmount(item.amount),
    counterparty_account: item.counterpartyAccount,
    counterparty_last5: item.counterpartyLast5,
    counterparty_name: item.counterpartyName,
    memo: item.memo,
    fits_better: item.fitsBetter,
    doubts,
    reasons,
    differs,
    best,
  }
}
