import { Column, getTableColumns, is, Param, Placeholder, type Table } from 'drizzle-orm'
import type { MerchantDatabase, Statement } from './database.ts'

/** Values by the names of their placeholders. */
type Values = Readonly<Record<string, unknown>>

/** Picks one of the values, encoded for the database. */
type Reader = (values: Values) => unknown

/**
 * A write whose SQL is built once, with placeholders: building it is the slowest step of a request. A value for a
 * column is encoded as the column encodes it.
 */
export function prepared<Given extends Values>(
  build: (db: MerchantDatabase) => Statement,
): (db: MerchantDatabase, values: Given) => Statement {
  let made: { readonly sql: string; readonly readers: readonly Reader[] } | undefined
  return (db, values) => ({
    toSQL() {
      if (made === undefined) {
        const { sql, params } = build(db).toSQL()
        made = { sql, readers: params.map(readerOf) }
      }
      return { sql: made.sql, params: made.readers.map((read) => read(values)) }
    },
  })
}

/** A placeholder for each value that is given, null for the others. */
export type Placeholders<Asked extends Values> = {
  readonly [Name in keyof Asked]: Placeholder | Extract<Asked[Name], null>
}

/**
 * A read that Drizzle prepares once for each database and each set of given values. A null value is not given, and may
 * change the statement.
 */
export function preparedRead<Asked extends Values, Row>(
  build: (
    db: MerchantDatabase,
    given: Placeholders<Asked>,
  ) => { get(values: Values): Promise<Row> },
): (db: MerchantDatabase, values: Asked) => Promise<Row> {
  const made = new WeakMap<MerchantDatabase, Map<string, ReturnType<typeof build>>>()
  return (db, values) => {
    const reads = made.get(db) ?? new Map<string, ReturnType<typeof build>>()
    made.set(db, reads)
    const names = Object.keys(values)
    const choice = names.filter((name) => values[name] !== null).join()
    const read = reads.get(choice) ?? build(db, givenOf(names, values) as Placeholders<Asked>)
    reads.set(choice, read)
    return read.get(values)
  }
}

function givenOf(names: readonly string[], values: Values): Record<string, Placeholder | null> {
  const given = names.map((name) => [name, values[name] === null ? null : new Placeholder(name)])
  return Object.fromEntries(given)
}

/** A placeholder for each of a table's columns, by the name of its property. */
export function placeholders<T extends Table>(table: T) {
  const names = Object.keys(getTableColumns(table))
  return Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as {
    [Name in keyof T['_']['columns']]: Placeholder
  }
}

function readerOf(param: unknown): Reader {
  if (is(param, Placeholder)) return valueNamed(param.name)
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { encoder } = param
  const read = valueNamed(param.value.name)
  // Most columns need no encoding.
  if (encoder.mapToDriverValue === Column.prototype.mapToDriverValue) return read
  return (values) => {
    const value = read(values)
    return value === null ? null : encoder.mapToDriverValue(value)
  }
}

function valueNamed(name: string): Reader {
  return (values) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for ${name}`)
    return value
  }
}
