import { and, asc, eq, gt, inArray, lte, ne, or, sql } from 'drizzle-orm'
import type { BreakerState } from '../../rules/callbacks/receiver-breaker.ts'
import type { MerchantDatabase } from '../database.ts'
import { callbacks, receivers } from '../schema.ts'
import { isDue, isFree } from './callbacks.ts'

/** When a receiver is given a pause, and how long a pause. Times in seconds. */
export type BreakerTerms = {
  readonly costMax: number
  readonly memorySeconds: number
  readonly pauseSeconds: number
  readonly pauseDoublingsMax: number
}

/**
 * Counts a failed attempt against its receiver: enough of them give it a pause, and so does the one attempt that was
 * to find out about it. One that began before the pause changes nothing any more. Counted here, for many fail at the
 * same moment. Null, or the pause that has begun: until when, and which callback could find out then.
 */
export async function recordFailure(
  db: MerchantDatabase,
  name: string,
  cost: number,
  now: number,
  terms: BreakerTerms,
): Promise<{ readonly until: number; readonly next: number | null } | null> {
  const { costMax, memorySeconds, pauseSeconds, pauseDoublingsMax } = terms
  const isForgotten = sql`(${receivers.state} = 'closed' and ${receivers.until} <= ${now})`
  const total = sql`iif(${isForgotten}, 0, ${receivers.cost}) + ${cost}`
  const opens = sql`(${receivers.state} = 'half_open' or ${total} >= ${costMax})`
  const pause = sql`(${pauseSeconds} << min(${receivers.trips}, ${pauseDoublingsMax}))`
  const pauseEnds = now + pauseSeconds * 2 ** pauseDoublingsMax
  const [[standing], [waiting]] = await db.batch([
    db
      .insert(receivers)
      .values({ name, state: 'closed', cost, trips: 0, until: now + memorySeconds })
      .onConflictDoUpdate({
        target: receivers.name,
        set: {
          state: sql`iif(${opens}, 'open', 'closed')`,
          cost: total,
          trips: sql`${receivers.trips} + ${opens}`,
          until: sql`case
            when ${opens} then ${now} + ${pause}
            when ${isForgotten} then ${now + memorySeconds}
            else ${receivers.until} end`,
        },
        setWhere: ne(receivers.state, 'open'),
      })
      .returning({ state: receivers.state, until: receivers.until }),
    leftBehind(db, name, pauseEnds, now, 1),
  ])
  if (standing?.state !== 'open') return null
  return { until: standing.until, next: waiting?.orderId ?? null }
}

/**
 * Forgets a receiver's trouble, for it answers. While callbacks that were kept from it are still waiting it stays
 * known, so that each answer wakes some more of them: gives up to `limit` that are due since `since` (UTC seconds).
 */
export async function recordAcknowledgement(
  db: MerchantDatabase,
  name: string,
  now: number,
  since: number,
  limit: number,
  memorySeconds: number,
): Promise<readonly number[]> {
  const isIt = eq(receivers.name, name)
  const waiting = leftBehind(db, name, since, now, limit)
  const [, , left] = await db.batch([
    db.delete(receivers).where(and(isIt, sql`not exists ${waiting}`)),
    db
      .update(receivers)
      .set({ state: 'closed', cost: 0, trips: 0, until: now + memorySeconds })
      .where(and(isIt, or(ne(receivers.state, 'closed'), gt(receivers.cost, 0)))),
    waiting,
  ])
  return left.map(({ orderId }) => orderId)
}

/** Forgets receivers of which nothing has been heard since `before` (UTC seconds), at most `limit`. */
export async function forgetReceivers(
  db: MerchantDatabase,
  before: number,
  limit: number,
): Promise<void> {
  const isOld = and(inArray(receivers.state, states), lte(receivers.until, before))
  const old = sql`(select ${receivers.name} from ${receivers} where ${isOld} limit ${limit})`
  await db.delete(receivers).where(sql`${receivers.name} in ${old}`)
}

const states: BreakerState[] = ['closed', 'open', 'half_open']

function leftBehind(db: MerchantDatabase, name: string, since: number, now: number, limit: number) {
  return db
    .select({ orderId: callbacks.orderId })
    .from(callbacks)
    .where(and(eq(callbacks.receiver, name), isDue(since), isFree(now)))
    .orderBy(asc(callbacks.nextAt))
    .limit(limit)
}
