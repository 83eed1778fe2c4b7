import type { MerchantContext } from '../../context.ts'
import { oldestWaiting } from '../../rules/people/approvals.ts'
import { commit } from '../../store/database.ts'
import { expireApprovals } from '../../store/people/approvals.ts'
import { toSeconds } from '../../units/clock.ts'

/** Marks expired approvals of a database. Readers and approvers go by the clock, so a run may be bounded. */
export async function endOldApprovals({ db, now }: MerchantContext): Promise<void> {
  const before = oldestWaiting(toSeconds(now()))
  await commit(db, [expireApprovals({ oldestWaiting: before, limit: batchSize })])
}

const batchSize = 500
