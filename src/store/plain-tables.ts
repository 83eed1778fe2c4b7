import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { requiredInteger, requiredText } from './columns.ts'
import type { Guard } from './guards.ts'

// The typed view of tables that plain SQL alone reads and writes: for the comparison with migrations/, in no program.

export const databaseSizes = sqliteTable('database_sizes', {
  day: integer('day').primaryKey(),
  at: requiredInteger('at'),
  bytes: requiredInteger('bytes'),
})

/** The sums of the balances at the end of an hour, and the outcome of its collections. */
export const hourFigures = sqliteTable('hour_figures', {
  hour: integer('hour').primaryKey(),
  collections: requiredInteger('collections'),
  settled: requiredInteger('settled'),
  settledAmount: requiredInteger('settled_amount'),
  payouts: requiredInteger('payouts'),
  paid: requiredInteger('paid'),
  paidAmount: requiredInteger('paid_amount'),
  cancelled: requiredInteger('cancelled'),
  unbacked: requiredInteger('unbacked'),
  followed: integer('followed'),
  followedSettled: integer('followed_settled'),
  accountMedian: integer('account_median'),
  accountWorst: integer('account_worst'),
  settlementMedian: integer('settlement_median'),
  settlementWorst: integer('settlement_worst'),
  fees: requiredInteger('fees').default(0),
})

/** Has a row while the database is in maintenance, when triggers refuse writes. */
export const maintenance = sqliteTable('maintenance', {
  id: integer('id').primaryKey(),
  since: requiredInteger('since'),
  actor: requiredText('actor'),
  reason: requiredText('reason'),
})

export const carriedOutAlone = sqliteTable(
  'carried_out_alone',
  {
    actor: requiredText('actor'),
    day: requiredInteger('day'),
    kind: requiredText('kind'),
    amount: requiredInteger('amount'),
    refused: text('refused').$type<Guard>(),
  },
  (table) => [primaryKey({ columns: [table.actor, table.day, table.kind] })],
)

export const runningExports = sqliteTable(
  'running_exports',
  {
    slot: integer('slot').primaryKey(),
    actor: requiredText('actor'),
    id: requiredInteger('id'),
    countsUntil: requiredInteger('counts_until'),
  },
  (table) => [uniqueIndex('running_exports_actor').on(table.actor)],
)

/** The progress of the journal export, in one row. */
export const journalExports = sqliteTable('journal_exports', {
  id: integer('id').primaryKey(),
  day: requiredInteger('day'),
  afterId: requiredInteger('after_id'),
  part: requiredInteger('part'),
  exported: requiredInteger('exported'),
})
