import { and, asc, desc, isNotNull, lt, sql } from 'drizzle-orm'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { WithdrawalState } from '../../rules/settlement/withdrawal.ts'
import { withdrawableOf } from '../accounts/credits.ts'
import type { MerchantDatabase } from '../database.ts'
import { merchantOf } from '../merchants/merchants.ts'
import { merchants } from '../schema.ts'
import { isOpen } from '../service/maintenance.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** The merchant, the serial number, and the first day of unsettled credits. */
type WithdrawalKey = {
  readonly merchantId: number
  readonly serialNo: string
  readonly unsettledFrom: number
}

/** The records that decide on a withdrawal, as one snapshot. */
export async function readWithdrawalState(
  db: MerchantDatabase,
  key: WithdrawalKey,
): Promise<WithdrawalState> {
  const [[found]] = await rowsOf(db, [selectState(key)] as const)
  if (found === undefined) throw new Error('a withdrawal’s state has no row')
  const { isTaken, isWaiting, ...rest } = found
  return { ...rest, isTaken: isTaken === 1, isWaiting: isWaiting === 1 }
}

const selectState = sqlText<
  WithdrawalKey,
  Record<'isTaken' | 'isWaiting', 0 | 1> & Readonly<Record<'version' | 'withdrawable', number>>
>(`
  select
    exists (
      select 1 from payouts where merchant_id = :merchantId and serial_no = :serialNo
      union all
      select 1 from archived_orders
      where merchant_id = :merchantId and number = :serialNo and number <> '' and id % 2 = 1
    ) as isTaken,
    exists (
      select 1 from payouts
      where merchant_id = :merchantId and kind = 'withdrawal' and status = 'pending'
    ) as isWaiting,
    (select version from merchants where id = :merchantId) as version,
    ${withdrawableOf(':merchantId', ':unsettledFrom')} as withdrawable
`)

/** Merchants with automatic withdrawals that are undecided on that day, from either end; none in maintenance. */
export async function dueForWithdrawal(
  db: MerchantDatabase,
  { day, limit, from }: { readonly day: number; readonly limit: number; readonly from: End },
): Promise<readonly Merchant[]> {
  const { autoWithdrawal, autoWithdrawnDay } = merchants
  const rows = await db
    .select()
    .from(merchants)
    .where(and(isNotNull(autoWithdrawal), lt(autoWithdrawnDay, day), sql.raw(isOpen)))
    .orderBy(from === 'longest' ? asc(autoWithdrawnDay) : desc(autoWithdrawnDay))
    .limit(limit)
  return rows.map(merchantOf)
}

/** Those that have waited longest, or shortest. */
type End = 'longest' | 'shortest'

/** Records that a merchant has been decided on that day. */
export const noteAutoDay = sqlText<{ readonly merchantId: number; readonly day: number }>(
  'update merchants set auto_withdrawn_day = :day where id = :merchantId',
)
