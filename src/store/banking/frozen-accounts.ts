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
  from bank_accounts cross join collections
    on collections.bank_account_id = bank_accounts.id
    and collections.status = 'pending' and collections.collection_status = 'matched'
  where bank_accounts.state = 'frozen'
  limit :limit
`)

/**
 * Makes exceptions of collections that wait on frozen accounts, in one batch. Skips what has left its account
 * meanwhile, and what waits on an account that is frozen no longer.
 */
export async function putAsideFrozen({
  db,
  ids,
  reason,
  now,
}: {
  readonly db: MerchantDatabase
  readonly ids: readonly number[]
  readonly reason: string
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
    ...leaveAccounts(db, which),
    ...putAside({ db, which, reason, now }),
  ])
}

const isFrozen = sql`exists (
  select 1 from bank_accounts
  where bank_accounts.id = ${collections.bankAccountId} and +bank_accounts.state = 'frozen'
)`
