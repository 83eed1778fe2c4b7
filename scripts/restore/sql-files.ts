import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { copiedTables } from '../../src/store/copies/copied-tables.ts'
import { Problem } from '../command/problem.ts'
import type { StagedRow, Staging } from './staging.ts'

/** The files in the order in which they run, and the contents of each table. */
type SqlFiles = { readonly paths: readonly string[]; readonly tables: readonly TableContents[] }

export type TableContents = {
  readonly table: string
  readonly rows: number
  readonly columns: ReadonlySet<string>
}

// Cloudflare's limit of a statement is 100,000 bytes; a file must be small enough for one upload.
const statementBytesMax = 90_000
const fileBytesMax = 100_000_000
// A longer text is inserted in parts and concatenated in the database.
const partBytesMax = 20_000

export function writeSqlFiles(
  staging: Pick<Staging, 'tables' | 'rowsOf'>,
  directory: string,
): SqlFiles {
  const unknown = staging.tables().find((table) => !copiedTables.includes(table))
  if (unknown !== undefined) {
    throw new Problem(`The copies have a table ${unknown}: use a newer release.`)
  }
  const paths: string[] = []
  const tables = copiedTables.map((table) => {
    const columns = new Set<string>()
    let rows = 0
    const counted = function* () {
      for (const row of staging.rowsOf(table)) {
        rows += 1
        for (const column of row.columns) columns.add(column)
        yield row
      }
    }
    paths.push(...writeFiles(directory, table, statementsOf(table, counted())))
    return { table, rows, columns }
  })
  const collections = tables.find(({ table }) => table === 'collections')
  if (collections?.columns.has('waits_in_slot')) {
    paths.push(...writeFiles(directory, 'slots', [slotsFromOrders]))
  }
  return { paths, tables }
}

// Slots are not copied; they are derived from orders. `taken_at` is the last match, or the member's entry of the digits,
// rounded up to the end of the second, so that a deposit of that second stays in doubt.
const slotsFromOrders =
  `insert or replace into slots (last5, amount, bank_account_id, order_id, taken_at)
  select last5, amount, bank_account_id, id, max(
    coalesce(account_since, 0),
    coalesce((
      select max(at) * 1000 + 999 from events
      where order_id = collections.id and (name = 'matched' or actor = 'member')
    ), 0)
  ) from collections
  where waits_in_slot = 1 and status = 'pending' and last5 <> '' and bank_account_id is not null
  order by id;`.replace(/\n */g, ' ')

function writeFiles(directory: string, table: string, statements: Iterable<string>): string[] {
  const paths: string[] = []
  let file: number | null = null
  let bytes = 0
  for (const statement of statements) {
    if (file !== null && bytes > fileBytesMax) {
      closeSync(file)
      file = null
    }
    if (file === null) {
      const path = join(directory, `${table}-${paths.length + 1}.sql`)
      paths.push(path)
      file = openSync(path, 'w')
      bytes = 0
    }
    bytes += writeSync(file, `${statement}\n`)
  }
  if (file !== null) closeSync(file)
  return paths
}

function* statementsOf(table: string, rows: Iterable<StagedRow>): Generator<string> {
  let head = ''
  let tuples: string[] = []
  let bytes = 0
  for (const { columns, values } of rows) {
    const insert = `insert into ${table} (${columns.join(', ')}) values`
    const tuple = `(${values.map(literal).join(', ')})`
    const size = Buffer.byteLength(tuple) + 2
    if (tuples.length > 0 && (insert !== head || bytes + size > statementBytesMax)) {
      yield `${head} ${tuples.join(', ')};`
      tuples = []
    }
    if (tuples.length === 0) bytes = Buffer.byteLength(insert)
    head = insert
    if (bytes + size > statementBytesMax) {
      yield* inParts(insert, values)
    } else {
      tuples.push(tuple)
      bytes += size
    }
  }
  if (tuples.length > 0) yield `${head} ${tuples.join(', ')};`
}

/** A value as SQL, on one line. */
export function literal(value: string | number | null): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return String(value)
  // Some clients split files at line ends and semicolons even within quotes.
  if (/[\p{Cc}\p{Zl}\p{Zp};]/u.test(value)) {
    return `cast(x'${Buffer.from(value, 'utf8').toString('hex')}' as text)`
  }
  return `'${value.replaceAll("'", "''")}'`
}

// For a row that exceeds the limit of a statement: its long texts are first inserted into a table of parts.
function* inParts(insert: string, values: StagedRow['values']): Generator<string> {
  yield 'create table if not exists restore_parts (value integer, part integer, text text);'
  const literals: string[] = []
  for (const [place, value] of values.entries()) {
    if (typeof value !== 'string' || value.length < partBytesMax / 8) {
      literals.push(literal(value))
      continue
    }
    // Split between characters, not between bytes.
    const characters = [...value]
    for (let at = 0; at < characters.length; at += partBytesMax / 4) {
      const part = literal(characters.slice(at, at + partBytesMax / 4).join(''))
      yield `insert into restore_parts values (${place}, ${at}, ${part});`
    }
    const parts = `select text from restore_parts where value = ${place} order by part`
    literals.push(`(select group_concat(text, '') from (${parts}))`)
  }
  yield `${insert} (${literals.join(', ')});`
  yield 'drop table restore_parts;'
}
