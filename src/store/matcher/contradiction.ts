import { dayOf } from '../accounts/ledger-days.ts'
import { hasTwin } from '../banking/twins.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { insertJournalRowOfChange, type NewJournalRow } from '../people/journal.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { countMore } from './auto-counts.ts'
import { awaitsProof, isOfSettlement } from './proof.ts'

/** From which day an account's unproven settlements must be compared with statements. Days since 1970. */
export type Comparison = {
  readonly accountId: number
  readonly fromDay: number
  /** The last day covered by statements; null for none. */
  readonly coveredTo: number | null
  /** The version of the account's lines. */
  readonly version: number
}

/** Accounts of a database that must be compared, at most `limit`. */
export async function accountsToCompare(
  db: MerchantDatabase,
  limit: number,
): Promise<readonly number[]> {
  const [found] = await rowsOf(db, [selectAccounts({ limit })])
  return found.map(({ id }) => id)
}

const selectAccounts = sqlText<{ readonly limit: number }, { readonly id: number }>(`
  select id from bank_accounts indexed by bank_accounts_proof
  where proof_from is not null order by id limit :limit
`)

/** The comparison due on an account, or null. */
export async function findComparison(
  db: MerchantDatabase,
  accountId: number,
): Promise<Comparison | null> {
  const [[found]] = await rowsOf(db, [selectComparison({ accountId })] as const)
  return found ?? null
}

const selectComparison = sqlText<{ readonly accountId: number }, Comparison>(`
  select
    id as accountId, proof_from as fromDay, lines_version as version,
    (select max(day) from bank_statement_days where bank_account_id = :accountId) as coveredTo
  from bank_accounts where id = :accountId and proof_from is not null
`)

/** Records that an account is compared up to a day, or completely (null), unless lines have been added meanwhile. */
export function noteCompared(
  { accountId, fromDay, version }: Comparison,
  next: number | null,
): Statement {
  return setProofFrom({ accountId, fromDay, version, next })
}

const setProofFrom = sqlText<Omit<Comparison, 'coveredTo'> & { readonly next: number | null }>(`
  update bank_accounts set proof_from = :next
  where id = :accountId and proof_from = :fromDay and lines_version = :version
`)

// A day after a gap is covered completely if the days before it are missing; else its own lines are.
const isCovered = (line: string) => {
  const day = dayOf(`${line}.booked_at`)
  return `4 = (
    select count(*) from bank_statement_days as covered
    where covered.bank_account_id = ${line}.bank_account_id
      and covered.day between ${day} and ${day} + 3
      and (covered.gap = 0 or (
        covered.day = ${day} and not exists (
          select 1 from bank_statement_days as before
          where before.bank_account_id = covered.bank_account_id and before.day = ${day} - 1
        )
      ))
  )`
}

const contradicted = `
  from json_each(:ids) as named
  cross join bank_transactions as line on line.id = named.value
  cross join collections on collections.id = line.order_id
  where line.bank_account_id = :accountId and ${isOfSettlement}
    and line.confirmed_at is null and ${awaitsProof()}
    and ${isCovered('line')}
    and not ${hasTwin('line', `other.state = 'unclaimed' and other.line_key is not null`)}`

/** Lines of an account, by their ids in a JSON array. */
type Lines = { readonly accountId: number; readonly ids: string }

/** The first order contradicted by statements among these lines of an account, or null. */
export async function findContradicted(
  db: MerchantDatabase,
  accountId: number,
  ids: readonly number[],
): Promise<string | null> {
  const lines = { accountId, ids: JSON.stringify(ids) }
  const [[found]] = await rowsOf(db, [selectContradicted(lines)] as const)
  return found?.tradeNo ?? null
}

const selectContradicted = sqlText<Lines, { readonly tradeNo: string }>(`
  select trade_no as tradeNo ${contradicted} order by collections.id limit 1
`)

/**
 * Records the contradicted orders among these lines of an account: statements completely cover the line's day and the
 * three after it, did not confirm it, and have no unclaimed line that may be it (matching §5). The first one turns
 * `settle` back to `assign`.
 *
 * @param row the journal row of that account
 * @param today Asia/Taipei, in days since 1970
 */
export function contradict(
  accountId: number,
  ids: readonly number[],
  { row, today }: { readonly row: NewJournalRow; readonly today: number },
): readonly [Statement, ...Statement[]] {
  const lines = { accountId, ids: JSON.stringify(ids) }
  return [
    turnBack(lines),
    insertJournalRowOfChange(row),
    noteContradicted({ ...lines, today }),
    markContradicted(lines),
  ]
}

const turnBack = sqlText<Lines>(`
  update bank_accounts set auto = 'assign', version = version + 1
  where id = :accountId and auto = 'settle' and exists (select 1 ${contradicted})
`)

const noteContradicted = sqlText<Lines & { readonly today: number }>(`
  update bank_accounts
  set
    auto_awaiting = auto_awaiting - summed.amount,
    auto_unproven = auto_unproven - summed.unproven,
    auto_contradicted = coalesce(auto_contradicted, summed.first),
    auto_counts = ${countMore('contradicted', 'summed.number', ':today')}
  from (
    select
      count(*) as number, sum(line.amount) as amount, min(collections.id) as first,
      sum(collections.proof = 'unproven') as unproven
    ${contradicted}
  ) as summed
  where id = :accountId and summed.number > 0
`)

const markContradicted = sqlText<Lines>(`
  update collections set proof = 'contradicted' where id in (select collections.id ${contradicted})
`)
