import type { Context, MerchantContext } from '../context.ts'
import { firstIdAt } from '../rules/orders/order-identity.ts'
import { overviewView } from '../rules/views/overview-view.ts'
import { readOverview } from '../store/read-overview.ts'
import { allContexts } from './merchant-contexts.ts'

/** The back office's overview: what waits for a person, and how the delivery of callbacks goes (decisions §9). */
export async function showOverview(context: Context): Promise<ReturnType<typeof overviewView>> {
  const now = Math.floor(context.now() / 1000)
  const terms = {
    countedMax,
    receivers: { merchants: 10_000, perMerchant: 100, receivers: 20_000, place: 0 },
    namedMax: 20,
    attemptsMax: 5_000,
    attemptsSince: now - 3_600,
    attemptsFrom: firstIdAt(now - oldestOrderSeconds),
  }
  const read = ({ db }: MerchantContext) => readOverview(db, now, terms)
  const overviews = await Promise.all(allContexts(context).map(read))
  return overviewView(overviews, countedMax)
}

const countedMax = 1_000

/** The callbacks of older orders have ended their three days. */
const oldestOrderSeconds = 7 * 86_400
