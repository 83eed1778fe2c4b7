import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { payoutQuery } from '../../../contract/orders/payout-endpoints.ts'
import { toAmount } from '../../../units/money.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import type { DebitMarks } from '../../banking/deposit-marks.ts'
import type { Merchant } from '../../merchants/merchant.ts'
import type { Payout } from '../../orders/orders.ts'
import {
  type CallbackProgress,
  callbackProgressView,
  callbackStatus,
} from '../callbacks/callback-view.ts'
import { type FeeReader, feeView, merchantFee } from '../settlement/fee-view.ts'
import { extraView } from './collection-view.ts'
import { type OwnedOrder, platformFields } from './order-view.ts'

type StatusView = ResponseOf<typeof payoutQuery>

/** A payout as its merchant sees it, in the shape of §2.7 (decisions §4, "Payout report"). */
export function payoutStatusView({
  merchant,
  order,
  callback,
}: {
  readonly merchant: FeeReader & Pick<Merchant, 'uid'>
  readonly order: Payout
  readonly callback: CallbackProgress | null
}): StatusView {
  return {
    ok: 1,
    code: 0,
    text: 'success',
    message: 'success',
    status: statusText[order.status],
    paid: order.status === 'processed' ? toAmount(order.actualAmount) : 0,
    tradeNo: order.tradeNo,
    orderNo: order.merchantOrderNo,
    data: {
      ...payoutRecordView(merchant.uid, order),
      ...merchantFee(merchant, order.status === 'cancelled' ? null : (order.fee ?? 0)),
      system_status: order.status,
      callback_status: callbackStatus(callback),
      callback: callbackProgressView(callback),
    },
  }
}

const statusText = {
  pending: 'PENDING',
  processed: 'PAID',
  cancelled: 'CANCELLED',
} satisfies Record<Payout['status'], StatusView['status']>

/** Every stored field of a payout (§2.3), for the merchant and the back office. */
function payoutRecordView(uid: string, payout: Payout) {
  return {
    id: payout.id,
    uid,
    trade_no: payout.tradeNo,
    ...kindOf(payout),
    serial_no: payout.serialNo,
    merchant_order_no: payout.merchantOrderNo,
    channel: payout.channel,
    amount: toAmount(payout.amount),
    actual_amount: toAmount(payout.actualAmount),
    status: payout.status,
    payee_name: payout.payeeName,
    payee_bank: payout.payeeBank,
    payee_account: payout.payeeAccount,
    payment_tag: payout.paymentTag,
    beneficiary_name: payout.beneficiaryName,
    requested_at: secondsToTaipei(payout.requestedAt),
    processed_at: secondsToTaipei(payout.processedAt),
    voucher_no: payout.voucherNo,
    note: payout.note,
    reason: payout.reason,
    is_delayed: payout.isDelayed,
    notify_url: payout.notifyUrl,
    reverse_url: payout.reverseUrl,
    created_at: secondsToTaipei(payout.createdAt),
    extra: extraView(payout.extra),
  }
}

// Ordinary payouts have none (fees §3).
function kindOf({ kind }: Payout): { readonly kind?: 'withdrawal' } {
  return kind === null ? {} : { kind }
}

/** A payout as its creation answers it. */
export function createdPayoutView(payout: Payout) {
  return {
    id: payout.id,
    serial_no: payout.serialNo,
    merchant_order_no: payout.merchantOrderNo,
    status: payout.status,
    amount: toAmount(payout.amount),
    trade_no: payout.tradeNo,
  }
}

/** A payout as the back office sees it. */
export function payoutView({ uid, order }: OwnedOrder<Payout>) {
  const { status, amount, actualAmount } = order
  const gross = { pending: -amount, processed: -actualAmount, cancelled: null }[status]
  return {
    ...payoutRecordView(uid, order),
    ...platformFields(order),
    ...feeView({ ...order, gross }),
  }
}

/** A payout in a list, with its marks and holds if asked for. */
export type PayoutItem = OwnedOrder<Payout> & {
  readonly marks?: {
    readonly debits: DebitMarks
    readonly held: boolean
    readonly short: boolean
    readonly sent: boolean
  }
}

export function listedPayoutView({ marks, ...owned }: PayoutItem) {
  return { ...payoutView(owned), ...marks }
}
