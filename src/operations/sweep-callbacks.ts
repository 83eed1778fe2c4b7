import type { Context } from '../env.ts'
import { dueCallbacks } from '../store/callbacks.ts'

/**
 * Finds what a lost wake has left behind: callbacks that are due and that nobody holds (decisions §6, "Truth"). Hands
 * them to `deliver` in groups, without the queue, which may be the very thing that is broken.
 *
 * @returns how many were handed over
 */
export async function sweepCallbacks(
  context: Context,
  deliver: (orderIds: readonly number[]) => Promise<void>,
): Promise<number> {
  const now = Math.floor(context.now() / 1000)
  const due = await dueCallbacks(context.db, now, sweptMax)
  await deliver(due)
  if (due.length > 0)
    context.log({ event: 'sweep', due: due.length, full: due.length === sweptMax })
  return due.length
}

/** Callbacks that one sweep hands over at most; what is beyond waits for the next. */
const sweptMax = 120
