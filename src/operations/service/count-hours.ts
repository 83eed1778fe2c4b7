import type { MerchantContext } from '../../context.ts'
import { firstIdAt } from '../../rules/orders/order-identity.ts'
import { hourOf, hourSeconds, lastHourBefore } from '../../rules/views/overview/hours-view.ts'
import { followUpHour, keepHour } from '../../store/service/hour-figures.ts'
import { toSeconds } from '../../units/clock.ts'
import { firstOfMonth, taipeiDay } from '../../units/taipei-time.ts'

/**
 * Stores the sums of a database's balances under the current hour, and once the outcome of an hour's collections:
 * thirty minutes after its end, for at most 10,000 of them. The overview reads a row per hour; no order writes one.
 */
export async function countHours(context: MerchantContext): Promise<void> {
  const { db } = context
  const at = toSeconds(context.now())
  const hour = hourOf(at)
  const today = taipeiDay(at)
  const before = [hour - 1, lastHourBefore(today), lastHourBefore(firstOfMonth(today))]
  const next = await keepHour(db, { hour, before, until: hourOf(at - followedAfterSeconds) })
  if (next === null) return
  const [first, end] = [firstIdAt(next * hourSeconds), firstIdAt((next + 1) * hourSeconds)]
  await followUpHour(db, { hour: next, first, end, max: 10_000 })
}

const followedAfterSeconds = 1_800
