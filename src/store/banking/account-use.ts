import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { AccountChange } from '../../rules/banking/account-changes.ts'
import type { AccountPeriod } from '../../rules/banking/evidence.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { bankAccounts, collections } from '../schema.ts'
import { sqlText } from '../sql-text.ts'
import { addFigures, figureOn } from './account-figures.ts'

/** The check of a match's batch on its account. */
type AccountGuard = {
  readonly id: number
  /** The version that was read: `account_changed` if the account has changed. */
  readonly version: number
  /** Whether the daily cap applies: `cap_reached` over it. */
  readonly capped: boolean
}

/** The statements of a step's changes on accounts (`accountChanges`), for the step's batch. */
export function changeAccounts(
  changes: readonly AccountChange[],
  guard: AccountGuard | null = null,
): readonly Statement[] {
  return changes.map((change) => {
    const isGuarded = guard?.id === change.bankAccountId
    const capped = isGuarded && guard.capped && change.handedOut > 0
    return changeAccount({
      ...change,
      version: isGuarded ? guard.version : null,
      capped: capped ? 1 : 0,
    })
  })
}

const changeAccount = sqlText<
  AccountChange & { readonly version: number | null; readonly capped: number }
>(`
  update bank_accounts
  set
    waiting_count = waiting_count + :waitingCount,
    waiting_amount = waiting_amount + :waitingAmount,
    ${addFigures(':day', { handedOut: ':handedOut' })},
    refused = case
      when version <> :version or (:capped and day > :day) then 'account_changed'
      when :capped and daily_cap < ${figureOn(':day', 'handed_out')} + :handedOut then 'cap_reached'
    end
  where id = :bankAccountId
`)

/** A rematch of a collection: its former and its new account. */
type Rematch = {
  readonly orderId: number
  /** In hundredths. */
  readonly amount: number
  readonly from: AccountPeriod | null
  readonly to: number | null
  /** UTC seconds. */
  readonly now: number
}

/**
 * Records the account that a collection leaves, if its member may have seen it: deposits there are considered for 30
 * days. On a return the first match counts again. Comes after the collection's own statement.
 */
export function keepFormerAccount({ from, to, ...order }: Rematch): readonly Statement[] {
  return [
    ...(from === null ? [] : [leave({ ...order, ...from })]),
    ...(to === null ? [] : [comeBack({ ...order, bankAccountId: to })]),
  ]
}

/**
 * Records a collection's account if the transactions that pay it, with these `ids`, are all of other accounts: a
 * deposit there may be its payment too (matching §3).
 */
export const keepUnpaidAccount = sqlText<FormerAccount & { readonly ids: string }>(`
  insert into former_accounts (bank_account_id, amount, order_id, account_since, left_at)
  select :bankAccountId, :amount, :orderId, :since, :now
  where not exists (
    select 1 from bank_transactions
    where id in (select value from json_each(:ids)) and +bank_account_id = :bankAccountId
  )
  on conflict (bank_account_id, amount, order_id) do update set left_at = excluded.left_at
`)

type FormerAccount = Pick<Rematch, 'orderId' | 'amount' | 'now'> & AccountPeriod

const leave = sqlText<FormerAccount>(`
  insert into former_accounts (bank_account_id, amount, order_id, account_since, left_at)
  values (:bankAccountId, :amount, :orderId, :since, :now)
  on conflict (bank_account_id, amount, order_id) do update set left_at = excluded.left_at
`)

const comeBack = sqlText<Pick<FormerAccount, 'orderId' | 'amount' | 'bankAccountId'>>(`
  update collections
  set account_since = coalesce(former_accounts.account_since, collections.account_since)
  from former_accounts
  where collections.id = :orderId and former_accounts.order_id = :orderId
    and former_accounts.bank_account_id = :bankAccountId and former_accounts.amount = :amount
`)

/**
 * Subtracts the collections of `leaving`, which are about to become exceptions, from the accounts on which they wait.
 * Comes before the statement that changes the collections.
 *
 * @param leaving a condition on `collections`, which must name them by id
 */
export function leaveAccounts(db: MerchantDatabase, leaving: SQL | undefined): Statement {
  const { bankAccountId, bankAccountDay, amount } = collections
  // The unary plus keeps sqlite from scanning all collections of an account for these few.
  const matched = and(
    leaving,
    sql`+${collections.status} = 'pending'`,
    sql`+${collections.collectionStatus} = 'matched'`,
    sql`+${bankAccountId} is not null`,
  )
  const onAccount = and(matched, sql`+${bankAccountId} = ${bankAccounts.id}`)
  const onItsDay = and(onAccount, sql`+${bankAccountDay} = ${bankAccounts.day}`)
  const theirs = db.select({ id: bankAccountId }).from(collections).where(matched)
  const count = sql`(select count(*) from ${collections} where ${onAccount})`
  const sumOf = (place: SQL | undefined) =>
    sql`(select coalesce(sum(${amount}), 0) from ${collections} where ${place})`
  return db
    .update(bankAccounts)
    .set({
      waitingCount: sql`${bankAccounts.waitingCount} - ${count}`,
      waitingAmount: sql`${bankAccounts.waitingAmount} - ${sumOf(onAccount)}`,
      handedOut: sql`${bankAccounts.handedOut} - ${sumOf(onItsDay)}`,
    })
    .where(inArray(bankAccounts.id, theirs))
}
