import { sql } from 'drizzle-orm'
import type { DatabaseSize } from '../../rules/alarms/database-growth.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** The size of a database in bytes. The platform reports it with every result, so that no row is read. */
export async function databaseBytes(db: MerchantDatabase): Promise<number> {
  const { meta } = await db.run(sql`select 1`)
  return meta.size_after
}

/** Stores a day's size of a database once, and deletes the one of a month ago. */
export async function keepSize(
  db: MerchantDatabase,
  size: { readonly day: number; readonly at: number; readonly bytes: number },
): Promise<void> {
  await rowsOf(db, [insertSize(size), dropSize({ day: size.day - 30 })])
}

const insertSize = sqlText<Parameters<typeof keepSize>[1]>(`
  insert into database_sizes (day, at, bytes) values (:day, :at, :bytes) on conflict (day) do nothing
`)

const dropSize = sqlText<{ readonly day: number }>('delete from database_sizes where day = :day')

/** The oldest stored size of the seven days before `today` (Asia/Taipei, in days since 1970). */
export const findOldSize = sqlText<{ readonly today: number }, DatabaseSize>(`
  select at, bytes from database_sizes
  where day in (select :today - value from json_each('[1,2,3,4,5,6,7]'))
  order by day limit 1
`)

export const findSizeOf = sqlText<{ readonly day: number }, DatabaseSize>(
  'select at, bytes from database_sizes where day = :day',
)
