import { eq } from 'drizzle-orm'
import type { Payout } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import { isOwnedBy } from '../merchants/merchants.ts'
import { type Access, eachOf, type Span, walkOf, wholeTable } from '../newest-rows.ts'
import { payouts } from '../schema.ts'
import { byNumber, type OrderFilter, orderConditions } from './order-filter.ts'
import { orderTable, type WithCallback } from './order-table.ts'

const statuses = ['pending', 'processed', 'cancelled'] as const

const table = orderTable<'payout', Payout>('payout', payouts, payouts.serialNo, {
  statuses,
  paid: ['processed'],
})

export const {
  insert: insertPayout,
  update: updatePayout,
  find: findPayout,
  findOfAnyone: findPayoutOfAnyone,
} = table

/** A payout with the state of its callback, if it owes one. */
export type PayoutWithCallback = WithCallback<'payout', Payout>

/** What a list of payouts is narrowed to. */
export type PayoutFilter = OrderFilter<Payout['status']>

const columns = {
  ...payouts,
  ownNo: payouts.serialNo,
  statuses,
}

/** The payouts of a filter, newest first. */
export function newestPayouts(db: MerchantDatabase, filter: PayoutFilter, span: Span) {
  return table.newest(db, walkOf(orderConditions(columns, filter), accessOf(filter)), span)
}

function accessOf(filter: PayoutFilter): Access<PayoutFilter> {
  const { merchantUid, status, bankAccountId } = filter
  const numbered = byNumber(columns, filter)
  if (numbered !== null) return numbered
  if (bankAccountId !== undefined) {
    return { answers: ['bankAccountId'], ranges: [eq(payouts.bankAccountId, bankAccountId)] }
  }
  if (merchantUid !== undefined) {
    const owned = isOwnedBy(payouts.merchantId, merchantUid)
    const inState = (status === undefined ? statuses : [status]).map((one) =>
      eq(payouts.status, one),
    )
    return { answers: ['merchantUid', 'status'], ranges: eachOf([owned], inState) }
  }
  if (status !== undefined) return { answers: ['status'], ranges: [eq(payouts.status, status)] }
  return wholeTable
}
