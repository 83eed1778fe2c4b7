import type { Context } from '../context.ts'
import { Refusal } from '../contract/refusals.ts'
import { type DatabaseFailure, databaseFailure } from '../store/database-failures.ts'
import { say } from '../units/language.ts'
import { inTime, TimeLimitError } from '../units/time-limit.ts'

/**
 * Awaits work on the database, and refuses with `unavailable` when it takes too long (decisions §3, 503); it may still
 * have been written.
 */
export async function answerInTime<T>({ log }: Context, work: Promise<T>): Promise<T> {
  try {
    return await inTime(databaseTimeoutMs, work)
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error
    log({ event: 'database_late', fault: error.message })
    throw new Refusal('unavailable', { retryAfterSeconds: waitSeconds.late })
  }
}

const databaseTimeoutMs = 15_000

/**
 * The refusal of a request whose database failed or was late (decisions §3, 503), which may still have been written;
 * null for any other error.
 */
export function refusalOfFailure(error: unknown): Refusal | null {
  const failure = error instanceof TimeLimitError ? 'late' : databaseFailure(error)
  if (failure === null) return null
  const retryAfterSeconds = waitSeconds[failure]
  if (failure !== 'maintenance') return new Refusal('unavailable', { retryAfterSeconds })
  return new Refusal('unavailable', { retryAfterSeconds, message: maintained, isMaintenance: true })
}

const maintained = say(
  '系統維護中，暫停建立與異動，查詢照常。請稍後以相同內容再試。',
  'In maintenance: creations and changes are suspended, queries work. Send the same request again later.',
)

// `Retry-After`: an overloaded database needs time; a full one needs an operator.
const waitSeconds: Readonly<Record<DatabaseFailure | 'late', number>> = {
  late: 5,
  transient: 5,
  broken_off: 5,
  overloaded: 15,
  full: 60,
  maintenance: 60,
}
