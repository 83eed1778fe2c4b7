import type { Context, MerchantContext } from '../context.ts'
import type { OverviewScope } from '../contract/back-office/overview.ts'
import { firstIdAt } from '../rules/orders/order-identity.ts'
import { hoursView } from '../rules/views/overview-view.ts'
import { readHours } from '../store/orders/collection-hours.ts'
import { contextsFor } from './merchant-contexts.ts'

/**
 * The collections of the last 24 hours, the running one among them, by the hour of their creation. Of each hour at most
 * 2,000 are read in each database, the first ones.
 */
export async function showHours(
  context: Context,
  scope: OverviewScope = {},
): Promise<ReturnType<typeof hoursView>> {
  const from = (Math.floor(context.now() / 1000 / hourSeconds) + 1 - hoursShown) * hourSeconds
  const first = firstIdAt(from)
  const width = firstIdAt(from + hourSeconds) - first
  const read = ({ db }: MerchantContext) =>
    readHours(db, { first, width, count: hoursShown, countedMax })
  const found = await Promise.all(contextsFor(context, scope).map(read))
  return hoursView(found, from, countedMax)
}

const hourSeconds = 3_600
const hoursShown = 24
const countedMax = 2_000
