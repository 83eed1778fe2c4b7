import { and, asc, count, eq, gt, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { OverviewFigures } from '../rules/overview-report.ts'
import { inState, isDue } from './callbacks.ts'
import type { Database } from './database.ts'
import { pendingEndpoints } from './due-callbacks.ts'
import {
  callbackAttempts,
  callbacks,
  collections,
  endpoints,
  merchants,
  payouts,
} from './schema.ts'

/** How much is looked at. */
export type OverviewTerms = {
  /** No figure counts further than this. */
  readonly countedMax: number
  /** Endpoints that callbacks wait for. */
  readonly endpointsMax: number
  /** Endpoints in trouble that are named. */
  readonly namedMax: number
  /** Attempts, those of the newest orders. */
  readonly attemptsMax: number
  /** Attempts since then (UTC seconds) are counted, of orders with this id or a later one. */
  readonly attemptsSince: number
  readonly attemptsFrom: number
}

/** Reads what the back office sees at a glance: one call, and no figure costs more than its bound. */
export async function readOverview(
  db: Database,
  now: number,
  terms: OverviewTerms,
): Promise<OverviewFigures> {
  const counted = (rows: SQL) =>
    sql<number>`(select count(*) from (select 1 from ${rows} limit ${terms.countedMax}))`
  const pending = pendingEndpoints(undefined, undefined, terms.endpointsMax)
  const visited = sql`(${pending} select pending.name from pending) as pending`
  const dueThere = and(sql`${callbacks.endpoint} = pending.name`, isDue(now))
  const first = sql`(select min(${callbacks.nextAt}) from ${callbacks} where ${dueThere})`
  // Each has a name of its own: columns that share one are not kept apart in a batch.
  const figures = {
    due: counted(sql`${visited} join ${callbacks} on ${dueThere}`).as('due'),
    oldestDueAt: sql<number | null>`(select min(${first}) from ${visited})`.as('oldest'),
    parked: counted(sql`${callbacks} where ${inState('parked')}`).as('parked'),
    givenUp: counted(sql`${callbacks} where ${inState('given_up')}`).as('given_up'),
    openEndpoints: counted(sql`${endpoints} where ${isOpen}`).as('open'),
    collections: counted(sql`${collections} where ${isWaiting('pending')}`).as('unmatched'),
    exceptions: counted(sql`${collections} where ${isWaiting('exception')}`).as('exceptions'),
    unconfirmed: counted(sql`${collections} where ${isUnconfirmed}`).as('unconfirmed'),
    payouts: counted(sql`${payouts} where ${eq(payouts.status, 'pending')}`).as('unpaid'),
  }
  const waiting = db.select(figures).from(sql`(select 1)`)
  const owner = sql`cast(substr(${endpoints.name}, 1, instr(${endpoints.name}, ' ') - 1) as integer)`
  const open = db
    .select({ uid: merchants.uid, name: endpoints.name, until: endpoints.until })
    .from(endpoints)
    .innerJoin(merchants, eq(merchants.id, owner))
    .where(isOpen)
    .orderBy(asc(endpoints.until))
    .limit(terms.namedMax)
  const [[found], named, attempts] = await db.batch([waiting, open, recentAttempts(db, terms)])
  if (found === undefined) throw new Error('the overview has no row')
  return { waiting: found, open: named, attempts }
}

// Written out, not bound: only then can the database use the index that holds these alone.
const isUnconfirmed = sql`${collections.confirmation} = 'awaiting'`
const isOpen = inArray(endpoints.state, ['open', 'half_open'])

function isWaiting(matching: 'pending' | 'exception'): SQL | undefined {
  return and(eq(collections.status, 'pending'), eq(collections.collectionStatus, matching))
}

function recentAttempts(db: Database, { attemptsMax, attemptsSince, attemptsFrom }: OverviewTerms) {
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
