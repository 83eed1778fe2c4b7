import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { MerchantDatabase } from './database.ts'
import { isOneOf } from './is-one-of.ts'

/** What a list reads. */
export type Walk = {
  /**
   * Ranges of indexes whose entries end with the row id, which is the primary key and grows with time; `[undefined]` is
   * the whole table.
   */
  readonly ranges: readonly (SQL | undefined)[]
  /** Where the ranges are of other tables, which have the ids of more rows than these: the id that each is by. */
  readonly ids?: readonly SQLiteColumn[]
  /** The conditions that these indexes do not answer: they thin what the ranges hold. */
  readonly thinning: readonly SQL[]
}

/** Which part of a list is read: ids from `from` until before `before`. */
export type Span = {
  readonly from: number
  readonly before: number
  readonly limit: number
  /** Oldest first in place of newest first. */
  readonly oldestFirst?: boolean | undefined
  /** How many rows are looked at where they are thinned; `lookedAtMax` if absent. */
  readonly lookedAt?: number | undefined
}

/** Some rows, newest first, or oldest first where the span says so. */
export type Page<Row> = {
  readonly rows: readonly Row[]
  /**
   * The id of the last row looked at, where there may be more behind it. Null where all were looked at, or a full page
   * alone says that there are more.
   */
  readonly lookedTo: number | null
}

/**
 * How many rows a call looks at where they are thinned, so that such a page may be short. With its entries of indexes,
 * its merchants and its lists of ids a call reads at most a thousand rows (back office §7).
 */
export const lookedAtMax = 195

/** The same for an agent's list, of which each row looked at reads its bank account as well. */
export const agentsLookedAtMax = 160

/**
 * Reads a page of a walk; `read` selects the rows of a condition, in the order of the span, up to its limit. Without
 * thinning it reads no more rows than it returns.
 */
export async function newestPage<Row>({
  db,
  id,
  walk: { ranges, ids, thinning },
  span: { from, before, limit, oldestFirst = false, lookedAt = lookedAtMax },
  read,
}: {
  readonly db: MerchantDatabase
  readonly id: SQLiteColumn
  readonly walk: Walk
  readonly span: Span
  readonly read: (where: SQL | undefined) => PromiseLike<readonly Row[]>
}): Promise<Page<Row>> {
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
    return { rows, lookedTo: null }
  }
  const looked = await db.all<{ id: number }>(merged(parts, direction, lookedAt))
  const last = looked.at(-1)
  if (last === undefined) return { rows: [], lookedTo: null }
  const isLooked = isOneOf(
    id,
    looked.map((row) => row.id),
  )
  const rows = await read(and(isLooked, ...thinning))
  return { rows, lookedTo: looked.length < lookedAt ? null : last.id }
}

/** The conditions that a filter stands for, by its parts; absent ones are not asked for. */
export type Conditions<Filter> = { readonly [Part in keyof Filter]-?: SQL | '' | undefined }

/** Ranges of indexes, and the parts of a filter that they answer. */
export type Access<Filter> = {
  readonly answers: readonly (keyof Filter)[]
  readonly ranges: Walk['ranges']
}

/** All rows, of which nothing is known. */
export const wholeTable = { answers: [], ranges: [undefined] } as const

/** The walk along the ranges of `access`, thinned by the conditions that they do not answer. */
export function walkOf<Filter>(
  conditions: Conditions<Filter>,
  { ranges, answers }: Access<Filter>,
): Walk {
  const parts = Object.keys(conditions) as (keyof Filter)[]
  const thinning = parts.filter((part) => !answers.includes(part)).map((part) => conditions[part])
  return { ranges, thinning: thinning.filter((one): one is SQL => one !== undefined && one !== '') }
}

/** A column in a condition that thins: the plus keeps the database from searching an index of it instead. */
export function unindexed(column: SQLiteColumn): SQL {
  return sql`+${column}`
}

// The ids of the first rows of all ranges together: sqlite merges the parts of a compound select that is ordered, and
// reads no further than its limit.
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

/** The most parts that D1 takes in one compound select. */
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
