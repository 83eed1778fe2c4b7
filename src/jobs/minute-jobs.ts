import { contextFrom } from '../context.ts'
import { closeLedgerDays } from '../operations/accounts/close-ledger-days.ts'
import { putAsideAllFrozen } from '../operations/banking/put-aside-frozen.ts'
import { expireLinks } from '../operations/links/expire-links.ts'
import { noteSizes } from '../operations/log-database-sizes.ts'
import { endOldApprovals } from '../operations/people/expire-approvals.ts'
import { type Deliver, sweep } from './callback-jobs.ts'

/**
 * What the cron runs each minute: the sweep of callbacks, the expiry of links and approvals, what waits on frozen bank
 * accounts, the days of the ledger, the sizes.
 */
export async function runMinuteJobs(env: Env, deliver: Deliver): Promise<void> {
  const context = contextFrom(env)
  // All jobs end before an error is thrown: what is still running when a handler throws is cancelled.
  const jobs = await Promise.allSettled([
    sweep(context, deliver),
    expireLinks(context),
    closeLedgerDays(context),
    endOldApprovals(context),
    putAsideAllFrozen(context),
    noteSizes(context),
  ])
  for (const job of jobs) if (job.status === 'rejected') throw job.reason
}
