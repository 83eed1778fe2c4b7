import { dayOf } from '../../accounts/ledger-days.ts'
import type { MerchantDatabase, Statement } from '../../database.ts'
import { awaitAgain, awaitingAgain, isClaimedByMatcher } from '../../matcher/proof.ts'
import { rowsOf, sqlText } from '../../sql-text.ts'
import { hasWhole, otherImportsOf } from './standing-imports.ts'

type Place = { readonly importId: number; readonly accountId: number }

/**
 * Begins to undo an import: nobody can claim, ignore or meet its own lines any more. The batch breaks with
 * `account_changed` if an undo has begun before.
 */
export function beginUndo(place: Place & { readonly now: number }): [Statement, ...Statement[]] {
  return [guardUndo(place), markUndo({ ...place, undo: 'undoing' })]
}

/** Ends an undo once nothing of the import is left. Older imports that it had finished miss lines again. */
export function endUndo(place: Place & { readonly now: number }): [Statement, ...Statement[]] {
  return [markUndo({ ...place, undo: 'undone' }), reopenOlder(place)]
}

const reopenOlder = sqlText<Place>(`
  update bank_imports set state = 'incomplete'
  where bank_account_id = :accountId and state = 'done' and undo is null and id < :importId
    and new_lines + known_lines + confirmed_lines < lines
    and exists (select 1 from bank_imports as whole where whole.id = :importId and ${hasWhole('bank_imports')})
    and not exists (
      select 1 from bank_imports as whole
      where whole.bank_account_id = :accountId and whole.id > bank_imports.id
        and whole.state = 'done' and whole.undo is null and ${hasWhole('bank_imports')}
    )
`)

/** Cancels an undo that has just begun. */
export function stopUndo(place: Place & { readonly now: number }): [Statement] {
  return [markUndo({ ...place, undo: null })]
}

// An import that is still being written is planned again, and then ends.
const guardUndo = sqlText<Place>(`
  update bank_accounts
  set
    lines_version = lines_version + 1,
    refused = iif(
      exists (select 1 from bank_imports where id = :importId and undo is null), null, 'account_changed'
    )
  where id = :accountId
`)

const markUndo = sqlText<Place & Readonly<{ undo: string | null; now: number }>>(
  'update bank_imports set undo = :undo, written_at = :now where id = :importId',
)

/** Interrupted undos, without progress since `before` (UTC seconds). */
export async function cutOffUndos(
  db: MerchantDatabase,
  before: number,
): Promise<readonly number[]> {
  const [found] = await rowsOf(db, [selectUndoing({ before })])
  return found.map(({ id }) => id)
}

const selectUndoing = sqlText<{ readonly before: number }, { readonly id: number }>(`
  select id from bank_imports indexed by bank_imports_undoing
  where undo = 'undoing' and written_at < :before limit 10
`)

/** Lines of an import, by their ids. */
type Lines = Place & { readonly ids: string }

// A value in a line's posting, by its place in the content (`postedAs` of the rules), without the values that only a
// statement reported. Masked values stay.
function posted(column: keyof typeof places, absent: string): string {
  const text = `posted_as ->> ${places[column]}`
  return `iif(
      json_array_length(posted_as) > 0,
      coalesce(
        nullif(${text}, ''),
        (
          select ${text} from bank_transaction_numbers
          where transaction_id = bank_transactions.id and ${text} <> '' limit 1
        ),
        ${absent}
      ),
      ${column}
    )`
}

const places = {
  balance_after: 2,
  counterparty_account: 3,
  counterparty_last5: 4,
  counterparty_name: 5,
} as const

const lineOfImport = 'id in (select value from json_each(:ids)) and import_id = :importId'

// A feed's line is not the file's, but it may have been claimed by last five digits that only the file reported.
const isInUse = `(
    (source = 'statement' and (state <> 'unclaimed' or external_id is not null))
    or (
      source <> 'statement' and state = 'claimed' and claimed_at >= confirmed_at
      and counterparty_last5 <> ${posted('counterparty_last5', "''")}
    )
  )`

/** Which of these lines of an import are in use, at most `limit`. */
export async function linesInUse(
  db: MerchantDatabase,
  lines: { readonly importId: number; readonly ids: readonly number[] },
  limit: number,
): Promise<readonly number[]> {
  const { importId, ids } = lines
  const [found] = await rowsOf(db, [selectInUse({ importId, ids: JSON.stringify(ids), limit })])
  return found.map(({ id }) => id)
}

const selectInUse = sqlText<
  Omit<Lines, 'accountId'> & { readonly limit: number },
  { readonly id: number }
>(`
  select id from bank_transactions
  where ${lineOfImport} and ${isInUse} and not exists (${otherImportsOf('bank_transactions', '1')})
  limit :limit
`)

// An archived order that must await proof again.
const isOfArchived = `(
    source <> 'statement' and ${isClaimedByMatcher('bank_transactions')}
    and exists (select 1 from archived_orders where archived_orders.id = order_id)
  )`

/** The archived orders settled automatically with some of these lines. */
export async function archivedOrdersOf(
  db: MerchantDatabase,
  { importId, ids }: { readonly importId: number; readonly ids: readonly number[] },
): Promise<readonly number[]> {
  const [found] = await rowsOf(db, [selectArchived({ importId, ids: JSON.stringify(ids) })])
  return found.map(({ orderId }) => orderId)
}

const selectArchived = sqlText<Omit<Lines, 'accountId'>, { readonly orderId: number }>(
  `select order_id as orderId from bank_transactions where ${lineOfImport} and ${isOfArchived}`,
)

