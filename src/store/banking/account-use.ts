import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { AccountChanges } from '../../rules/banking/account-changes.ts'
import type { Stay } from '../../rules/banking/evidence.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { bankAccountDays, bankAccounts, collections } from '../schema.ts'
import { sqlText } from '../sql-text.ts'

/** What the batch of a match checks of its account. */
export type AccountGuard = {
  readonly id: number
  /** The version that was read: `account_changed` when the account is another one by now. */
  readonly version: number
  /** Whether the account's daily cap holds: `cap_reached` over it. */
  readonly capped: boolean
}

/**
 * Writes what a step changes on accounts (`accountChanges`), in the step's batch. No statement where that is nothing.
 */
export function changeAccounts(
  { waiting, handedOut }: AccountChanges,
  guard: AccountGuard | null = null,
): readonly Statement[] {
  return [
    ...waiting.map((change) =>
      changeWaiting({
        ...change,
        version: guard?.id === change.bankAccountId ? guard.version : null,
      }),
    ),
    ...handedOut.map((change) =>
      changeHandedOut({
        ...change,
        capped: guard?.id === change.bankAccountId && guard.capped ? 1 : 0,
      }),
    ),
  ]
}

const changeWaiting = sqlText<{
  bankAccountId: number
  count: number
  amount: number
  version: number | null
}>(`
  update bank_accounts
  set
    waiting_count = waiting_count + :count,
    waiting_amount = waiting_amount + :amount,
    refused = iif(version <> :version, 'account_changed', null)
  where id = :bankAccountId
`)

const changeHandedOut = sqlText<{
  bankAccountId: number
  day: number
  amount: number
  capped: number
}>(`
  insert into bank_account_days (bank_account_id, day, handed_out, received, refused)
  select :bankAccountId, :day, :amount, 0, iif(:capped and daily_cap < :amount, 'cap_reached', null)
  from bank_accounts where id = :bankAccountId
  on conflict (bank_account_id, day) do update set
    handed_out = handed_out + excluded.handed_out,
    refused = iif(
      :capped and (select daily_cap from bank_accounts where id = excluded.bank_account_id)
        < handed_out + excluded.handed_out,
      'cap_reached',
      null
    )
`)

/** A collection that is matched anew: where it was, and where it is now. */
export type Rematch = {
  readonly orderId: number
  /** In hundredths. */
  readonly amount: number
  readonly from: Stay | null
  readonly to: number | null
  /** UTC seconds. */
  readonly now: number
}

/**
 * Keeps the account that a collection leaves, where its member may have been told to pay: what comes in there is looked
 * at for 30 days. One that comes back counts from its first match again. It comes after the collection's own statement.
 */
export function keepFormerAccount({ from, to, ...order }: Rematch): readonly Statement[] {
  return [
    ...(from === null ? [] : [leave({ ...order, ...from })]),
    ...(to === null ? [] : [comeBack({ ...order, bankAccountId: to })]),
  ]
}

/**
 * Keeps the account that a collection waited on where transactions pay it and none of them is of that account: what
 * comes in there may be its money (matching §3). `ids` are those transactions.
 */
export const keepUnpaidAccount = sqlText<Left & { readonly ids: string }>(`
  insert into former_accounts (bank_account_id, amount, order_id, account_since, left_at)
  select :bankAccountId, :amount, :orderId, :since, :now
  where not exists (
    select 1 from bank_transactions
    where id in (select value from json_each(:ids)) and +bank_account_id = :bankAccountId
  )
  on conflict (bank_account_id, amount, order_id) do update set left_at = excluded.left_at
`)

type Left = Pick<Rematch, 'orderId' | 'amount' | 'now'> & Stay

const leave = sqlText<Left>(`
  insert into former_accounts (bank_account_id, amount, order_id, account_since, left_at)
  values (:bankAccountId, :amount, :orderId, :since, :now)
  on conflict (bank_account_id, amount, order_id) do update set left_at = excluded.left_at
`)

const comeBack = sqlText<Pick<Left, 'orderId' | 'amount' | 'bankAccountId'>>(`
  update collections
  set account_since = coalesce(former_accounts.account_since, collections.account_since)
  from former_accounts
  where collections.id = :orderId and former_accounts.order_id = :orderId
    and former_accounts.bank_account_id = :bankAccountId and former_accounts.amount = :amount
`)

/**
 * Writes what many collections change on accounts that are about to become exceptions: takes those of `leaving` that
 * wait on accounts off them. It comes before the statement that changes the collections.
 *
 * @param leaving a condition on `collections`, which must name them by id
 */
export function leaveAccounts(
  db: MerchantDatabase,
  leaving: SQL | undefined,
): readonly [Statement, Statement] {
  const { bankAccountId, bankAccountDay, amount } = collections
  // The unary plus keeps sqlite from going through all collections of an account for these few.
  const matched = and(
    leaving,
    sql`+${collections.status} = 'pending'`,
    sql`+${collections.collectionStatus} = 'matched'`,
    sql`+${bankAccountId} is not null`,
  )
  const onAccount = and(matched, sql`+${bankAccountId} = ${bankAccounts.id}`)
  const onDay = and(
    matched,
    sql`+${bankAccountId} = ${bankAccountDays.bankAccountId}`,
    sql`+${bankAccountDay} = ${bankAccountDays.day}`,
  )
  const theirs = db.select({ id: bankAccountId }).from(collections).where(matched)
  const count = sql`(select count(*) from ${collections} where ${onAccount})`
  const sumOn = (place: SQL | undefined) =>
    sql`(select coalesce(sum(${amount}), 0) from ${collections} where ${place})`
  const theirDays = sql`(select ${bankAccountId}, ${bankAccountDay} from ${collections} where ${matched})`
  return [
    db
      .update(bankAccounts)
      .set({
        waitingCount: sql`${bankAccounts.waitingCount} - ${count}`,
        waitingAmount: sql`${bankAccounts.waitingAmount} - ${sumOn(onAccount)}`,
      })
      .where(inArray(bankAccounts.id, theirs)),
    db
      .update(bankAccountDays)
      .set({ handedOut: sql`${bankAccountDays.handedOut} - ${sumOn(onDay)}` })
      .where(sql`(${bankAccountDays.bankAccountId}, ${bankAccountDays.day}) in ${theirDays}`),
  ]
}
