import type { MerchantContext } from '../../context.ts'
import { alarmTable } from '../../rules/alarms/alarm-table.ts'
import { databaseBytesMax } from '../../rules/alarms/database-growth.ts'
import { databaseBytes, keepSize } from '../../store/service/database-size.ts'
import { toSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'

/**
 * Logs the size of a database and stores it once a day; an alarm from `alarmBytes` on. D1 holds 10 GB, and a full
 * database refuses all its merchants (docs/growing.md).
 */
export async function logDatabaseSize(context: MerchantContext): Promise<void> {
  const { db, databaseNumber: database, log } = context
  const at = toSeconds(context.now())
  const bytes = await databaseBytes(db)
  log({ event: 'database_size', database, bytes })
  if (bytes >= alarmBytes) {
    log({ event: 'database_filling', database, bytes, bytes_max: databaseBytesMax })
  }
  await keepSize(db, { day: taipeiDay(at), at, bytes })
}

/** Early enough to bind another database. */
const alarmBytes = alarmTable.database_filling.threshold
