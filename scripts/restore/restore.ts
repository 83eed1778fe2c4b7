import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { closedDaysFromEntries } from '../../src/store/accounts/ledger-days.ts'
import { copiedTables } from '../../src/store/copies/copied-tables.ts'
import { statementsFromEntries } from '../../src/store/settlement/statements.ts'
import { Problem } from '../command/problem.ts'
import { withProgress } from '../progress.mjs'
import { problemsIn } from './checks.ts'
import { completeDirectory, missingMerchants } from './directory.ts'
import { numberOf, type Places, type Target } from './places.ts'
import { findCopies, stageCopies } from './read-copies.ts'
import { type TableContents, writeSqlFiles } from './sql-files.ts'
import { openStaging } from './staging.ts'

type RestoreOptions = {
  /** The binding whose copies are read: DB, DB_1 … */
  readonly database: string
  /** UTC seconds: as it was then, or before. */
  readonly until: number
  /** Reads and compares everything, and fills nothing. */
  readonly dryRun: boolean
  /** A directory for the files read, in clear text; its maker deletes it. */
  readonly scratch: string
  readonly log: (line: string) => void
}

/**
 * Restores a database from its copies into a new one (docs/runbooks/restore-database.md), and
 * returns the time (UTC seconds) that it is as it was at. Throws `Problem` with what stands in
 * the way; a database that has rows is left as it is.
 */
export async function restore(places: Places, options: RestoreOptions): Promise<number> {
  const { source, target } = places
  const { database, until, dryRun, scratch, log } = options
  const staging = openStaging(join(scratch, 'staging.sqlite'))
  let state = ''
  const step = <Result>(name: string, run: () => Promise<Result>) => {
    state = ''
    return withProgress(name, run, { log, progress: () => state })
  }
  try {
    if (!dryRun) {
      await requireEmpty(target)
      await step(`Migrating ${target.name}`, () => target.migrate())
    }
    const copies = await findCopies(source, database, until)
    const { manifest, objects } = copies
    log(`Copies of ${database}, line ${manifest.line}: ${objects.length} objects`)
    const { at, epoch } = await step('Reading the copies', () =>
      stageCopies(source, copies, until, staging, (done) => {
        state = `${done} of ${objects.length} objects`
      }),
    )
    const { paths, tables } = writeSqlFiles(staging, scratch)
    log(`The database as it was at ${new Date(at * 1000).toISOString()}, reading ${epoch}:`)
    for (const { table, rows } of tables) log(`  ${table.padEnd(24)}${rows}`)
    if (dryRun) return at
    await requireColumns(target, tables)
    const fromEntries = join(scratch, 'from-entries.sql')
    const made = [closedDaysFromEntries, statementsFromEntries, seenFees]
    await writeFile(fromEntries, made.map(line).join(''))
    const all = [...paths, fromEntries]
    await step(`Filling ${target.name}`, async () => {
      for (const [place, path] of all.entries()) {
        state = `file ${place + 1} of ${all.length}`
        await target.run(path)
      }
    })
    const problems = await step('Checking the books', () =>
      problemsIn(target, tables, (name) => {
        state = name
      }),
    )
    for (const problem of problems) log(`  ✗ ${problem}`)
    if (problems.length > 0) {
      throw new Problem(`${problems.length} checks failed: do not use ${target.name}.`)
    }
    log('Book check: 0 differences')
    await agree(places, options)
    return at
  } finally {
    staging.close()
  }
}

// Copies from before the column lack it; the table's trigger sets it.
const seenFees = 'update merchants set prices = prices where sees_fees = 0'

const line = (sql: string) => `${sql.replace(/\s+/g, ' ').trim()};\n`

async function requireEmpty(target: Target): Promise<void> {
  const made = await target.rows<{ name: string }>(
    `select name from sqlite_master where type = 'table'`,
  )
  for (const table of copiedTables.filter((table) => made.some(({ name }) => name === table))) {
    const [row] = await target.rows<{ n: number }>(`select exists (select 1 from ${table}) as n`)
    if (row?.n !== 0) {
      throw new Problem(`${target.name} is not empty: ${table} has rows. Nothing was done.`)
    }
  }
}

async function requireColumns(target: Target, tables: readonly TableContents[]): Promise<void> {
  for (const { table, columns } of tables) {
    const made = await target.rows<{ name: string }>(
      `select name from pragma_table_info('${table}')`,
    )
    const known = new Set(made.map(({ name }) => name))
    const unknown = [...columns].find((name) => !known.has(name))
    if (unknown === undefined) continue
    throw new Problem(
      `The copies have ${table}.${unknown}, which these migrations do not make: use the release that ran last.`,
    )
  }
}

// The databases are copied at moments of their own: the directory may know a merchant that its
// database does not.
async function agree({ target, others }: Places, { database, log }: RestoreOptions): Promise<void> {
  const compared = database === 'DB' ? others : others.filter(({ number }) => number === 0)
  for (const other of compared) {
    try {
      await other.rows('select uid from merchants limit 1')
    } catch (error) {
      // It may be lost, too.
      if (!(error instanceof Problem)) throw error
      log(
        `  Not compared with database ${other.number}, for merchants newer than the copies: ${error.reason}`,
      )
      continue
    }
    if (database === 'DB') {
      const added = await completeDirectory(target, other)
      if (added > 0)
        log(`Added to the directories: ${added} of the other databases, newer than the copy`)
    } else {
      const missing = await missingMerchants(target, numberOf(database), other)
      for (const uid of missing) log(`  ${uid} is newer than the copy: create it again`)
    }
  }
}
