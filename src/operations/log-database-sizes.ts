import type { Context, MerchantContext } from '../context.ts'
import { faultText } from '../contract/log-redaction.ts'
import { alarmTable } from '../rules/alarms/alarm-table.ts'
import { databaseBytes } from '../store/database-size.ts'
import { withSandbox } from './merchant-contexts.ts'

/**
 * Logs the size of each database, with an alarm from `alarmBytes` on: D1 takes 10 GB, and a full database refuses every
 * merchant in it (docs/growing.md says what to do).
 */
export async function noteSizes(context: Context): Promise<void> {
  await Promise.all(withSandbox(context).map(noteSize))
}

async function noteSize({ db, databaseNumber: database, log }: MerchantContext): Promise<void> {
  try {
    const bytes = await databaseBytes(db)
    log({ event: 'database_size', database, bytes })
    if (bytes >= alarmBytes)
      log({ event: 'database_filling', database, bytes, bytes_max: bytesMax })
  } catch (error) {
    log({ event: 'database_size_unknown', database, fault: faultText(error) })
  }
}

/** The platform's limit for one database. */
const bytesMax = 10_000_000_000

/** Early enough to bind another database. */
const alarmBytes = alarmTable.database_filling.threshold
