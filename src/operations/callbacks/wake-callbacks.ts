import type { Context } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'

/**
 * Sends wake-up messages for callbacks that have been committed. A failure is only logged, because the callback is owed
 * by its row in the database and the sweep finds it there.
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
