import type { CreationSums } from '../../rules/alarms/alarm-checks.ts'
import { commit, type PlatformDatabase } from '../database.ts'
import { sqlText } from '../sql-text.ts'
import type { CountedKind } from './alarm-schema.ts'

/** A count of an isolate by kind and minute (UTC minutes since 1970). */
export type Count = { readonly kind: CountedKind; readonly minute: number; readonly count: number }

/** Adds counts to those of other isolates. */
export async function addCounts(db: PlatformDatabase, counts: readonly Count[]): Promise<void> {
  await commit(db, [addAll({ counts: JSON.stringify(counts) })])
}

const addAll = sqlText<{ readonly counts: string }, unknown, PlatformDatabase>(`
  insert into watch_counts (kind, minute, count)
  select value->>'kind', value->>'minute', value->>'count' from json_each(:counts) where true
  on conflict (kind, minute) do update set count = count + excluded.count
`)

/** The first minute of each kind's sum. */
type SumStarts = { readonly errorsFrom: number; readonly deadFrom: number; readonly minute: number }

/** The sums since then. */
type CountSums = Readonly<
  Record<'answers' | 'serverErrors' | 'deadWakeUps' | 'deskErrors', number>
> & { readonly creations: CreationSums }

type SumsRow = Omit<CountSums, 'creations'> & { readonly creations: string }

/** Sums the counts of all isolates. */
export async function sumCounts(
  { $client: client }: PlatformDatabase,
  from: SumStarts,
): Promise<CountSums> {
  const { sql, params } = sumAll(from).toSQL()
  const { results } = await client
    .prepare(sql)
    .bind(...params)
    .all<SumsRow>()
  const [sums] = results
  if (sums === undefined) throw new Error('the counts have no row')
  return { ...sums, creations: JSON.parse(sums.creations) as CreationSums }
}

const sumOf = (kind: CountedKind, from: string) =>
  `coalesce((select sum(count) from watch_counts where kind = '${kind}' and minute >= ${from}), 0)`

const sumsOfLast = (minutes: number) => {
  const from = `:minute - ${minutes}`
  return `'${minutes}', json_object(
    'all', ${sumOf('creations', from)}, 'failed', ${sumOf('creation_errors', from)}
  )`
}

const sumAll = sqlText<SumStarts, SumsRow, PlatformDatabase>(`
  select
    ${sumOf('answers', ':errorsFrom')} as answers,
    ${sumOf('server_errors', ':errorsFrom')} as serverErrors,
    ${sumOf('dead_wake_ups', ':deadFrom')} as deadWakeUps,
    ${sumOf('desk_errors', ':errorsFrom')} as deskErrors,
    json_object(
      'windows', json_object(${([5, 30, 60, 360] as const).map(sumsOfLast).join()}),
      'recent', ${sumOf('creations', ':minute - 15')} + ${sumOf('links', ':minute - 15')},
      'before', (
        select json_group_array((
          select coalesce(sum(count), 0) from watch_counts
          where kind in ('creations', 'links')
            and minute >= :minute - 15 - value * 1440 and minute < :minute - value * 1440
        )) from json_each('[1,2,3,4,5,6,7]')
      )
    ) as creations
`)

/** Deletes the counts of a kind before a minute, five hundred at a time. */
export const dropCounts = sqlText<Omit<Count, 'count'>, unknown, PlatformDatabase>(`
  delete from watch_counts where kind = :kind and minute in (
    select minute from watch_counts where kind = :kind and minute < :minute limit 500
  )
`)
