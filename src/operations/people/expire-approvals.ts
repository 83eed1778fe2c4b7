import type { MerchantContext } from '../../context.ts'
import { oldestWaiting } from '../../rules/people/approvals.ts'
import { commit } from '../../store/database.ts'
import { expireApprovals } from '../../store/people/approvals.ts'
import { toSeconds } from '../../units/clock.ts'

/**
 * Marks the approvals of a database whose time is over. Whoever reads or approves one goes by the clock, so a run is
 * bounded and the next one does the rest.
 */
export async function endOldApprovals({ db, now }: MerchantContext): Promise<void> {
  const before = oldestWaiting(toSeconds(now()))
  await commit(db, [expireApprovals({ oldestWaiting: before, limit: batchSize })])
}

const batchSize = 500
