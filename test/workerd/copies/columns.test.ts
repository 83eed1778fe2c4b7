import { beforeAll, expect, test } from 'vitest'
import { copyDatabases } from '../../../src/operations/copies/copy-databases.ts'
import { copiedTables } from '../../../src/store/copies/copied-tables.ts'
import { newestContents } from '../support/copies.ts'
import { insertSample } from '../support/sample-rows.ts'
import { aContext, rows } from '../support/service.ts'

// Rows that no trigger looks at change in the batch that changes another one.
const order = 'update collections set seq = seq'
const changedBeside: Readonly<Record<string, string>> = {
  adjustments: order,
  events: order,
  ledger_entries: order,
  former_accounts: order,
  archived_orders: order,
  bank_import_days: 'update bank_imports set lines = lines',
  callback_attempts: 'update callbacks set attempts = attempts',
  bank_transaction_numbers: 'update bank_transactions set memo = memo',
}

// Columns that change with others.
const together: Readonly<Record<string, string>> = {
  'bank_transactions.state': `state = 'ignored', order_id = null`,
  'bank_transactions.order_id': `state = 'claimed', order_id = 2`,
  'callbacks.state': `state = 'delivered', next_at = null`,
  'payouts.kind': 'kind = null',
  'archived_orders.paid': 'paid = 1',
  'archived_orders.booked': `booked = '[1]'`,
  'callbacks.next_at': `state = 'due', next_at = 2`,
}

// What other rows refer to, twice, and before them.
const parents: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  merchants: { id: 2, uid: 'M2' },
  bank_accounts: { id: 2 },
  collections: { id: 2, orderid: 'O2' },
  bank_transactions: { id: 2, external_id: '2', external_key: '2', line_key: '2' },
}

type Column = { readonly name: string; readonly pk: number }

const context = aContext()
const columnsOf = new Map<string, readonly Column[]>()

beforeAll(async () => {
  for (const table of new Set([...Object.keys(parents), ...copiedTables])) {
    const columns = await rows<Column>(`select name, pk from pragma_table_info('${table}')`)
    const names = columns.map(({ name }) => name)
    columnsOf.set(table, columns)
    await insertSample(table, names)
    if (parents[table] !== undefined) await insertSample(table, names, parents[table])
  }
  await copyDatabases(context)
})

// Entries before their events, by whose time they are found.
test.each(copiedTables.toReversed())(
  'a change of any column of %s is found in the next copy',
  async (table) => {
    for (const { name, pk } of columnsOf.get(table) ?? []) {
      // What a row is found by never changes.
      if (pk > 0 || `${table}.${name}` === 'adjustments.id') continue
      const changed = table === 'journal' ? await append(name) : await change(table, name)
      await copyDatabases(context)
      const copied = (await newestContents('DB'))[table]
      expect(copied, name).toContain(JSON.stringify(changed))
    }
  },
)

type Row = Readonly<Record<string, unknown>>

/** Changes one column of the table's first row, with those it is bound to, and returns the row. */
async function change(table: string, column: string): Promise<Row | undefined> {
  const where = parents[table] === undefined ? '' : 'where id = 1'
  const [before] = await rows<Row>(`select * from ${table} ${where}`)
  for (const value of await valuesOf(table)) {
    const set = together[`${table}.${column}`] ?? `${column} = '${value}'`
    // Where a check or a key takes no such value, the next one is tried.
    await rows(`update ${table} set ${set} ${where}`).catch(() => [])
    const [changed] = await rows<Row>(`select * from ${table} ${where}`)
    if (changed?.[column] === before?.[column]) continue
    const beside = changedBeside[table]
    if (beside !== undefined) await rows(beside)
    return changed
  }
  throw new Error(`there is no other value for ${table}.${column}`)
}

/** Appends a row of the journal that differs from the first one in that column. */
async function append(column: string): Promise<Row | undefined> {
  const [last] = await rows<{ id: number }>('select max(id) as id from journal')
  const names = (columnsOf.get('journal') ?? []).map(({ name }) => name)
  const value = column === 'before' || column === 'after' ? '[]' : 7
  await insertSample('journal', names, { id: (last?.id ?? 0) + 1, [column]: value })
  const [row] = await rows<Row>('select * from journal order by id desc limit 1')
  return row
}

async function valuesOf(table: string): Promise<readonly (string | number)[]> {
  const [made] = await rows<{ sql: string }>('select sql from sqlite_master where name = ?', table)
  const labels = [...(made?.sql ?? '').matchAll(/'(\w+)'/g)].map(([, word = '']) => word)
  return [2, 0, '["x"]', ...labels]
}
