import type { Context } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'

/**
 * Asks for attempts of callbacks that have been committed. The row in the database is what owes them: a wake that
 * fails is logged and left to the sweep.
 */
export async function wakeCallbacks(
  context: Context,
  orderIds: readonly number[],
  delaySeconds = 0,
): Promise<void> {
  try {
    await context.wake(orderIds, delaySeconds)
  } catch (error) {
    context.log({ event: 'wake_failed', count: orderIds.length, fault: faultText(error) })
  }
}
