import { eq } from 'drizzle-orm'
import type { Payout } from '../../rules/orders/orders.ts'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import type { MerchantDatabase } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { isOwnedBy } from '../merchants/merchants.ts'
import { eachOf } from '../newest-rows.ts'
import { placeholders, prepared } from '../prepared.ts'
import { payouts } from '../schema.ts'
import { noOtherKind } from './no-other-kind.ts'
import { orderTable, type Reported } from './order-table.ts'

/** A new payout; its event is what keeps it from a merchant that has changed. */
export const insertPayout = prepared<Payout>((db) => db.insert(payouts).values(payoutRow))

const { refused: _refused, ...payoutRow } = placeholders(payouts)

/** The same for a request that may be a copy of one that made an order of another kind; guarded by `other_kind`. */
export const insertPayoutOnce = prepared<Payout & OtherKinds>((db) => {
  const refused = refusedUnless({ other_kind: noOtherKind('payout', payoutRow.merchantId) })
  return db.insert(payouts).values({ ...payoutRow, refused })
})

const statuses = ['pending', 'processed', 'cancelled'] as const

const table = orderTable<'payout', Payout>('payout', payouts, payouts.serialNo, {
  statuses,
  paid: ['processed'],
})

export const { update: updatePayout, find: findPayout, findOfAnyone: findPayoutOfAnyone } = table

/** A payout with the state of its callback, if it owes one. */
export type ReportedPayout = Reported<'payout', Payout>

/** What a list of payouts is narrowed to. */
export type PayoutFilter = {
  readonly merchantUid?: string | undefined
  readonly status?: Payout['status'] | undefined
}

/** Lists payouts, newest first, those with an id below `before`. */
export function listPayouts(
  db: MerchantDatabase,
  filter: PayoutFilter,
  before: number,
  limit: number,
) {
  return table.list(db, rangesOf(filter), before, limit)
}

function rangesOf({ merchantUid, status }: PayoutFilter) {
  if (merchantUid === undefined && status === undefined) return [undefined]
  return eachOf(
    [merchantUid === undefined ? undefined : isOwnedBy(payouts.merchantId, merchantUid)],
    (status === undefined ? statuses : [status]).map((one) => eq(payouts.status, one)),
  )
}
