import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import { isOutOfSlot } from '../banking/unpaid-orders.ts'
import type { MerchantDatabase } from '../database.ts'
import { isOneOf } from '../is-one-of.ts'
import { newestPage, unindexed } from '../newest-rows.ts'
import { isSeenByAgent } from '../people/order-access.ts'
import { collections, merchants, paymentLinks, payouts } from '../schema.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** An order found by a search, with its merchant's uid. */
type OrderHit<O extends Collection | Payout> = { readonly order: O; readonly uid: string }

/** A collection with its link's payer, "" for none. */
type CollectionHit = OrderHit<Collection> & { readonly payerName: string }

/** An amount in hundredths, or the last five digits of the member's account; either may match. */
export type Deposit = { readonly amount: number | null; readonly last5: string | null }

/** The most rows of a search, and the most rows read among orders without an account. */
type Limits = { readonly limit: number; readonly scanLimit: number }

/**
 * The orders with that number, their own or the merchant's: the newest 20 of each of these merchants by the merchant's
 * number, and up to the limit in all, waiting ones first.
 *
 * @param names those of an agent, who gets only the orders it may see; null for all others
 */
export async function idsOfNumber(
  db: MerchantDatabase,
  merchantIds: readonly number[],
  { number, names, limit }: Readonly<{ number: string; names: Names; limit: number }>,
): Promise<readonly number[]> {
  const values = {
    merchants: JSON.stringify(merchantIds),
    number,
    limit,
    newest: newestOfMerchant,
    agents: names && JSON.stringify(names),
  }
  const found = await rowsOf(db, [collectionsOfNumber(values), payoutsOfNumber(values)])
  return found.flat().map(({ id }) => id)
}

/**
 * The archived orders with that number, their own or the merchant's: the newest 20 of each of these merchants by the
 * merchant's number. Their objects decide what an agent may see.
 */
export async function archivedIdsOfNumber(
  db: MerchantDatabase,
  merchantIds: readonly number[],
  { number, limit }: Readonly<{ number: string; limit: number }>,
): Promise<readonly number[]> {
  const values = {
    merchants: JSON.stringify(merchantIds),
    number,
    limit,
    newest: newestOfMerchant,
    after: 0,
  }
  const [found] = await rowsOf(db, [archivedOfNumber(values)] as const)
  return found.map(({ id }) => id)
}

const archivedOfOther = (paid: 0 | 1) => `select * from (
      select id from archived_orders as one indexed by archived_orders_merchant_order_no
      where merchant_id = merchants.value and merchant_order_no = :number
        and merchant_order_no is not null and paid = ${paid}
      order by id desc limit :newest
    )`

// Reads no merchant if nothing is archived.
const archivedOfNumber = sqlText<
  Omit<OrderQuery, 'agents'> & { readonly after: number },
  { readonly id: number }
>(`
  select archived_orders.id as id
  from (select id from archived_orders where id > :after order by id desc limit 1) as newest
    cross join json_each(:merchants) as merchants cross join archived_orders not indexed
  where archived_orders.id in (
    select id from archived_orders as one indexed by archived_orders_number
    where merchant_id = merchants.value and number = :number and number <> ''
    union all
    ${archivedOfOther(0)}
    union all
    ${archivedOfOther(1)}
  )
  order by 1 desc limit :limit
`)

type Names = readonly string[] | null
const newestOfMerchant = 20

type OrderQuery = Readonly<
  Record<'merchants' | 'number', string> &
    Record<'limit' | 'newest', number> & { readonly agents: string | null }
>

const collectionsOfNumber = sqlText<OrderQuery, { readonly id: number }>(
  ofNumber('collections', 'orderid', ['succeeded', 'manual']),
)
const payoutsOfNumber = sqlText<OrderQuery, { readonly id: number }>(
  ofNumber('payouts', 'serial_no', ['processed', 'cancelled']),
)

function ofNumber(table: string, ownNo: string, over: readonly string[]): string {
  const inState = ['pending', ...over].map(
    (status) => `select * from (
      select id, '${status}' = 'pending' as waits from ${table} as one
      where merchant_id = merchants.value and merchant_order_no = :number and status = '${status}'
        and merchant_order_no <> ${ownNo}
      order by id desc limit :newest
    )`,
  )
  const columns = `${table}.id as id, status = 'pending' as waits`
  const ofMerchants = `from json_each(:merchants) as merchants cross join ${table}`
  return `
    select id from (
      select ${columns} ${ofMerchants}
      where merchant_id = merchants.value and ${ownNo} = :number and ${isSeenByAgent}
      union all
      select ${columns} ${ofMerchants}
      where ${table}.id in (
        select id from (${inState.join(' union all ')}) order by waits desc, id desc limit :newest
      ) and ${isSeenByAgent}
    ) as newest
    order by waits desc, id desc
    limit :limit`
}

/**
 * The orders whose number, their own or the merchant's, begins with the text, each with that number: the last ones of
 * each merchant by number, and up to the limit in all, waiting ones first.
 */
