import { DrizzleQueryError, getTableColumns, getTableName, type Table } from 'drizzle-orm'
import type { Database, MerchantDatabase, Statement } from './database.ts'

/** A statement that returns such rows. */
export type Query<Row, Target extends Database = MerchantDatabase> = Statement<Target> & {
  readonly [row]?: Row
}

declare const row: unique symbol

/**
 * A statement in plain SQL with named values (`:now`), as in sqlite's shell. D1 binds values by number only, so the
 * names are replaced here, once; a colon within quotes names no value.
 */
export function sqlText<
  Values extends Readonly<Record<string, unknown>>,
  Row = unknown,
  Target extends Database = MerchantDatabase,
>(text: string): (values: Values) => Query<Row, Target> {
  const names: string[] = []
  const sql = text.trim().replace(quotedOrNamed, (quoted, name: string | undefined) => {
    if (name === undefined) return quoted
    if (!names.includes(name)) names.push(name)
    return `?${names.indexOf(name) + 1}`
  })
  return (values) => ({ toSQL: () => ({ sql, params: names.map((name) => values[name]) }) })
}

// A quoted text, or the name of a value.
const quotedOrNamed = /'[^']*'|:(\w+)/g

/**
 * An insert like `sqlText` for rows with mostly empty values: null, '' and 0 are written into the text, because the
 * transport checks each bound value. The text is kept short, because it is copied on its way (docs/speed.md): without
 * sums in `do update set` that 0 is added to, and with single blanks, also in quotes.
 */
export function insertText<Values extends Readonly<Record<string, unknown>>>(
  text: string,
): (values: Values) => Statement {
  const names = [...new Set([...text.matchAll(quotedOrNamed)].flatMap(([, name]) => name ?? []))]
  const variants = new Map<string, (values: Values) => Statement>()
  const variantOf = (literals: readonly string[]) => {
    const literalFor = (mark: string, name = '') => literals[names.indexOf(name)] || mark
    const filled = text.replace(quotedOrNamed, literalFor)
    return sqlText<Values>(filled.replace(/\b(\w+) = \1 \+ 0,/g, '').replace(/\s+/g, ' '))
  }
  return (values) => {
    const literals = names.map((name) => literalOf(values[name]))
    const key = literals.join()
    const known = variants.get(key)
    if (known !== undefined) return known(values)
    const variant = variantOf(literals)
    variants.set(key, variant)
    const [oldest] = variants.keys()
    if (variants.size > variantsMax && oldest !== undefined) variants.delete(oldest)
    return variant(values)
  }
}

// '' for a value that must be bound.
function literalOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === '') return "''"
  return value === 0 ? '0' : ''
}

// Merchants differ in which values are empty. The oldest makes room for the newest.
const variantsMax = 64

/** A statement of Drizzle with its trace, see `Statement`. */
export function traced(statement: Statement, trace: Statement): Statement {
  return { toSQL: () => statement.toSQL(), trace }
}

/** Runs queries as one batch, and returns the rows of each. */
export async function rowsOf<const Queries extends readonly Query<unknown>[]>(
  { $client: client }: MerchantDatabase,
  queries: Queries,
): Promise<QueryRows<Queries>> {
  const texts = queries.map((query) => query.toSQL())
  const bound = texts.map(({ sql, params }) => client.prepare(sql).bind(...params))
  const results = await client.batch(bound).catch((cause) => {
    throw new DrizzleQueryError(texts.map(({ sql }) => sql).join('; '), [], cause)
  })
  return results.map((result) => result.results) as QueryRows<Queries>
}

type QueryRows<Queries> = {
  readonly [Index in keyof Queries]: Queries[Index] extends Query<infer Row>
    ? readonly Row[]
    : never
}

/** A row as the database returns it: its values by the names of their columns. */
export type RawRow = Readonly<Record<string, unknown>>

/** Returns the function that decodes a raw row of a table as Drizzle does. */
export function rowReader<T extends Table>(table: T): (row: RawRow) => T['$inferSelect'] {
  return columnReader(table, '')
}

/** All columns of a table, for a select from several: each is named after its table too, as `"events.seq"`. */
export function columnsOf(table: Table): string {
  const owner = getTableName(table)
  return Object.values(getTableColumns(table))
    .map(({ name }) => `${owner}.${name} as "${owner}.${name}"`)
    .join(', ')
}

/** Returns the function that decodes what `columnsOf` has selected. */
export function joinedReader<T extends Table>(table: T): (row: RawRow) => T['$inferSelect'] {
  return columnReader(table, `${getTableName(table)}.`)
}

function columnReader<T extends Table>(table: T, prefix: string) {
  const columns = Object.entries(getTableColumns(table)).map(([property, column]) => ({
    property,
    column,
    name: `${prefix}${column.name}`,
  }))
  return (row: RawRow) => {
    const read: Record<string, unknown> = {}
    for (const { property, column, name } of columns) {
      const value = row[name] ?? null
      read[property] = value === null ? null : column.mapFromDriverValue(value)
    }
    return read as T['$inferSelect']
  }
}
