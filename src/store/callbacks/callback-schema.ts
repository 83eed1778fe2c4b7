import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Outcome } from '../../rules/callbacks/callback-schedule.ts'
import type { BreakerState } from '../../rules/callbacks/receiver-breaker.ts'
import type { CallbackBody } from '../../rules/orders/orders.ts'
import { requiredInteger, requiredText } from '../columns.ts'
import type { Guard } from '../guards.ts'

/**
 * The leases without an attempt in a row after which a callback is parked, about three hours. The index
 * `callbacks_worn` has the callbacks that have reached it.
 */
export const faultsMax = 8

/** The body and address of an earlier event of the order, and its number in the journal; the oldest have no `url`. */
type SupersededBody = { readonly seq: number; readonly body: CallbackBody; readonly url?: string }

export const callbacks = sqliteTable(
  'callbacks',
  {
    orderId: integer('order_id').primaryKey(),
    merchantId: requiredInteger('merchant_id'),
    tradeNo: requiredText('trade_no'),
    url: requiredText('url'),
    body: text('body', { mode: 'json' }).$type<CallbackBody>().notNull(),
    state: requiredText('state').$type<'due' | 'delivered' | 'given_up' | 'parked'>(),
    attempts: requiredInteger('attempts'),
    nextAt: integer('next_at'),
    leaseUntil: integer('lease_until'),
    lastAttemptAt: integer('last_attempt_at'),
    lastOutcome: text('last_outcome').$type<Outcome>(),
    lastHttpStatus: integer('last_http_status'),
    createdAt: requiredInteger('created_at'),
    scheduledAttempts: requiredInteger('scheduled_attempts'),
    resendTrigger: text('resend_trigger').$type<'merchant' | 'back_office'>(),
    resendRequestedAt: integer('resend_requested_at'),
    receiver: requiredText('endpoint'),
    faults: requiredInteger('faults'),
    eventNumber: requiredInteger('event_number'),
    eventSeq: integer('event_seq'),
    endedAt: integer('ended_at'),
    superseded: text('superseded', { mode: 'json' }).$type<readonly SupersededBody[]>(),
    refused: text('refused').$type<Guard>(),
    firstAttempt: text('first_attempt'),
  },
  (table) => [
    index('callbacks_due').on(table.receiver, table.nextAt).where(sql`state = 'due'`),
    index('callbacks_worn')
      .on(table.faults)
      .where(sql.raw(`faults >= ${faultsMax}`)),
    index('callbacks_by_merchant')
      .on(table.merchantId, table.state)
      .where(sql`state = 'given_up' or state = 'parked'`),
    index('callbacks_undelivered')
      .on(table.state)
      .where(sql`state = 'given_up' or state = 'parked'`),
    index('callbacks_resends')
      .on(table.merchantId, table.resendRequestedAt)
      .where(sql`resend_trigger is not null`),
  ],
)

/** The attempts from the second on, and old first ones: see `attempts.ts`. */
export const callbackAttempts = sqliteTable(
  'callback_attempts',
  {
    orderId: requiredInteger('order_id'),
    number: requiredInteger('number'),
    trigger: requiredText('trigger_name').$type<'schedule' | 'merchant' | 'back_office'>(),
    outcome: requiredText('outcome').$type<Outcome>(),
    httpStatus: integer('http_status'),
    answer: requiredText('answer'),
    startedAt: requiredInteger('started_at'),
    durationMs: requiredInteger('duration_ms'),
    eventNumber: requiredInteger('event_number'),
    signedAt: integer('signed_at'),
    sign: text('sign'),
    webhookSignature: text('webhook_signature'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.number] })],
)

/** Receivers that failed recently. The table and the column above keep their first name, `endpoint`. */
export const receivers = sqliteTable(
  'endpoints',
  {
    name: requiredText('name'),
    state: requiredText('state').$type<BreakerState>(),
    cost: requiredInteger('cost'),
    trips: requiredInteger('trips'),
    until: requiredInteger('until'),
  },
  (table) => [
    primaryKey({ columns: [table.name] }),
    index('endpoints_by_state').on(table.state, table.until),
  ],
)

export const sweeps = sqliteTable('sweeps', {
  id: integer('id').primaryKey(),
  at: requiredInteger('at'),
})
