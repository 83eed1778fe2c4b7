import type {
  BookFigures,
  CopyAges,
  DatabaseFigures,
  FailingReceiver,
  QuietAccount,
} from '../../rules/alarms/alarm-checks.ts'
import type { DatabaseGrowth, DatabaseSize } from '../../rules/alarms/database-growth.ts'
import { dayOf, startOf } from '../accounts/ledger-days.ts'
import { newestAccounts } from '../banking/account-figures.ts'
import { oldestUnclaimed } from '../banking/banking-figures.ts'
import { pendingReceivers, type ReceiverTerms } from '../callbacks/pending-receivers.ts'
import type { MerchantDatabase } from '../database.ts'
import { findOldSize } from '../service/database-size.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

type WatchTerms = {
  /** UTC seconds. */
  readonly now: number
  /** Limits of the receivers with waiting callbacks. */
  readonly receivers: ReceiverTerms
  /** The limit of every count. */
  readonly countedMax: number
  /** The time from which given-up callbacks count (UTC seconds). */
  readonly givenUpSince: number
  /** The lowest id of an approval that may still wait. */
  readonly approvalsFrom: number
  /** The most accounts read, and the time (UTC seconds) before which a last booking is significant. */
  readonly accountsMax: number
  readonly quietBefore: number
  /** The most accounts named. */
  readonly namedMax: number
  /** Today (Asia/Taipei, in days since 1970), and the significant number of a service token's lines. */
  readonly today: number
  readonly busyLines: number
  /** The significant number of failed attempts at a callback whose merchant has acknowledged none since. */
  readonly failedAttempts: number
  readonly acknowledgedSince: number
}

/** The figures of one database for alarms, from its tables. */
type WatchFigures = Omit<
  DatabaseFigures,
  keyof DatabaseGrowth | keyof CopyAges | keyof BookFigures | 'bytes' | 'isKeyWrong'
> & { readonly oldSize: DatabaseSize | null }

/** Reads the figures in one call within these limits. */
export async function readWatchFigures(
  db: MerchantDatabase,
  { receivers, ...terms }: WatchTerms,
): Promise<WatchFigures> {
  const [
    [due],
    [figures],
    quietAccounts,
    accountsWithGaps,
    busyFeeds,
    doubtedAccounts,
    failing,
    [oldSize],
  ] = await rowsOf(db, [
    findOldestDue({ now: terms.now, ...receivers }),
    readFigures(terms),
    findQuietAccounts(terms),
    findGaps(terms),
    findBusyFeeds(terms),
    findDoubtedAccounts(terms),
    findFailing({ ...terms, ...receivers }),
    findOldSize({ today: terms.today }),
  ] as const)
  if (!due || !figures) throw new Error('the watch has no row')
  const found = {
    quietAccounts,
    accountsWithGaps,
    busyFeeds,
    doubtedAccounts,
    failingReceivers: failing,
  }
  return { ...due, ...figures, ...found, oldSize: oldSize ?? null }
}

type Terms = Omit<WatchTerms, 'receivers'>

const findOldestDue = sqlText<
  ReceiverTerms & { readonly now: number },
  Pick<WatchFigures, 'oldestDueAt'>
>(`
  with recursive ${pendingReceivers},
    pending_receiver (name) as (select distinct name from receiver)
  select min((
    select min(next_at) from callbacks
    where state = 'due' and endpoint = pending_receiver.name and next_at <= :now
  )) as oldestDueAt
  from pending_receiver
`)

// sqlite uses the partial index only if the condition repeats its predicate. A resend gives nothing up.
const readFigures = sqlText<
  Terms,
  Omit<
    Pick<WatchFigures, keyof WatchFigures & (`${string}At` | 'parked' | 'givenUp')>,
    'oldestDueAt'
  >
