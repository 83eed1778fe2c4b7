import type { AutoChoice } from '../../contract/back-office/states.ts'
import type { EvidenceDeposit } from '../../rules/banking/claim.ts'
import type { AwaitingLink, Deposit } from '../../rules/banking/evidence.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import {
  type AwaitingLinkRow,
  awaitingLinkColumns,
  awaitingLinkOf,
} from '../links/awaiting-link.ts'
import { isOpenToAgent } from '../people/order-access.ts'
import { collections } from '../schema.ts'
import { type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'
import { isUnsure } from './bank-transactions.ts'
import { selectAccounts, selectDeposits, selectKnownAccounts, sortDeposits } from './claims.ts'
import { hadPaid, isInSlot, isOutOfSlot, isSlotOf } from './unpaid-orders.ts'

/**
 * The longest window of a collection's payment. Ids of collections sort by time: they count from `idEpochSeconds`
 * (UTC), and increase by `idsPerSecond`.
 */
export type CollectionWindow = Readonly<
  Record<'awaitedSeconds' | 'idEpochSeconds' | 'idsPerSecond', number>
>

/** A pending collection with a transaction's amount and payer, on its account now or formerly. */
export type FittingRecord = {
  readonly deposit: Pick<Deposit, 'id' | 'bankAccountId' | 'bookedAt' | 'dayOnly' | 'createdAt'>
  readonly collection: Collection
  readonly link: AwaitingLink | null
  /** When it was last put aside or expired, in UTC seconds; null for never. */
  readonly endedAt: number | null
  /** Whether it is on another account now. */
  readonly hasLeft: boolean
  /** Whether the transaction paid it before it was freed. */
  readonly wasItsMoney: boolean
}

/** The collections that transactions may pay. */
type FittingCollections = {
  readonly fitting: readonly FittingRecord[]
  /** Whether all of them were read. */
  readonly isWhole: boolean
}

/** Transactions and the collections that they may pay, in one snapshot; `accountIds` are their accounts, if known. */
export async function findDepositsWithFitting(
  db: MerchantDatabase,
  ids: readonly number[],
  { accountIds, ...awaited }: CollectionWindow & { readonly accountIds?: readonly number[] },
): Promise<FittingCollections & { readonly deposits: readonly EvidenceDeposit[] }> {
  if (ids.length === 0) return { deposits: [], fitting: [], isWhole: true }
  const values = { ids: JSON.stringify(ids), ...awaited }
  const [deposits, accounts, ...fitting] = await rowsOf(db, [
    selectDeposits(values),
    accountIds === undefined
      ? selectAccounts(values)
      : selectKnownAccounts({ ids: JSON.stringify(accountIds) }),
    selectFitting(values),
    selectFormerFitting(values),
  ])
  const inSlots = await fittingInSlots(db, deposits.some(isSlotted), values)
  return { deposits: sortDeposits(ids, deposits, accounts), ...fittingOf([...fitting, inSlots]) }
}

/** The collections on the transactions' accounts, in slots and outside, without the transactions. */
export async function fittingOfDeposits(
  db: MerchantDatabase,
  ids: readonly number[],
  awaited: CollectionWindow,
): Promise<readonly FittingRecord[]> {
  if (ids.length === 0) return []
  const values = { ids: JSON.stringify(ids), ...awaited }
  return fittingOf(await rowsOf(db, [selectFitting(values), selectSlotFitting(values)])).fitting
}

/** Others of the payers: of the transaction's amount on other accounts, or of other amounts on its account. */
export async function nearOfDeposits(
  db: MerchantDatabase,
  ids: readonly number[],
  awaited: CollectionWindow,
): Promise<readonly FittingRecord[]> {
  if (ids.length === 0) return []
  const [rows] = await rowsOf(db, [selectNear({ ids: JSON.stringify(ids), ...awaited })])
  return rows.map(recordOf)
}

const isSlotted = (row: { readonly isSlotted: number }) => row.isSlotted === 1

// Few transactions are of a slot. Orders keep theirs when an account's automatic work is turned off.
async function fittingInSlots(
  db: MerchantDatabase,
  hasSlots: boolean,
  values: CollectionWindow & { readonly ids: string },
): Promise<readonly FittingRow[]> {
  if (!hasSlots) return []
  const [rows] = await rowsOf(db, [selectSlotFitting(values)])
  return rows
}

function fittingOf(found: readonly (readonly FittingRow[])[]): FittingCollections {
  return {
    fitting: found.flat().map(recordOf),
    isWhole: found.every((rows) => rows.length < fittingMax),
  }
}

type FittingRow = RawRow &
  AwaitingLinkRow &
  Readonly<Record<'depositId' | 'bookedAt' | 'dayOnly' | 'storedAt' | 'depositAccountId', number>> &
  Readonly<Record<'stayAccountId' | 'wasItsMoney', number>> &
  Readonly<Record<'staySince' | 'endedAt', number | null>>

const fittingColumns = (deposit = 'deposit') => `
  ${deposit}.id as depositId, ${deposit}.bank_account_id as depositAccountId,
  ${deposit}.booked_at as bookedAt, ${deposit}.day_only as dayOnly, ${deposit}.created_at as storedAt,
  one.*, ${awaitingLinkColumns},
  case when one.seq > 2 or one.collection_status = 'exception'
    then (select max(at) from events where order_id = one.id and name = 'exception')
  end as endedAt,
  ${hadPaid('one.id', deposit)} as wasItsMoney`

// It was created before the transaction, and awaits its payment for a limited time.
const isOfItsTime = (id: string, deposit = 'deposit') => `
  ${id} < ${deposit}.id
  and ${id} >= (${deposit}.booked_at - :awaitedSeconds - :idEpochSeconds) * :idsPerSecond`

const isFitting = `deposit.id in (select value from json_each(:ids)) and deposit.amount > 0
    and deposit.counterparty_last5 <> '' and one.amount = deposit.amount`

const fittingMax = 500

const selectFitting = sqlText<CollectionWindow & { ids: string }, FittingRow>(`
  select ${fittingColumns()}, one.bank_account_id as stayAccountId, one.account_since as staySince
  from bank_transactions as deposit
  cross join collections as one on one.last5 = deposit.counterparty_last5
    and one.bank_account_id = deposit.bank_account_id and ${isOfItsTime('one.id')}
  left join payment_links as link on link.id = one.link_id
  where ${isFitting} and ${isOutOfSlot('one')}
  limit ${fittingMax}
`)

const selectSlotFitting = sqlText<CollectionWindow & { ids: string }, FittingRow>(`
  select ${fittingColumns()}, one.bank_account_id as stayAccountId, one.account_since as staySince
  from bank_transactions as deposit
  cross join slots on ${isSlotOf('deposit')}
  cross join collections as one on ${isInSlot('one')} and ${isOfItsTime('one.id')}
  left join payment_links as link on link.id = one.link_id
  where ${isFitting}
`)

const nearestMax = 50

const selectNear = sqlText<CollectionWindow & { ids: string }, FittingRow>(`
  select ${fittingColumns()}, one.bank_account_id as stayAccountId, one.account_since as staySince
  from bank_transactions as deposit
  cross join collections as one on one.id in (
    select * from (
      select id from collections as near
      where near.last5 = deposit.counterparty_last5 and ${isOutOfSlot('near')}
        and ${isOfItsTime('+near.id')}
      limit ${nearestMax}
    )
    union all
    select * from (
      select order_id from slots
      where slots.last5 = deposit.counterparty_last5 and ${isOfItsTime('order_id')}
      limit ${nearestMax}
    )
  )
  left join payment_links as link on link.id = one.link_id
  where deposit.id in (select value from json_each(:ids)) and deposit.amount > 0
    and deposit.counterparty_last5 <> '' and +one.status = 'pending'
    and (one.amount = deposit.amount) <> (one.bank_account_id = deposit.bank_account_id)
`)

const selectFormerFitting = sqlText<CollectionWindow & { ids: string }, FittingRow>(`
  select ${fittingColumns()},
    former_accounts.bank_account_id as stayAccountId, former_accounts.account_since as staySince
  from bank_transactions as deposit
  cross join former_accounts on former_accounts.bank_account_id = deposit.bank_account_id
    and former_accounts.amount = deposit.amount and ${isOfItsTime('former_accounts.order_id')}
  cross join collections as one on one.id = former_accounts.order_id
  left join payment_links as link on link.id = one.link_id
  where ${isFitting} and +one.status = 'pending' and +one.last5 = deposit.counterparty_last5
    and one.bank_account_id is not former_accounts.bank_account_id
  limit ${fittingMax}
`)

const readCollection = rowReader(collections)

function recordOf(row: FittingRow): FittingRecord {
  const { stayAccountId, staySince, endedAt, wasItsMoney } = row
  const collection = readCollection(row)
  return {
    deposit: {
      id: row.depositId,
      bankAccountId: row.depositAccountId,
      bookedAt: row.bookedAt,
      dayOnly: row.dayOnly === 1,
      createdAt: row.storedAt,
    },
    collection: { ...collection, bankAccountId: stayAccountId, accountSince: staySince },
    link: collection.linkId === null ? null : awaitingLinkOf(row),
    endedAt,
    hasLeft: collection.bankAccountId !== stayAccountId,
    wasItsMoney: wasItsMoney === 1,
  }
}

/** The unclaimed transactions to read: of one account or all, open to an agent with these names. */
type UnclaimedQuery = CollectionWindow & {
  readonly bankAccountId: number | null
  /** Null for all accounts. */
  readonly names: readonly string[] | null
  /** How many to read, and how many to skip. */
  readonly limit: number
  readonly offset: number
}

/**
 * Unclaimed deposits, those of accounts with waiting orders first: the number read, and the collections on their
 * accounts that may be settled with those that are not unsure.
 */
export async function unclaimedWithFitting(
  db: MerchantDatabase,
  { names, ...query }: UnclaimedQuery,
): Promise<{
  readonly readCount: number
  readonly fitting: readonly FittingRecord[]
  /** Those on accounts without automatic matching, which nobody judges; and all that are not unsure. */
  readonly unjudged: ReadonlySet<number>
  readonly settleable: ReadonlySet<number>
}> {
  const agents = names && JSON.stringify(names)
  const select = query.bankAccountId === null ? selectUnclaimed : selectUnclaimedOfOne
  const [rows] = await rowsOf(db, [select({ ...query, agents })])
  const idsOf = (list: typeof rows) => new Set(list.map(({ depositId }) => depositId))
  const settleable = idsOf(rows.filter(({ unsure }) => unsure === 0))
  const slotted = [...idsOf(rows.filter((row) => isSlotted(row) && row.unsure === 0))]
  const values = { ...query, ids: JSON.stringify(slotted) }
  const inSlots = await fittingInSlots(db, slotted.length > 0, values)
  const fitting = [...rows.filter(({ id }) => id !== null), ...inSlots].map(recordOf)
  return {
    readCount: idsOf(rows).size,
    fitting,
    unjudged: idsOf(rows.filter(({ auto }) => auto === 'off')),
    settleable,
  }
}

const accountsThat = (account: string, waits: string) => `
  select id, auto from bank_accounts as account
  where ${account} and +account.${waits} and (:agents is null or ${isOpenToAgent})`

const selectUnclaimedOf = (account: string) =>
  sqlText<
    Omit<UnclaimedQuery, 'names'> & { readonly agents: string | null },
    FittingRow & { readonly auto: AutoChoice } & Readonly<Record<'unsure' | 'isSlotted', number>>
  >(`
    select
      newest.auto, ${isUnsure('newest.doubts')} as unsure, ${fittingColumns('newest')},
      exists (select 1 from slots where ${isSlotOf('newest')}) as isSlotted,
      one.bank_account_id as stayAccountId, one.account_since as staySince
    from (
      select deposit.*, newest.auto from (
        ${accountsThat(account, 'waiting_count > 0')}
        union all
        ${accountsThat(account, 'waiting_count = 0')}
      ) as newest
      cross join bank_transactions as deposit on deposit.bank_account_id = newest.id
        and deposit.state = 'unclaimed' and deposit.amount > 0
      limit :limit offset :offset
    ) as newest
    left join collections as one on one.bank_account_id = newest.bank_account_id
      and ${isOutOfSlot('one')} and one.last5 = newest.counterparty_last5
      and newest.counterparty_last5 <> ''
      and one.amount = newest.amount and ${isOfItsTime('one.id', 'newest')}
      and not (${isUnsure('newest.doubts')})
    left join payment_links as link on link.id = one.link_id
  `)

const selectUnclaimed = selectUnclaimedOf(`account.use in ('in', 'out', 'both')`)
const selectUnclaimedOfOne = selectUnclaimedOf('account.id = :bankAccountId')
