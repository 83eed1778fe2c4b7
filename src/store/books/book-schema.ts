import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import type { CheckedRecord } from '../../rules/books/finding.ts'
import { requiredInteger, requiredText } from '../columns.ts'

/** What a pass reads, one after the other. */
export type BookPhase = 'orders' | 'adjustments' | 'transactions' | 'entries' | 'tallies' | 'done'

export const bookPasses = sqliteTable('book_passes', {
  number: integer('number').primaryKey(),
  phase: requiredText('phase').$type<BookPhase>(),
  step: requiredInteger('step'),
  lastMerchant: requiredInteger('last_merchant'),
  lastId: requiredInteger('last_id'),
  lastAt: requiredInteger('last_at'),
  lastSeq: requiredInteger('last_seq'),
  lastNumber: requiredInteger('last_number'),
  lastKey: requiredText('last_key'),
  lastOrderid: requiredText('last_orderid'),
  lastSerialNo: requiredText('last_serial_no'),
  topUpChannel: requiredText('top_up_channel'),
  startedAt: requiredInteger('started_at'),
  steppedAt: requiredInteger('stepped_at'),
  finishedAt: integer('finished_at'),
  orders: requiredInteger('orders'),
  entries: requiredInteger('entries'),
  sums: requiredInteger('sums'),
  differences: requiredInteger('differences'),
})

export const bookSums = sqliteTable(
  'book_sums',
  {
    channel: requiredText('channel'),
    name: requiredText('name'),
    count: requiredInteger('count'),
    amount: requiredInteger('amount'),
  },
  (table) => [primaryKey({ columns: [table.channel, table.name] })],
)

export const bookFindings = sqliteTable(
  'book_findings',
  {
    record: requiredText('record').$type<CheckedRecord>(),
    subject: requiredText('subject'),
    field: requiredText('field'),
    expected: requiredText('expected'),
    found: requiredText('found'),
    firstSeen: requiredInteger('first_seen'),
    lastSeen: requiredInteger('last_seen'),
    goneAt: integer('gone_at'),
    pass: requiredInteger('pass'),
  },
  (table) => [
    primaryKey({ columns: [table.record, table.subject, table.field] }),
    index('book_findings_open').on(table.firstSeen).where(sql`gone_at is null`),
  ],
)
