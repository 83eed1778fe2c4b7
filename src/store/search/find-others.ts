import { eq, sql } from 'drizzle-orm'
import type { TransactionState } from '../../contract/back-office/banking-values.ts'
import type { PaymentLink } from '../../rules/links/payment-link.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import { collections, merchants, paymentLinks } from '../schema.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import type { Deposit } from './find-orders.ts'

/** A link that a search has found, with its merchant's uid, and its collection if it has one. */
export type FoundLink = {
  readonly link: Pick<PaymentLink, 'id' | 'state' | 'session' | 'sentAmount' | 'createdAt'>
  readonly uid: string
  readonly collection: Collection | null
}

/** Finds the link with that id whose session or token begins with that text; null when there is none. */
export async function findLinkBeginning(
  db: MerchantDatabase,
  { id, beginning }: { readonly id: number; readonly beginning: string },
): Promise<FoundLink | null> {
  const { state, session, token, sentAmount, createdAt } = paymentLinks
  const begins = sql`${beginning} in (
    substr(${session}, 1, ${beginning.length}), substr(${token}, 1, ${beginning.length})
  )`
  const row = await db
    .select({
      link: { id: paymentLinks.id, state, session, sentAmount, createdAt },
      uid: merchants.uid,
      collection: collections,
    })
    .from(paymentLinks)
    .innerJoin(merchants, eq(merchants.id, paymentLinks.merchantId))
    .leftJoin(collections, eq(collections.id, paymentLinks.collectionId))
    .where(sql`${paymentLinks.id} = ${id} and ${begins}`)
    .get()
  return row ?? null
}

/** A bank transaction that a search has found. */
export type FoundTransaction = {
  readonly id: number
  readonly amount: number
  readonly state: TransactionState
  readonly createdAt: number
  readonly matchedOn: 'external_id' | 'amount' | 'last5'
}

/**
 * The transactions of these accounts with that number of the bank; or with that amount, of either direction, among the
 * newest of it; or with those five digits among the newest that nothing has claimed.
 */
export async function findTransactions(
  db: MerchantDatabase,
  accountIds: readonly number[],
  externalId: string,
  { amount, last5 }: Deposit,
): Promise<readonly FoundTransaction[]> {
  const asked = { accounts: JSON.stringify(accountIds), externalId, limit: newestMax }
  const [numbered, incoming, outgoing, digits] = await rowsOf(db, [
    ofExternalId(asked),
    ofAmount({ ...asked, amount }),
    ofAmount({ ...asked, amount: amount && -amount }),
    ofDigits({ ...asked, last5 }),
  ])
  return [...numbered, ...incoming, ...outgoing, ...digits]
}

/** How many of the newest transactions are looked at. */
const newestMax = 1_000

type AskedOf<More> = { readonly accounts: string; readonly limit: number } & More

const shown = (matchedOn: FoundTransaction['matchedOn'], from = 'newest') =>
  `${from}.id, amount, state, created_at as createdAt, '${matchedOn}' as matchedOn`
const isOfAccount = 'bank_account_id in (select value from json_each(:accounts))'

const ofExternalId = sqlText<{ accounts: string; externalId: string }, FoundTransaction>(`
  select ${shown('external_id', 'bank_transactions')}
  from json_each(:accounts) as asking cross join bank_transactions
  where bank_account_id = asking.value and external_id = :externalId and external_id is not null
`)

const ofAmount = sqlText<AskedOf<{ amount: number | null }>, FoundTransaction>(`
  select ${shown('amount')} from (
    select * from bank_transactions where amount = :amount order by booked_at desc limit :limit
  ) as newest where ${isOfAccount}
`)

const ofDigits = sqlText<AskedOf<{ last5: string | null }>, FoundTransaction>(`
  select ${shown('last5')} from (
    select * from bank_transactions where state = 'unclaimed' order by booked_at desc limit :limit
  ) as newest where :last5 <> '' and counterparty_last5 = :last5 and ${isOfAccount}
`)