/**
 * Undoes some lines of an import, in one batch. A line that another standing import also has passes to that one. Of the
 * rest, lines of the import alone are deleted with their part of the account's figures, and lines of feeds and people
 * become unconfirmed again, without the values that only the import reported. Skips lines that belong to another import
 * by now. The batch breaks with `transaction_changed` if a line is in use, or of an archived order.
 */
export function undoLines(
  place: Place & { readonly now: number },
  ids: readonly number[],
): readonly [Statement, ...Statement[]] {
  const lines = { ...place, ids: JSON.stringify(ids) }
  return [
    addToHeirs(lines),
    handOver(lines),
    guardUse(lines),
    subtractReceived(lines),
    deleteLines(lines),
    noteChange(lines),
    ...awaitAgain(lines),
    unconfirm(lines),
    markUndo({ ...place, undo: 'undoing' }),
  ]
}

// The first other import that would have written it. Its storage time stays, because it was known from then on.
const heir = otherImportsOf(
  'bank_transactions',
  `stated.import_id, stated.told_at, iif(bank_transactions.source = 'statement', other.actor, posted_by)`,
)

// Its importer is now the one whose word the money, or the payer's digits, are (matching §3, `one_person`).
const addToHeirs = sqlText<Lines>(`
  update bank_imports set new_in = new_in + summed.amount
  from (
    select
      (${otherImportsOf('bank_transactions', 'stated.import_id')} order by stated.import_id limit 1) as heir,
      sum(amount) as amount
    from bank_transactions
    where ${lineOfImport} and amount > 0
      and (source = 'statement' or counterparty_last5 <> ${posted('counterparty_last5', "''")})
    group by heir
  ) as summed
  where bank_imports.id = summed.heir
`)

const handOver = sqlText<Lines>(`
  update bank_transactions
  set
    (import_id, confirmed_at, posted_by) = (${heir} order by stated.import_id limit 1),
    import_line = null
  where ${lineOfImport} and exists (${heir})
`)

const guardUse = sqlText<Lines>(`
  update bank_transactions set refused = 'transaction_changed'
  where ${lineOfImport} and (${isInUse} or ${isOfArchived})
`)

const subtractReceived = sqlText<Lines>(`
  update bank_accounts set received = received - (
    select coalesce(sum(amount), 0) from bank_transactions
    where ${lineOfImport} and source = 'statement' and amount > 0
      and ${dayOf('booked_at')} = day and ${dayOf('created_at')} = day
  )
  where id = :accountId
`)

const deleteLines = sqlText<Lines>(
  `delete from bank_transactions where ${lineOfImport} and source = 'statement'`,
)

const unconfirm = sqlText<Lines>(`
  update bank_transactions
  set
    confirmed_at = null, line_key = null, import_id = null, import_line = null,
    balance_after = ${posted('balance_after', 'null')},
    counterparty_account = ${posted('counterparty_account', "''")},
    counterparty_last5 = ${posted('counterparty_last5', "''")},
    counterparty_name = ${posted('counterparty_name', "''")}
  where ${lineOfImport}
`)

const noteChange = sqlText<Lines>(`
  update bank_accounts
  set
    auto_awaiting = auto_awaiting + ${awaitingAgain},
    lines_version = lines_version + 1,
    last_transaction_at = (
      select max(booked_at) from bank_transactions where bank_account_id = :accountId
    )
  where id = :accountId
`)

/** The days that an import covers, oldest first. */
export async function reportedDays(
  db: MerchantDatabase,
  importId: number,
): Promise<readonly number[]> {
  const [found] = await rowsOf(db, [selectStatedDays({ importId })])
  return found.map(({ day }) => day)
}

const selectStatedDays = sqlText<{ readonly importId: number }, { readonly day: number }>(
  'select day from bank_import_days where import_id = :importId order by day',
)

/**
 * Undoes the days of an import from `from` to `to`, in one batch: a day of other imports gets the values of the last of
 * them; others are no longer covered. Gaps are computed again for these days and for the covered day after each.
 */
export function undoDays(
  place: Place & { readonly now: number },
  range: { readonly from: number; readonly to: number },
): readonly [Statement, ...Statement[]] {
  const days = { ...place, ...range }
  return [uncover(days), coverAgain(days), reportGaps(days), noteChange({ ...place, ids: '[]' })]
}

type Days = Place & Readonly<Record<'from' | 'to', number>>

const ownDays = `
  select day from bank_import_days
  where import_id = :importId and day between :from and :to`

// The last standing import with a day.
const latest = (columns: string) => `
  select ${columns} from bank_import_days as stated
  cross join bank_imports as other on other.id = stated.import_id
  where stated.bank_account_id = bank_statement_days.bank_account_id
    and stated.day = bank_statement_days.day and other.undo is null
  order by stated.import_id desc limit 1`

const uncover = sqlText<Days>(`
  delete from bank_statement_days
  where bank_account_id = :accountId and day in (${ownDays}) and not exists (${latest('1')})
`)

const coverAgain = sqlText<Days>(`
  update bank_statement_days
  set opening = (${latest('stated.opening')}), closing = (${latest('stated.closing')})
  where bank_account_id = :accountId and day in (${ownDays})
`)

const reportGaps = sqlText<Days>(`
  update bank_statement_days
  set gap = coalesce(
    (${latest('stated.jumps')}) = 1
      or opening <> (
        select closing from bank_statement_days as before
        where before.bank_account_id = bank_statement_days.bank_account_id
          and before.day < bank_statement_days.day
        order by before.day desc limit 1
      ),
    0
  )
  where bank_account_id = :accountId and day in (
    ${ownDays}
    union
    select (
      select day from bank_statement_days
      where bank_account_id = :accountId and day > own.day
      order by day limit 1
    ) from (${ownDays}) as own
  )
`)
