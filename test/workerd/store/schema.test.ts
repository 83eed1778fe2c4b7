import { env } from 'cloudflare:workers'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { contextFrom } from '../../../src/context.ts'
import { newMerchant } from '../../../src/contract/back-office/merchants/merchants.ts'
import { newProduct } from '../../../src/contract/back-office/products.ts'
import { roles } from '../../../src/contract/back-office/roles.ts'
import {
  approvalStates,
  backings,
  bankAccountStates,
  bankAccountUses,
  chains,
  importStates,
  transactionSources,
  transactionStates,
} from '../../../src/contract/back-office/states.ts'
import { callbackStates } from '../../../src/contract/callbacks/callback-states.ts'
import type { Field } from '../../../src/contract/fields.ts'
import { plainLinkCreation } from '../../../src/contract/links/link-endpoints.ts'
import { collectionCreation } from '../../../src/contract/orders/collection-endpoints.ts'
import {
  collectionStatuses,
  matchingStatuses,
  payoutStatuses,
} from '../../../src/contract/orders/order-statuses.ts'
import { payoutCreation } from '../../../src/contract/orders/payout-endpoints.ts'
import {
  callbackVocabularies,
  collectionEventChoices,
  rateLimits,
} from '../../../src/rules/merchants/merchant.ts'
import { commit, openMerchantDatabase, type Statement } from '../../../src/store/database.ts'
import { guards } from '../../../src/store/guards.ts'
import * as schema from '../../../src/store/schema.ts'
import { moneyMax } from '../../../src/units/money.ts'
import { sent } from '../../unit/contract/field-reading.ts'
import { tablesIn } from '../support/renew.ts'
import { insertSample } from '../support/sample-rows.ts'
import { rows } from '../support/service.ts'

const tables = Object.values(schema).filter((value) => is(value, SQLiteTable))

describe.each(tables.map((table) => [getTableName(table), table] as const))('%s', (name, table) => {
  test('has the typed view’s columns, with type, nullness and key', async () => {
    const { columns, primaryKeys } = getTableConfig(table)
    const composite = primaryKeys.flatMap((key) => key.columns.map((column) => column.name))
    const placeInKey = (name: string, isKey: boolean) => (isKey ? 1 : composite.indexOf(name) + 1)
    const typed = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      // SQLite calls an integer primary key nullable, though it never is.
      notnull: column.notNull && !column.primary ? 1 : 0,
      key: placeInKey(column.name, column.primary),
    }))
    const real = await rows<{ name: string; type: string; notnull: number; pk: number }>(
      `select name, lower(type) as type, "notnull", pk from pragma_table_info('${name}')`,
    )
    expect(typed).toEqual(real.map(({ pk, ...column }) => ({ ...column, key: pk })))
  })

  test('has the typed view’s indexes, with their conditions', async () => {
    const typed = getTableConfig(table).indexes.map(({ config }) => ({
      name: config.name,
      unique: config.unique ? 1 : 0,
      columns: config.columns.map((column) => ('name' in column ? column.name : '')),
      of: config.where === undefined ? null : new SQLiteSyncDialect().sqlToQuery(config.where).sql,
    }))
    const real = await rows<{ name: string; unique: number; columns: string; of: string | null }>(
      `select list.name, "unique", (
         select group_concat(coalesce(name, '')) from (select name from pragma_index_info(list.name) order by seqno)
       ) as columns, iif(partial, substr(sql, instr(sql, ' where ') + 7), null) as "of"
       from pragma_index_list('${name}') as list join sqlite_master on sqlite_master.name = list.name
       where origin <> 'pk' order by list.name`,
    )
    expect(typed.sort((a, b) => a.name.localeCompare(b.name))).toEqual(
      real.map((index) => ({ ...index, columns: index.columns.split(',') })),
    )
  })
})

test('each guard is a constraint of its name', async () => {
  const tablesOf = await rows<{ sql: string }>(`select sql from sqlite_master where type = 'table'`)
  const constraints = tablesOf.flatMap(({ sql }) => [
    ...sql.matchAll(/constraint (\w+)\s+check \(refused is not '(\w+)'\)/g),
  ])
  expect(new Set(constraints.map(([, name]) => name))).toEqual(new Set(guards))
  for (const [, name, value] of constraints) expect(value).toBe(name)
})

