import { commit, type PlatformDatabase } from '../database.ts'
import { sqlText } from '../sql-text.ts'
import type { CountedKind } from './alarm-schema.ts'

/** What an isolate has counted of a kind in a minute (UTC minutes since 1970). */
export type Count = {
  readonly kind: CountedKind
  readonly minute: number
  readonly count: number
}

/** Adds counts to those of other isolates. */
export async function addCounts(db: PlatformDatabase, counts: readonly Count[]): Promise<void> {
  await commit(db, [addAll({ counts: JSON.stringify(counts) })])
}

const addAll = sqlText<{ readonly counts: string }, unknown, PlatformDatabase>(`
  insert into watch_counts (kind, minute, count)
  select value->>'kind', value->>'minute', value->>'count' from json_each(:counts) where true
  on conflict (kind, minute) do update set count = count + excluded.count
`)

/** The sum of a kind from a minute on. */
export async function countSince(
  { $client: client }: PlatformDatabase,
  kind: CountedKind,
  minute: number,
): Promise<number> {
  const { sql, params } = sumSince({ kind, minute }).toSQL()
  const row = await client
    .prepare(sql)
    .bind(...params)
    .first<{ sum: number }>()
  return row?.sum ?? 0
}

const sumSince = sqlText<Omit<Count, 'count'>, unknown, PlatformDatabase>(
  'select sum(count) as sum from watch_counts where kind = :kind and minute >= :minute',
)

/** Forgets the counts of a kind before a minute, five hundred at a time. */
export const dropCounts = sqlText<Omit<Count, 'count'>, unknown, PlatformDatabase>(`
  delete from watch_counts where kind = :kind and minute in (
    select minute from watch_counts where kind = :kind and minute < :minute limit 500
  )
`)
