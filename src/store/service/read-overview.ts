import type { DatabaseSize } from '../../rules/alarms/database-growth.ts'
import type { BankingFigures } from '../../rules/views/banking/banking-overview.ts'
import type { ArchiveFigures } from '../../rules/views/overview/archive-overview.ts'
import type { AutoFigures } from '../../rules/views/overview/auto-overview.ts'
import type { OverviewFigures } from '../../rules/views/overview/overview-view.ts'
import { newestAccounts } from '../banking/account-figures.ts'
import { countBanking } from '../banking/banking-figures.ts'
import { firstAttemptField } from '../callbacks/attempts.ts'
import { pendingReceivers, type ReceiverTerms } from '../callbacks/pending-receivers.ts'
import type { MerchantDatabase } from '../database.ts'
import { countWaitingApprovals } from '../people/approvals.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { findOldSize, findSizeOf } from './database-size.ts'

type OverviewTerms = {
  /** The limit of every count. */
  readonly countedMax: number
  /** The lowest id of a collection created today. */
  readonly todayFrom: number
  /** Limits of the receivers with waiting callbacks. */
  readonly receivers: ReceiverTerms
  /** The most receivers with an open breaker that are named. */
  readonly namedMax: number
  /** The most attempts read, from the newest orders on. */
  readonly attemptsMax: number
  /** The earliest time of counted attempts (UTC seconds), and the lowest id of their orders. */
  readonly attemptsSince: number
  readonly attemptsFrom: number
  /** The lowest id of an approval that may still wait. */
  readonly approvalsFrom: number
  /** The time before which unconfirmed lines count (UTC seconds). */
  readonly unconfirmedUntil: number
  /** The most bank accounts whose room is summed. */
  readonly accountsMax: number
  /** Today (Asia/Taipei, in days since 1970), compared with sizes of the week before. */
  readonly today: number
}

/** The overview's figures of one database. */
export type OverviewReading = {
  readonly figures: OverviewFigures
  readonly approvals: number
  readonly banking: BankingFigures
  readonly auto: readonly AutoFigures[]
  /** Null without archived orders. */
  readonly archive: ArchiveFigures | null
  /** The oldest size of the week before, and today's; null where there is none. */
  readonly sizes: { readonly old: DatabaseSize | null; readonly newest: DatabaseSize | null }
}

/** Reads the figures of the back office's overview in one call within these limits. */
export async function readOverview(
  db: MerchantDatabase,
  now: number,
  { receivers, ...terms }: OverviewTerms,
): Promise<OverviewReading> {
  const queries = [
    countWaiting(terms),
    findOldest(terms),
    countDue({ now, countedMax: terms.countedMax, ...receivers }),
    nameOpen(terms),
    countAttempts(terms),
    countWaitingApprovals({ oldestWaiting: terms.approvalsFrom, limit: terms.countedMax }),
    countBanking({
      until: terms.unconfirmedUntil,
      countedMax: terms.countedMax,
      today: terms.today,
      accountsMax: terms.accountsMax,
    }),
    findAuto(terms),
    findOldSize({ today: terms.today }),
    findSizeOf({ day: terms.today }),
    findArchive({}),
  ] as const
  const [
    [waiting],
    [oldest],
    [due],
    open,
    attempts,
    [approvals],
    [banking],
    auto,
    [old],
    [newest],
    [archive],
  ] = await rowsOf(db, queries)
  if (!waiting || !oldest || !due || !approvals || !banking) {
    throw new Error('the overview has no row')
  }
  const sizes = { old: old ?? null, newest: newest ?? null }
  const figures = { waiting, oldest, due, open, attempts }
  const ofAccounts = auto.map((one) => ({ ...one, counts: JSON.parse(one.counts) }))
  return {
    figures,
    approvals: approvals.n,
    banking,
    auto: ofAccounts,
    archive: archive ?? null,
    sizes,
  }
}

type Terms = Omit<OverviewTerms, 'receivers'>

