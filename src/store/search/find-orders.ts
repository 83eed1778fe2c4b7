import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import { newestPage, thin } from '../newest-rows.ts'
import { lastFiveOf, lastFiveText } from '../orders/order-filter.ts'
import { collections, merchants, payouts } from '../schema.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** An order that a search has found, with its merchant's uid. */
export type FoundOrder<O extends Collection | Payout> = { readonly order: O; readonly uid: string }

/** An amount in hundredths, or the last five digits of the member's account: either will do. */
export type Deposit = { readonly amount: number | null; readonly last5: string | null }

/** What a search reads at most: so many rows in all, and of those on no account so many are looked at. */
type Limits = { readonly limit: number; readonly lookedAt: number }

/**
 * The orders that have that number, their own or the merchant's: the newest of each status at each of these merchants,
 * by one seek each.
 */
export async function idsOfNumber(
  db: MerchantDatabase,
  merchantIds: readonly number[],
  number: string,
): Promise<readonly number[]> {
  const asked = { merchants: JSON.stringify(merchantIds), number }
  const found = await rowsOf(db, [collectionsOfNumber(asked), payoutsOfNumber(asked)])
  return found.flat().map(({ id }) => id)
}

type Asked = Readonly<Record<'merchants' | 'number', string>>

const collectionsOfNumber = sqlText<Asked, { readonly id: number }>(
  ofNumber('collections', 'orderid', ['pending', 'succeeded', 'manual']),
)
const payoutsOfNumber = sqlText<Asked, { readonly id: number }>(
  ofNumber('payouts', 'serial_no', ['pending', 'processed', 'cancelled']),
)

function ofNumber(table: string, ownNo: string, statuses: readonly string[]): string {
  const newest = statuses.map(
    (status) => `select (
      select id from ${table}
      where merchant_id = asking.value and merchant_order_no = :number and status = '${status}'
        and merchant_order_no <> ${ownNo}
      order by id desc limit 1
    ) as id from json_each(:merchants) as asking`,
  )
  const own = `select (
    select id from ${table} where merchant_id = asking.value and ${ownNo} = :number
  ) as id from json_each(:merchants) as asking`
  return `select id from (${[own, ...newest].join(' union all ')}) where id is not null`
}

/**
 * The pending collections with that deposit that wait on one of these accounts: one seek each, and no more entries than
 * are looked at.
 */
export async function idsOnAccounts(
  db: MerchantDatabase,
  accountIds: readonly number[],
  deposit: Deposit,
  { limit, lookedAt }: Limits,
): Promise<readonly number[]> {
  const asked = { accounts: JSON.stringify(accountIds), ...deposit, limit, lookedAt }
  const found = await rowsOf(db, [waitingOfAmount(asked), waitingOfDigits(asked)])
  return found.flat().map(({ id }) => id)
}

type AskedOfAccounts = Deposit & Limits & { readonly accounts: string }

// The conditions repeat the predicates of the partial indexes, which sqlite needs to use them.
const waitingOfAmount = sqlText<AskedOfAccounts, { readonly id: number }>(`
  select id from (
    select collections.id, status from json_each(:accounts) as asking cross join collections
    where bank_account_id = asking.value and amount = :amount
      and bank_account_id is not null and backed is not 1
    limit :lookedAt
  ) as newest
  where status = 'pending'
  order by id desc
  limit :limit
`)
const waitingOfDigits = sqlText<AskedOfAccounts, { readonly id: number }>(`
  select id from (
    select collections.id from json_each(:accounts) as asking cross join collections
    where bank_account_id = asking.value and ${lastFiveText('counterparty_account')} = :last5
      and bank_account_id is not null and status = 'pending' and collection_status = 'matched'
    limit :lookedAt
  ) as newest
  order by id desc
  limit :limit
`)

/** The orders with that deposit among the newest that are pending and wait on no account, or are put aside. */
export async function idsOnNone(
  db: MerchantDatabase,
  deposit: Deposit,
  limits: Limits,
): Promise<readonly number[]> {
  const pending = (matching: Collection['collectionStatus']) =>
    and(sql`${collections.status} = 'pending'`, eq(collections.collectionStatus, matching))
  const onNone = isNull(thin(collections.bankAccountId))
  const has = hasDeposit(collections.amount, lastFiveOf(collections.counterpartyAccount), deposit)
  const found = await Promise.all([
    newestIds(db, collections, { ranges: [pending('pending')], thinning: [onNone, has] }, limits),
    newestIds(db, collections, { ranges: [pending('exception')], thinning: [has] }, limits),
    // Those that were matched by free text, without an account of the register.
    newestIds(db, collections, { ranges: [pending('matched')], thinning: [onNone, has] }, limits),
    newestIds(
      db,
      payouts,
      {
        ranges: [eq(payouts.status, 'pending')],
        thinning: [hasDeposit(payouts.amount, lastFiveOf(payouts.payeeAccount), deposit)],
      },
      limits,
    ),
  ])
  return found.flat()
}

function hasDeposit(
  column: typeof collections.amount | typeof payouts.amount,
  digits: SQL,
  { amount, last5 }: Deposit,
): SQL {
  const either = or(
    amount === null ? undefined : sql`${thin(column)} = ${amount}`,
    last5 === null ? undefined : sql`${digits} = ${last5}`,
  )
  return sql`(${either})`
}

/** The collections of a member among the newest of its merchant. */
export async function idsOfMember(
  db: MerchantDatabase,
  merchantId: number,
  memberNo: string,
  limits: Limits,
): Promise<readonly number[]> {
  const owned = eq(collections.merchantId, merchantId)
  const ranges = (['pending', 'succeeded', 'manual'] as const).flatMap((status) =>
    (['pending', 'matched', 'exception'] as const).map((matching) =>
      and(owned, eq(collections.status, status), eq(collections.collectionStatus, matching)),
    ),
  )
  const thinning = [sql`${thin(collections.userId)} = ${memberNo}`]
  return newestIds(db, collections, { ranges, thinning }, limits)
}

async function newestIds(
  db: MerchantDatabase,
  table: typeof collections | typeof payouts,
  walk: { readonly ranges: readonly (SQL | undefined)[]; readonly thinning: readonly SQL[] },
  { limit, lookedAt }: Limits,
): Promise<readonly number[]> {
  const span = { from: 0, before: Number.MAX_SAFE_INTEGER, limit, lookedAt }
  const read = (where: SQL | undefined) =>
    db.select({ id: table.id }).from(table).where(where).orderBy(desc(table.id)).limit(limit)
  const { rows } = await newestPage(db, table.id, walk, span, read)
  return rows.map(({ id }) => id)
}

/** The collections and payouts with those ids, in no particular order. */
export async function ordersOfIds(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<readonly [readonly FoundOrder<Collection>[], readonly FoundOrder<Payout>[]]> {
  if (ids.length === 0) return [[], []]
  const [found, paid] = await db.batch([
    db
      .select({ order: collections, uid: merchants.uid })
      .from(collections)
      .innerJoin(merchants, eq(merchants.id, collections.merchantId))
      .where(isOneOf(collections.id, ids)),
    db
      .select({ order: payouts, uid: merchants.uid })
      .from(payouts)
      .innerJoin(merchants, eq(merchants.id, payouts.merchantId))
      .where(isOneOf(payouts.id, ids)),
  ])
  return [found, paid]
}

// One parameter, because a statement takes a hundred at most.
function isOneOf(column: SQL | typeof collections.id | typeof payouts.id, ids: readonly number[]) {
  return sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`
}
