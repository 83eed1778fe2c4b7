import { eq, inArray } from 'drizzle-orm'
import type { Claim, ClaimedAccount, EvidenceDeposit } from '../../rules/banking/claim.ts'
import { dayOf } from '../accounts/ledger-days.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { isOneOf } from '../is-one-of.ts'
import { bankAccounts, bankTransactions } from '../schema.ts'
import { type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'
import { tradeNoOfOne } from './bank-transactions.ts'
import { isBeingUndone } from './imports/standing-imports.ts'
import { hasTwin } from './twins.ts'
import { isSlotOf } from './unpaid-orders.ts'

/** The claiming order, the actor, and the time (UTC seconds). */
type ClaimInput = { readonly orderId: number; readonly actor: string; readonly at: number }

/**
 * Claims and frees transactions, in the batch of a step. Guards: `transaction_taken` and `transaction_ignored`, because
 * a transaction pays one order at a time; `transaction_changed` if a freed one is no longer the order's, a twin of a
 * claim `withoutTwins` has been claimed meanwhile, or the import of a claimed one is being undone; `account_changed` if
 * it is undone already.
 */
export function claimStatements(
  { claimed, freed, withoutTwins }: Claim,
  { orderId, actor, at }: ClaimInput,
): readonly Statement[] {
  const ids = (list: readonly number[]) => JSON.stringify(list)
  return [
    ...(claimed.length === 0
      ? []
      : [
          claimAll({ ids: ids(claimed), withoutTwins: Number(withoutTwins), orderId, actor, at }),
          requireStored(claimed),
        ]),
    ...(freed.length === 0 ? [] : [freeAll({ ids: ids(freed), orderId })]),
  ]
}

const claimAll = sqlText<{ ids: string; withoutTwins: number } & ClaimInput>(`
  update bank_transactions
  set
    state = 'claimed',
    order_id = :orderId,
    claimed_by = :actor,
    claimed_at = :at,
    refused = case
      when state = 'claimed' then 'transaction_taken'
      when state = 'ignored' then 'transaction_ignored'
      when case when :withoutTwins then ${hasTwin('bank_transactions', `other.state = 'claimed'`)} else 0 end
        then 'transaction_changed'
      when ${isBeingUndone('bank_transactions')} then 'transaction_changed'
    end
  where id in (select value from json_each(:ids))
`)

/** Breaks a batch with `account_changed` if one of these transactions no longer exists. */
export function requireStored(ids: readonly number[]): Statement {
  return requireRows({ ids: JSON.stringify(ids), count: ids.length })
}

// Breaks on the row of any account, because a deleted transaction has none.
const requireRows = sqlText<{ ids: string; count: number }>(`
  update bank_accounts set refused = 'account_changed'
  where id = (select min(id) from bank_accounts) and :count <> (
    select count(*) from bank_transactions where id in (select value from json_each(:ids))
  )
`)

const freeAll = sqlText<{ ids: string; orderId: number }>(`
  update bank_transactions
  set
    state = 'unclaimed',
    order_id = null,
    claimed_by = '',
    claimed_at = null,
    freed = 1,
    doubts = iif(doubts is null, null, '["reversed"]'),
    refused = case when order_id = :orderId then null else 'transaction_changed' end
  where id in (select value from json_each(:ids))
`)

/** The columns of an account on which claims depend. */
const termsColumns = {
  id: bankAccounts.id,
  agents: bankAccounts.agents,
  merchants: bankAccounts.merchants,
  use: bankAccounts.use,
  backing: bankAccounts.backing,
  state: bankAccounts.state,
  feeMax: bankAccounts.feeMax,
}

/** The transactions with these ids, in that order, with their accounts and claiming orders. */
export async function findDeposits(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<readonly EvidenceDeposit[]> {
  if (ids.length === 0) return []
  const json = JSON.stringify(ids)
  const [deposits, accounts] = await rowsOf(db, [
    selectDeposits({ ids: json }),
    selectAccounts({ ids: json }),
  ])
  return sortDeposits(ids, deposits, accounts)
}

type DepositRow = RawRow &
  Readonly<{ heldBy: string; twin: number; unconfirmed: number; isSlotted: number }>

const lineDay = dayOf('one.booked_at')
const coveredDay = (range: string) => `(
        select day from bank_statement_days
        where bank_account_id = one.bank_account_id and day ${range} limit 1
      )`

// The covered days about the day of `one` and the next. Between two days whose balances meet nothing was booked.
const coverage = `
      select 1 from bank_statement_days as here
      cross join bank_statement_days as later on later.bank_account_id = here.bank_account_id
      where here.bank_account_id = one.bank_account_id
        and here.day = ${coveredDay(`<= ${lineDay} order by day desc`)}
        and later.day = ${coveredDay(`> ${lineDay} order by day`)}
        and ((here.day = ${lineDay} and later.day = ${lineDay} + 1)
          or (later.gap = 0 and later.opening = here.closing))`

/** The transactions with these ids, in a JSON array; `sortDeposits` reads the rows. */
export const selectDeposits = sqlText<{ ids: string }, DepositRow>(`
  select
    one.*,
    coalesce(${tradeNoOfOne}, '') as heldBy,
    ${hasTwin('one', `(other.state = 'claimed' or other.id in (select value from json_each(:ids)))`)}
      as twin,
    case when confirmed_at is null and line_key is null then exists (
      ${coverage}
    ) else 0 end as unconfirmed,
    exists (select 1 from slots where ${isSlotOf('one')}) as isSlotted
  from bank_transactions as one
  where one.id in (select value from json_each(:ids)) and not ${isBeingUndone('one')}
`)
const readDeposit = rowReader(bankTransactions)

export const selectAccounts = sqlText<{ ids: string }, RawRow>(`
  select * from bank_accounts where id in (
    select bank_account_id from bank_transactions where id in (select value from json_each(:ids))
  )
`)
export const selectKnownAccounts = sqlText<{ ids: string }, RawRow>(`
  select * from bank_accounts where id in (select value from json_each(:ids))
`)
const readAccount = rowReader(bankAccounts)

/** The deposits from both queries, in the order of the ids. */
export function sortDeposits(
  ids: readonly number[],
  deposits: readonly DepositRow[],
  accounts: readonly RawRow[],
): readonly EvidenceDeposit[] {
  const accountById = new Map(accounts.map(readAccount).map((one) => [one.id, one]))
  const byId = new Map(deposits.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    const deposit = row && readDeposit(row)
    const account = deposit && accountById.get(deposit.bankAccountId)
    if (row === undefined || deposit === undefined || account === undefined) return []
    const { heldBy, twin, unconfirmed } = row
    const { counterpartyAccount } = deposit
    const others = { heldBy, twin: twin === 1, unconfirmed: unconfirmed === 1 }
    return [{ deposit, account, counterpartyAccount, ...others }]
  })
}

export async function amountsOf(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<readonly { readonly id: number; readonly amount: number }[]> {
  if (ids.length === 0) return []
  const { id, amount } = bankTransactions
  return db.select({ id, amount }).from(bankTransactions).where(isOneOf(id, ids))
}

/** The fields of an account on which claims depend, or null. */
export async function findClaimedAccount(
  db: MerchantDatabase,
  id: number,
): Promise<ClaimedAccount | null> {
  const row = await db.select(termsColumns).from(bankAccounts).where(eq(bankAccounts.id, id)).get()
  return row ?? null
}

/** The fields of several accounts on which claims depend. */
export async function findTermsOf(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<readonly ClaimedAccount[]> {
  if (ids.length === 0) return []
  return db.select(termsColumns).from(bankAccounts).where(isOneOf(bankAccounts.id, ids))
}

/** Whether the database has an account that payouts can be paid from. */
export async function hasPayingAccount(db: MerchantDatabase): Promise<boolean> {
  const row = await db
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(inArray(bankAccounts.use, ['out', 'both']))
    .limit(1)
    .get()
  return row !== undefined
}
