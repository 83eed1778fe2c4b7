import type { MerchantContext } from '../context.ts'
import { faultText } from '../contract/log-redaction.ts'
import { commit, type MerchantDatabase, type Statement } from '../store/database.ts'
import { inTime } from '../units/time-limit.ts'

/**
 * Writes a statement in each of these databases, beside the database whose batch decides. A call with a second person
 * writes here after that batch has found the approval. A database that does not answer in three seconds is unchanged.
 * Returns whether all have it.
 */
export async function writeInEach(
  contexts: readonly MerchantContext[],
  statementIn: (db: MerchantDatabase) => Statement,
): Promise<boolean> {
  const written = await Promise.all(
    contexts.map(async ({ db, databaseNumber: database, log }) => {
      try {
        await inTime(databaseTimeoutMs, commit(db, [statementIn(db)]))
        return true
      } catch (error) {
        log({ event: 'database_not_written', database, fault: faultText(error) })
        return false
      }
    }),
  )
  return !written.includes(false)
}

const databaseTimeoutMs = 3_000
