import { eq, inArray, sql } from 'drizzle-orm'
import type { Claim, ClaimedAccount, NamedDeposit } from '../../rules/banking/claim.ts'
import type { AwaitingLink } from '../../rules/banking/evidence.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { bankAccounts, bankTransactions, collections, paymentLinks, payouts } from '../schema.ts'
import { sqlText } from '../sql-text.ts'

/** Which order claims, who makes it claim, and when (UTC seconds). */
export type Claiming = {
  readonly orderId: number
  readonly actor: string
  readonly at: number
}

/**
 * Claims and frees transactions, in the batch of a step. Guarded by `transaction_taken` and `transaction_ignored`: a
 * transaction pays one order at a time, so of all that claim it at once one commits; and by `transaction_changed`: what
 * is freed is still the order's.
 */
export function claimStatements(
  { claimed, freed }: Claim,
  { orderId, actor, at }: Claiming,
): readonly Statement[] {
  const ids = (some: readonly number[]) => JSON.stringify(some)
  return [
    ...(claimed.length === 0 ? [] : [claimAll({ ids: ids(claimed), orderId, actor, at })]),
    ...(freed.length === 0 ? [] : [freeAll({ ids: ids(freed), orderId })]),
  ]
}

const claimAll = sqlText<{ ids: string } & Claiming>(`
  update bank_transactions
  set
    state = 'claimed',
    order_id = :orderId,
    claimed_by = :actor,
    claimed_at = :at,
    refused = case state
      when 'claimed' then 'transaction_taken'
      when 'ignored' then 'transaction_ignored'
    end
  where id in (select value from json_each(:ids))
`)

const freeAll = sqlText<{ ids: string; orderId: number }>(`
  update bank_transactions
  set
    state = 'unclaimed',
    order_id = null,
    claimed_by = '',
    claimed_at = null,
    refused = case when order_id = :orderId then null else 'transaction_changed' end
  where id in (select value from json_each(:ids))
`)

/** The columns of a transaction that orders are concerned with. */
export const depositColumns = {
  id: bankTransactions.id,
  bankAccountId: bankTransactions.bankAccountId,
  bookedAt: bankTransactions.bookedAt,
  dayOnly: bankTransactions.dayOnly,
  amount: bankTransactions.amount,
  counterpartyLast5: bankTransactions.counterpartyLast5,
  counterpartyName: bankTransactions.counterpartyName,
  state: bankTransactions.state,
}

/** The columns of an account that claims are concerned with. */
export const termsColumns = {
  id: bankAccounts.id,
  agents: bankAccounts.agents,
  merchants: bankAccounts.merchants,
  use: bankAccounts.use,
  backing: bankAccounts.backing,
  state: bankAccounts.state,
}

/** The transactions with these ids, in that order, each with its account and the order that has claimed it. */
export async function findDeposits(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<readonly NamedDeposit[]> {
  if (ids.length === 0) return []
  const found = await db
    .select({
      deposit: depositColumns,
      account: termsColumns,
      heldBy: sql<string>`coalesce(${collections.tradeNo}, ${payouts.tradeNo}, '')`.as('held_by'),
    })
    .from(bankTransactions)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankTransactions.bankAccountId))
    .leftJoin(collections, eq(collections.id, bankTransactions.orderId))
    .leftJoin(payouts, eq(payouts.id, bankTransactions.orderId))
    .where(inArray(bankTransactions.id, [...ids]))
  const byId = new Map(found.map((one) => [one.deposit.id, one]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The amounts of transactions. */
export async function amountsOf(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<readonly { readonly id: number; readonly amount: number }[]> {
  if (ids.length === 0) return []
  const { id, amount } = bankTransactions
  return db
    .select({ id, amount })
    .from(bankTransactions)
    .where(inArray(id, [...ids]))
}

/** What claims need to know of an account; null when there is none with that id. */
export async function findClaimedAccount(
  db: MerchantDatabase,
  id: number,
): Promise<ClaimedAccount | null> {
  const row = await db.select(termsColumns).from(bankAccounts).where(eq(bankAccounts.id, id)).get()
  return row ?? null
}

/** The same of several accounts. */
export async function findTermsOf(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<readonly ClaimedAccount[]> {
  if (ids.length === 0) return []
  return db
    .select(termsColumns)
    .from(bankAccounts)
    .where(inArray(bankAccounts.id, sql`(select value from json_each(${JSON.stringify(ids)}))`))
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

/** How long a link awaits its payment, and of whom; null when there is none with that id. */
export async function findAwaitingLink(
  db: MerchantDatabase,
  id: number,
): Promise<AwaitingLink | null> {
  const row = await db
    .select(awaitingColumns)
    .from(paymentLinks)
    .where(eq(paymentLinks.id, id))
    .get()
  return row ?? null
}

/** The columns of a link that say how long its payment is awaited, and of whom. */
export const awaitingColumns = {
  endsAt: paymentLinks.endsAt,
  waitExpiresAt: paymentLinks.waitExpiresAt,
  expiresAt: paymentLinks.expiresAt,
  payerName: sql<string>`coalesce(${paymentLinks.content} ->> 'payerName', '')`.as('payer_name'),
}
