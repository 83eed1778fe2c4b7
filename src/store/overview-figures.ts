import { and, asc, count, eq, gt, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { OverviewFigures } from '../rules/views/overview-view.ts'
import { inState } from './callbacks/callbacks.ts'
import { type LookTerms, pendingReceivers } from './callbacks/pending-receivers.ts'
import type { MerchantDatabase } from './database.ts'
import {
  callbackAttempts,
  callbacks,
  collections,
  merchants,
  payouts,
  receivers,
} from './schema.ts'

/** How much is looked at. */
export type OverviewTerms = {
  /** No figure counts further than this. */
  readonly countedMax: number
  /** Receivers that callbacks wait for. */
  readonly receivers: LookTerms
  /** Receivers in trouble that are named. */
  readonly namedMax: number
  /** Attempts, those of the newest orders. */
  readonly attemptsMax: number
  /** Attempts since then (UTC seconds) are counted, of orders with this id or a later one. */
  readonly attemptsSince: number
  readonly attemptsFrom: number
}

/** Reads what the back office sees at a glance: one call, and no figure costs more than its bound. */
export async function readOverview(
  db: MerchantDatabase,
  now: number,
  terms: OverviewTerms,
): Promise<OverviewFigures> {
  const counted = (rows: SQL) =>
    sql<number>`(select count(*) from (select 1 from ${rows} limit ${terms.countedMax}))`
  // Each has a name of its own: columns that share one are not kept apart in a batch.
  const figures = {
    parked: counted(sql`${callbacks} where ${inState('parked')}`).as('parked'),
    givenUp: counted(sql`${callbacks} where ${inState('given_up')}`).as('given_up'),
    openReceivers: counted(sql`${receivers} where ${isOpen}`).as('open'),
    collections: counted(sql`${collections} where ${isWaiting('pending')}`).as('unmatched'),
    exceptions: counted(sql`${collections} where ${isWaiting('exception')}`).as('exceptions'),
    unconfirmed: counted(sql`${collections} where ${isUnconfirmed}`).as('unconfirmed'),
    payouts: counted(sql`${payouts} where ${eq(payouts.status, 'pending')}`).as('unpaid'),
  }
  const waiting = db.select(figures).from(sql`(select 1)`)
  const owner = sql`cast(substr(${receivers.name}, 1, instr(${receivers.name}, ' ') - 1) as integer)`
  const open = db
    .select({ uid: merchants.uid, name: receivers.name, until: receivers.until })
    .from(receivers)
    .innerJoin(merchants, eq(merchants.id, owner))
    .where(isOpen)
    .orderBy(asc(receivers.until))
    .limit(terms.namedMax)
  const [[found], [due], named, attempts] = await db.batch([
    waiting,
    db
      .select({
        count: sql<number>`due`,
        oldestAt: sql<number | null>`oldest_at`,
        lookedAtAll: sql<number>`looked_at_all`,
      })
      .from(sql`(${dueFigures(now, terms)})`),
    open,
    recentAttempts(db, terms),
  ])
  if (found === undefined || due === undefined) throw new Error('the overview has no row')
  return { waiting: found, due, open: named, attempts }
}

// Written out, not bound: only then can the database use the index that holds these alone.
const isUnconfirmed = sql`${collections.confirmation} = 'awaiting'`
const isOpen = inArray(receivers.state, ['open', 'half_open'])

function isWaiting(matching: 'pending' | 'exception'): SQL | undefined {
  return and(eq(collections.status, 'pending'), eq(collections.collectionStatus, matching))
}

function dueFigures(now: number, { receivers, countedMax }: OverviewTerms): SQL {
  return sql`${pendingReceivers(receivers)},
    visited (name) as (select distinct name from receiver)
    select
      (
        select count(*) from (
          select 1 from visited cross join callbacks
          where state = 'due' and endpoint = visited.name and next_at <= ${now}
          limit ${countedMax}
        )
      ) as due,
      (
        select min((
          select min(next_at) from callbacks
          where state = 'due' and endpoint = visited.name and next_at <= ${now}
        ))
        from visited
      ) as oldest_at,
      (
        select count(*) < ${receivers.receivers} and coalesce(max(place), 0) < ${receivers.perMerchant}
        from receiver
      ) as looked_at_all`
}

function recentAttempts(
  db: MerchantDatabase,
  { attemptsMax, attemptsSince, attemptsFrom }: OverviewTerms,
) {
  const { outcome, startedAt, orderId } = callbackAttempts
  const newest = db
    .select({ outcome, startedAt })
    .from(callbackAttempts)
    .where(gte(orderId, attemptsFrom))
    .orderBy(sql`${orderId} desc`)
    .limit(attemptsMax)
    .as('newest')
  return db
    .select({ outcome: newest.outcome, n: count() })
    .from(newest)
    .where(gt(newest.startedAt, attemptsSince))
    .groupBy(newest.outcome)
}
