import { and, asc, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { inState, isDue, isFree, isResend } from './callbacks.ts'
import type { Database } from './database.ts'
import { callbacks, endpoints } from './schema.ts'

/** A callback that waits for an attempt, and whose it is. */
export type WaitingCallback = { readonly orderId: number; readonly merchantId: number }

/** How much one look takes. */
export type SweepTerms = {
  /** Callbacks of one endpoint. */
  readonly perEndpoint: number
  /** Endpoints that are visited, on either side of `start`. */
  readonly endpoints: number
  /** Callbacks of each kind in all. */
  readonly callbacks: number
  /** A callback that is due for so many seconds does not wait for its endpoint. */
  readonly heldSecondsMax: number
}

/**
 * Callbacks that wait for an attempt and that nobody holds: resends that were asked for, one of each endpoint whose
 * pause is over, and the longest waiting of every endpoint that is not in trouble. The index leads from one endpoint
 * to the next, so that the backlog of one costs no more than its share, however long it is.
 *
 * @param start where in the order of their names the visit begins; it goes round. Should there be more endpoints than
 * one look visits, another start gives others their turn.
 */
export async function dueCallbacks(
  db: Database,
  now: number,
  start: string,
  terms: SweepTerms,
): Promise<readonly WaitingCallback[]> {
  const chosen = { orderId: callbacks.orderId, merchantId: callbacks.merchantId }
  const among = (orderIds: SQL) =>
    db
      .select(chosen)
      .from(callbacks)
      .where(inArray(callbacks.orderId, orderIds))
      .orderBy(asc(callbacks.nextAt))
      .limit(terms.callbacks)
  const resends = db
    .select(chosen)
    .from(callbacks)
    .where(and(isResend(), isFree(now)))
    .orderBy(asc(callbacks.resendRequestedAt))
    .limit(terms.callbacks)
  const found = await db.batch([
    resends,
    among(oneOfEachRested(now, terms)),
    among(someOfEach(gt(callbacks.endpoint, start), undefined, now, terms)),
    among(someOfEach(undefined, lte(callbacks.endpoint, start), now, terms)),
  ])
  return [...new Map(found.flat().map((one) => [one.orderId, one])).values()]
}

function oneOfEachRested(now: number, terms: SweepTerms): SQL {
  return sql`(
    select (${waitingAt(sql`${endpoints.name}`, sql`${now}`, now, 1)}) from ${endpoints}
    where ${and(inArray(endpoints.state, ['open', 'half_open']), lte(endpoints.until, now))}
    limit ${terms.endpoints}
  )`
}

function someOfEach(
  from: SQL | undefined,
  to: SQL | undefined,
  now: number,
  terms: SweepTerms,
): SQL {
  const inTrouble = sql`exists (
    select 1 from ${endpoints}
    where ${endpoints.name} = pending.name and ${endpoints.state} <> 'closed'
  )`
  const dueBy = sql`${now} - iif(${inTrouble}, ${terms.heldSecondsMax}, 0)`
  const some = waitingAt(sql`pending.name`, dueBy, now, terms.perEndpoint)
  return sql`(
    ${pendingEndpoints(from, to, terms.endpoints)}
    select waiting.order_id from pending join ${callbacks} as waiting on waiting.order_id in (${some})
  )`
}

/**
 * Up to `limit` endpoints that callbacks wait for, as `pending (name)`, for a select to follow: each is found through
 * the index from the one before it, whatever lies between.
 */
export function pendingEndpoints(from: SQL | undefined, to: SQL | undefined, limit: number): SQL {
  const next = (further: SQL | undefined) => sql`(
    select min(${callbacks.endpoint}) from ${callbacks} where ${and(inState('due'), further, to)}
  )`
  return sql`with recursive pending (name) as (
    select ${next(from)}
    union all
    select ${next(sql`${callbacks.endpoint} > pending.name`)} from pending
    where pending.name is not null
    limit ${limit}
  )`
}

function waitingAt(name: SQL, dueBy: SQL, now: number, limit: number): SQL {
  const isThere = sql`${callbacks.endpoint} = ${name}`
  return sql`
    select ${callbacks.orderId} from ${callbacks} where ${and(isThere, isDue(dueBy), isFree(now))}
    order by ${asc(callbacks.nextAt)} limit ${limit}
  `
}
