import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { BankAccount } from '../../rules/banking/bank-account.ts'
import type { AccountChanges } from '../../rules/banking/bank-account-patch.ts'
import type { MerchantDatabase, PlatformDatabase, Statement } from '../database.ts'
import { bankAccountDirectory, bankAccounts } from '../schema.ts'

type Row = typeof bankAccounts.$inferSelect

export async function findBankAccount(
  db: MerchantDatabase,
  id: number,
): Promise<BankAccount | null> {
  const row = await db.select().from(bankAccounts).where(eq(bankAccounts.id, id)).get()
  return row === undefined ? null : accountOf(row)
}

/** The accounts with an id below `before`, newest first. */
export async function newestBankAccounts(
  db: MerchantDatabase,
  before: number,
  limit: number,
): Promise<readonly BankAccount[]> {
  const { id } = bankAccounts
  const rows = await db
    .select()
    .from(bankAccounts)
    .where(lt(id, before))
    .orderBy(desc(id))
    .limit(limit)
  return rows.map(accountOf)
}

/** The numbers of the accounts with an id below `before`, newest first. */
export async function newestAccountNumbers(
  db: MerchantDatabase,
  before: number,
  limit: number,
): Promise<readonly Pick<BankAccount, 'id' | 'accountNo'>[]> {
  const { id, accountNo } = bankAccounts
  return db
    .select({ id, accountNo })
    .from(bankAccounts)
    .where(lt(id, before))
    .orderBy(desc(id))
    .limit(limit)
}

/** Inserts an account under its id in the directory. */
export function insertBankAccount(db: MerchantDatabase, account: BankAccount): Statement {
  return db.insert(bankAccounts).values(account)
}

/** Changes an account, guarded by `account_changed`. The new version breaks every batch guarded by the old one. */
export function changeBankAccount(
  db: MerchantDatabase,
  { id, version }: Pick<BankAccount, 'id' | 'version'>,
  changes: AccountChanges,
): Statement {
  return db
    .update(bankAccounts)
    .set({
      ...changes,
      version: version + 1,
      refused: sql`iif(${bankAccounts.version} = ${version}, null, 'account_changed')`,
    })
    .where(eq(bankAccounts.id, id))
}

type DirectoryEntry = typeof bankAccountDirectory.$inferSelect

/** The directory's id of a bank and number; null if they are new. */
export async function findRegistered(
  db: PlatformDatabase,
  { bankCode, accountNo }: Omit<DirectoryEntry, 'id'>,
): Promise<number | null> {
  const condition = and(
    eq(bankAccountDirectory.bankCode, bankCode),
    eq(bankAccountDirectory.accountNo, accountNo),
  )
  const row = await db.select().from(bankAccountDirectory).where(condition).get()
  return row?.id ?? null
}

/** Adds a bank and number to the directory; existing ones keep their id. */
export function register(db: PlatformDatabase, entry: DirectoryEntry): Statement<PlatformDatabase> {
  const { bankCode, accountNo } = bankAccountDirectory
  return db
    .insert(bankAccountDirectory)
    .values(entry)
    .onConflictDoNothing({ target: [bankCode, accountNo] })
}

function accountOf({ refused: _refused, ...account }: Row): BankAccount {
  return account
}
