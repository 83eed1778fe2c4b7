import type { StoredDay } from '../../../rules/banking/statements/join-days.ts'
import type { ComparedLine } from '../../../rules/banking/statements/needed-lines.ts'
import type { MerchantDatabase } from '../../database.ts'
import { knownName } from '../../privacy/erased-payer.ts'
import { rowsOf, sqlText } from '../../sql-text.ts'

/** The covered days of an account, in one snapshot. */
type CoveredDays = {
  /** Increases with each line written to the account. */
  readonly version: number
  readonly days: readonly StoredDay[]
}

/** The range of a file: days since 1970, and UTC seconds from before its first line until after its last. */
type StatementRange = {
  readonly fromDay: number
  readonly toDay: number
  readonly from: number
  readonly until: number
}

/** Reads the days of a file and the nearest covered ones around it; null without such an account. */
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

/** Reads the lines of an account in a file's range, in pages. */
export async function* linesInside(
  db: MerchantDatabase,
  accountId: number,
  { from, until }: StatementRange,
): AsyncGenerator<readonly ComparedLine[]> {
  let last = { bookedAt: from - 1, id: Number.MAX_SAFE_INTEGER }
  for (;;) {
    const values = { accountId, ...last, until, limit: pageLines }
    const [sameMoment, later] = await rowsOf(db, [linesOfMoment(values), linesAfter(values)])
    // Lines of one moment come first; later ones are read after them.
    const page = sameMoment.length < pageLines ? [...sameMoment, ...later] : sameMoment
    yield page.map((line) => ({ ...line, dayOnly: line.dayOnly === 1 }))
    if (later.length < pageLines && sameMoment.length < pageLines) return
    last = page.at(-1) ?? last
  }
}

/** By account, the last day that a statement covers. */
export async function lastDaysOf(
  db: MerchantDatabase,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, LastDay>> {
  if (accountIds.length === 0) return new Map()
  const [rows] = await rowsOf(db, [lastDays({ ids: JSON.stringify(accountIds) })])
  return new Map(rows.map((row) => [row.accountId, row]))
}

type LastDay = Place & Pick<StoredDay, 'day' | 'closing'>

const lastDays = sqlText<{ readonly ids: string }, LastDay>(`
  select bank_account_id as accountId, day, closing
  from json_each(:ids) as accounts cross join bank_statement_days on bank_account_id = accounts.value
    and day = (
      select day from bank_statement_days where bank_account_id = accounts.value
      order by day desc limit 1
    )
`)

/**
 * Unconfirmed lines of an account after the last statement line of a day, from `from` until before `until` (UTC
 * seconds), among the first two thousand. If no line of the day has a time, those after the day.
 */
export async function unconfirmedAfter(
  db: MerchantDatabase,
  accountId: number,
  range: Pick<StatementRange, 'from' | 'until'> & Pick<StoredDay, 'day'>,
): Promise<UnconfirmedTotal> {
  const found = await unconfirmedAfterEach(db, [{ accountId, ...range }], laterMax)
  return found.get(accountId) ?? { count: 0, amount: 0, more: false, isStated: false }
}

/** Like `unconfirmedAfter` for several accounts, among the first `limit` lines of each. */
export async function unconfirmedAfterEach(
  db: MerchantDatabase,
  places: readonly (Place & Pick<StatementRange, 'from' | 'until'> & Pick<StoredDay, 'day'>)[],
  limit: number,
): Promise<ReadonlyMap<number, UnconfirmedTotal>> {
  if (places.length === 0) return new Map()
  const [rows] = await rowsOf(db, [sumsAfter({ places: JSON.stringify(places), limit })])
  return new Map(
    rows.map(({ accountId, sums }) => {
      const { count, amount, read, stated }: LaterSums = JSON.parse(sums)
      return [accountId, { count, amount, more: read === limit, isStated: stated > 0 }]
    }),
  )
}

type UnconfirmedTotal = {
  readonly count: number
  readonly amount: number
  readonly more: boolean
  /** Whether statements have lines of later days, which they do not cover: the balance is not known then. */
  readonly isStated: boolean
}

const laterMax = 2_000
const pageLines = 500

type Place = Readonly<{ accountId: number }>
type DayRow = Omit<StoredDay, 'gap'> & { readonly gap: number }
type DayValues = Place & Pick<StatementRange, 'fromDay' | 'toDay'>
type LineValues = Place & Readonly<Record<'bookedAt' | 'id' | 'until' | 'limit', number>>
type LineRow = Omit<ComparedLine, 'dayOnly'> & { readonly dayOnly: number }

type LaterSums = Readonly<Record<'count' | 'amount' | 'read' | 'stated', number>>

const ofPlace = (name: string) => `(places.value ->> '${name}')`

const sumsAfter = sqlText<
  { readonly places: string; readonly limit: number },
  Place & { readonly sums: string }
>(`
  select ${ofPlace('accountId')} as accountId, (
    select json_object(
      'count', coalesce(sum(confirmed_at is null), 0),
      'amount', coalesce(sum(iif(confirmed_at is null, amount, 0)), 0),
      'read', count(*),
      'stated', coalesce(sum(cast(substr(line_key, 2) as integer) > ${ofPlace('day')}), 0)
    )
    from (
      select confirmed_at, amount, line_key from bank_transactions
      where bank_account_id = ${ofPlace('accountId')} and booked_at > coalesce(
        (
          select booked_at from (
            select booked_at, line_key, day_only from bank_transactions
            where bank_account_id = ${ofPlace('accountId')}
              and booked_at >= ${ofPlace('from')} and booked_at < ${ofPlace('until')}
            order by booked_at desc limit :limit
          )
          where line_key is not null and day_only = 0 limit 1
        ),
        ${ofPlace('until')} - 1
      )
      order by booked_at limit :limit
    )
  ) as sums
  from json_each(:places) as places
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
  counterparty_last5 as last5, ${knownName} as name,
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
