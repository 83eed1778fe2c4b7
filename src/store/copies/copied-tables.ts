/** A kind of rows that grows with trade, and the tables whose rows are copied together under one key. */
export type GrowingKind = {
  readonly name: string
  /** The ids by which new rows are found; empty if each new row is noted. */
  readonly ids: readonly { readonly table: string; readonly column: string }[]
  readonly tables: readonly GrowingTable[]
}

/** A table of a kind, and the query of its rows from `chunk (key)`. */
type GrowingTable = { readonly name: string; readonly rows: string }

const id = 'cast(chunk.key as integer)'

function rowsBy(name: string, column: string): GrowingTable {
  return { name, rows: `cross join ${name} on ${name}.${column} = ${id}` }
}

function entriesOf(owner: string): GrowingTable {
  const rows = `cross join ${owner} on ${owner}.id = ${id}
    cross join events on events.order_id = ${id}
    cross join ledger_entries on ledger_entries.merchant_id = ${owner}.merchant_id
      and ledger_entries.at = events.at and ledger_entries.order_id = events.order_id
      and ledger_entries.seq = events.seq`
  return { name: 'ledger_entries', rows }
}

/** The booking time of an entry: ids count from 2025 on, and increase by this much in a second. */
export const bookedAt = '1735689600 + archived_orders.id / 8192000 + booked.value'

// The entries of an archived order, which stay in the database.
const entriesOfArchived: GrowingTable = {
  name: 'ledger_entries',
  rows: `cross join archived_orders on archived_orders.id = ${id}
    cross join json_each(archived_orders.booked) as booked
    cross join ledger_entries on ledger_entries.merchant_id = archived_orders.merchant_id
      and ledger_entries.at = ${bookedAt}
      and ledger_entries.order_id = archived_orders.id`,
}

function rowsWithId(name: string, ...others: readonly GrowingTable[]): GrowingKind {
  return { name, ids: [{ table: name, column: 'id' }], tables: [rowsBy(name, 'id'), ...others] }
}

function daysOfAccounts(name: string): GrowingKind {
  const rows = `cross join ${name} on ${name}.bank_account_id = cast(chunk.key ->> 0 as integer)
    and ${name}.day = cast(chunk.key ->> 1 as integer)`
  return { name, ids: [], tables: [{ name, rows }] }
}

// An order or a correction, by the id of its events, of a collection without an event, or of an archived order.
const orders: GrowingKind = {
  name: 'orders',
  ids: [
    { table: 'events', column: 'order_id' },
    { table: 'collections', column: 'id' },
    { table: 'archived_orders', column: 'id' },
  ],
  tables: [
    rowsBy('collections', 'id'),
    rowsBy('payouts', 'id'),
    rowsBy('adjustments', 'id'),
    rowsBy('events', 'order_id'),
    entriesOf('collections'),
    entriesOf('payouts'),
    entriesOf('adjustments'),
    rowsBy('callbacks', 'order_id'),
    rowsBy('callback_attempts', 'order_id'),
    rowsBy('former_accounts', 'order_id'),
    rowsBy('archived_orders', 'id'),
    entriesOfArchived,
  ],
}

/**
 * Rows that grow with trade. New rows are found by their ids; triggers note changed rows in `changed_rows`, and deleted
 * ones under the name of `goneKind`.
 */
export const growingKinds: readonly GrowingKind[] = [
  orders,
  rowsWithId('payment_links'),
  rowsWithId('archive_objects'),
  rowsWithId('bank_transactions', rowsBy('bank_transaction_numbers', 'transaction_id')),
  rowsWithId('bank_imports', rowsBy('bank_import_days', 'import_id')),
  rowsWithId('approvals'),
  rowsWithId('journal'),
  daysOfAccounts('bank_account_days'),
  daysOfAccounts('bank_statement_days'),
]

/** The kind under which a trigger notes a deleted row. */
export const goneKind = ({ name }: GrowingKind): string => `${name} gone`

/** Small tables, which are read whole and copied whole when they differ from their last copy. */
export const smallTables = [
  'merchants',
  'directory',
  'products',
  'people',
  'bank_accounts',
  'bank_account_directory',
  'holds',
  'carried_out_alone',
  'erasures',
  'balances',
  'archived_tallies',
  'archive_position',
] as const

/** Every table that is copied, parents before their children, which refer to them. */
export const copiedTables: readonly string[] = [
  ...new Set([
    ...smallTables,
    ...growingKinds.flatMap(({ tables }) => tables.map(({ name }) => name)),
  ]),
]

/** The tables that are not copied, each with the reason. */
export const uncopiedTables: Readonly<Record<string, string>> = {
  ledger_days: 'the restore makes them again from the entries',
  statements: 'the restore makes them again from the entries',
  slots: 'the restore makes them again from the orders that wait in one',
  auto_switch: 'a restored database runs, and looks again at what awaits proof or is a day old',
  held_digits: 'a trigger makes them again from the holds',
  sweeps: 'the next sweep writes it',
  endpoints: 'a receiver’s trouble lasts for minutes',
  database_sizes: 'is about the database that it is in',
  hour_figures: 'a restored database counts from then on',
  journal_exports: 'a day that is whole in the bucket stays as it is',
  retention: 'what is old is masked again in a restored database',
  late_answers: 'belongs to retention',
  maintenance: 'an operator turns it on again where it is needed',
  alarms: 'the watch finds again what stands',
  alarm_runs: 'belongs to alarms',
  book_passes: 'a check of the books begins anew in a restored database',
  book_findings: 'belongs to book_passes',
  watch_counts: 'belongs to alarms',
  running_exports: 'an export counts for minutes',
  copy_position: 'the copies’ own',
  changed_rows: 'the copies’ own',
}
