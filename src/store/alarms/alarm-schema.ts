import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AlarmName } from '../../contract/back-office/states.ts'
import type { ChannelNotice } from '../../rules/alarms/alarm-steps.ts'
import { requiredInteger, requiredText } from '../columns.ts'

export const alarms = sqliteTable(
  'alarms',
  {
    name: requiredText('name').$type<AlarmName>(),
    subject: requiredText('subject'),
    value: requiredInteger('value'),
    trueSince: integer('true_since'),
    falseSince: integer('false_since'),
    since: integer('since'),
    raisedAt: integer('raised_at'),
    overAt: integer('over_at'),
    webhookNotice: text('webhook_notice').$type<ChannelNotice>().notNull(),
    telegramNotice: text('telegram_notice').$type<ChannelNotice>().notNull(),
    notifiedAt: integer('notified_at'),
    version: requiredInteger('version'),
    escalationNotice: text('escalation_notice').$type<ChannelNotice>().notNull().default(''),
    webhookNotifiedAt: integer('webhook_notified_at'),
    telegramNotifiedAt: integer('telegram_notified_at'),
    escalationNotifiedAt: integer('escalation_notified_at'),
    acknowledgedAt: integer('acknowledged_at'),
    acknowledgedBy: text('acknowledged_by'),
    acknowledgementNote: text('acknowledgement_note'),
    detail: requiredText('detail').default(''),
  },
  (table) => [primaryKey({ columns: [table.name, table.subject] })],
)

export const alarmRuns = sqliteTable('alarm_runs', {
  id: integer('id').primaryKey(),
  leaseUntil: requiredInteger('lease_until'),
})

/** The kinds of counts of isolates, by minute. */
export const countedKinds = [
  'answers',
  'server_errors',
  'dead_wake_ups',
  'creations',
  'creation_errors',
  'links',
  'desk_errors',
] as const

export type CountedKind = (typeof countedKinds)[number]
