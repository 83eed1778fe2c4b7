import type { Context } from '../env.ts'
import { firstIdAt } from '../rules/order-identity.ts'
import { overviewReport } from '../rules/overview-report.ts'
import { readOverview } from '../store/overview.ts'

/** What waits for somebody, and how the delivery of callbacks goes, at a glance (decisions §9). */
export async function showOverview(context: Context): Promise<ReturnType<typeof overviewReport>> {
  const now = Math.floor(context.now() / 1000)
  const overview = await readOverview(context.db, now, {
    countedMax,
    endpointsMax: 1_000,
    namedMax: 20,
    attemptsMax: 5_000,
    attemptsSince: now - 3_600,
    attemptsFrom: firstIdAt(now - oldestOrderSeconds),
  })
  return overviewReport(overview, countedMax)
}

const countedMax = 1_000

/** Orders that are older have had their callback's three days. */
const oldestOrderSeconds = 7 * 86_400