test('a constraint that only begins like a guard is a fault, not that guard', async () => {
  const sql = "insert into held_digits (digits, key, is_end) values ('1', 'k', 2)"
  const wrong: Statement = { toSQL: () => ({ sql, params: [] }) }
  await expect(commit(openMerchantDatabase(env.DB), [wrong])).rejects.toThrow(
    'held_digits_is_end_boolean',
  )
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

describe('a column and the code have the same limit', () => {
  const texts = {
    merchants_uid_length: (text: string) => newMerchant.shape.uid.safeParse(text),
    collections_orderid_length: read(collectionCreation.request.shape.orderid),
    payouts_serial_no_length: read(payoutCreation.request.shape.serial_no),
    payment_links_order_no_length: read(plainLinkCreation.request.shape.merchant_order_no),
    products_sku_length: (text: string) => newProduct.shape.sku.safeParse(text),
  }
  const numbers = {
    collections_amount_range: [1, moneyMax],
    collections_paid_amount_range: [0, moneyMax],
    payouts_amount_range: [1, moneyMax],
    payouts_actual_amount_range: [0, moneyMax],
    directory_database_known: [0, 15],
    collections_said_paid_times_range: [0, 5],
  }
  const labels = {
    collections_status_known: collectionStatuses,
    collections_collection_status_known: matchingStatuses,
    payouts_status_known: payoutStatuses,
    callbacks_state_known: callbackStates,
    merchants_callback_vocabulary_known: callbackVocabularies,
    merchants_rate_limit_known: rateLimits,
    merchants_collection_events_known: collectionEventChoices,
    approvals_state_known: approvalStates,
    people_role_known: roles,
    bank_accounts_use_known: bankAccountUses,
    bank_accounts_backing_known: backings,
    bank_accounts_state_known: bankAccountStates,
    bank_transactions_source_known: transactionSources,
    bank_transactions_state_known: transactionStates,
    bank_imports_state_known: importStates,
    bank_imports_chain_known: chains,
  }

  test.each(Object.entries(texts))('%s', async (name, parse) => {
    const [, least = '', most = ''] = /between (\d+) and (\d+)/.exec(await conditionOf(name)) ?? []
    const lengths = [0, Number(least), Number(most), Number(most) + 1]
    const accepted = lengths.map((length) => parse('1'.repeat(length)).success)
    expect(accepted).toEqual([false, true, true, false])
  })

  test.each(Object.entries(numbers))('%s', async (name, [least, most]) => {
    expect(await conditionOf(name)).toMatch(new RegExp(`between ${least} and ${most}$`))
  })

  test('directory_database_known, for a deployment with more databases', () => {
    const more = Array.from({ length: 20 }, (_, n) => [`DB_${n + 1}`, env.DB])
    const { databases, sandbox } = contextFrom({ ...env, ...Object.fromEntries(more) })
    expect([databases.length, sandbox !== null]).toEqual([15, true])
  })

  test.each(Object.entries(labels))('%s', async (name, known) => {
    const [, list = ''] = /in \(([^)]*)\)/.exec(await conditionOf(name)) ?? []
    expect(list.split(', ')).toEqual(known.map((word) => `'${word}'`))
  })

  test('no other column has a length or a range', async () => {
    const ranged = [...(await allConditions()).entries()].filter(([, one]) =>
      one.includes('between'),
    )
    expect(ranged.map(([name]) => name).sort()).toEqual(
      Object.keys({ ...texts, ...numbers }).sort(),
    )
  })

  function read(field: Field) {
    return (text: string) => field.safeParse(sent.text(text))
  }

  async function conditionOf(name: string): Promise<string> {
    return (await allConditions()).get(name) ?? ''
  }

  async function allConditions(): Promise<ReadonlyMap<string, string>> {
    const all = await rows<{ sql: string }>(`select sql from sqlite_master where type = 'table'`)
    const named = all.flatMap(({ sql }) => [
      // A condition may have parentheses two deep; columns that were added later follow it on its line.
      ...sql.matchAll(/constraint (\w+)\s+check \(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g),
    ])
    return new Map(named.map(([, name = '', condition = '']) => [name, condition]))
  }
})

describe('a filled database', () => {
  const filled = new Map<string, string[]>()

  // Each migration is applied to a database with a row in every table of the earlier ones.
  beforeAll(async () => {
    const drops = (await tablesIn(env.DB)).map((name) => `drop table "${name}"`)
    await env.DB.batch(
      ['pragma defer_foreign_keys = on', ...drops].map((sql) => env.DB.prepare(sql)),
    )
    for (const { queries } of env.TEST_MIGRATIONS) {
      for (const query of queries) await env.DB.prepare(query).run()
      for (const name of await tablesIn(env.DB)) await fill(name)
    }
  })

  async function fill(name: string): Promise<void> {
    const columns = await rows<{ name: string }>(`select name from pragma_table_info('${name}')`)
    if (filled.has(name)) return
    const names = columns.map((column) => column.name)
    // A migration may fill its table from others.
    const [made] = await rows<{ n: number }>(`select count(*) as n from ${name}`)
    if (made?.n === 1) {
      filled.set(name, names)
      return
    }
    await insertSample(name, names)
    filled.set(name, names)
  }

  test('keeps every row through the migrations that follow', async () => {
    expect([...filled.keys()].sort()).toEqual((await tablesIn(env.DB)).toSorted())
    // Triggers of the others write changed_rows, too.
    for (const name of [...filled.keys()].filter((one) => one !== 'changed_rows')) {
      expect(await rows(`select count(*) as n from ${name}`)).toEqual([{ n: 1 }])
    }
  })
})
