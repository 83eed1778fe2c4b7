import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { MerchantDatabase } from './database.ts'
import { isOneOf } from './is-one-of.ts'

/** The rows that a list reads. */
export type Walk = {
  /**
   * Ranges of indexes whose entries end with the row id, the primary key, which increases with time; `[undefined]` is
   * the whole table.
   */
  readonly ranges: readonly (SQL | undefined)[]
  /** The id of each range, if the ranges are of other tables with more rows than these. */
  readonly ids?: readonly SQLiteColumn[]
  /** The conditions that these indexes do not cover; they filter the rows of the ranges. */
  readonly thinning: readonly SQL[]
}

/** The part of a list to read: ids from `from` until before `before`. */
export type Span = {
  readonly from: number
  readonly before: number
  readonly limit: number
  /** Oldest first in place of newest first. */
  readonly oldestFirst?: boolean | undefined
  /** The most rows read with filtering conditions; `scannedMax` if absent. */
  readonly scanLimit?: number | undefined
}

/** Rows, newest first, or oldest first if the span says so. */
export type RowsPage<Row> = {
  readonly rows: readonly Row[]
  /** The id of the last row read, if there may be more; null at the end, and for a full page. */
  readonly scannedTo: number | null
}

/**
 * The most rows that a call reads with filtering conditions; its page may be short. With its index entries, merchants
 * and lists of ids a call reads at most a thousand rows (back office §7).
 */
export const scannedMax = 195

/** The limit for an agent's list, each row of which also reads its bank account. */
export const agentsScannedMax = 160

/**
 * Reads a page of a walk; `read` selects the rows of a condition, in the order of the span, up to its limit. Without
 * filtering conditions it reads only the rows that it returns.
 */
export async function newestPage<Row>({
  db,
  id,
  walk: { ranges, ids, thinning },
  span: { from, before, limit, oldestFirst = false, scanLimit = scannedMax },
  read,
}: {
  readonly db: MerchantDatabase
  readonly id: SQLiteColumn
  readonly walk: Walk
  readonly span: Span
  readonly read: (where: SQL | undefined) => PromiseLike<readonly Row[]>
}): Promise<RowsPage<Row>> {
  const within = (one: SQLiteColumn) =>
    and(lt(one, before), from === 0 ? undefined : gte(one, from))
  const parts = ranges.map((range, n) => {
    const own = ids?.[n] ?? id
    return sql`select ${own} as id from ${own.table} where ${and(range, within(own))}`
  })
  const isWhole = ranges.every((range) => range === undefined)
  const direction = sql.raw(oldestFirst ? 'asc' : 'desc')
  if (thinning.length === 0 && ids === undefined) {
    const among = sql`${id} in (${merged(parts, direction, limit)})`
    const rows = await read(isWhole ? within(id) : among)
    return { rows, scannedTo: null }
  }
  const scanned = await db.all<{ id: number }>(merged(parts, direction, scanLimit))
  const last = scanned.at(-1)
  if (last === undefined) return { rows: [], scannedTo: null }
  const isLooked = isOneOf(
    id,
    scanned.map((row) => row.id),
  )
  const rows = await read(and(isLooked, ...thinning))
  return { rows, scannedTo: scanned.length < scanLimit ? null : last.id }
}

/** The conditions of a filter, by its parts; absent parts have none. */
export type Conditions<Filter> = { readonly [Part in keyof Filter]-?: SQL | '' | undefined }

/** Ranges of indexes, and the parts of a filter that they cover. */
export type Access<Filter> = {
  readonly answers: readonly (keyof Filter)[]
  readonly ranges: Walk['ranges']
}

export const wholeTable = { answers: [], ranges: [undefined] } as const

/** The walk along the ranges of `access`, filtered by the conditions that they do not cover. */
export function walkOf<Filter>(
  conditions: Conditions<Filter>,
  { ranges, answers }: Access<Filter>,
): Walk {
  const parts = Object.keys(conditions) as (keyof Filter)[]
  const thinning = parts.filter((part) => !answers.includes(part)).map((part) => conditions[part])
  return { ranges, thinning: thinning.filter((one): one is SQL => one !== undefined && one !== '') }
}

/** A column in a filtering condition: the plus keeps sqlite from using an index of it. */
export function unindexed(column: SQLiteColumn): SQL {
  return sql`+${column}`
}

// The first ids of all ranges together: sqlite merges the parts of an ordered compound select, and reads no further
// than its limit.
function merged(selects: readonly SQL[], direction: SQL, limit: number): SQL {
  if (selects.length <= compoundMax) {
    return sql`${sql.join([...selects], sql` union all `)} order by 1 ${direction} limit ${limit}`
  }
  return merged(
    grouped(selects).map((group) => sql`select id from (${merged(group, direction, limit)})`),
    direction,
    limit,
  )
}

/** The most parts of a compound select on D1. */
const compoundMax = 5

function grouped(selects: readonly SQL[]): readonly (readonly SQL[])[] {
  const groups: SQL[][] = []
  for (let start = 0; start < selects.length; start += compoundMax) {
    groups.push(selects.slice(start, start + compoundMax))
  }
  return groups
}

/** The cross product of the lists: one condition for each combination. */
export function crossProduct(
  ...choices: readonly (readonly (SQL | undefined)[])[]
): (SQL | undefined)[] {
  return choices.reduce<(SQL | undefined)[]>(
    (combined, choice) => combined.flatMap((one) => choice.map((other) => and(one, other))),
    [undefined],
  )
}
