import { getTableColumns, type Table } from 'drizzle-orm'
import type { Database, MerchantDatabase, Statement } from './database.ts'

/** A statement that returns such rows. */
export type Query<Row, Target extends Database = MerchantDatabase> = Statement<Target> & {
  readonly [row]?: Row
}

declare const row: unique symbol

/**
 * A statement in plain SQL with named values (`:now`), as sqlite's shell takes it. D1 binds values by number only, so
 * the names are replaced here, once.
 */
export function sqlText<
  Values extends Readonly<Record<string, unknown>>,
  Row = unknown,
  Target extends Database = MerchantDatabase,
>(text: string): (values: Values) => Query<Row, Target> {
  const names: string[] = []
  const sql = text.trim().replace(/:(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `?${names.indexOf(name) + 1}`
  })
  return (values) => ({ toSQL: () => ({ sql, params: names.map((name) => values[name]) }) })
}

/** Runs queries as one batch, and returns the rows of each. */
export async function rowsOf<const Queries extends readonly Query<unknown>[]>(
  { $client: client }: MerchantDatabase,
  queries: Queries,
): Promise<RowsOfEach<Queries>> {
  const bound = queries.map((query) => {
    const { sql, params } = query.toSQL()
    return client.prepare(sql).bind(...params)
  })
  const results = await client.batch(bound)
  return results.map((result) => result.results) as RowsOfEach<Queries>
}

type RowsOfEach<Queries> = {
  readonly [Index in keyof Queries]: Queries[Index] extends Query<infer Row>
    ? readonly Row[]
    : never
}

/** A row as the database returns it: its values by the names of their columns. */
export type RawRow = Readonly<Record<string, unknown>>

/** Returns the function that decodes a raw row of a table as Drizzle does. */
export function rowReader<T extends Table>(table: T): (row: RawRow) => T['$inferSelect'] {
  const columns = Object.entries(getTableColumns(table))
  return (row) =>
    Object.fromEntries(
      columns.map(([name, column]) => {
        const value = row[column.name] ?? null
        return [name, value === null ? null : column.mapFromDriverValue(value)]
      }),
    ) as T['$inferSelect']
}
