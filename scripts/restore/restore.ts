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
  /** UTC seconds. */
  readonly until: number
  /** Verifies the copies without filling the database. */
  readonly dryRun: boolean
  /** A directory for files in clear text, which the caller deletes. */
  readonly scratch: string
  readonly log: (line: string) => void
}

/**
 * Restores a database from its copies into an empty one (docs/runbooks/restore-database.md), and returns the time of the
 * restored state in UTC seconds. Throws a problem if it cannot.
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
      stageCopies(source, copies, {
        until,
        staging,
        onObject: (done) => {
          state = `${done} of ${objects.length} objects`
        },
      }),
    )
    const { paths, tables } = writeSqlFiles(staging, scratch)
    log(`The database as it was at ${new Date(at * 1000).toISOString()}, reading ${epoch}:`)
    for (const { table, rows } of tables) log(`  ${table.padEnd(24)}${rows}`)
    if (dryRun) return at
    await requireColumns(target, tables)
    const fromEntries = join(scratch, 'from-entries.sql')
    const derived = [closedDaysFromEntries, statementsFromEntries, seenFees]
    await writeFile(fromEntries, derived.map(line).join(''))
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
    await reconcileDirectories(places, options)
    return at
  } finally {
    staging.close()
  }
}

// Older copies lack this column, which the table's trigger sets.
const seenFees = 'update merchants set prices = prices where sees_fees = 0'

const line = (sql: string) => `${sql.replace(/\s+/g, ' ').trim()};\n`

async function requireEmpty(target: Target): Promise<void> {
  const existing = await target.rows<{ name: string }>(
    `select name from sqlite_master where type = 'table'`,
  )
  for (const table of copiedTables.filter((name) => existing.some((row) => row.name === name))) {
    const [row] = await target.rows<{ n: number }>(`select exists (select 1 from ${table}) as n`)
    if (row?.n !== 0) {
      throw new Problem(`${target.name} is not empty: ${table} has rows. Nothing was changed.`)
    }
  }
}

async function requireColumns(target: Target, tables: readonly TableContents[]): Promise<void> {
  for (const { table, columns } of tables) {
    const existing = await target.rows<{ name: string }>(
      `select name from pragma_table_info('${table}')`,
    )
    const known = new Set(existing.map(({ name }) => name))
    const unknown = [...columns].find((name) => !known.has(name))
    if (unknown === undefined) continue
    throw new Problem(
      `The copies have ${table}.${unknown}, which these migrations do not make: use the release that ran last.`,
    )
  }
}

// Databases are copied at different times, so the directory may have a merchant that its database lacks.
async function reconcileDirectories(
  { target, others }: Places,
  { database, log }: RestoreOptions,
): Promise<void> {
  const compared = database === 'DB' ? others : others.filter(({ number }) => number === 0)
  for (const other of compared) {
    try {
      await other.rows('select uid from merchants limit 1')
    } catch (error) {
      // That database may be lost, too.
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
