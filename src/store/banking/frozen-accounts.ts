import { and, eq, sql } from 'drizzle-orm'
import type { MerchantDatabase } from '../database.ts'
import { isOneOf } from '../is-one-of.ts'
import { putAside } from '../orders/put-aside.ts'
import { collections, paymentLinks } from '../schema.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { leaveAccounts } from './account-use.ts'

/** Ids of up to `limit` collections that wait on frozen accounts. */
export async function waitingOnFrozen(
  db: MerchantDatabase,
  limit: number,
): Promise<readonly number[]> {
  const [found] = await rowsOf(db, [selectWaiting({ limit })])
  return found.map(({ id }) => id)
}

const selectWaiting = sqlText<{ limit: number }, { id: number }>(`
  select collections.id
  from collections cross join bank_accounts on bank_accounts.id = collections.bank_account_id
  where collections.status = 'pending' and collections.collection_status = 'matched'
    and +bank_accounts.state = 'frozen'
  limit :limit
`)

/**
 * Transaction numbers of up to `limit` collections that wait on an account, or became exceptions by its freezing, among
 * its newest.
 */
export async function waitingOnAccount(
  db: MerchantDatabase,
  waiting: WaitingQuery,
): Promise<readonly string[]> {
  const [found] = await rowsOf(db, [selectWaitingOn(waiting)])
  return found.map(({ tradeNo }) => tradeNo)
}

/** `frozen` is the reason of the exceptions. */
type WaitingQuery = {
  readonly bankAccountId: number
  readonly frozen: string
  readonly limit: number
}

const scannedMax = 1_000

const selectWaitingOn = sqlText<WaitingQuery, { readonly tradeNo: string }>(`
  select trade_no as tradeNo from collections
  where +bank_account_id = :bankAccountId and status = 'pending' and collection_status = 'matched'
  union all
  select trade_no from (
    select * from collections
    where bank_account_id = :bankAccountId and bank_account_id is not null
    order by id desc limit ${scannedMax}
  ) where status = 'pending' and collection_status = 'exception' and reason = :frozen
  limit :limit
`)

/**
 * Makes exceptions of collections that wait on frozen accounts, in one batch. Skips those that have left their account,
 * and accounts that are no longer frozen.
 */
export async function putAsideFrozen({
  db,
  ids,
  reason,
  now,
}: {
  readonly db: MerchantDatabase
  readonly ids: readonly number[]
  readonly reason: 'account_frozen'
  readonly now: number
}): Promise<void> {
  const which = and(
    isOneOf(collections.id, ids),
    eq(collections.collectionStatus, 'matched'),
    isFrozen,
  )
  const links = db.select({ id: collections.linkId }).from(collections).where(which)
  const theirs = sql`${paymentLinks.id} in (${links})`
  await rowsOf(db, [
    db
      .update(paymentLinks)
      .set({ endsAt: paymentLinks.waitExpiresAt })
      .where(and(theirs, sql`+${paymentLinks.state} = 'open'`)),
    leaveAccounts(db, which),
    ...putAside({ db, which, reason, now }),
  ])
}

const isFrozen = sql`exists (
  select 1 from bank_accounts
  where bank_accounts.id = ${collections.bankAccountId} and +bank_accounts.state = 'frozen'
)`
