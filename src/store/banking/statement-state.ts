import type { StoredDay } from '../../rules/banking/statements/join-days.ts'
import type { StoredStatement } from '../../rules/banking/statements/plan-import.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** What is stored of an account as it was at one moment. */
export type StatementState = StoredStatement & {
  /** Grows with each line that is written to the account. */
  readonly version: number
}

/** The range of a file: days since 1970, and UTC seconds from before its first line until after its last. */
export type StatementRange = {
  readonly fromDay: number
  readonly toDay: number
  readonly from: number
  readonly until: number
}

/**
 * Reads what is stored of an account in the range of a file, a page at a time, and the nearest days that statements
 * cover before and after it. Null where there is no such account, or where the range has more than `linesMax` lines.
 */
export async function readStatementState(
  db: MerchantDatabase,
  accountId: number,
  range: StatementRange,
  linesMax: number,
): Promise<StatementState | null> {
  const values = { accountId, ...range }
  const [[account], before, inside, after] = await rowsOf(db, [
    versionOf({ accountId }),
    dayBefore(values),
    daysInside(values),
    dayAfter(values),
  ])
  const lines = await linesInside(db, accountId, range, linesMax)
  if (account === undefined || lines === null) return null
  return {
    version: account.version,
    days: [...before, ...inside, ...after].map((day) => ({ ...day, gap: day.gap === 1 })),
    lines: lines.flatMap(({ id, key, importId }) => (key === null ? [] : [{ id, key, importId }])),
    unconfirmed: lines
      .filter(({ key }) => key === null)
      .map((line) => ({ ...line, dayOnly: line.dayOnly === 1 })),
  }
}

async function linesInside(
  db: MerchantDatabase,
  accountId: number,
  { from, until }: StatementRange,
  linesMax: number,
): Promise<readonly LineRow[] | null> {
  const found: LineRow[] = []
  let last = { bookedAt: from - 1, id: Number.MAX_SAFE_INTEGER }
  while (found.length <= linesMax) {
    const values = { accountId, ...last, until, limit: pageLines }
    const [sameMoment, later] = await rowsOf(db, [linesOfMoment(values), linesAfter(values)])
    // The lines of one moment come first: those after it are read once these have come to their end.
    const page = sameMoment.length < pageLines ? [...sameMoment, ...later] : sameMoment
    for (const line of page) found.push(line)
    if (later.length < pageLines && sameMoment.length < pageLines) return found
    last = page.at(-1) ?? last
  }
  return null
}

const pageLines = 500

type Place = Readonly<{ accountId: number }>
type DayRow = Omit<StoredDay, 'gap'> & { readonly gap: number }
type DayValues = Place & Pick<StatementRange, 'fromDay' | 'toDay'>
type LineValues = Place & Readonly<Record<'bookedAt' | 'id' | 'until' | 'limit', number>>
type LineRow = {
  readonly id: number
  readonly bookedAt: number
  readonly dayOnly: number
  readonly amount: number
  readonly balanceAfter: number | null
  readonly counterpartyLast5: string
  readonly counterpartyName: string
  readonly key: string | null
  readonly importId: number | null
}

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
  id, booked_at as bookedAt, day_only as dayOnly, amount, balance_after as balanceAfter,
  counterparty_last5 as counterpartyLast5, counterparty_name as counterpartyName,
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
