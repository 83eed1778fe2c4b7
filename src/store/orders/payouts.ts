import { eq } from 'drizzle-orm'
import type { Payout } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import { isOwnedBy } from '../merchants/merchants.ts'
import { eachOf } from '../newest-rows.ts'
import { payouts } from '../schema.ts'
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
export type PayoutFilter = {
  readonly merchantUid?: string | undefined
  readonly status?: Payout['status'] | undefined
}

/** The payouts with an id below `before`, newest first. */
export function newestPayouts(
  db: MerchantDatabase,
  filter: PayoutFilter,
  before: number,
  limit: number,
) {
  return table.newest(db, rangesOf(filter), before, limit)
}

function rangesOf({ merchantUid, status }: PayoutFilter) {
  if (merchantUid === undefined && status === undefined) return [undefined]
  return eachOf(
    [merchantUid === undefined ? undefined : isOwnedBy(payouts.merchantId, merchantUid)],
    (status === undefined ? statuses : [status]).map((one) => eq(payouts.status, one)),
  )
}
