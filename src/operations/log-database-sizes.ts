import type { MerchantContext } from '../context.ts'
import { alarmTable } from '../rules/alarms/alarm-table.ts'
import { databaseBytes } from '../store/database-size.ts'

/**
 * Logs the size of a database, with an alarm from `alarmBytes` on: D1 takes 10 GB, and a full database refuses every
 * merchant in it (docs/growing.md says what to do).
 */
export async function noteSize(context: MerchantContext): Promise<void> {
  const { db, databaseNumber: database, log } = context
  const bytes = await databaseBytes(db)
  log({ event: 'database_size', database, bytes })
  if (bytes >= alarmBytes) log({ event: 'database_filling', database, bytes, bytes_max: bytesMax })
}

/** The platform's limit for one database. */
const bytesMax = 10_000_000_000

/** Early enough to bind another database. */
const alarmBytes = alarmTable.database_filling.threshold
