import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { withProgress } from '../progress.mjs'
import { demoMerchant } from './demo-merchant.ts'
import { type Environment, root, wranglerCommand } from './environment.ts'
import type { LocalKeys } from './keys.ts'
import type { ProcessGroups } from './processes.ts'

export type DatabaseOptions = {
  readonly stateDir: string
  readonly keys: LocalKeys
  readonly env: Environment
  readonly onLog: (line: string) => void
}

/**
 * Migrates the local D1 database and seeds the demo merchant. A look into the database's file tells what is missing, so
 * that a later start has nothing to run.
 */
export async function prepareDatabase(groups: ProcessGroups, options: DatabaseOptions) {
  const { stateDir, keys, env, onLog } = options
  const stamp = join(stateDir, 'prepared.json')
  const before = await readStamp(stamp)
  const now = {
    config: hash(await readFile(join(root, 'wrangler.toml'))),
    key: hash(keys.SECRETS_KEY),
  }
  // Another database id in the configuration means another file, and nothing here knows which.
  const seen = before.config === now.config ? await look(stateDir) : nothing
  if (seen.migrated && seen.seeded && before.key === now.key) return

  const run = async (command: readonly [string, ...string[]]) => {
    const group = groups.start(command, { cwd: root, env })
    if ((await group.ended) !== 0) throw new Error(group.output().trim())
  }
  const told = { log: onLog }
  if (!seen.migrated) {
    await withProgress('Migrating the local database', () => run(migrateCommand(stateDir)), told)
  }
  const seedCommand = [process.execPath, join(import.meta.dirname, 'seed.ts'), stateDir] as const
  await withProgress('Seeding the demo merchant', () => run(seedCommand), told)
  await writeFile(stamp, JSON.stringify(now))
}

type Seen = { migrated: boolean; seeded: boolean }
const nothing: Seen = { migrated: false, seeded: false }

async function look(stateDir: string): Promise<Seen> {
  const migrations = (await readdir(join(root, 'migrations'))).filter((name) =>
    name.endsWith('.sql'),
  )
  try {
    const { DatabaseSync } = await import('node:sqlite')
    const seen = databaseFiles(stateDir).map((path) => {
      const db = new DatabaseSync(path, { readOnly: true })
      try {
        return { migrated: isMigrated(db, migrations), seeded: isSeeded(db) }
      } finally {
        db.close()
      }
    })
    const all = (what: keyof Seen) => seen.length > 0 && seen.every((file) => file[what])
    return { migrated: all('migrated'), seeded: all('seeded') }
  } catch {
    // No database yet, or one that only wrangler can read: wrangler will tell.
    return nothing
  }
}

function isMigrated(db: DatabaseSync, migrations: readonly string[]): boolean {
  const rows = db.prepare('select name from d1_migrations').all()
  const applied = new Set(rows.map((row) => row.name))
  return migrations.every((name) => applied.has(name))
}

function isSeeded(db: DatabaseSync): boolean {
  return db.prepare('select 1 from merchants where uid = ?').get(demoMerchant.uid) !== undefined
}

function databaseFiles(stateDir: string): string[] {
  const directory = join(stateDir, 'v3', 'd1', 'miniflare-D1DatabaseObject')
  return readdirSync(directory)
    .filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    .map((name) => join(directory, name))
}

function migrateCommand(stateDir: string) {
  const options = ['--local', '--persist-to', stateDir, '--config', 'wrangler.toml']
  return wranglerCommand('d1', 'migrations', 'apply', 'DB', ...options)
}

async function readStamp(path: string): Promise<{ config?: string; key?: string }> {
  return JSON.parse(await readFile(path, 'utf8').catch(() => '{}'))
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
