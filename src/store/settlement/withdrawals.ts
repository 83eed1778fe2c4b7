import type { WithdrawalState } from '../../rules/settlement/withdrawal.ts'
import { withdrawableOf } from '../accounts/credits.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** Of which merchant, for which serial number, and from which day on credits are not settled. */
type WithdrawalKey = {
  readonly merchantId: number
  readonly serialNo: string
  readonly unsettledFrom: number
}

/** What decides on a withdrawal, as one snapshot. */
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
    ) as isTaken,
    exists (
      select 1 from payouts
      where merchant_id = :merchantId and kind = 'withdrawal' and status = 'pending'
    ) as isWaiting,
    (select version from merchants where id = :merchantId) as version,
    ${withdrawableOf(':merchantId', ':unsettledFrom')} as withdrawable
`)
