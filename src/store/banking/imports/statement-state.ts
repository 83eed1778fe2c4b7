import type { StoredDay } from '../../../rules/banking/statements/join-days.ts'
import type { ComparedLine } from '../../../rules/banking/statements/needed-lines.ts'
import type { MerchantDatabase } from '../../database.ts'
import { rowsOf, sqlText } from '../../sql-text.ts'

/** What statements have covered of an account, as it was at one moment. */
export type CoveredDays = {
  /** Grows with each line that is written to the account. */
  readonly version: number
  readonly days: readonly StoredDay[]
}

/** The range of a file: days since 1970, and UTC seconds from before its first line until after its last. */
export type StatementRange = {
  readonly fromDay: number
  readonly toDay: number
  readonly from: number
  readonly until: number
}

/** Reads the days of a file and the nearest covered ones before and after it. Null without such an account. */
export async function readCoveredDays(
  db: MerchantDatabase,
  accountId: number,
  range: StatementRange,
): Promise<CoveredDays | null> {
  const values = { accountId, ...range }
  const [[account], before, inside, after] = await rowsOf(db, [
    versionOf({ accountId }),
    dayBefore(values),
    daysInside(values),
    dayAfter(values),
  ])
  if (account === undefined) return null
  const days = [...before, ...inside, ...after].map((day) => ({ ...day, gap: day.gap === 1 }))
  return { version: account.version, days }
}

/** Reads the lines of an account in the range of a file, a page at a time. */
export async function* linesInside(
  db: MerchantDatabase,
  accountId: number,
  { from, until }: StatementRange,
): AsyncGenerator<readonly ComparedLine[]> {
  let last = { bookedAt: from - 1, id: Number.MAX_SAFE_INTEGER }
  for (;;) {
    const values = { accountId, ...last, until, limit: pageLines }
    const [sameMoment, later] = await rowsOf(db, [linesOfMoment(values), linesAfter(values)])
    // The lines of one moment come first: those after it are read once these have come to their end.
    const page = sameMoment.length < pageLines ? [...sameMoment, ...later] : sameMoment
    yield page.map((line) => ({ ...line, dayOnly: line.dayOnly === 1 }))
    if (later.length < pageLines && sameMoment.length < pageLines) return
    last = page.at(-1) ?? last
  }
}

/**
 * What was told of an account after the last line that a statement has of a day, from `from` until before `until` (UTC
 * seconds), and no statement has confirmed; of the first two thousand lines. Where no line of the day has a time it is
 * after the day.
 */
export async function unconfirmedAfter(
  db: MerchantDatabase,
  accountId: number,
  { from, until }: Pick<StatementRange, 'from' | 'until'>,
): Promise<{ readonly count: number; readonly amount: number; readonly more: boolean }> {
  const [[found]] = await rowsOf(db, [sumAfter({ accountId, from, until, limit: laterMax })])
  const { count = 0, amount = 0, read = 0 } = found ?? {}
  return { count, amount, more: read === laterMax }
}

const laterMax = 2_000
const pageLines = 500

type Place = Readonly<{ accountId: number }>
type DayRow = Omit<StoredDay, 'gap'> & { readonly gap: number }
type DayValues = Place & Pick<StatementRange, 'fromDay' | 'toDay'>
type LineValues = Place & Readonly<Record<'bookedAt' | 'id' | 'until' | 'limit', number>>
type LineRow = Omit<ComparedLine, 'dayOnly'> & { readonly dayOnly: number }

const sumAfter = sqlText<
  Place & Readonly<Record<'from' | 'until' | 'limit', number>>,
  Readonly<Record<'count' | 'amount' | 'read', number>>
>(`
  select
    coalesce(sum(confirmed_at is null), 0) as count,
    coalesce(sum(iif(confirmed_at is null, amount, 0)), 0) as amount,
    count(*) as read
  from (
    select confirmed_at, amount from bank_transactions
    where bank_account_id = :accountId and booked_at > coalesce(
      (
        select booked_at from (
          select booked_at, line_key, day_only from bank_transactions
          where bank_account_id = :accountId and booked_at >= :from and booked_at < :until
          order by booked_at desc limit :limit
        )
        where line_key is not null and day_only = 0 limit 1
      ),
      :until - 1
    )
    order by booked_at limit :limit
  )
`)

const versionOf = sqlText<Place, { readonly version: number }>(
  'select lines_version as version from bank_accounts where id = :accountId',
)

const dayBefore = sqlText<DayValues, DayRow>(`
  select day, opening, closing, gap from bank_statement_days
  where bank_account_id = :accountId and day < :fromDay
  order by day desc limit 1
`)

const daysInside = sqlText<DayValues, DayRow>(`
  select day, opening, closing, gap from bank_statement_days
  where bank_account_id = :accountId and day >= :fromDay and day <= :toDay
  order by day
`)

const dayAfter = sqlText<DayValues, DayRow>(`
  select day, opening, closing, gap from bank_statement_days
  where bank_account_id = :accountId and day > :toDay
  order by day limit 1
`)

const lineColumns = `
  id, booked_at as bookedAt, day_only as dayOnly, amount, balance_after as balance,
  counterparty_last5 as last5, counterparty_name as name,
  line_key as "key", import_id as importId`

const linesOfMoment = sqlText<LineValues, LineRow>(`
  select ${lineColumns} from bank_transactions
  where bank_account_id = :accountId and booked_at = :bookedAt and id > :id
  order by id limit :limit
`)

const linesAfter = sqlText<LineValues, LineRow>(`
  select ${lineColumns} from bank_transactions
  where bank_account_id = :accountId and booked_at > :bookedAt and booked_at < :until
  order by booked_at, id limit :limit
`)
