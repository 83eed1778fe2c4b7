import type { MerchantDatabase } from '../database.ts'
import { type RowsPage, scannedMax } from '../newest-rows.ts'
import { callbacks } from '../schema.ts'
import { columnsOf, joinedReader, type RawRow, rowsOf, sqlText } from '../sql-text.ts'
import type { StoredAttempt } from './attempts.ts'
import type { StoredCallback } from './callbacks.ts'

/** A merchant's callbacks to list: of all its orders, of one kind, or of the order with a number. */
export type OwnCallbackFilter = {
  readonly merchantId: number
  readonly along: keyof typeof walks
  /** The order's own number, for a list in its order. */
  readonly number: string
  /** Orders with a smaller id. */
  readonly before: number
  readonly limit: number
  /** The most attempts read of each, the newest ones. */
  readonly attemptsMax: number
}

/** A callback with its order's own number, and its newest attempts, oldest first. */
export type OwnCallback = {
  readonly callback: StoredCallback
  readonly number: string
  /** The name of its event in the journal; null if it was written without. */
  readonly happened: string | null
  /** Each with the first 200 characters of its answer. */
  readonly attempts: readonly AttemptRow[]
}

type AttemptRow = Omit<StoredAttempt, 'orderId'>

/**
 * Reads a page of a merchant's callbacks, those of its newest orders first, along its orders: callbacks have no index
 * by merchant. Reads at most `scannedMax` orders, so a page may be short.
 */
export async function newestOwnCallbacks(
  db: MerchantDatabase,
  { along, attemptsMax, limit, ...filter }: OwnCallbackFilter,
): Promise<RowsPage<OwnCallback>> {
  const { list, seen: seenRows } = walks[along]
  const values = { ...filter, scanLimit: scannedMax }
  const [rows, [looked]] = await rowsOf(db, [
    list({ ...values, limit, attemptsMax }),
    seenRows(values),
  ] as const)
  const isWhole = looked === undefined || looked.count < scannedMax
  return {
    rows: rows.map((row) => ownCallback(row, attemptsMax)),
    scannedTo: isWhole ? null : looked.last,
  }
}

type CallbackSearch = Omit<OwnCallbackFilter, 'along' | 'limit' | 'attemptsMax'> & {
  readonly scanLimit: number
}

const attemptParts = {
  number: 'number',
  trigger: 'trigger_name',
  outcome: 'outcome',
  httpStatus: 'http_status',
  answer: 'substr(answer, 1, 200)',
  startedAt: 'started_at',
  durationMs: 'duration_ms',
  eventNumber: 'event_number',
  signedAt: 'signed_at',
  sign: 'sign',
  webhookSignature: 'webhook_signature',
}

const attemptObject = Object.entries(attemptParts)
  .map(([name, column]) => `'${name}', ${column}`)
  .join(', ')

// Selects the callbacks along these orders, newest first, and the last order read.
function walking(orders: readonly string[]) {
  const looked = `looked as (${orders.join(' union all ')} order by 1 desc limit :scanLimit)`
  return {
    list: sqlText<
      CallbackSearch & { readonly limit: number; readonly attemptsMax: number },
      RawRow
    >(`
      with ${looked}
      select ${columnsOf(callbacks)},
        coalesce(
          (select orderid from collections where id = looked.id),
          (select serial_no from payouts where id = looked.id)
        ) as number,
        (
          select fact ->> 'name' from events
          where events.order_id = callbacks.order_id and events.seq = callbacks.event_seq
        ) as happened,
        (
          select json_group_array(json_object(${attemptObject})) from callback_attempts
          where callback_attempts.order_id = callbacks.order_id
            and number > callbacks.attempts - :attemptsMax
        ) as attempts
      from looked
      cross join callbacks on callbacks.order_id = looked.id
      order by looked.id desc
      limit :limit
    `),
    seen: sqlText<CallbackSearch, { readonly count: number; readonly last: number }>(`
      with ${looked}
      select count(*) as count, min(id) as last from looked
    `),
  }
}

const owned = 'merchant_id = :merchantId and id < :before'
const anyCollection = `select id from collections where ${owned}`
const anyPayout = `select id from payouts where ${owned}`
const walks = {
  orders: walking([anyCollection, anyPayout]),
  collections: walking([anyCollection]),
  payouts: walking([anyPayout]),
  orderid: walking([`${anyCollection} and orderid = :number`]),
  serial_no: walking([`${anyPayout} and serial_no = :number`]),
}

const readCallback = joinedReader(callbacks)

function ownCallback(row: RawRow, attemptsMax: number): OwnCallback {
  const callback = readCallback(row)
  const later = JSON.parse(String(row.attempts)) as readonly AttemptRow[]
  const { firstAttempt, attempts } = callback
  const first = attempts > attemptsMax ? null : firstAttempt
  return {
    callback,
    number: String(row.number),
    happened: row.happened === null ? null : String(row.happened),
    attempts: [...(first === null ? [] : [firstOf(first)]), ...later].sort(
      (one, other) => one.number - other.number,
    ),
  }
}

function firstOf(json: string): AttemptRow {
  const attempt = JSON.parse(json) as Omit<AttemptRow, 'number'>
  return { ...attempt, number: 1, answer: [...attempt.answer].slice(0, 200).join('') }
}
