import { drizzle } from 'drizzle-orm/d1'
import type { MerchantDatabase } from '../database.ts'
import { archivableTables, type OrderRows, rowsFromJson } from './order-rows.ts'

/**
 * A read-only view of a database whose order tables have only these rows, so that every query of an order also works
 * for an archived one. All other tables, such as merchants, bank accounts and ledger entries, are unchanged.
 */
export function archivedView(
  { $client: client }: MerchantDatabase,
  rows: OrderRows,
): MerchantDatabase {
  const prepare = (sql: string) => {
    if (!/^\s*(?:select|with)\s/i.test(sql)) {
      throw new Error('archive: an archived order is read only')
    }
    const { sql: numbered, last } = withNumbers(sql)
    const tables = archivableTables.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(sql))
    if (tables.length === 0) return client.prepare(sql)
    const text = withTables(numbered, tables, `?${last + 1}`)
    const json = JSON.stringify(Object.fromEntries(tables.map(({ name }) => [name, rows[name]])))
    return { bind: (...values: unknown[]) => client.prepare(text).bind(...values, json) }
  }
  const calls = { prepare, batch: client.batch.bind(client) }
  return drizzle(calls as unknown as D1Database) as MerchantDatabase
}

const tokens = /'(?:[^']|'')*'|"[^"]*"|\?(\d*)/g

// Numbers the parameters, so that one more can precede them.
function withNumbers(sql: string): { readonly sql: string; readonly last: number } {
  let last = 0
  const numbered = sql.replace(tokens, (token: string, number: string | undefined) => {
    if (number === undefined) return token
    const at = number === '' ? last + 1 : Number(number)
    last = Math.max(last, at)
    return `?${at}`
  })
  return { sql: numbered, last }
}

// A common table expression replaces the table of its name.
function withTables(sql: string, tables: typeof archivableTables, rows: string): string {
  const [, clause = ''] = /^\s*(with\s+(?:recursive\s+)?)?/i.exec(sql) ?? []
  const expressions = tables
    .map(({ table, name, columns }) => {
      return `${name} (${columns.join(', ')}) as (${rowsFromJson(table, rows)})`
    })
    .join(', ')
  const rest = sql.trimStart().slice(clause.length)
  return clause === '' ? `with ${expressions} ${rest}` : `${clause}${expressions}, ${rest}`
}
