import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { AwaitingLink, Deposit } from '../../rules/banking/evidence.ts'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import { amongNewest } from '../newest-rows.ts'
import { bankTransactions, collections, merchants, paymentLinks, payouts } from '../schema.ts'
import { awaitingColumns } from './claims.ts'

// Candidates of a transaction and of an order. Every read is bounded: each range gives its nearest rows only.

/** Ids of orders that were created in time for a transaction: from `first` until before `end`. */
export type OrderRange = { readonly first: number; readonly end: number }

/** A collection that a transaction may pay, with its merchant's uid and its link's times. */
export type PossibleCollection = {
  readonly collection: Collection
  readonly uid: string
  readonly link: AwaitingLink | null
}

/**
 * Collections on that account that wait, or are settled without a transaction, the newest first: those of that amount,
 * and those of any.
 */
export async function possibleCollections(
  db: MerchantDatabase,
  { bankAccountId, amount }: Pick<Deposit, 'bankAccountId' | 'amount'>,
  { first, end }: OrderRange,
): Promise<readonly PossibleCollection[]> {
  const { id } = collections
  const onAccount = and(eq(collections.bankAccountId, bankAccountId), gte(id, first), lt(id, end))
  // The predicate of a partial index has to be repeated to the letter.
  const isOpen = sql`bank_account_id is not null and backed is not 1`
  const nearest = amongNewest(
    id,
    [and(onAccount, eq(collections.amount, amount), isOpen), onAccount],
    readMax,
  )
  const found = await db
    .select({ collection: collections, uid: merchants.uid, link: awaitingColumns })
    .from(collections)
    .innerJoin(merchants, eq(merchants.id, collections.merchantId))
    .leftJoin(paymentLinks, eq(paymentLinks.id, collections.linkId))
    .where(and(nearest, sql`+${collections.backed} is not 1`))
  return found.map(({ collection, uid, link }) => {
    return { collection, uid, link: collection.linkId === null ? null : link }
  })
}

/** A payout that a transaction may pay, with its merchant's uid. */
export type PossiblePayout = { readonly payout: Payout; readonly uid: string }

/** Payouts that wait, or were made without a transaction, the newest first. */
export async function possiblePayouts(
  db: MerchantDatabase,
  { bankAccountId }: Pick<Deposit, 'bankAccountId'>,
  { first, end }: OrderRange,
): Promise<readonly PossiblePayout[]> {
  const { id, status } = payouts
  const inTime = and(gte(id, first), lt(id, end))
  const nearest = amongNewest(
    id,
    [
      and(eq(status, 'pending'), inTime),
      and(eq(status, 'processed'), inTime),
      and(eq(payouts.bankAccountId, bankAccountId), inTime),
    ],
    readMax,
  )
  return db
    .select({ payout: payouts, uid: merchants.uid })
    .from(payouts)
    .innerJoin(merchants, eq(merchants.id, payouts.merchantId))
    .where(and(nearest, sql`+${status} <> 'cancelled' and +${payouts.backed} is not 1`))
}

/** A transaction as candidates show it. */
export type PossibleDeposit = typeof bankTransactions.$inferSelect

/**
 * Transactions that nothing has claimed, booked from `from` until `until` (UTC seconds), the earliest first: those of
 * that amount, and those of any amount in that direction.
 */
export async function possibleDeposits(
  db: MerchantDatabase,
  amount: number,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<readonly PossibleDeposit[]> {
  const { id, bookedAt } = bankTransactions
  const inTime = sql`${bookedAt} between ${from} and ${until}`
  const sameDirection =
    amount < 0 ? sql`+${bankTransactions.amount} < 0` : sql`+${bankTransactions.amount} > 0`
  const first = (range: SQL | undefined) =>
    sql`select * from (
      select ${id} from ${bankTransactions} where ${range} order by ${bookedAt} limit ${readMax}
    )`
  const nearest = sql.join(
    [
      first(and(eq(bankTransactions.amount, amount), inTime)),
      first(and(sql`${bankTransactions.state} = 'unclaimed'`, inTime)),
    ],
    sql` union all `,
  )
  return db
    .select()
    .from(bankTransactions)
    .where(
      and(
        inArray(id, sql`(${nearest})`),
        sql`+${bankTransactions.state} = 'unclaimed'`,
        sameDirection,
      ),
    )
}

// Of each range.
const readMax = 300
