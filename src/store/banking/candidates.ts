import type { UnclaimedDeposit } from '../../rules/banking/deposit-marks.ts'
import type { AccountPeriod, AwaitingLink, Deposit } from '../../rules/banking/evidence.ts'
import type { OrderHolds } from '../../rules/merchants/hold.ts'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import {
  type AwaitingLinkRow,
  awaitingLinkColumns,
  awaitingLinkOf,
} from '../links/awaiting-link.ts'
import { holdValues, isHeldOrder } from '../merchants/holds.ts'
import { bankTransactions, collections, payouts } from '../schema.ts'
import { type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'
import { isUnsure } from './bank-transactions.ts'
import { hadPaid, isInSlot, isOutOfSlot, isSlotOf } from './unpaid-orders.ts'

// Candidates of a transaction and of an order. Each range reads only its nearest rows.

/** Ids of orders created in time for a transaction, from `first` until before `end`. */
type OrderRange = { readonly first: number; readonly end: number }

/** A collection that a transaction may pay, with its merchant's uid, its link's times and its former account. */
type PossibleCollection = {
  readonly collection: Collection
  readonly uid: string
  readonly link: AwaitingLink | null
  readonly former: readonly AccountPeriod[]
}

/**
 * Collections on an account, or that left it since `leftAfter` (UTC seconds), which are unpaid or settled without a
 * transaction: the newest of that amount and payer, of that amount, of that payer, and of any.
 */
export async function possibleCollections(
  db: MerchantDatabase,
  { bankAccountId, amount, counterpartyLast5: last5 }: DepositKey,
  range: OrderRange & { readonly leftAfter: number },
): Promise<readonly PossibleCollection[]> {
  const [rows] = await rowsOf(db, [selectCollections({ bankAccountId, amount, last5, ...range })])
  return rows.map((row) => {
    const collection = readCollection(row)
    const { uid, formerSince } = row
    const isHere = collection.bankAccountId === bankAccountId
    return {
      collection,
      uid,
      link: collection.linkId === null ? null : awaitingLinkOf(row),
      former: isHere ? [] : [{ bankAccountId, since: formerSince }],
    }
  })
}

type DepositKey = Pick<Deposit, 'bankAccountId' | 'amount' | 'counterpartyLast5'>

const readCollection = rowReader(collections)

type CollectionRow = RawRow &
  AwaitingLinkRow & { readonly uid: string; readonly formerSince: number | null }

const newest = (range: string, limit: number, id = 'id') =>
  `select * from (select ${range} order by ${id} desc limit ${limit})`

const inRange = (id: string) => `${id} >= :first and ${id} < :end`

const nearestOfPayer = (amounts: string) => `
  select * from (
    select id, collection_status from collections
    where last5 = :last5 and :last5 <> '' and bank_account_id = :bankAccountId
      and ${isOutOfSlot()} and ${amounts} limit 50
  )`

const selectCollections = sqlText<
  OrderRange &
    Readonly<{ bankAccountId: number; amount: number; last5: string; leftAfter: number }>,
  CollectionRow
>(`
  select
    one.*, merchants.uid, ${awaitingLinkColumns}, former_accounts.account_since as formerSince
  from collections as one
  cross join merchants on merchants.id = one.merchant_id
  left join payment_links as link on link.id = one.link_id
  left join former_accounts on former_accounts.bank_account_id = :bankAccountId
    and former_accounts.amount = one.amount and former_accounts.order_id = one.id
  where +one.backed is not 1 and one.id in (
    ${newest(
      `id from collections where bank_account_id = :bankAccountId and amount = :amount
      and bank_account_id is not null and backed is not 1 and ${inRange('id')}`,
      300,
    )}
    union all
    select id from (
      ${nearestOfPayer('amount < :amount order by amount desc')}
      union all
      ${nearestOfPayer('amount > :amount order by amount')}
    ) as nearest
    where collection_status = 'matched' and ${inRange('id')}
    union all
    select * from (
      ${newest(
        `id from collections where last5 = :last5 and :last5 <> '' and bank_account_id = :bankAccountId
        and ${isOutOfSlot()} and amount = :amount and ${inRange('id')}`,
        50,
      )}
      union all
      select * from (
        select order_id as id from slots where last5 = :last5 and :last5 <> ''
        and bank_account_id = :bankAccountId and ${inRange('order_id')} limit 100
      )
    )
    union all
    ${newest(`id from collections where bank_account_id = :bankAccountId and ${inRange('id')}`, 50)}
    union all
    ${newest(
      `order_id as id from former_accounts where bank_account_id = :bankAccountId
      and amount = :amount and ${inRange('order_id')} and left_at >= :leftAfter`,
      100,
      'order_id',
    )}
  )
`)

/** A payout that a transaction may pay, with its merchant's uid. */
type PossiblePayout = { readonly payout: Payout; readonly uid: string }

/** Payouts that wait, the oldest and the newest, or were carried out without a transaction. */
export async function possiblePayouts(
  db: MerchantDatabase,
  { bankAccountId }: Pick<Deposit, 'bankAccountId'>,
  { first, end }: OrderRange,
): Promise<readonly PossiblePayout[]> {
  const [rows] = await rowsOf(db, [selectPayouts({ bankAccountId, first, end })])
  return rows.map((row) => ({ payout: readPayout(row), uid: row.uid }))
}

const readPayout = rowReader(payouts)

const selectPayouts = sqlText<
  OrderRange & { readonly bankAccountId: number },
  RawRow & { readonly uid: string }
>(`
  select one.*, merchants.uid
  from payouts as one cross join merchants on merchants.id = one.merchant_id
  where +one.status <> 'cancelled' and +one.backed is not 1 and one.id in (
    select * from (
      select id from payouts where status = 'pending' and ${inRange('id')} order by id limit 150
    )
    union all
    ${newest(`id from payouts where status = 'pending' and ${inRange('id')}`, 150)}
    union all
    ${newest(`id from payouts where ${inRange('id')}`, 300)}
    union all
    ${newest(`id from payouts where bank_account_id = :bankAccountId and ${inRange('id')}`, 300)}
  )
`)

export type PossibleDeposit = typeof bankTransactions.$inferSelect & {
  /** Another order of this payer that waits on the account for this amount, or null. */
  readonly fitsBetter: string | null
}

/** The search values: an amount in hundredths, a payer or payee ("" if unknown), and times in UTC seconds. */
type WantedDeposit = {
  readonly amount: number
  readonly last5: string
  /** The earliest booking as a candidate, the earliest in time, and the latest. */
  readonly from: number
  readonly inTimeFrom: number
  /** The first day of lines in time that have a date alone. */
  readonly inTimeDay: number
  readonly until: number
}

/**
 * Unclaimed transactions of an account that may pay an order: of its amount and payer, of its amount, of its payer, and
 * of any; the first booked in time, and the last before.
 */
export async function possibleDeposits(
  db: MerchantDatabase,
  bankAccountId: number,
  wanted: WantedDeposit,
): Promise<readonly PossibleDeposit[]> {
  const values = { ...wanted, bankAccountId }
  const [rows] = await rowsOf(db, [selectDeposits(values)])
  return rows.map((row) => ({ ...readDeposit(row), fitsBetter: row.fitsBetter }))
}

/** Unclaimed debits of all accounts for payouts that may pay one. */
export async function possibleDebits(
  db: MerchantDatabase,
  wanted: WantedDeposit,
): Promise<readonly PossibleDeposit[]> {
  const [rows] = await rowsOf(db, [selectDebits(wanted)])
  return rows.map((row) => ({ ...readDeposit(row), fitsBetter: null }))
}

const readDeposit = rowReader(bankTransactions)

const ranged = (condition: string, order: string, limit: number) =>
  `select * from (select id from bank_transactions where ${condition} order by ${order} limit ${limit})`

// Ids of an account's transactions.
const idsOn = (account: string) => {
  const ofPayer = `bank_account_id = ${account} and counterparty_last5 = :last5`
  const unclaimed = `bank_account_id = ${account} and state = 'unclaimed'`
  const inTime = 'booked_at between :inTimeFrom and :until'
  return `
    ${ranged(`${ofPayer} and :last5 <> '' and amount = :amount and ${inTime}`, 'booked_at', 30)}
    union all
    ${ranged(`${unclaimed} and amount = :amount and ${inTime}`, 'booked_at', 30)}
    union all
    ${ranged(
      `${unclaimed} and amount = :amount and booked_at >= :from and booked_at < :inTimeFrom`,
      'booked_at desc',
      10,
    )}
    union all
    select * from (
      ${ranged(`${ofPayer} and :last5 <> '' and amount = :amount and booked_at = :inTimeDay`, 'id desc', 20)}
      union all
      ${ranged(`${unclaimed} and amount = :amount and booked_at = :inTimeDay`, 'id desc', 10)}
    )
    union all
    select * from (
      ${ranged(`${ofPayer} and :last5 <> '' and amount < :amount`, 'amount desc, booked_at desc', 10)}
      union all
      ${ranged(`${ofPayer} and :last5 <> '' and amount > :amount`, 'amount, booked_at', 10)}
      union all
      ${ranged(`bank_account_id = ${account} and ${inTime}`, 'booked_at', 20)}
    )`
}

const isPossible = `
  +one.state = 'unclaimed' and (+one.amount > 0) = (:amount > 0)
  and +one.booked_at between :from and :until`

// For a transaction of another payer or amount: the order that waits for exactly it, by digits or slot, unless it was
// reversed from that order.
const fitsBetter = (last5: string, amount: string) => `
  case when one.amount > 0 and one.counterparty_last5 <> ''
    and not (one.counterparty_last5 = ${last5} and one.amount = ${amount})
  then coalesce(
    (
      select trade_no from collections as other
      where other.bank_account_id = one.bank_account_id and other.last5 = one.counterparty_last5
        and ${isOutOfSlot('other')}
        and other.collection_status = 'matched' and other.amount = one.amount
        and not (${hadPaid('other.id', 'one')})
      limit 1
    ),
    (
      select trade_no from slots cross join collections as other on ${isInSlot('other')}
      where ${isSlotOf('one')} and other.collection_status = 'matched'
        and not (${hadPaid('other.id', 'one')})
    )
  ) end`

type DepositRow = RawRow & Pick<PossibleDeposit, 'fitsBetter'>

const selectDeposits = sqlText<WantedDeposit & { bankAccountId: number }, DepositRow>(`
  select
    one.*,
    ${fitsBetter(':last5', ':amount')} as fitsBetter
  from bank_transactions as one
  where one.id in (${idsOn(':bankAccountId')}) and ${isPossible}
`)

const selectDebits = sqlText<WantedDeposit, RawRow>(`
  select one.* from bank_accounts as paying
  cross join bank_transactions as one on one.id in (${idsOn('paying.id')}) and ${isPossible}
  where paying.use in ('out', 'both')
`)

/** A pending order to mark; its amount in hundredths, times in UTC seconds. */
export type MarkedOrder = Pick<WantedDeposit, 'amount' | 'last5' | 'from' | 'until'> & {
  readonly orderId: number
  /** Null if transactions are not searched; for a payout, all accounts that may pay are searched. */
  readonly bankAccountId: number | null
  /** The earliest time of a transaction by its payer. */
  readonly since: number
  /** The lookup keys of its holds. */
  readonly holds: OrderHolds
}

type OrderMarks = {
  readonly deposits: readonly UnclaimedDeposit[]
  /** Whether a hold on it is in force. */
  readonly isHeld: boolean
}

/**
 * By order, its holds and unclaimed transactions of its account: the first of its amount by its payer and by any, and
 * the nearest of other amounts by its payer.
 */
export async function marksOfCollections(
  db: MerchantDatabase,
  orders: readonly MarkedOrder[],
): Promise<ReadonlyMap<number, OrderMarks>> {
  return marksBy(db, orders, selectMarks)
}

/** By payout, its holds and the first unclaimed debits of its amount, and to its payee of it with the bank's fee. */
export async function marksOfPayouts(
  db: MerchantDatabase,
  orders: readonly MarkedOrder[],
): Promise<ReadonlyMap<number, OrderMarks>> {
  return marksBy(db, orders, selectDebitMarks)
}

async function marksBy(
  db: MerchantDatabase,
  orders: readonly MarkedOrder[],
  select: typeof selectMarks,
): Promise<ReadonlyMap<number, OrderMarks>> {
  if (orders.length === 0) return new Map()
  const values = orders.map(({ holds, ...order }) => ({ ...order, ...holdValues(holds) }))
  const [rows] = await rowsOf(db, [select({ orders: JSON.stringify(values) })])
  const found = Map.groupBy(rows, ({ orderId }) => orderId)
  return new Map([...found].map(([orderId, ofOrder]) => [orderId, marksOf(ofOrder)]))
}

function marksOf(found: readonly MarkRow[]): OrderMarks {
  return {
    isHeld: found.some(({ isHeld }) => isHeld === 1),
    deposits: found
      .filter(({ hasDeposit }) => hasDeposit === 1)
      .map((row) => ({
        deposit: readDeposit(row),
        fitsBetter: row.fitsBetter,
        wasItsMoney: row.wasItsMoney === 1,
        isUnsure: row.isUnsure === 1,
        isContested: row.isContested === 1,
      })),
  }
}

const ofOrder = (name: string) => `(orders.value ->> '${name}')`

type MarkRow = DepositRow &
  Readonly<Record<'orderId' | 'wasItsMoney' | 'hasDeposit' | 'isHeld', number>> &
  Readonly<Record<'isUnsure' | 'isContested', number>>

// Whether another order may fit a transaction of the order's amount and payer as well. Few do: their evidence alone is
// read in full.
const isContested = `
  case when one.amount > 0 and one.amount = ${ofOrder('amount')}
    and one.counterparty_last5 <> '' and one.counterparty_last5 = ${ofOrder('last5')}
  then exists (
    select 1 from collections as other
    where other.bank_account_id = one.bank_account_id and other.last5 = one.counterparty_last5
      and other.amount = one.amount and ${isOutOfSlot('other')} and other.id <> ${ofOrder('orderId')}
  ) or exists (
    select 1 from slots cross join collections as other on ${isInSlot('other')}
    where ${isSlotOf('one')} and other.id <> ${ofOrder('orderId')}
  ) else 0 end`

// One row per order, and more if it has more transactions.
const marksFrom = (transactions: string) => `
  select
    ${ofOrder('orderId')} as orderId, one.*, one.id is not null as hasDeposit,
    ${fitsBetter(ofOrder('last5'), ofOrder('amount'))} as fitsBetter,
    ${hadPaid(ofOrder('orderId'), 'one')} as wasItsMoney, ${isUnsure('one.doubts')} as isUnsure,
    ${isContested} as isContested, ${isHeldOrder(ofOrder)} as isHeld
  from json_each(:orders) as orders
  left join bank_transactions as one on one.id in (${transactions}) and +one.state = 'unclaimed'`

const isOfPayer = `bank_account_id = ${ofOrder('bankAccountId')}
  and counterparty_last5 = ${ofOrder('last5')} and ${ofOrder('last5')} <> ''`

const ofOtherAmount = (amounts: string, limit: number) => `
  select * from (
    select id, booked_at from bank_transactions
    where ${isOfPayer} and amount ${amounts} limit ${limit}
  )`

const selectMarks = sqlText<{ orders: string }, MarkRow>(
  marksFrom(`
    ${ranged(
      `${isOfPayer} and amount = ${ofOrder('amount')}
      and booked_at between ${ofOrder('since')} and ${ofOrder('until')}`,
      'booked_at',
      3,
    )}
    union all
    ${ranged(
      `bank_account_id = ${ofOrder('bankAccountId')} and state = 'unclaimed'
      and amount = ${ofOrder('amount')} and booked_at >= ${ofOrder('from')}`,
      'booked_at',
      3,
    )}
    union all
    select id from (
      ${ofOtherAmount(`< ${ofOrder('amount')} and amount > 0 order by amount desc, booked_at desc`, 4)}
      union all
      ${ofOtherAmount(`> ${ofOrder('amount')} order by amount, booked_at`, 1)}
    ) where booked_at between ${ofOrder('since')} and ${ofOrder('until')}
  `),
)

const unclaimedDebits = (amounts: string, limit: number) => `
  select * from (
    select debit.id from bank_transactions as debit indexed by bank_transactions_debits
    cross join bank_accounts as paying on paying.id = debit.bank_account_id and paying.use in ('out', 'both')
    where debit.state = 'unclaimed' and debit.amount < 0 and ${amounts} and debit.booked_at >= ${ofOrder('from')}
    limit ${limit}
  )`

// By amount: a payee who is paid every day has many debits that are claimed.
const selectDebitMarks = sqlText<{ orders: string }, MarkRow>(
  marksFrom(`
    ${unclaimedDebits(`debit.amount = ${ofOrder('amount')}`, 6)}
    union all
    ${unclaimedDebits(
      `debit.amount >= ${ofOrder('amount')} - (select max(fee_max) from bank_accounts where use in ('out', 'both'))
      and debit.amount < ${ofOrder('amount')} and debit.amount >= ${ofOrder('amount')} - paying.fee_max
      and ${ofOrder('last5')} <> '' and +debit.counterparty_last5 = ${ofOrder('last5')}`,
      3,
    )}
  `),
)

/** A collection's former accounts, with its first match to each. */
export async function formerAccountsOf(
  db: MerchantDatabase,
  orderId: number,
  leftAfter: number,
): Promise<readonly AccountPeriod[]> {
  const [rows] = await rowsOf(db, [selectFormer({ orderId, leftAfter })])
  return rows
}

const selectFormer = sqlText<{ orderId: number; leftAfter: number }, AccountPeriod>(`
  select bank_account_id as bankAccountId, account_since as since from former_accounts
  where order_id = :orderId and left_at >= :leftAfter
`)
