import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CheckedRecord } from '../../rules/books/finding.ts'
import { requiredInteger, requiredText } from '../columns.ts'

/** The phases of a pass, in their order. */
export type BookPhase = 'orders' | 'adjustments' | 'transactions' | 'entries' | 'tallies' | 'done'

export const bookPasses = sqliteTable('book_passes', {
  number: integer('number').primaryKey(),
  phase: requiredText('phase').$type<BookPhase>(),
  step: requiredInteger('step'),
  place: text('place', { mode: 'json' }).notNull(),
  startedAt: requiredInteger('started_at'),
  finishedAt: integer('finished_at'),
  orders: requiredInteger('orders'),
  entries: requiredInteger('entries'),
  differences: requiredInteger('differences'),
})

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
