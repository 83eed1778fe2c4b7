import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { CannotRestore } from './places.ts'
import type { StagedRow } from './staging.ts'

/** Parents before their children, which refer to them. */
export const tableOrder = [
  ...['merchants', 'directory', 'products', 'people', 'bank_accounts', 'bank_account_directory'],
  ...['bank_account_days', 'bank_imports', 'bank_statement_days', 'holds', 'approvals'],
  ...['carried_out_alone', 'balances', 'adjustments', 'collections', 'payouts', 'payment_links'],
  ...['events', 'ledger_entries', 'callbacks', 'callback_attempts', 'bank_transactions', 'journal'],
  ...['bank_transaction_numbers', 'former_accounts'],
] as const

/** The files that were written, in the order in which they are run, and the rows of each table. */
export type SqlFiles = {
  readonly files: readonly { readonly path: string; readonly rows: number }[]
  readonly counts: Readonly<Record<string, number>>
  /** The columns that the rows of each table have values for. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>
}

/** A statement may have 100,000 bytes; a file, what a client uploads in one piece. */
const statementMax = 90_000
const fileMax = 100_000_000
/** A text that is longer is put together in the database, from parts. */
const partMax = 20_000

/** Writes the rows as files of statements, one a line, in a directory. */
export async function writeSqlFiles(
  rows: Iterable<StagedRow>,
  directory: string,
): Promise<SqlFiles> {
  const writers = new Map<string, TableWriter>(
    tableOrder.map((table) => [table, tableWriter(directory, table)]),
  )
  const columns = new Map<string, Set<string>>()
  let last: readonly string[] = []
  for (const row of rows) {
    if (row.columns !== last) {
      last = row.columns
      columns.set(row.table, new Set([...(columns.get(row.table) ?? []), ...last]))
    }
    const writer = writers.get(row.table)
    if (writer === undefined) {
      throw new CannotRestore(`The copies have a table ${row.table}: use a newer release.`)
    }
    await writer.add(row)
  }
  const files: { path: string; rows: number }[] = []
  const counts: Record<string, number> = {}
  for (const [table, writer] of writers) {
    const written = await writer.end()
    counts[table] = written.reduce((sum, file) => sum + file.rows, 0)
    files.push(...written)
  }
  return { files, counts, columns }
}

type TableWriter = ReturnType<typeof tableWriter>

function tableWriter(directory: string, table: (typeof tableOrder)[number]) {
  const place = String(tableOrder.indexOf(table) + 1).padStart(2, '0')
  const files: { path: string; rows: number }[] = []
  let stream: WriteStream | null = null
  let bytes = 0
  let rowsOfFile = 0
  let head = ''
  let waiting: string[] = []
  let waitingBytes = 0

  const write = async (statement: string) => {
    if (stream === null) {
      const path = join(directory, `${place}-${table}-${files.length + 1}.sql`)
      stream = createWriteStream(path)
      bytes = 0
      files.push({ path, rows: 0 })
    }
    bytes += Buffer.byteLength(statement) + 1
    if (!stream.write(`${statement}\n`)) await once(stream, 'drain')
  }
  const flush = async () => {
    if (waiting.length > 0) await write(`${head} values ${waiting.join(', ')};`)
    waiting = []
    waitingBytes = 0
  }
  const close = async () => {
    await flush()
    if (stream === null) return
    stream.end()
    await once(stream, 'finish')
    stream = null
    const last = files.at(-1)
    if (last !== undefined) last.rows = rowsOfFile
    rowsOfFile = 0
  }
  return {
    async add({ columns, values }: StagedRow): Promise<void> {
      const names = `insert into ${table} (${columns.join(', ')})`
      if (names !== head) await flush()
      head = names
      const literals = values.map(literal)
      const size = literals.reduce((sum, one) => sum + Buffer.byteLength(one) + 2, 2)
      if (waitingBytes + size + head.length > statementMax) await flush()
      if (size + head.length > statementMax) {
        for (const statement of inParts(head, values)) await write(statement)
      } else {
        waiting.push(`(${literals.join(', ')})`)
        waitingBytes += size
      }
      rowsOfFile += 1
      if (bytes > fileMax) await close()
    },
    async end() {
      await close()
      return files
    },
  }
}

/** A value as SQL, on one line. */
export function literal(value: string | number | null): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return String(value)
  // Clients split files at line ends and semicolons, some of them within quotes too.
  if (/[\p{Cc}\p{Zl}\p{Zp};]/u.test(value)) {
    return `cast(x'${Buffer.from(value, 'utf8').toString('hex')}' as text)`
  }
  return `'${value.replaceAll("'", "''")}'`
}

// A row that is longer than a statement may be: its long texts go into a table of parts first.
function inParts(head: string, values: StagedRow['values']): readonly string[] {
  const statements = [
    'create table if not exists restore_parts (value integer, part integer, text text);',
  ]
  const given = values.map((value, place) => {
    if (typeof value !== 'string' || value.length < partMax / 8) return literal(value)
    // By characters, so that none is cut.
    const characters = [...value]
    for (let at = 0; at < characters.length; at += partMax / 4) {
      const part = literal(characters.slice(at, at + partMax / 4).join(''))
      statements.push(`insert into restore_parts values (${place}, ${at}, ${part});`)
    }
    const parts = `select text from restore_parts where value = ${place} order by part`
    return `(select group_concat(text, '') from (${parts}))`
  })
  return [...statements, `${head} values (${given.join(', ')});`, 'drop table restore_parts;']
}
