import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { oldestWaiting } from '../../rules/people/approvals.ts'
import { commit } from '../../store/database.ts'
import { expireApprovals } from '../../store/people/approvals.ts'
import { toSeconds } from '../../units/clock.ts'
import { allContexts } from '../merchant-contexts.ts'

/**
 * Marks approvals whose time is over. Whoever reads or approves one goes by the clock, so a run is bounded and the next
 * one does the rest.
 */
export async function endOldApprovals(context: Context): Promise<void> {
  await Promise.all(allContexts(context).map(endIn))
}

// An outage of one database must not keep the others' waiting.
async function endIn({ db, databaseNumber, now, log }: MerchantContext): Promise<void> {
  try {
    const before = oldestWaiting(toSeconds(now()))
    await commit(db, [expireApprovals({ oldestWaiting: before, limit: batchSize })])
  } catch (error) {
    log({ event: 'approvals_not_expired', database: databaseNumber, fault: faultText(error) })
  }
}

const batchSize = 500
