import { and, desc, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/**
 * Whether a row is among the `limit` newest of any range. An index on the columns of a range ends with the row id, so
 * each range reads no more rows than it returns. `id` is the primary key, which grows with time.
 */
export function amongNewest(
  id: SQLiteColumn,
  ranges: readonly (SQL | undefined)[],
  limit: number,
): SQL {
  const newest = ranges.map(
    (range) => sql`select * from (
      select ${id} from ${id.table} where ${range} order by ${desc(id)} limit ${limit}
    )`,
  )
  return inArray(id, sql`(${united(newest)})`)
}

/** The most parts that D1 takes in one compound select. */
const compoundMax = 5

function united(selects: readonly SQL[]): SQL {
  if (selects.length <= compoundMax) return sql.join([...selects], sql` union all `)
  const groups: SQL[] = []
  for (let start = 0; start < selects.length; start += compoundMax) {
    groups.push(sql`select * from (${united(selects.slice(start, start + compoundMax))})`)
  }
  return united(groups)
}

/** The cross product of the lists: one condition for each combination. */
export function eachOf(...choices: readonly (readonly (SQL | undefined)[])[]): (SQL | undefined)[] {
  return choices.reduce<(SQL | undefined)[]>(
    (combined, choice) => combined.flatMap((one) => choice.map((other) => and(one, other))),
    [undefined],
  )
}

/** A page of rows with an id below `before`: from the ranges, or from the whole table when there are none. */
export function pageOf(
  id: SQLiteColumn,
  ranges: readonly (SQL | undefined)[],
  before: number,
  limit: number,
): SQL | undefined {
  const below = lt(id, before)
  const narrowed = ranges.some((range) => range !== undefined)
  return narrowed
    ? amongNewest(
        id,
        ranges.map((range) => and(range, below)),
        limit,
      )
    : below
}
