import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Role } from '../../contract/back-office/roles.ts'
import type { ApprovalState } from '../../contract/back-office/states.ts'
import { requiredInteger, requiredText } from '../columns.ts'
import type { Guard } from '../guards.ts'

/** Fields by their names, as JSON. */
type JsonFields = Readonly<Record<string, unknown>>

export const journal = sqliteTable(
  'journal',
  {
    id: integer('id').primaryKey(),
    at: requiredInteger('at'),
    actor: requiredText('actor'),
    role: requiredText('role').$type<Role | 'system'>(),
    action: requiredText('action'),
    subjectKind: requiredText('subject_kind'),
    subject: requiredText('subject'),
    before: text('before', { mode: 'json' }).$type<JsonFields>(),
    after: text('after', { mode: 'json' }).$type<JsonFields>(),
    reason: requiredText('reason'),
    requestId: requiredText('request_id'),
    approvedBy: requiredText('approved_by'),
  },
  (table) => [
    index('journal_by_actor')
      .on(table.actor)
      .where(sql`subject_kind not in ('collection', 'payout')`),
    index('journal_by_subject')
      .on(table.subjectKind, table.subject)
      .where(sql`subject_kind not in ('collection', 'payout')`),
    index('journal_by_approver').on(table.approvedBy).where(sql`approved_by <> ''`),
    index('journal_notes').on(table.subject).where(sql`action = 'note'`),
  ],
)

export const approvals = sqliteTable(
  'approvals',
  {
    id: integer('id').primaryKey(),
    call: requiredText('call'),
    subject: requiredText('subject'),
    path: text('path', { mode: 'json' }).$type<JsonFields>().notNull(),
    body: text('body', { mode: 'json' }).$type<JsonFields>().notNull(),
    digest: requiredText('digest'),
    asker: requiredText('asker'),
    askedAt: requiredInteger('asked_at'),
    orderSeq: integer('order_seq'),
    before: text('before', { mode: 'json' }).$type<JsonFields>(),
    state: requiredText('state').$type<ApprovalState>(),
    decidedBy: requiredText('decided_by'),
    decidedAt: integer('decided_at'),
    reason: requiredText('reason'),
    refused: text('refused').$type<Guard>(),
  },
  (table) => [
    uniqueIndex('approvals_waiting').on(table.digest).where(sql`state = 'waiting'`),
    index('approvals_by_state').on(table.state),
    index('approvals_of_postings')
      .on(sql`body ->> '$.read.external_id'`)
      .where(sql`call = 'postTransaction'`),
  ],
)

export const people = sqliteTable(
  'people',
  {
    name: requiredText('name'),
    role: requiredText('role').$type<Role>(),
    updatedAt: requiredInteger('updated_at'),
  },
  (table) => [primaryKey({ columns: [table.name] })],
)
