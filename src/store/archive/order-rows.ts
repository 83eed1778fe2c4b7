import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import type { MerchantDatabase, Statement } from '../database.ts'
import {
  callbackAttempts,
  callbacks,
  collections,
  events,
  formerAccounts,
  paymentLinks,
  payouts,
} from '../schema.ts'
import { type RawRow, rowsOf, sqlText } from '../sql-text.ts'

/** The rows of some orders, by table: all rows that are archived with them. */
export type OrderRows = Readonly<Record<string, readonly RawRow[]>>

/** A table whose rows are archived with their order, found by `key`. */
type LeavingTable = {
  readonly table: Table
  readonly name: string
  readonly columns: readonly string[]
  readonly key: string
}

const leaving = (table: Table, key: string): LeavingTable => ({
  table,
  name: getTableName(table),
  columns: Object.values(getTableColumns(table)).map(({ name }) => name),
  key,
})

/** Parents come before rows that refer to them. Ledger entries stay: they prove a balance. */
export const archivableTables: readonly LeavingTable[] = [
  leaving(collections, 'id'),
  leaving(payouts, 'id'),
  leaving(events, 'order_id'),
  leaving(callbacks, 'order_id'),
  leaving(callbackAttempts, 'order_id'),
  leaving(formerAccounts, 'order_id'),
  leaving(paymentLinks, 'collection_id'),
]

type Ids = { readonly ids: string }
type Rows = { readonly rows: string }

const isOfOrders = (key: string) => `${key} in (select value from json_each(:ids))`

const stored = archivableTables.map(({ name, columns, key }) =>
  sqlText<Ids, RawRow>(`select ${columns.join(', ')} from ${name} where ${isOfOrders(key)}`),
)

/** Reads all rows of these orders, in one transaction. */
export async function readOrderRows(
  db: MerchantDatabase,
  orderIds: readonly number[],
): Promise<OrderRows> {
  const ids = JSON.stringify(orderIds)
  const found = await rowsOf(
    db,
    stored.map((select) => select({ ids })),
  )
  return Object.fromEntries(archivableTables.map(({ name }, place) => [name, found[place] ?? []]))
}

/** Selects a table's rows from the JSON object `rows`; a newer column gets its default. */
export function rowsFromJson(table: Table, rows: string): string {
  const values = Object.values(getTableColumns(table)).map((column) => {
    const isText = typeof column.default === 'string'
    const standard = isText ? `'${column.default}'` : Number(column.default)
    const value = `value ->> '${column.name}'`
    return column.default === undefined ? value : `coalesce(${value}, ${standard})`
  })
  return `select ${values.join(', ')} from json_each(${rows}, '$.${getTableName(table)}')`
}

const differences = archivableTables.map(({ table, name, columns, key }) => {
  return `exists (
    select ${columns.join(', ')} from ${name} where ${isOfOrders(key)}
    except ${rowsFromJson(table, ':rows')}
  )`
})

/** Whether the database has rows of these orders that are not in `rows`, for a batch that deletes them. */
export const hasOtherRows = `(${differences.join(' or ')})`

const deletions = archivableTables
  .map(({ name, key }) => sqlText<Ids>(`delete from ${name} where ${isOfOrders(key)}`))
  .reverse()

export function deleteOrderRows(orderIds: readonly number[]): readonly Statement[] {
  const ids = JSON.stringify(orderIds)
  return deletions.map((statement) => statement({ ids }))
}

const insertions = archivableTables.map(({ table, name, columns }) => ({
  name,
  insert: sqlText<Rows>(
    `insert into ${name} (${columns.join(', ')}) ${rowsFromJson(table, ':rows')}`,
  ),
}))

export function insertOrderRows(orderRows: OrderRows): readonly Statement[] {
  return insertions.map(({ name, insert }) =>
    insert({ rows: JSON.stringify({ [name]: orderRows[name] }) }),
  )
}

/** An archived row in the form of a database row; a newer column gets its default. */
export function wholeRow(table: Table, row: RawRow): RawRow {
  const columns = Object.values(getTableColumns(table))
  return Object.fromEntries(columns.map(({ name, default: d }) => [name, row[name] ?? d ?? null]))
}

/** The rows of one order among those of several. */
export function rowsOfOrder(orderRows: OrderRows, orderId: number): OrderRows {
  return Object.fromEntries(
    archivableTables.map(({ name, key }) => [
      name,
      (orderRows[name] ?? []).filter((row) => row[key] === orderId),
    ]),
  )
}

/** Joins the rows of several orders. */
export function joinedRows(all: readonly OrderRows[]): OrderRows {
  return Object.fromEntries(
    archivableTables.map(({ name }) => [name, all.flatMap((rows) => rows[name] ?? [])]),
  )
}
