import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/**
 * A condition that a column has one of these values. They are bound as one parameter, because a statement takes a
 * hundred at most.
 */
export function isOneOf(column: SQLiteColumn, values: readonly (number | string)[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
}
