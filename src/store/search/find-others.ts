import { eq, sql } from 'drizzle-orm'
import type { TransactionState } from '../../contract/back-office/states.ts'
import type { PaymentLink } from '../../rules/links/payment-link.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import { plainText } from '../../units/plain-name.ts'
import type { MerchantDatabase } from '../database.ts'
import { collections, merchants, paymentLinks } from '../schema.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import type { Deposit } from './find-orders.ts'

/** A link found by a search, with its merchant's uid and its collection, if any. */
type LinkHit = {
  readonly link: Pick<
    PaymentLink,
    'id' | 'state' | 'session' | 'sentAmount' | 'createdAt' | 'merchantOrderNo' | 'content'
  >
  readonly uid: string
  readonly collection: Collection | null
}

/** The link with that id whose session or token begins with the text, or null. */
export async function findLinkBeginning(
  db: MerchantDatabase,
  { id, beginning }: { readonly id: number; readonly beginning: string },
): Promise<LinkHit | null> {
  const { state, session, token, sentAmount, createdAt, merchantOrderNo, content } = paymentLinks
  const begins = sql`${beginning} in (
    substr(${session}, 1, ${beginning.length}), substr(${token}, 1, ${beginning.length})
  )`
  const row = await db
    .select({
      link: {
        id: paymentLinks.id,
        state,
        session,
        sentAmount,
        createdAt,
        merchantOrderNo,
        content,
      },
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
type TransactionHit = {
  readonly id: number
  readonly amount: number
  readonly state: TransactionState
  readonly createdAt: number
  readonly matchedOn: 'external_id' | 'amount' | 'last5'
  readonly bankAccountId: number
  readonly partyName: string
  readonly last5: string
  /** The order that it pays, and since when (UTC seconds); null for none. */
  readonly orderId: number | null
  readonly claimedAt: number | null
}

/**
 * The transactions of these accounts with that bank number; or with that amount, in either direction, the newest of
 * each account and the unclaimed ones; or with those five digits.
 */
export async function findTransactions({
  db,
  accountIds,
  externalId,
  deposit: { amount, last5 },
}: {
  readonly db: MerchantDatabase
  readonly accountIds: readonly number[]
  readonly externalId: string
  readonly deposit: Deposit
}): Promise<readonly TransactionHit[]> {
  const limit = Math.max(20, Math.floor(newestMax / accountIds.length))
  const key = plainText(externalId)
  const values = { accounts: JSON.stringify(accountIds), externalId, key, limit }
  const back = amount && -amount
  const found = await rowsOf(db, [
    ofExternalId(values),
    ofAmount({ ...values, amount }),
    ofAmount({ ...values, amount: back }),
    unclaimedOfAmount({ ...values, amount }),
    unclaimedOfAmount({ ...values, amount: back }),
    ofDigits({ ...values, last5 }),
  ])
  return found.flat()
}

/** The most transactions of an amount, or of five digits, that up to 50 accounts share. */
const newestMax = 1_000

type SearchTerms<More> = { readonly accounts: string; readonly limit: number } & More

const hitColumns = (matchedOn: TransactionHit['matchedOn'], from = 'bank_transactions') =>
  `${from}.id, amount, state, created_at as createdAt, order_id as orderId,
    claimed_at as claimedAt, '${matchedOn}' as matchedOn, ${from}.bank_account_id as bankAccountId,
    counterparty_name as partyName, counterparty_last5 as last5`

// Its first number, or another feed's number for it.
const ofExternalId = sqlText<
  { accounts: string; externalId: string; key: string },
  TransactionHit
>(`
  select ${hitColumns('external_id', 'bank_transactions')}
  from json_each(:accounts) as accounts cross join bank_transactions
  where bank_account_id = accounts.value and external_id is not null
    and coalesce(external_key, external_id) in (:key, :externalId)
  union
  select ${hitColumns('external_id', 'bank_transactions')}
  from json_each(:accounts) as accounts cross join bank_transaction_numbers
    cross join bank_transactions on bank_transactions.id = transaction_id
  where bank_transaction_numbers.bank_account_id = accounts.value
    and bank_transaction_numbers.external_key = :key
`)

// Lines with a time, and lines of a day, are two ranges of the index.
const ofAmount = sqlText<SearchTerms<{ amount: number | null }>, TransactionHit>(`
  select ${hitColumns('amount')}
  from json_each(:accounts) as accounts cross join bank_transactions
  where bank_transactions.id in (
    select * from (
      select id from bank_transactions as one
      where bank_account_id = accounts.value and amount = :amount and day_only = 0
      order by booked_at desc limit :limit
    )
    union all
    select * from (
      select id from bank_transactions as one
      where bank_account_id = accounts.value and amount = :amount and day_only = 1
      order by booked_at desc limit :limit
    )
  )
`)

const unclaimedOfAmount = sqlText<SearchTerms<{ amount: number | null }>, TransactionHit>(`
  select ${hitColumns('amount')}
  from json_each(:accounts) as accounts cross join bank_transactions
  where bank_transactions.id in (
    select id from bank_transactions as one
    where bank_account_id = accounts.value and amount = :amount and state = 'unclaimed'
    limit :limit
  )
`)

const ofDigits = sqlText<SearchTerms<{ last5: string | null }>, TransactionHit>(`
  select ${hitColumns('last5')}
  from json_each(:accounts) as accounts cross join bank_transactions
  where :last5 <> '' and bank_transactions.id in (
    select id from bank_transactions as one
    where bank_account_id = accounts.value and counterparty_last5 = :last5
    limit :limit
  )
`)
