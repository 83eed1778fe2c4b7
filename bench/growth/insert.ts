import type { DatabaseSync } from 'node:sqlite'

export type Values = Readonly<Record<string, string>>

type Column = {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly dflt_value: string | null
  readonly pk: number
}

/**
 * Inserts rows, whose values are SQL over `n`, which counts from 0 to `count`. A key that is not named is an id of `n`;
 * another column is its default, empty or 0, so that a new column changes nothing.
 */
export function insert(
  database: DatabaseSync,
  table: string,
  { values, count, from = 'from numbers' }: { values: Values; count: number; from?: string },
): void {
  const columns = database.prepare(`select * from pragma_table_info('${table}')`).all() as Column[]
  const all = columns.flatMap((column): [string, string][] => {
    const value = values[column.name] ?? (column.pk > 0 ? '(n + 1) * 32' : plain(column))
    return value === null ? [] : [[column.name, value]]
  })
  const numbers = `with recursive numbers (n) as (
    select 0 union all select n + 1 from numbers where n + 1 < ${count}
  )`
  const names = all.map(([name]) => name)
  const picked = all.map(([, value]) => value)
  database.exec(`insert into ${table} (${names}) ${numbers} select ${picked} ${from}`)
}

function plain({ type, notnull, dflt_value: standard }: Column): string | null {
  if (notnull === 0 || standard !== null) return null
  return type.toLowerCase() === 'text' ? `''` : '0'
}
