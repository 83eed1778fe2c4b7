import type { BreakerState } from '../../rules/callbacks/receiver-breaker.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** When a breaker opens, and for how long. Times in seconds. */
type BreakerTerms = {
  readonly costMax: number
  readonly memorySeconds: number
  readonly pauseSeconds: number
  readonly pauseDoublingsMax: number
}

/**
 * Counts a failed attempt against its receiver. The breaker opens when the cost is reached, and again when a probe
 * fails; while it is open, a failure changes nothing. The database counts, because many attempts fail at once. Returns
 * the pause that has begun, with its end (UTC seconds) and a callback that can probe then, else null.
 */
export async function recordFailure({
  db,
  name,
  cost,
  now,
  breaker: { costMax, memorySeconds, pauseSeconds, pauseDoublingsMax },
}: {
  readonly db: MerchantDatabase
  readonly name: string
  readonly cost: number
  readonly now: number
  readonly breaker: BreakerTerms
}): Promise<{ readonly until: number; readonly next: number | null } | null> {
  const longestPauseEnds = now + pauseSeconds * 2 ** pauseDoublingsMax
  const terms = { costMax, memorySeconds, pauseSeconds, pauseDoublingsMax }
  const [[breaker], [waiting]] = await rowsOf(db, [
    countFailure({ name, cost, now, ...terms }),
    findWaiting({ name, now, since: longestPauseEnds, limit: 1 }),
  ] as const)
  if (breaker?.state !== 'open') return null
  return { until: breaker.until, next: waiting?.order_id ?? null }
}

/**
 * Closes the breaker of a receiver that has acknowledged. The receiver is kept while it has waiting callbacks, so that
 * each acknowledgement wakes more: returns up to `limit` that are due since `since` (UTC seconds).
 */
export async function recordAcknowledgement({
  db,
  name,
  now,
  since,
  limit,
  memorySeconds,
}: {
  readonly db: MerchantDatabase
  readonly name: string
  readonly now: number
  readonly since: number
  readonly limit: number
  readonly memorySeconds: number
}): Promise<readonly number[]> {
  const values = { name, now, since, limit, memoryEnds: now + memorySeconds }
  const queries = [forgetUnlessWaiting(values), closeBreaker(values), findWaiting(values)] as const
  const [, , waiting] = await rowsOf(db, queries)
  return waiting.map(({ order_id }) => order_id)
}

/** Deletes receivers without news since `before` (UTC seconds), at most `limit`. */
export async function forgetReceivers(
  db: MerchantDatabase,
  before: number,
  limit: number,
): Promise<void> {
  await rowsOf(db, [forgetOld({ before, limit })])
}

const isForgotten = `(endpoints.state = 'closed' and endpoints.until <= :now)`
const total = `iif(${isForgotten}, 0, endpoints.cost) + :cost`
const opens = `(endpoints.state = 'half_open' or ${total} >= :costMax)`

type FailureValues = BreakerTerms & Readonly<Record<'cost' | 'now', number> & { name: string }>

const countFailure = sqlText<FailureValues, { state: BreakerState; until: number }>(`
  insert into endpoints (name, state, cost, trips, until)
  values (:name, 'closed', :cost, 0, :now + :memorySeconds)
  on conflict (name) do update set
    state = iif(${opens}, 'open', 'closed'),
    cost = ${total},
    trips = endpoints.trips + ${opens},
    until = case
      when ${opens} then :now + (:pauseSeconds << min(endpoints.trips, :pauseDoublingsMax))
      when ${isForgotten} then :now + :memorySeconds
      else endpoints.until
    end
  where endpoints.state <> 'open'
  returning state, until
`)

type WaitingValues = Readonly<Record<'now' | 'since' | 'limit', number> & { name: string }>

const waiting = `
    select order_id from callbacks
    where endpoint = :name
      and state = 'due' and next_at <= :since
      and (lease_until is null or lease_until <= :now)
    order by next_at
    limit :limit`

const findWaiting = sqlText<WaitingValues, { order_id: number }>(waiting)

const forgetUnlessWaiting = sqlText<WaitingValues>(`
  delete from endpoints where name = :name and not exists (${waiting})
`)

const closeBreaker = sqlText<{ name: string; memoryEnds: number }>(`
  update endpoints set state = 'closed', cost = 0, trips = 0, until = :memoryEnds
  where name = :name and (state <> 'closed' or cost > 0)
`)

// Names all states, so that sqlite uses the index endpoints_by_state.
const forgetOld = sqlText<Readonly<Record<'before' | 'limit', number>>>(`
  delete from endpoints where name in (
    select name from endpoints
    where state in ('closed', 'open', 'half_open') and until <= :before
    limit :limit
  )
`)
