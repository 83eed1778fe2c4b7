import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

// Which transactions are to be judged (matching §4).

/**
 * What `doubts` of a new transaction is, in SQL: null where its account does not settle by itself.
 *
 * @param doubts `''` before it is judged
 */
export function initialDoubts(accountId: string, amount: string, doubts = `''`): string {
  return `(
    select ${doubts} from bank_accounts
    where bank_accounts.id = ${accountId} and auto = 'settle' and ${amount} > 0
  )`
}

/** Ids of transactions that have not been judged yet, at most `limit`, those stored first. */
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

/** Where the round of those in doubt goes on: above `judgedTo`, and not before `from`. */
export type Round = Readonly<Record<'judgedTo' | 'from' | 'limit', number>>

/** Ids of transactions in doubt that come next in the round, and how far it had come. */
export async function nextInDoubt(
  db: MerchantDatabase,
  asked: Omit<Round, 'judgedTo'>,
): Promise<{ readonly judgedTo: number; readonly ids: readonly number[] }> {
  const [found, [round]] = await rowsOf(db, [selectInDoubt(asked), selectRound({})] as const)
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

/** Notes how far the round has come; 0 begins it anew. */
export const noteRound = sqlText<{ readonly judgedTo: number }>(`
  update auto_switch set judged_to = :judgedTo where id = 1 and judged_to <> :judgedTo
`)

/** Ids of an account's transactions in doubt that were stored since `from`, at most `limit`, the newest first. */
export async function doubtfulOf(
  db: MerchantDatabase,
  asked: Readonly<Record<'accountId' | 'from' | 'limit', number>>,
): Promise<readonly number[]> {
  const [found] = await rowsOf(db, [selectInDoubtOf(asked)])
  return found.map(({ id }) => id)
}

const lookedAtMax = 1_000

const selectInDoubtOf = sqlText<
  Readonly<Record<'accountId' | 'from' | 'limit', number>>,
  { readonly id: number }
>(`
  select id from (
    select id, bank_account_id from bank_transactions
    where ${isInDoubt} and iif(doubts = '', 0, 1) = 1 and id >= :from
    order by id desc limit ${lookedAtMax}
  ) as newest
  where bank_account_id = :accountId limit :limit
`)

/**
 * Marks an account's unclaimed deposits that were stored since `from` as to be judged, of its thousand newest lines:
 * for the batch that turns its `auto` to `settle`.
 */
export const dueOnAccount = sqlText<Readonly<Record<'accountId' | 'from', number>>>(`
  update bank_transactions set doubts = ''
  where id in (
    select id from bank_transactions where bank_account_id = :accountId
    order by booked_at desc limit ${lookedAtMax}
  ) and id >= :from and state = 'unclaimed' and amount > 0 and doubts is null
`)
