import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Outcome } from '../../rules/callbacks/callback-schedule.ts'
import type { EndpointState } from '../../rules/callbacks/receiver-breaker.ts'
import type { CallbackBody } from '../../rules/orders/orders.ts'
import { count, words } from '../columns.ts'

export const callbacks = sqliteTable(
  'callbacks',
  {
    orderId: integer('order_id').primaryKey(),
    merchantId: count('merchant_id'),
    tradeNo: words('trade_no'),
    url: words('url'),
    body: text('body', { mode: 'json' }).$type<CallbackBody>().notNull(),
    state: words('state').$type<'due' | 'delivered' | 'given_up' | 'parked'>(),
    attempts: count('attempts'),
    nextAt: integer('next_at'),
    leaseUntil: integer('lease_until'),
    lastAttemptAt: integer('last_attempt_at'),
    lastOutcome: text('last_outcome').$type<Outcome>(),
    lastHttpStatus: integer('last_http_status'),
    createdAt: count('created_at'),
    scheduledAttempts: count('scheduled_attempts'),
    resendTrigger: text('resend_trigger').$type<'merchant' | 'back_office'>(),
    resendRequestedAt: integer('resend_requested_at'),
    endpoint: words('endpoint'),
    faults: count('faults'),
  },
  (table) => [
    index('callbacks_due').on(table.endpoint, table.nextAt),
    index('callbacks_worn').on(table.faults),
    index('callbacks_by_merchant').on(table.merchantId, table.state),
    index('callbacks_undelivered').on(table.state),
    index('callbacks_resends').on(table.merchantId, table.resendRequestedAt),
  ],
)

export const callbackAttempts = sqliteTable(
  'callback_attempts',
  {
    orderId: count('order_id'),
    number: count('number'),
    trigger: words('trigger_name').$type<'schedule' | 'merchant' | 'back_office'>(),
    outcome: words('outcome').$type<Outcome>(),
    httpStatus: integer('http_status'),
    answer: words('answer'),
    startedAt: count('started_at'),
    durationMs: count('duration_ms'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.number] })],
)

export const endpoints = sqliteTable(
  'endpoints',
  {
    name: words('name'),
    state: words('state').$type<EndpointState>(),
    cost: count('cost'),
    trips: count('trips'),
    until: count('until'),
  },
  (table) => [
    primaryKey({ columns: [table.name] }),
    index('endpoints_by_state').on(table.state, table.until),
  ],
)
