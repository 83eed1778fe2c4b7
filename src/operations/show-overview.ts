import type { Context, MerchantContext } from '../context.ts'
import type { RolesBySetting } from '../contract/back-office/roles.ts'
import { firstIdAt } from '../rules/orders/order-identity.ts'
import { oldestWaiting } from '../rules/people/approvals.ts'
import { bankingOverview } from '../rules/views/banking/banking-overview.ts'
import { approvalsOverview, overviewView } from '../rules/views/overview-view.ts'
import { readBankingFigures } from '../store/banking/banking-figures.ts'
import { countWaiting } from '../store/people/approvals.ts'
import { readOverview } from '../store/read-overview.ts'
import { allContexts } from './merchant-contexts.ts'
import { countOperators } from './people/known-roles.ts'

type Overview = ReturnType<typeof overviewView> &
  ReturnType<typeof approvalsOverview> &
  ReturnType<typeof bankingOverview>

/** The back office's overview: what waits for a person, and how the delivery of callbacks goes (decisions §9). */
export async function showOverview(
  context: Context,
  roles: RolesBySetting = null,
): Promise<Overview> {
  const now = Math.floor(context.now() / 1000)
  const terms = {
    countedMax,
    balancesMax: 10_000,
    receivers: { merchants: 10_000, perMerchant: 100, receivers: 20_000, place: 0 },
    namedMax: 20,
    attemptsMax: 5_000,
    attemptsSince: now - 3_600,
    attemptsFrom: firstIdAt(now - oldestOrderSeconds),
  }
  const read = ({ db }: MerchantContext) => readOverview(db, now, terms)
  const waitingFrom = oldestWaiting(now)
  const contexts = allContexts(context)
  const [overviews, waiting, banking, operators] = await Promise.all([
    Promise.all(contexts.map(read)),
    Promise.all(contexts.map(({ db }) => countWaiting(db, waitingFrom, countedMax))),
    Promise.all(contexts.map(({ db }) => readBankingFigures(db, now, countedMax))),
    countOperators(context, roles),
  ])
  return {
    ...overviewView(overviews, countedMax),
    ...approvalsOverview(waiting, operators),
    ...bankingOverview(banking),
  }
}

const countedMax = 1_000

/** The callbacks of older orders have ended their three days. */
const oldestOrderSeconds = 7 * 86_400
