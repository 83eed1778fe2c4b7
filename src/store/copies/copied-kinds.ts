// What is copied, by kind: which rows belong together, and how they are found by key in bounded
// steps.

/** A table of a kind, and how its rows are found from `chunk (key)`. */
export type CopiedTable = { readonly name: string; readonly rows: string }

/** Rows that are copied together, under one key. */
export type CopiedKind = {
  readonly name: string
  readonly tables: readonly CopiedTable[]
  /** The keys behind the key `:after`, up to `:count`, in their order. */
  readonly next: string
  /** The key that lies before all others. */
  readonly first: string
  /** The column of ids that grow with time; null where rows have none. */
  readonly id: { readonly table: string; readonly column: string } | null
}

type Column = readonly [name: string, type: 'integer' | 'text']

/** Rows of one table, each of which is copied alone. */
function rowsOf(name: string, ...key: readonly [Column, ...Column[]]): CopiedKind {
  const names = key.map(([column]) => column)
  const [[column, type], ...more] = key
  const isOne = more.length === 0
  const value = (from: string, place: number) =>
    isOne ? (type === 'integer' ? `cast(${from} as integer)` : from) : `(${from} ->> ${place})`
  const found = names.map((one, place) => `${name}.${one} = ${value('chunk.key', place)}`)
  const after = names.map((_, place) => value(':after', place))
  const text = isOne ? `cast(${column} as text)` : `json_array(${names.join(', ')})`
  const least = key.map(([, one]) => (one === 'integer' ? -1 : ''))
  return {
    name,
    tables: [{ name, rows: `cross join ${name} on ${found.join(' and ')}` }],
    next: `select ${text} as key from ${name}
      where ${isOne ? `${column} > ${after[0]}` : `(${names.join(', ')}) > (${after.join(', ')})`}
      order by ${names.join(', ')} limit :count`,
    first: isOne ? String(least[0]) : JSON.stringify(least),
    id: null,
  }
}

/** Rows whose ids grow with time. */
function timedRowsOf(name: string): CopiedKind {
  return { ...rowsOf(name, ['id', 'integer']), id: { table: name, column: 'id' } }
}

const order = 'cast(chunk.key as integer)'
const entriesOf = (orders: string) => `
  cross join ${orders} on ${orders}.id = ${order}
  cross join events on events.order_id = ${order}
  cross join ledger_entries on ledger_entries.merchant_id = ${orders}.merchant_id
    and ledger_entries.at = events.at and ledger_entries.order_id = events.order_id
    and ledger_entries.seq = events.seq`

// An order, or the event of an adjustment, by the id that its events have.
const orders: CopiedKind = {
  name: 'orders',
  tables: [
    { name: 'collections', rows: `cross join collections on collections.id = ${order}` },
    { name: 'payouts', rows: `cross join payouts on payouts.id = ${order}` },
    { name: 'events', rows: `cross join events on events.order_id = ${order}` },
    { name: 'ledger_entries', rows: entriesOf('collections') },
    { name: 'ledger_entries', rows: entriesOf('payouts') },
    { name: 'callbacks', rows: `cross join callbacks on callbacks.order_id = ${order}` },
    {
      name: 'callback_attempts',
      rows: `cross join callback_attempts on callback_attempts.order_id = ${order}`,
    },
  ],
  next: `select cast(order_id as text) as key from (
      select distinct order_id from events where order_id > cast(:after as integer)
      order by order_id limit :count
    )`,
  first: '-1',
  id: { table: 'events', column: 'order_id' },
}

const adjustments = rowsOf('adjustments', ['merchant_id', 'integer'], ['idempotency_key', 'text'])
const ofAdjustment: CopiedTable = {
  name: 'ledger_entries',
  rows: `${adjustments.tables.map(({ rows }) => rows).join('')}
    cross join events on events.order_id = adjustments.id
    cross join ledger_entries on ledger_entries.merchant_id = adjustments.merchant_id
      and ledger_entries.at = events.at and ledger_entries.order_id = events.order_id
      and ledger_entries.seq = events.seq`,
}

/**
 * Everything that is copied. Not copied: what is made from the rest again (`ledger_days`,
 * `ledger_passes`), what is true for minutes only (`sweeps`, `endpoints`, alarms), and the copies' own two
 * tables.
 */
export const copiedKinds: readonly CopiedKind[] = [
  rowsOf('merchants', ['id', 'integer']),
  rowsOf('directory', ['id', 'integer']),
  rowsOf('products', ['id', 'integer']),
  rowsOf('people', ['name', 'text']),
  rowsOf('bank_accounts', ['id', 'integer']),
  rowsOf('bank_account_directory', ['bank_code', 'text'], ['account_no', 'text']),
  rowsOf('bank_account_days', ['bank_account_id', 'integer'], ['day', 'integer']),
  rowsOf('bank_transaction_numbers', ['bank_account_id', 'integer'], ['external_key', 'text']),
  rowsOf(
    'former_accounts',
    ['bank_account_id', 'integer'],
    ['amount', 'integer'],
    ['order_id', 'integer'],
  ),
  rowsOf('bank_imports', ['id', 'integer']),
  rowsOf('bank_statement_days', ['bank_account_id', 'integer'], ['day', 'integer']),
  rowsOf('holds', ['id', 'integer']),
  rowsOf('approvals', ['id', 'integer']),
  rowsOf('carried_out_alone', ['actor', 'text'], ['day', 'integer'], ['kind', 'text']),
  rowsOf('balances', ['merchant_id', 'integer'], ['channel', 'text']),
  { ...adjustments, tables: [...adjustments.tables, ofAdjustment] },
  orders,
  timedRowsOf('payment_links'),
  timedRowsOf('bank_transactions'),
  timedRowsOf('journal'),
]

/** The tables that no copy has, each with the reason. */
export const uncopiedTables: Readonly<Record<string, string>> = {
  ledger_days: 'the minute’s job makes them again from the entries',
  ledger_passes: 'belongs to ledger_days',
  held_digits: 'a trigger makes them again from the holds',
  sweeps: 'the next sweep writes it',
  endpoints: 'a receiver’s trouble lasts for minutes',
  alarms: 'the watch finds again what stands',
  alarm_runs: 'belongs to alarms',
  book_passes: 'a check of the books begins anew in a restored database',
  book_sums: 'belongs to book_passes',
  book_findings: 'belongs to book_passes',
  watch_counts: 'belongs to alarms',
  running_exports: 'an export counts for minutes',
  copy_position: 'the copies’ own',
  changed_rows: 'the copies’ own',
}
