import { eq, sql } from 'drizzle-orm'
import type { Payout } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import { isOwnedBy } from '../merchants/merchants.ts'
import { type Access, type Span, walkOf, wholeTable } from '../newest-rows.ts'
import { payouts } from '../schema.ts'
import { insertText } from '../sql-text.ts'
import { byNumber, type OrderFilter, orderConditions } from './order-filter.ts'
import { orderTable } from './order-table.ts'

const statuses = ['pending', 'processed', 'cancelled'] as const

export const payoutTable = orderTable<'payout', Payout, object>({
  kind: 'payout',
  table: payouts,
  ownNo: 'serial_no',
  numberOf: ({ serialNo }) => serialNo,
  statuses,
  paid: ['processed'],
  extraColumns: {},
  insertion: (refused) =>
    insertText(`
      insert into payouts (
        id, merchant_id, trade_no, serial_no, merchant_order_no, channel, amount, actual_amount,
        status, payee_name, payee_bank, payee_account, payment_tag, beneficiary_name,
        requested_at, processed_at, voucher_no, note, is_delayed, notify_url, reverse_url,
        extra, agent, seq, created_at, refused, reason, bank_account_id, backed, last5,
        pricing, fee, kind
      )
      values (
        :id, :merchantId, :tradeNo, :serialNo, :merchantOrderNo, :channel, :amount, :actualAmount,
        :status, :payeeName, :payeeBank, :payeeAccount, :paymentTag, :beneficiaryName,
        :requestedAt, :processedAt, :voucherNo, :note, :isDelayed, :notifyUrl, :reverseUrl,
        :extra, :agent, :seq, :createdAt, ${refused}, :reason, :bankAccountId, :backed, :last5,
        :pricing, :fee, :kind
      )
    `),
})

type PayoutFilter = OrderFilter<Payout['status']>

const columns = { ...payouts, ownNo: payouts.serialNo, statuses }

export function newestPayouts(db: MerchantDatabase, filter: PayoutFilter, span: Span) {
  return payoutTable.newest(db, walkOf(orderConditions(columns, filter), accessOf(filter)), span)
}

function accessOf(filter: PayoutFilter): Access<PayoutFilter> {
  const { merchantUid, status, bankAccountId } = filter
  const numbered = byNumber(columns, filter)
  if (numbered !== null) return numbered
  if (bankAccountId !== undefined) {
    return { answers: ['bankAccountId'], ranges: [eq(payouts.bankAccountId, bankAccountId)] }
  }
  // Few payouts wait, even of all merchants together. The condition is the partial index's own.
  if (status === 'pending') {
    return { answers: ['status'], ranges: [sql`${payouts.status} = 'pending'`] }
  }
  if (merchantUid !== undefined) {
    return { answers: ['merchantUid'], ranges: [isOwnedBy(payouts.merchantId, merchantUid)] }
  }
  return wholeTable
}
