import type { Context, MerchantContext } from '../../context.ts'
import type { OverviewScope } from '../../contract/back-office/service/overview.ts'
import { hourOf, hoursNeeded, hoursView } from '../../rules/views/overview/hours-view.ts'
import { readHours } from '../../store/service/hour-figures.ts'
import { toSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { contextsFor } from '../merchant-contexts.ts'

/**
 * The figures of the last 24 hours and today, beside yesterday and a week ago, from the rows of `countHours`: one per
 * hour and database.
 */
export async function showHours(
  context: Context,
  scope: OverviewScope = {},
): Promise<ReturnType<typeof hoursView>> {
  const at = toSeconds(context.now())
  const [now, today] = [hourOf(at), taipeiDay(at)]
  const hours = hoursNeeded(now, today)
  const read = ({ db }: MerchantContext) => readHours(db, hours)
  return hoursView(await Promise.all(contextsFor(context, scope).map(read)), now, today)
}
