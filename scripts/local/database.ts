import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { withProgress } from '../progress.mjs'
import { demoAccounts } from './demo-accounts.ts'
import { demoMerchant, demoTestMerchant } from './demo-merchant.ts'
import { type Environment, root } from './environment.ts'
import type { LocalKeys } from './keys.ts'
import type { ProcessGroups } from './processes.ts'

type DatabaseOptions = {
  readonly stateDir: string
  readonly keys: LocalKeys
  readonly env: Environment
  readonly onLog: (line: string) => void
  readonly withAccounts: boolean
}

/**
 * Migrates the local D1 databases and seeds the demo merchants and accounts, unless the database files show that this is
 * done.
 */
export async function prepareDatabase(groups: ProcessGroups, options: DatabaseOptions) {
  const { stateDir, keys, env, onLog, withAccounts } = options
  const stamp = join(stateDir, 'prepared.json')
  const before = await readStamp(stamp)
  const now = {
    config: hash(await readFile(join(root, 'wrangler.toml'))),
    key: hash(keys.SECRETS_KEY),
  }
  // A changed database id in the configuration means a new file, whose name only the runtime knows.
  if (
    before.config === now.config &&
    before.key === now.key &&
    (await isPrepared(stateDir, withAccounts))
  )
    return
  const prepare = async () => {
    const seed = join(import.meta.dirname, 'seed.ts')
    const command = [process.execPath, seed, stateDir, withAccounts ? 'accounts' : ''] as const
    const group = groups.start(command, { cwd: root, env })
    if ((await group.ended) !== 0) throw new Error(group.output().trim())
  }
  await withProgress('Preparing the local database', prepare, { log: onLog })
  await writeFile(stamp, JSON.stringify(now))
}

export const migrations = join(root, 'migrations')

/** The file names of all migrations, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()
}

async function isPrepared(stateDir: string, withAccounts: boolean): Promise<boolean> {
  const required = await migrationNames()
  try {
    const { DatabaseSync } = await import('node:sqlite')
    const files = databaseFiles(stateDir)
    const seeded = files.map((path) => {
      const db = new DatabaseSync(path, { readOnly: true })
      try {
        return isMigrated(db, required) ? seededIn(db, withAccounts) : null
      } finally {
        db.close()
      }
    })
    return seeded.includes('real') && seeded.includes('test') && !seeded.includes(null)
  } catch {
    // There is no database yet, or only the runtime can read it.
    return false
  }
}

function isMigrated(db: DatabaseSync, required: readonly string[]): boolean {
  const rows = db.prepare('select name from d1_migrations').all()
  const applied = new Set(rows.map((row) => row.name))
  return required.every((name) => applied.has(name))
}

function seededIn(db: DatabaseSync, withAccounts: boolean): 'real' | 'test' | null {
  const found = db.prepare('select 1 from merchants where uid = ?')
  if (found.get(demoTestMerchant.uid) !== undefined) return 'test'
  if (found.get(demoMerchant.uid) === undefined) return null
  return !withAccounts || hasAccounts(db) ? 'real' : null
}

function hasAccounts(db: DatabaseSync): boolean {
  const registered = db.prepare('select 1 from bank_accounts where account_no = ?')
  return demoAccounts.every(({ accountNo }) => registered.get(accountNo) !== undefined)
}

function databaseFiles(stateDir: string): string[] {
  const directory = join(stateDir, 'v3', 'd1', 'miniflare-D1DatabaseObject')
  return readdirSync(directory)
    .filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    .map((name) => join(directory, name))
}

async function readStamp(path: string): Promise<{ config?: string; key?: string }> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    // There is no stamp yet, or a full disk has truncated it.
    return {}
  }
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
