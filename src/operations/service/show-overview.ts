import type { Context, MerchantContext } from '../../context.ts'
import type { RolesBySetting } from '../../contract/back-office/roles.ts'
import type { OverviewScope } from '../../contract/back-office/service/overview.ts'
import { growthOf } from '../../rules/alarms/database-growth.ts'
import { firstIdAt } from '../../rules/orders/order-identity.ts'
import { oldestWaiting } from '../../rules/people/approvals.ts'
import { bankingOverview } from '../../rules/views/banking/banking-overview.ts'
import { archiveOverview } from '../../rules/views/overview/archive-overview.ts'
import { autoOverview } from '../../rules/views/overview/auto-overview.ts'
import { approvalsOverview, overviewView } from '../../rules/views/overview/overview-view.ts'
import { type OverviewReading, readOverview } from '../../store/service/read-overview.ts'
import { daySeconds, toSeconds } from '../../units/clock.ts'
import { taipeiDay, taipeiDayStart } from '../../units/taipei-time.ts'
import { contextsFor } from '../merchant-contexts.ts'
import { countOperators } from '../people/known-roles.ts'

type Overview = { readonly days_to_full: number | null } & ReturnType<typeof overviewView> &
  ReturnType<typeof approvalsOverview> &
  ReturnType<typeof bankingOverview> &
  ReturnType<typeof autoOverview> &
  ReturnType<typeof archiveOverview>

/** The back office's overview: waiting work, and the delivery of callbacks (decisions §9). */
export async function showOverview(
  context: Context,
  roles: RolesBySetting = null,
  scope: OverviewScope = {},
): Promise<Overview> {
  const now = toSeconds(context.now())
  const terms = {
    countedMax,
    todayFrom: firstIdAt(taipeiDayStart(taipeiDay(now))),
    accountsMax: 250,
    receivers: { merchants: 10_000, perMerchant: 100, receivers: 20_000, place: 0 },
    namedMax: 20,
    attemptsMax: 500,
    attemptsSince: now - 3_600,
    attemptsFrom: firstIdAt(now - oldestOrderSeconds),
    approvalsFrom: oldestWaiting(now),
    unconfirmedUntil: now - daySeconds,
    today: taipeiDay(now),
  }
  const read = ({ db }: MerchantContext) => readOverview(db, now, terms)
  const [found, operators] = await Promise.all([
    Promise.all(contextsFor(context, scope).map(read)),
    countOperators(context, roles),
  ])
  const each = <Name extends keyof OverviewReading>(name: Name) => found.map((one) => one[name])
  const days = each('sizes').flatMap(({ old, newest }) => growthOf(old, newest).daysToFull ?? [])
  return {
    days_to_full: days.length === 0 ? null : Math.min(...days),
    ...overviewView(each('figures'), countedMax),
    ...approvalsOverview(each('approvals'), operators),
    ...bankingOverview(each('banking')),
    ...autoOverview(each('auto').flat()),
    ...archiveOverview(each('archive')),
  }
}

const countedMax = 500

/** Callbacks of older orders have passed their three days. */
const oldestOrderSeconds = 7 * daySeconds
