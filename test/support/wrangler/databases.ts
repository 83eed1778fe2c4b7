// The databases of the stand-in's account, and their migrations.
import type { Account, Target } from './account.ts'
import { apiFailed, created, failed, json, ok, type Said } from './said.ts'

/** Lists them. */
export function listDatabases({ databases }: Account): Said {
  return json(
    databases.map(({ uuid, name, created_at }) => ({ ...inList, uuid, name, created_at })),
  )
}

const inList = { version: 'production', file_size: null, num_tables: null }

/** Makes one. */
export function createDatabase({ databases }: Account, name: string): Said {
  if (databases.some((one) => one.name === name)) {
    return failed('A database with that name already exists')
  }
  const uuid = crypto.randomUUID()
  databases.push({ uuid, name, created_at: created, applied: 0, merchants: [] })
  return ok(
    `✅ Successfully created DB '${name}' in region APAC`,
    'Created your new D1 database.',
    '',
  )
}

function databaseOf({ databases }: Account, binding: string, { tables }: Target) {
  const table = tables.find(({ name, fields }) => {
    return name === 'd1_databases' && fields.binding === binding
  })
  return databases.find(({ uuid }) => uuid === table?.fields.database_id)
}

const noDatabase = apiFailed('/d1/database/query', 'The database could not be found', 7404)

/** Applies the migrations that one lacks. */
export function migrate(account: Account, binding: string, target: Target, count: number): Said {
  const database = databaseOf(account, binding, target)
  if (database === undefined) return noDatabase
  const names = Array.from({ length: count - database.applied }, (_, n) => `${n + 1}.sql`)
  if (names.length === 0) return ok('Resource location: remote ', '', '✅ No migrations to apply!')
  database.applied = count
  // A table after each migration that tells of those before it.
  const tables = names.map((_, at) => {
    const rows = names.map((name, n) => `│ ${name} │ ${n <= at ? '✅' : '🕒️'}     │`)
    return ['┌──────┬────────┐', '│ name │ status │', ...rows, '└──────┴────────┘']
  })
  return ok('Resource location: remote ', '', 'Migrations to be applied:', ...tables.flat())
}

/** Lists them. */
export function pending(account: Account, binding: string, target: Target, count: number): Said {
  const database = databaseOf(account, binding, target)
  if (database === undefined) return noDatabase
  const names = Array.from(
    { length: count },
    (_, n) => `${String(n + 1).padStart(4, '0')}_made_up.sql`,
  )
  const rows = names.slice(database.applied).map((name) => `│ ${name} │`)
  if (rows.length === 0) return ok('Resource location: remote ', '', '✅ No migrations to apply!')
  return ok('Resource location: remote ', '', 'Migrations to be applied:', ...rows)
}

/** Asks for its merchants. */
export function execute(account: Account, binding: string, target: Target): Said {
  const database = databaseOf(account, binding, target)
  if (database === undefined) return noDatabase
  return json([{ results: database.merchants.map((uid) => ({ uid })), success: true, meta: {} }])
}
