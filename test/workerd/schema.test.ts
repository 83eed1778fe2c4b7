import { env } from 'cloudflare:workers'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, test } from 'vitest'
import * as schema from '../../src/store/schema.ts'
import { rows } from './world.ts'

const tables = Object.values(schema).filter((value) => is(value, SQLiteTable))

describe.each(tables.map((table) => [getTableName(table), table] as const))('%s', (name, table) => {
  test('has the columns that the typed view says, in type, nullness and key', async () => {
    const { columns, primaryKeys } = getTableConfig(table)
    const composite = primaryKeys.flatMap((key) => key.columns.map((column) => column.name))
    const placeInKey = (name: string, isKey: boolean) => (isKey ? 1 : composite.indexOf(name) + 1)
    const typed = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      // The platform's database calls an integer primary key nullable, though it never is.
      notnull: column.notNull && !column.primary ? 1 : 0,
      key: placeInKey(column.name, column.primary),
    }))
    const real = await rows<{ name: string; type: string; notnull: number; pk: number }>(
      `select name, lower(type) as type, "notnull", pk from pragma_table_info('${name}')`,
    )
    expect(typed).toEqual(real.map(({ pk, ...column }) => ({ ...column, key: pk })))
  })

  test('has the indexes that the typed view says', async () => {
    const typed = getTableConfig(table).indexes.map(({ config }) => ({
      name: config.name,
      unique: config.unique ? 1 : 0,
      columns: config.columns.map((column) => ('name' in column ? column.name : '')),
    }))
    const real = await rows<{ name: string; unique: number; columns: string }>(
      `select name, "unique", (
         select group_concat(name) from (select name from pragma_index_info(list.name) order by seqno)
       ) as columns
       from pragma_index_list('${name}') as list where origin <> 'pk' order by name`,
    )
    expect(typed.sort((a, b) => a.name.localeCompare(b.name))).toEqual(
      real.map((index) => ({ ...index, columns: index.columns.split(',') })),
    )
  })
})

test('the migrations make no table that the typed view lacks', async () => {
  const real = await rows<{ name: string }>(
    `select name from sqlite_master where type = 'table' and name not like 'd1_%'
       and name not like '\\_%' escape '\\' and name not like 'sqlite_%'`,
  )
  expect(real.map(({ name }) => name).sort()).toEqual(tables.map(getTableName).sort())
})

test('every column of the typed view is named as its property is', () => {
  for (const table of tables) {
    for (const [property, column] of Object.entries(getTableColumns(table))) {
      const snake = property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      expect([
        snake.replace(/^receiver/, 'endpoint'),
        snake,
        `${snake}_state`,
        `${snake}_bucket`,
        `${snake}_name`,
      ]).toContain(column.name)
    }
  }
})

describe('a filled database', () => {
  const filled = new Map<string, string[]>()

  // Each migration is applied to a database that the ones before it have made, with rows in every table they made.
  beforeAll(async () => {
    await env.DB.batch(
      [...tables].reverse().map((table) => env.DB.prepare(`drop table ${getTableName(table)}`)),
    )
    for (const { queries } of env.TEST_MIGRATIONS) {
      for (const query of queries) await env.DB.prepare(query).run()
      for (const table of tables) await fill(getTableName(table))
    }
  })

  async function fill(name: string): Promise<void> {
    const columns = await rows<{ name: string }>(`select name from pragma_table_info('${name}')`)
    if (columns.length === 0 || filled.has(name)) return
    const names = columns.map((column) => column.name)
    // A migration may fill what it makes from what was there.
    const [made] = await rows<{ n: number }>(`select count(*) as n from ${name}`)
    if (made?.n === 1) {
      filled.set(name, names)
      return
    }
    const values = names.map((column) => sample[`${name}.${column}`] ?? sample[column] ?? 1)
    const marks = names.map(() => '?').join(', ')
    await env.DB.prepare(`insert into ${name} (${names.join(', ')}) values (${marks})`)
      .bind(...values)
      .run()
    filled.set(name, names)
  }

  test('keeps every row through the migrations that follow', async () => {
    expect([...filled.keys()].sort()).toEqual(tables.map(getTableName).sort())
    for (const name of filled.keys()) {
      expect(await rows(`select count(*) as n from ${name}`)).toEqual([{ n: 1 }])
    }
  })
})

// A value for each column that a 1 would not satisfy.
const sample: Record<string, string | number> = {
  uid: 'M1',
  ip_whitelist: '[]',
  callback_vocabulary: 'current',
  rate_limit: 'standard',
  orderid: 'O1',
  status: 'pending',
  collection_status: 'pending',
  confirmation: 'none',
  fact: '{}',
  bucket: 'available',
  from_bucket: 'outside',
  to_bucket: 'available',
  body: '{}',
  state: 'due',
  trigger_name: 'schedule',
  kind: 'amount',
  content: '{}',
  'payment_links.state': 'open',
  'endpoints.state': 'open',
}
