import { daySeconds } from '../../units/clock.ts'

/** The size of a database at a time (UTC seconds). */
export type DatabaseSize = { readonly at: number; readonly bytes: number }

/** The growth of a database, and when it will be full; null if unknown, or if it does not grow. */
export type DatabaseGrowth = {
  readonly bytesPerDay: number | null
  readonly daysToFull: number | null
}

/** The platform's limit for one database. */
export const databaseBytesMax = 10_000_000_000

/** The growth since an older size, which is at least a day old. */
export function growthOf(older: DatabaseSize | null, newest: DatabaseSize | null): DatabaseGrowth {
  if (older === null || newest === null) return unknown
  const days = (newest.at - older.at) / daySeconds
  if (days < 1) return unknown
  const bytesPerDay = Math.round((newest.bytes - older.bytes) / days)
  if (bytesPerDay <= 0) return { bytesPerDay, daysToFull: null }
  const room = Math.max(0, databaseBytesMax - newest.bytes)
  return { bytesPerDay, daysToFull: Math.floor(room / bytesPerDay) }
}

const unknown: DatabaseGrowth = { bytesPerDay: null, daysToFull: null }
