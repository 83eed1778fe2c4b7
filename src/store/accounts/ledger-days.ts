import type { Bucket } from '../../rules/accounts/ledger.ts'
import type { Buckets } from '../../rules/accounts/own-ledger.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** When a day (Asia/Taipei, in days since 1970) begins, in UTC seconds, as SQL. */
const startOf = (day: string) => `((${day}) * 86400 - 28800)`

const moved = (bucket: Bucket) => `
  coalesce(sum(iif(to_bucket = '${bucket}', amount, 0) - iif(from_bucket = '${bucket}', amount, 0)), 0)`

const stands = (bucket: Bucket, place: number) => `
  coalesce(base ->> ${place}, 0) + iif(backwards, -1, 1) * (sums ->> ${place}) as ${bucket}`

// What stood before each day of `wanted (merchant_id, day)`: all entries before that day, as `stood`. It goes from the
// newest row before the day and adds the entries since, or from the balance and takes off the entries from the day on,
// whichever way is shorter in time; both come to the same. `first` is the first entry that has no row.
const stood = `
  newest as materialized (
    select merchant_id, day, ${startOf('day')} as start, (
      select max(ledger_days.day) from ledger_days
      where ledger_days.merchant_id = wanted.merchant_id and ledger_days.day < wanted.day
    ) as kept
    from wanted
  ),
  since as materialized (
    select newest.*, (
      select min(at) from ledger_entries
      where ledger_entries.merchant_id = newest.merchant_id
        and at >= coalesce(${startOf('kept + 1')}, 0)
    ) as first
    from newest
  ),
  way as materialized (
    select *, coalesce(first < start and start - first > :now - start, 0) as backwards from since
  ),
  summed as materialized (
    select *, iif(
      backwards,
      (
        select json_array(sum(available), sum(frozen), sum(unconfirmed)) from balances
        where balances.merchant_id = way.merchant_id
      ), (
        select json_array(available, frozen, unconfirmed) from ledger_days
        where ledger_days.merchant_id = way.merchant_id and ledger_days.day = kept
      )
    ) as base, (
      select json_array(${moved('available')}, ${moved('frozen')}, ${moved('unconfirmed')})
      from ledger_entries
      where ledger_entries.merchant_id = way.merchant_id
        and at >= iif(backwards, start, first) and at < iif(backwards, 1e15, start)
    ) as sums
    from way
  ),
  stood as (
    select merchant_id, day, ${stands('available', 0)}, ${stands('frozen', 1)},
      ${stands('unconfirmed', 2)}
    from summed
  )`

/** What stood in a merchant's buckets before a day. The query reads no entries where that day's row is there. */
export const stoodBefore = sqlText<
  { readonly merchantId: number; readonly day: number; readonly now: number },
  Buckets
>(`
  with wanted as (select :merchantId as merchant_id, :day as day), ${stood}
  select available, frozen, unconfirmed from stood
`)

/** The merchants that a step looks at, and how far the days are to be closed. */
export type LedgerStep = {
  /** The last merchant of the step before. */
  readonly after: number
  readonly count: number
  /** Days before this one (Asia/Taipei, in days since 1970). */
  readonly before: number
  /** UTC seconds. */
  readonly now: number
}

/**
 * Writes for each of the next merchants the row of its first day that has entries and no row. It finds that day in the
 * same statement, so another run at the same time goes on with the day after.
 *
 * @returns the last merchant of the step, null where there is no next one; and whether a merchant may lack another row
 */
export async function closeDays(
  db: MerchantDatabase,
  step: LedgerStep,
): Promise<{ readonly last: number | null; readonly isBehind: boolean }> {
  const [written, [chunk]] = await rowsOf(db, [writeDays(step), chunkEnd(step)] as const)
  const isBehind = written.some(({ day }) => day < step.before - 1)
  return { last: chunk?.last ?? null, isBehind }
}

const chunk = `
  chunk as (select id from merchants where id > :after order by id limit :count)`

const writeDays = sqlText<LedgerStep, { readonly day: number }>(`
  with ${chunk},
  missing as (
    select id as merchant_id, (
      select (min(at) + 28800) / 86400 + 1 from ledger_entries
      where ledger_entries.merchant_id = chunk.id and at >= coalesce((
        select ${startOf('max(ledger_days.day) + 1')} from ledger_days
        where ledger_days.merchant_id = chunk.id
      ), 0)
    ) as day
    from chunk
  ),
  wanted as materialized (select merchant_id, day from missing where day <= :before),
  ${stood}
  insert into ledger_days (merchant_id, day, available, frozen, unconfirmed)
  select merchant_id, day - 1, available, frozen, unconfirmed from stood
  returning day
`)

const chunkEnd = sqlText<LedgerStep, { readonly last: number | null }>(`
  with ${chunk} select max(id) as last from chunk
`)

/** How far a pass over all merchants has come. */
export type LedgerPass = {
  /** It closes the days before this one. */
  readonly day: number
  /** The last merchant whose days are closed; null when all are. */
  readonly merchantId: number | null
}

/** The newest pass; null when there was none. */
export async function lastPass(db: MerchantDatabase): Promise<LedgerPass | null> {
  const [[pass]] = await rowsOf(db, [readPass({})] as const)
  return pass ?? null
}

const readPass = sqlText<Record<string, never>, LedgerPass>(
  'select day, merchant_id as merchantId from ledger_passes where id = 1',
)

/** Notes how far a pass has come, unless another run has come further. */
export async function notePass(db: MerchantDatabase, pass: LedgerPass): Promise<void> {
  await rowsOf(db, [writePass(pass)] as const)
}

const writePass = sqlText<LedgerPass>(`
  insert into ledger_passes (id, day, merchant_id) values (1, :day, :merchantId)
  on conflict (id) do update set day = excluded.day, merchant_id = excluded.merchant_id
  where excluded.day > ledger_passes.day or (
    excluded.day = ledger_passes.day and ledger_passes.merchant_id is not null
    and coalesce(excluded.merchant_id > ledger_passes.merchant_id, true)
  )
`)
