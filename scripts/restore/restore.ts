import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withProgress } from '../progress.mjs'
import { problemsIn } from './checks.ts'
import { completeDirectories, missingMerchants } from './directory.ts'
import { CannotRestore, numberOf, type Places } from './places.ts'
import { findCopies, stageCopies } from './read-copies.ts'
import { type SqlFiles, tableOrder, writeSqlFiles } from './sql-files.ts'
import { openStaging } from './staging.ts'

/** What is to be restored. */
export type Order = {
  /** The binding whose copies are read: DB, DB_1 … */
  readonly database: string
  /** UTC seconds: as it was then, or before. */
  readonly until: number
  /** Reads and compares everything, and fills nothing. */
  readonly dryRun: boolean
  readonly log: (line: string) => void
}

/** What was restored. */
export type Restored = {
  /** UTC seconds: the database is as it was then. */
  readonly wholeAt: number
  readonly counts: SqlFiles['counts']
}

/**
 * Restores a database from its copies into a new one (docs/runbooks/restore-database.md). Throws
 * `CannotRestore` with what stands in the way; a database that has rows is left as it is.
 */
export async function restore(
  { source, target, others }: Places,
  { database, until, dryRun, log }: Order,
): Promise<Restored> {
  const scratch = await mkdtemp(join(tmpdir(), 'restore-'))
  const staging = openStaging(join(scratch, 'staging.sqlite'))
  try {
    if (!dryRun) {
      await requireEmpty(target)
      await withProgress(`Migrating ${target.name}`, () => target.migrate(), { log })
    }
    const found = await findCopies(source, database, until)
    const { manifest, from } = found
    log(`Copies of ${database}, line ${manifest.line}: ${from.objects.length} objects`)
    let told = ''
    const read = () =>
      stageCopies(source, found, until, staging, (done, of) => {
        told = `${done} of ${of} objects`
      })
    const progress = { log, progress: () => told }
    const { wholeAt, epoch } = await withProgress('Reading the copies', read, progress)
    const write = () => writeSqlFiles(staging.rows(), scratch)
    const { files, counts, columns } = await withProgress('Writing statements', write, { log })
    log(`The database as it was at ${new Date(wholeAt * 1000).toISOString()}, reading ${epoch}:`)
    for (const [table, rows] of Object.entries(counts)) log(`  ${table.padEnd(24)}${rows}`)
    if (dryRun) return { wholeAt, counts }
    await requireColumns(target, columns)
    await fill(target, files, log)
    await check(target, counts, log)
    await agree(target, others, database, log)
    return { wholeAt, counts }
  } finally {
    staging.close()
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function requireEmpty(target: Places['target']): Promise<void> {
  const made = await target.rows<{ name: string }>(
    `select name from sqlite_master where type = 'table'`,
  )
  const there = tableOrder.filter((table) => made.some(({ name }) => name === table))
  for (const table of there) {
    const [row] = await target.rows<{ n: number }>(`select exists (select 1 from ${table}) as n`)
    if (row?.n !== 0) {
      throw new CannotRestore(`${target.name} is not empty: ${table} has rows. Nothing was done.`)
    }
  }
}

async function requireColumns(
  target: Places['target'],
  columns: SqlFiles['columns'],
): Promise<void> {
  for (const [table, names] of columns) {
    const made = await target.rows<{ name: string }>(
      `select name from pragma_table_info('${table}')`,
    )
    const known = new Set(made.map(({ name }) => name))
    const unknown = [...names].find((name) => !known.has(name))
    if (unknown === undefined) continue
    throw new CannotRestore(
      `The copies have ${table}.${unknown}, which these migrations do not make: use the release that ran last.`,
    )
  }
}

async function fill(
  target: Places['target'],
  files: SqlFiles['files'],
  log: Order['log'],
): Promise<void> {
  const total = files.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  const progress = () => `${done} of ${total} rows`
  const run = async () => {
    for (const { path, rows } of files) {
      await target.run(path)
      done += rows
    }
  }
  await withProgress(`Filling ${target.name}`, run, { log, progress })
}

async function check(
  target: Places['target'],
  counts: SqlFiles['counts'],
  log: Order['log'],
): Promise<void> {
  let name = ''
  const run = () =>
    problemsIn(target, counts, (next) => {
      name = next
    })
  const problems = await withProgress('Checking the books', run, { log, progress: () => name })
  for (const problem of problems) log(`  ✗ ${problem}`)
  if (problems.length > 0) {
    throw new CannotRestore(`${problems.length} checks failed: do not use ${target.name}.`)
  }
  log('Book check: 0 differences')
}

// The databases are copied at moments of their own: the directory may know a merchant that its
// database does not.
async function agree(
  target: Places['target'],
  others: Places['others'],
  database: string,
  log: Order['log'],
): Promise<void> {
  if (database === 'DB') {
    const added = await completeDirectories(target, others)
    if (added > 0)
      log(`Added to the directories: ${added} of the other databases, newer than the copy`)
    return
  }
  const platform = others.find(({ number }) => number === 0)
  const missing = platform && (await missingMerchants(target, numberOf(database), platform))
  for (const uid of missing ?? []) log(`  ${uid} is newer than the copy: create it again`)
}