// sqlite uses the partial index only if the condition repeats its predicate.
const countWaiting = sqlText<Terms, OverviewFigures['waiting']>(`
  select
    (select count(*) from (
      select 1 from callbacks
      where state = 'parked' and state in ('given_up', 'parked')
      limit :countedMax
    )) as parked,
    (select count(*) from (
      select 1 from callbacks
      where state = 'given_up' and state in ('given_up', 'parked')
      limit :countedMax
    )) as givenUp,
    (select count(*) from (
      select 1 from endpoints where state in ('open', 'half_open') limit :countedMax
    )) as openReceivers,
    (select count(*) from (
      select 1 from collections
      where status = 'pending' and collection_status = 'pending'
      limit :countedMax
    )) as collections,
    (select count(*) from (
      select 1 from collections
      where status = 'pending' and collection_status = 'exception' and expired = 0
      limit :countedMax
    )) as exceptions,
    (select count(*) from (
      select 1 from collections where confirmation = 'awaiting' limit :countedMax
    )) as unconfirmed,
    (select count(*) from (
      select 1 from payouts where status = 'pending' limit :countedMax
    )) as payouts,
    (select count(*) from (
      select link_id, collection_account_no from collections
      where status = 'pending' and collection_status = 'exception' and expired = 1
        and id >= :todayFrom
      limit :countedMax
    ) where link_id is not null and collection_account_no = '') as withoutAccount,
    coalesce((select unbacked from hour_figures order by hour desc limit 1), 0) as unbackedOrders
`)

// Ids sort by time, and each index ends with them: the first one of a range is the oldest.
const findOldest = sqlText<Terms, OverviewFigures['oldest']>(`
  select
    (
      select created_at from collections
      where status = 'pending' and collection_status = 'pending'
      order by id limit 1
    ) as collection,
    (
      select created_at from collections
      where status = 'pending' and collection_status = 'exception' and expired = 0
      order by id limit 1
    ) as exception,
    (
      select created_at from collections where confirmation = 'awaiting' order by id limit 1
    ) as unconfirmed,
    (select created_at from payouts where status = 'pending' order by id limit 1) as payout,
    (
      select asked_at from approvals
      where state = 'waiting' and id >= :approvalsFrom
      order by id limit 1
    ) as approval
`)

type DueValues = ReceiverTerms & Readonly<Record<'now' | 'countedMax', number>>

const countDue = sqlText<DueValues, OverviewFigures['due']>(`
  with recursive ${pendingReceivers},
    pending_receiver (name) as (select distinct name from receiver)
  select
    (select count(*) from (
      select 1 from pending_receiver cross join callbacks
      where state = 'due' and endpoint = pending_receiver.name and next_at <= :now
      limit :countedMax
    )) as "count",
    (select count(*) from (
      select 1 from pending_receiver cross join callbacks
      where state = 'due' and endpoint = pending_receiver.name and next_at > :now
      limit :countedMax
    )) as failing,
    (
      select min((
        select min(next_at) from callbacks
        where state = 'due' and endpoint = pending_receiver.name and next_at <= :now
      ))
      from pending_receiver
    ) as oldestAt,
    (
      select count(*) < :receivers and coalesce(max(place), 0) < :perMerchant from receiver
    ) as lookedAtAll
`)

// A receiver's name begins with its merchant's number and a space.
const nameOpen = sqlText<Terms, OverviewFigures['open'][number]>(`
  select merchants.uid, endpoints.name, endpoints.until
  from endpoints join merchants
    on merchants.id = cast(substr(endpoints.name, 1, instr(endpoints.name, ' ') - 1) as integer)
  where endpoints.state in ('open', 'half_open')
  order by endpoints.until
  limit :namedMax
`)

const countAttempts = sqlText<Terms, OverviewFigures['attempts'][number]>(`
  select outcome, count(*) as n
  from (
    select ${firstAttemptField('outcome')} as outcome, ${firstAttemptField('startedAt')} as started_at
    from (
      select first_attempt from callbacks
      where order_id >= :attemptsFrom
      order by order_id desc
      limit :attemptsMax
    ) as newest
    union all
    select * from (
      select outcome, started_at from callback_attempts
      where order_id >= :attemptsFrom
      order by order_id desc
      limit :attemptsMax
    )
  )
  where started_at > :attemptsSince
  group by outcome
`)

const findAuto = sqlText<Terms, Omit<AutoFigures, 'counts'> & { readonly counts: string }>(`
  select
    id as accountId, iif(isOfToday, counts, '{}') as counts, unproven,
    (select trade_no from collections where id = first) as contradicted
  from (
    ${newestAccounts(`
      id, auto_counts as counts, auto_unproven as unproven, auto_contradicted as first,
      coalesce(auto_counts ->> 'day' = :today, 0) as isOfToday`)}
  )
  where isOfToday or unproven > 0 or first is not null
`)

const findArchive = sqlText<Readonly<Record<string, never>>, ArchiveFigures>(`
  select orders, bytes, ended_at as endedAt,
    (select min(id) from archived_orders) as oldest, (select max(id) from archived_orders) as newest
  from archive_position where id = 1
`)