export async function idsOfBeginning(
  db: MerchantDatabase,
  merchantIds: readonly number[],
  { beginnings, names, limit }: Beginning,
): Promise<readonly NumberedId[]> {
  const values = {
    merchants: JSON.stringify(merchantIds),
    beginnings: JSON.stringify(beginnings),
    limit,
    share: Math.max(newestOfMerchant, Math.floor(begunMax / Math.max(1, merchantIds.length))),
    agents: names && JSON.stringify(names),
  }
  const found = await rowsOf(db, [collectionsOfBeginning(values), payoutsOfBeginning(values)])
  return found.flat()
}

type Beginning = Readonly<{ beginnings: readonly string[]; names: Names; limit: number }>

/** An order, and the number by which it was found. */
export type NumberedId = { readonly id: number; readonly number: string }

/** The most orders of one merchant read by the beginning of a number. */
const begunMax = 500

type BeginningQuery = Readonly<
  Record<'merchants' | 'beginnings', string> &
    Record<'limit' | 'share', number> & { readonly agents: string | null }
>

const collectionsOfBeginning = sqlText<BeginningQuery, NumberedId>(
  ofBeginning('collections', 'orderid'),
)
const payoutsOfBeginning = sqlText<BeginningQuery, NumberedId>(ofBeginning('payouts', 'serial_no'))

// No character sorts after the last one of Unicode. The condition of a partial index is repeated, so that it is used.
function ofBeginning(table: string, ownNo: string): string {
  const those = (number: string, condition: string) => `
    select ${table}.id as id, ${number} as number, status = 'pending' as waits
    from json_each(:merchants) as merchants cross join json_each(:beginnings) as beginnings cross join ${table}
    where ${table}.id in (
      select id from ${table} as one
      where merchant_id = merchants.value and ${number} >= beginnings.value
        and ${number} < beginnings.value || char(1114111) ${condition}
      order by ${number} desc
      limit :share
    ) and ${isSeenByAgent}`
  return `
    select id, number from (
      ${those(ownNo, '')}
      union all
      ${those('merchant_order_no', `and merchant_order_no <> ${ownNo}`)}
    ) as newest
    order by waits desc, id desc
    limit :limit`
}

/** The newest orders whose transaction number ends with the text. */
export async function idsOfTradeNoEnd(
  db: MerchantDatabase,
  end: string,
): Promise<readonly number[]> {
  const values = { end, after: 0, newest: endsScannedMax }
  const found = await rowsOf(db, [collectionsOfEnd(values), payoutsOfEnd(values)])
  return found.flat().map(({ id }) => id)
}

/** The newest collections, and payouts, that are searched for the end of a number. */
const endsScannedMax = 5_000

type EndQuery = Readonly<{ end: string; after: number; newest: number }>

const collectionsOfEnd = sqlText<EndQuery, { readonly id: number }>(ofEnd('collections'))
const payoutsOfEnd = sqlText<EndQuery, { readonly id: number }>(ofEnd('payouts'))

// No index has the end of a number.
function ofEnd(table: string): string {
  return `
    select id from (
      select id, trade_no from ${table} where id > :after order by id desc limit :newest
    ) as newest
    where trade_no like '%' || :end`
}

/**
 * The waiting collections with that deposit on these accounts: of each account those of the amount, finished ones
 * included while they are few, and the waiting ones with those digits, whether or not their link lives.
 */
export async function idsOnAccounts({
  db,
  accountIds,
  deposit,
  limits: { limit, scanLimit },
}: {
  readonly db: MerchantDatabase
  readonly accountIds: readonly number[]
  readonly deposit: Deposit
  readonly limits: Limits
}): Promise<readonly number[]> {
  if (accountIds.length === 0) return []
  const share = Math.max(10, Math.floor((2 * scanLimit) / accountIds.length))
  const values = { accounts: JSON.stringify(accountIds), ...deposit, limit, scanLimit, share }
  const [ofAmount, ofDigits] = await rowsOf(db, [openOfAmount(values), waitingOfDigits(values)])
  const counts = Map.groupBy(ofAmount, ({ account }) => account)
  const crowded = [...counts].flatMap(([account, rows]) => (rows.length < share ? [] : [account]))
  const [waiting] =
    crowded.length === 0
      ? [[]]
      : await rowsOf(db, [waitingOfAmount({ ...values, accounts: JSON.stringify(crowded) })])
  const open = ofAmount.filter(({ waits }) => waits === 1).slice(0, limit)
  return [...open, ...waiting, ...ofDigits].map(({ id }) => id)
}

type DepositSearch = Deposit & Limits & { readonly accounts: string; readonly share: number }

// The conditions repeat the predicates of the partial indexes, which sqlite needs to use them.
const openOfAmount = sqlText<
  DepositSearch,
  { readonly id: number; readonly account: number; readonly waits: number }
