import { asc, gt } from 'drizzle-orm'
import type { MerchantDatabase } from '../database.ts'
import { bankAccounts } from './banking-schema.ts'

/** Whether a database has a bank account, in whatever state. */
export async function hasBankAccount(db: MerchantDatabase): Promise<boolean> {
  const { id } = bankAccounts
  // Always true, so that sqlite walks the primary key and stops at the first.
  const first = db.select({ id }).from(bankAccounts).where(gt(id, 0)).orderBy(asc(id)).limit(1)
  return (await first.get()) !== undefined
}