>(`
  select
    (select count(*) from (
      select 1 from callbacks
      where state = 'parked' and state in ('given_up', 'parked')
      limit :countedMax
    )) as parked,
    (select count(*) from (
      select order_id as ended, last_attempt_at from callbacks
      where state = 'given_up' and state in ('given_up', 'parked')
      order by order_id desc
      limit :countedMax
    ) where last_attempt_at >= :givenUpSince and exists (
      select 1 from callback_attempts
      where order_id = ended and trigger_name = 'schedule' and started_at >= :givenUpSince
    )) as givenUp,
    (select at from sweeps where id = 1) as sweptAt,
    (select went_on_at from archive_position where id = 1) as archivedAt,
    ${oldestUnclaimed} as oldestUnclaimedAt,
    (
      select asked_at from approvals
      where state = 'waiting' and id >= :approvalsFrom
      order by id limit 1
    ) as oldestApprovalAt
`)

// The lines of a day that are searched for incoming money.
const linesOfDayScanned = 100

const findQuietAccounts = sqlText<Terms, QuietAccount>(`
  select id, lastAt, (
    select count(*) from json_each('[0,1,2,3,4,5,6]') where exists (
      select 1 from (
        select amount from bank_transactions
        where bank_account_id = quiet.id
          and booked_at >= ${startOf(`(${dayOf('lastAt')} - json_each.value)`)}
          and booked_at < ${startOf(`(${dayOf('lastAt')} - json_each.value + 1)`)}
        limit ${linesOfDayScanned}
      ) where amount > 0
    )
  ) as days
  from (
    select id, lastAt from (
      ${newestAccounts('id, state, use, coalesce(last_transaction_at, created_at) as lastAt')}
    )
    where state = 'active' and use in ('in', 'both') and lastAt < :quietBefore
    limit :namedMax
  ) as quiet
`)

const findBusyFeeds = sqlText<Terms, WatchFigures['busyFeeds'][number]>(`
  select id, lines from (
    select id, (select max(value) from json_each(posted_lines)) as lines from (
      ${newestAccounts('id, posted_day, posted_lines')}
    )
    where posted_day = :today
  )
  where lines >= :busyLines
  limit :namedMax
`)

const findDoubtedAccounts = sqlText<Terms, WatchFigures['doubtedAccounts'][number]>(`
  select id, unproven, (select trade_no from collections where id = first) as contradicted
  from (
    ${newestAccounts('id, auto_unproven as unproven, auto_contradicted as first')}
  )
  where unproven > 0 or first is not null
  limit :namedMax
`)

// For each receiver with waiting callbacks: the longest waiting have the most attempts. If the merchant has
// acknowledged one of its newest orders since, only a single order fails.
const findFailing = sqlText<Terms & ReceiverTerms, FailingReceiver>(`
  with recursive ${pendingReceivers},
    failing (merchant, receiver, failed) as materialized (
      select merchant, name, (
        select max(scheduled_attempts) from (
          select scheduled_attempts from callbacks
          where state = 'due' and endpoint = name
          order by next_at desc limit 5
        )
      )
      from (select distinct merchant, name from receiver)
    )
  select merchants.uid, max(failed) as failed, receiver
  from failing join merchants on merchants.id = merchant + 0
  where failed >= :failedAttempts
  group by merchants.id
  having not exists (
    select 1 from (
      select * from (
        select id from collections where merchant_id = merchants.id order by id desc limit 100
      )
      union all
      select * from (
        select id from payouts where merchant_id = merchants.id order by id desc limit 100
      )
    ) as newest cross join callbacks on order_id = newest.id
    where state = 'delivered' and last_attempt_at > :acknowledgedSince
  )
  limit :namedMax
`)

const findGaps = sqlText<Terms, WatchFigures['accountsWithGaps'][number]>(`
  select account as id, count(*) as gaps
  from (
    select bank_account_id as account from bank_statement_days where gap = 1 limit :countedMax
  )
  where (select state from bank_accounts where id = account) <> 'closed'
  group by account
  limit :namedMax
`)