>(`
  select collections.id as id, bank_account_id as account, status = 'pending' as waits
  from json_each(:accounts) as accounts cross join collections
  where collections.id in (
    select id from collections as one
    where bank_account_id = accounts.value and amount = :amount
      and bank_account_id is not null and backed is not 1
    order by id desc
    limit :share
  )
  order by 1 desc
`)
const waitingOfAmount = sqlText<DepositSearch, { readonly id: number }>(`
  select id from (
    select id, amount, bank_account_id from collections
    where status = 'pending' and collection_status = 'matched'
    order by id desc
    limit 10 * :scanLimit
  ) as newest
  where amount = :amount and bank_account_id in (select value from json_each(:accounts))
  order by id desc
  limit :limit
`)
const waitingOfDigits = sqlText<DepositSearch, { readonly id: number }>(`
  select id from (
    select collections.id from json_each(:accounts) as accounts cross join collections
    where collections.id in (
      select * from (
        select id from (
          select id from collections as one
          where bank_account_id = accounts.value and last5 = :last5 and ${isOutOfSlot('one')}
          limit 10 * :scanLimit
        ) as newest
        order by id desc
        limit :share
      )
      union all
      select * from (
        select order_id from slots
        where last5 = :last5 and bank_account_id = accounts.value
        limit :share
      )
    ) and collections.bank_account_id = accounts.value and collections.status = 'pending'
  ) as newest
  order by id desc
  limit :limit
`)

/** The orders with that deposit among the newest that are pending without an account, or put aside. */
export async function idsOnNone(
  db: MerchantDatabase,
  deposit: Deposit,
  limits: Limits,
): Promise<readonly number[]> {
  const pending = (matching: Collection['collectionStatus']) =>
    and(sql`${collections.status} = 'pending'`, eq(collections.collectionStatus, matching))
  const onNone = isNull(unindexed(collections.bankAccountId))
  const has = hasDeposit(collections, deposit)
  const found = await Promise.all([
    newestIds({
      db,
      table: collections,
      walk: { ranges: [pending('pending')], thinning: [onNone, has] },
      limits,
    }),
    newestIds({
      db,
      table: collections,
      walk: { ranges: [pending('exception')], thinning: [has] },
      limits,
    }),
    // Orders matched by free text, without a registered account.
    newestIds({
      db,
      table: collections,
      walk: { ranges: [pending('matched')], thinning: [onNone, has] },
      limits,
    }),
    newestIds({
      db,
      table: payouts,
      walk: {
        ranges: [sql`${payouts.status} = 'pending'`],
        thinning: [hasDeposit(payouts, deposit)],
      },
      limits,
    }),
  ])
  return found.flat()
}

function hasDeposit(columns: typeof collections | typeof payouts, { amount, last5 }: Deposit): SQL {
  const either = or(
    amount === null ? undefined : sql`${unindexed(columns.amount)} = ${amount}`,
    last5 === null ? undefined : sql`${unindexed(columns.last5)} = ${last5}`,
  )
  return sql`(${either})`
}

/** The collections of a member among the newest of its merchant. */
export async function idsOfMember({
  db,
  merchantId,
  memberNo,
  limits,
}: {
  readonly db: MerchantDatabase
  readonly merchantId: number
  readonly memberNo: string
  readonly limits: Limits
}): Promise<readonly number[]> {
  const ranges = [eq(collections.merchantId, merchantId)]
  const thinning = [sql`${unindexed(collections.userId)} = ${memberNo}`]
  return newestIds({ db, table: collections, walk: { ranges, thinning }, limits })
}

async function newestIds({
  db,
  table,
  walk,
  limits: { limit, scanLimit },
}: {
  readonly db: MerchantDatabase
  readonly table: typeof collections | typeof payouts
  readonly walk: {
    readonly ranges: readonly (SQL | undefined)[]
    readonly thinning: readonly SQL[]
  }
  readonly limits: Limits
}): Promise<readonly number[]> {
  const span = { from: 0, before: Number.MAX_SAFE_INTEGER, limit, scanLimit }
  const read = (where: SQL | undefined) =>
    db.select({ id: table.id }).from(table).where(where).orderBy(desc(table.id)).limit(limit)
  const { rows } = await newestPage({ db, id: table.id, walk, span, read })
  return rows.map(({ id }) => id)
}

/** The collections and payouts with those ids, in no particular order. */
export async function ordersOfIds(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<readonly [readonly CollectionHit[], readonly OrderHit<Payout>[]]> {
  if (ids.length === 0) return [[], []]
  const [found, paid] = await db.batch([
    db
      .select({
        order: collections,
        uid: merchants.uid,
        payerName: sql<string>`coalesce(${paymentLinks.content} ->> 'payerName', '')`,
      })
      .from(collections)
      .innerJoin(merchants, eq(merchants.id, collections.merchantId))
      .leftJoin(paymentLinks, eq(paymentLinks.id, collections.linkId))
      .where(isOneOf(collections.id, ids)),
    db
      .select({ order: payouts, uid: merchants.uid })
      .from(payouts)
      .innerJoin(merchants, eq(merchants.id, payouts.merchantId))
      .where(isOneOf(payouts.id, ids)),
  ])
  return [found, paid]
}
