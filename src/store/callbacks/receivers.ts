import { and, asc, eq, gt, inArray, lte, ne, or, sql } from 'drizzle-orm'
import type { EndpointState } from '../../rules/callbacks/receiver-breaker.ts'
import type { MerchantDatabase } from '../database.ts'
import { callbacks, endpoints } from '../schema.ts'
import { isDue, isFree } from './callbacks.ts'

/** When an endpoint is given a pause, and how long a pause. Times in seconds. */
export type BreakerTerms = {
  readonly costMax: number
  readonly memorySeconds: number
  readonly pauseSeconds: number
  readonly pauseDoublingsMax: number
}

/**
 * Counts a failed attempt against its endpoint: enough of them give it a pause, and so does the one attempt that was
 * to find out about it. One that began before the pause changes nothing any more. Counted here, for many fail at the
 * same moment. Null, or the pause that has begun: until when, and which callback could find out then.
 */
export async function countFailure(
  db: MerchantDatabase,
  name: string,
  cost: number,
  now: number,
  terms: BreakerTerms,
): Promise<{ readonly until: number; readonly next: number | null } | null> {
  const { costMax, memorySeconds, pauseSeconds, pauseDoublingsMax } = terms
  const isForgotten = sql`(${endpoints.state} = 'closed' and ${endpoints.until} <= ${now})`
  const total = sql`iif(${isForgotten}, 0, ${endpoints.cost}) + ${cost}`
  const opens = sql`(${endpoints.state} = 'half_open' or ${total} >= ${costMax})`
  const pause = sql`(${pauseSeconds} << min(${endpoints.trips}, ${pauseDoublingsMax}))`
  const pauseEnds = now + pauseSeconds * 2 ** pauseDoublingsMax
  const [[standing], [waiting]] = await db.batch([
    db
      .insert(endpoints)
      .values({ name, state: 'closed', cost, trips: 0, until: now + memorySeconds })
      .onConflictDoUpdate({
        target: endpoints.name,
        set: {
          state: sql`iif(${opens}, 'open', 'closed')`,
          cost: total,
          trips: sql`${endpoints.trips} + ${opens}`,
          until: sql`case
            when ${opens} then ${now} + ${pause}
            when ${isForgotten} then ${now + memorySeconds}
            else ${endpoints.until} end`,
        },
        setWhere: ne(endpoints.state, 'open'),
      })
      .returning({ state: endpoints.state, until: endpoints.until }),
    leftBehind(db, name, pauseEnds, now, 1),
  ])
  if (standing?.state !== 'open') return null
  return { until: standing.until, next: waiting?.orderId ?? null }
}

/**
 * Forgets an endpoint's trouble, for it answers. While callbacks that were kept from it are still waiting it stays
 * known, so that each answer wakes some more of them: gives up to `limit` that are due since `since` (UTC seconds).
 */
export async function endTrouble(
  db: MerchantDatabase,
  name: string,
  now: number,
  since: number,
  limit: number,
  memorySeconds: number,
): Promise<readonly number[]> {
  const isIt = eq(endpoints.name, name)
  const waiting = leftBehind(db, name, since, now, limit)
  const [, , left] = await db.batch([
    db.delete(endpoints).where(and(isIt, sql`not exists ${waiting}`)),
    db
      .update(endpoints)
      .set({ state: 'closed', cost: 0, trips: 0, until: now + memorySeconds })
      .where(and(isIt, or(ne(endpoints.state, 'closed'), gt(endpoints.cost, 0)))),
    waiting,
  ])
  return left.map(({ orderId }) => orderId)
}

/** Forgets endpoints of which nothing has been heard since `before` (UTC seconds), at most `limit`. */
export async function forgetEndpoints(
  db: MerchantDatabase,
  before: number,
  limit: number,
): Promise<void> {
  const isOld = and(inArray(endpoints.state, states), lte(endpoints.until, before))
  const old = sql`(select ${endpoints.name} from ${endpoints} where ${isOld} limit ${limit})`
  await db.delete(endpoints).where(sql`${endpoints.name} in ${old}`)
}

const states: EndpointState[] = ['closed', 'open', 'half_open']

function leftBehind(db: MerchantDatabase, name: string, since: number, now: number, limit: number) {
  return db
    .select({ orderId: callbacks.orderId })
    .from(callbacks)
    .where(and(eq(callbacks.endpoint, name), isDue(since), isFree(now)))
    .orderBy(asc(callbacks.nextAt))
    .limit(limit)
}
