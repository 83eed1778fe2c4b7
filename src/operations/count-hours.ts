import type { MerchantContext } from '../context.ts'
import { firstIdAt } from '../rules/orders/order-identity.ts'
import { hourOf, hourSeconds, lastHourBefore } from '../rules/views/overview/hours-view.ts'
import { followUpHour, keepHour } from '../store/hour-figures.ts'
import { toSeconds } from '../units/clock.ts'
import { firstOfMonth, taipeiDay } from '../units/taipei-time.ts'

/**
 * Keeps what the balances of a database add up to under the running hour, and looks once at what became of the
 * collections of an hour: thirty minutes after its end, at 10,000 of them at most. The overview reads a row for each
 * hour; no order writes one.
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
