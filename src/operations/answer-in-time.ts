import type { Context } from '../context.ts'
import { Refusal } from '../contract/refusals.ts'
import { inTime, TookTooLong } from '../units/time-limit.ts'

/**
 * Awaits work that uses the database. Refuses with `unavailable` once that takes too long (decisions §3, 503): whether
 * anything was written is not known then.
 */
export async function answerInTime<T>({ log }: Context, work: Promise<T>): Promise<T> {
  try {
    return await inTime(databaseTimeoutMs, work)
  } catch (thrown) {
    if (!(thrown instanceof TookTooLong)) throw thrown
    log({ event: 'database_late', fault: thrown.message })
    throw new Refusal('unavailable', { retryAfterSeconds })
  }
}

const databaseTimeoutMs = 15_000
const retryAfterSeconds = 5
