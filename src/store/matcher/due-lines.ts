import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

// The transactions to judge (matching §4).

/**
 * The initial `doubts` of a transaction, in SQL: null if its account does not settle automatically.
 *
 * @param doubts `''` before it is judged
 */
export function initialDoubts(accountId: string, amount: string, doubts = `''`): string {
  return `(
    select ${doubts} from bank_accounts
    where bank_accounts.id = ${accountId} and auto = 'settle' and ${amount} > 0
  )`
}

/** Ids of unjudged transactions, at most `limit`, the first stored first. */
export async function neverJudged(db: MerchantDatabase, limit: number): Promise<readonly number[]> {
  const [found] = await rowsOf(db, [selectNeverJudged({ limit })])
  return found.map(({ id }) => id)
}

const isInDoubt = `doubts is not null and state = 'unclaimed'`

const selectNeverJudged = sqlText<{ limit: number }, { readonly id: number }>(`
  select id from bank_transactions
  where ${isInDoubt} and iif(doubts = '', 0, 1) = 0
  order by id limit :limit
`)

/** The position of the round through transactions in doubt: above `judgedTo`, and not before `from`. */
type Round = Readonly<Record<'judgedTo' | 'from' | 'limit', number>>

/** Ids of the next transactions in doubt, and the position of the round. */
export async function nextInDoubt(
  db: MerchantDatabase,
  query: Omit<Round, 'judgedTo'>,
): Promise<{ readonly judgedTo: number; readonly ids: readonly number[] }> {
  const [found, [round]] = await rowsOf(db, [selectInDoubt(query), selectRound({})] as const)
  return { judgedTo: round?.judgedTo ?? 0, ids: found.map(({ id }) => id) }
}

const selectInDoubt = sqlText<Omit<Round, 'judgedTo'>, { readonly id: number }>(`
  select id from bank_transactions
  where ${isInDoubt} and iif(doubts = '', 0, 1) = 1
    and id > max((select judged_to from auto_switch where id = 1), :from)
  order by id limit :limit
`)

const selectRound = sqlText<Readonly<Record<string, never>>, { readonly judgedTo: number }>(
  'select judged_to as judgedTo from auto_switch where id = 1',
)

/** Stores the position of the round; 0 restarts it. */
export const noteRound = sqlText<{ readonly judgedTo: number }>(`
  update auto_switch set judged_to = :judgedTo where id = 1 and judged_to <> :judgedTo
`)

/** Ids of an account's transactions in doubt stored since `from`, at most `limit`, the newest first. */
export async function doubtfulOf(
  db: MerchantDatabase,
  query: Readonly<Record<'accountId' | 'from' | 'limit', number>>,
): Promise<readonly number[]> {
  const [found] = await rowsOf(db, [selectInDoubtOf(query)])
  return found.map(({ id }) => id)
}

const scannedMax = 1_000

const selectInDoubtOf = sqlText<
  Readonly<Record<'accountId' | 'from' | 'limit', number>>,
  { readonly id: number }
>(`
  select id from (
    select id, bank_account_id from bank_transactions
    where ${isInDoubt} and iif(doubts = '', 0, 1) = 1 and id >= :from
    order by id desc limit ${scannedMax}
  ) as newest
  where bank_account_id = :accountId limit :limit
`)

/**
 * Marks an account's unclaimed deposits stored since `from` for judgement, among its thousand newest lines, in the
 * batch that turns its `auto` to `settle`.
 */
export const dueOnAccount = sqlText<Readonly<Record<'accountId' | 'from', number>>>(`
  update bank_transactions set doubts = ''
  where id in (
    select id from bank_transactions where bank_account_id = :accountId
    order by booked_at desc limit ${scannedMax}
  ) and id >= :from and state = 'unclaimed' and amount > 0 and doubts is null
`)
