import { eq, sql } from 'drizzle-orm'
import type { Settler } from '../../contract/back-office/states.ts'
import type { BankAccount } from '../../rules/banking/bank-account.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import { isOwnedBy, unchangedId } from '../merchants/merchants.ts'
import {
  type Access,
  type Conditions,
  crossProduct,
  type Span,
  unindexed,
  walkOf,
  wholeTable,
} from '../newest-rows.ts'
import { collections } from '../schema.ts'
import { insertText } from '../sql-text.ts'
import { byNumber, type OrderFilter, orderConditions } from './order-filter.ts'
import { orderTable } from './order-table.ts'

const statuses = ['pending', 'succeeded', 'manual'] as const
const matchings = ['pending', 'matched', 'exception'] as const

/** The table of collections; a lookup also returns the state of the collection's bank account, if any. */
export const collectionTable = orderTable<
  'collection',
  Collection,
  { readonly accountState: BankAccount['state'] | null }
>({
  kind: 'collection',
  table: collections,
  ownNo: 'orderid',
  numberOf: ({ orderid }) => orderid,
  statuses,
  paid: ['succeeded', 'manual'],
  extraColumns: {
    accountState: '(select state from bank_accounts where id = collections.bank_account_id)',
  },
  insertion: (refused) =>
    insertText(`
      insert into collections (
        id, merchant_id, trade_no, orderid, merchant_order_no, gateway_code, channel, currency,
        amount, paid_amount, status, collection_status,
        collection_account_name, collection_account_no, collection_bank_name,
        counterparty_account, member_bank_name, user_id, user_name, notify_url, return_url,
        paid_at, extra, agent, confirmation, seq, created_at, link_id, refused, reason,
        bank_account_id, bank_account_day, backed, account_since, last5, expired, assignment, settled_by,
        pricing, fee, credited_day
      )
      values (
        :id, ${unchangedId}, :tradeNo, :orderid, :merchantOrderNo, :gatewayCode, :channel, :currency,
        :amount, :paidAmount, :status, :collectionStatus,
        :collectionAccountName, :collectionAccountNo, :collectionBankName,
        :counterpartyAccount, :memberBankName, :userId, :userName, :notifyUrl, :returnUrl,
        :paidAt, :extra, :agent, :confirmation, :seq, :createdAt, :linkId, ${refused}, :reason,
        :bankAccountId, :bankAccountDay, :backed, :accountSince, :last5, :expired, :assignment, :settledBy,
        :pricing, :fee, :creditedDay
      )
    `),
})

type CollectionFilter = OrderFilter<Collection['status']> & {
  readonly collectionStatus?: Collection['collectionStatus'] | undefined
  readonly confirmation?: Collection['confirmation'] | undefined
  readonly expired?: boolean | undefined
  readonly saidPaid?: boolean | undefined
  readonly settledBy?: Settler | undefined
}

const columns = { ...collections, ownNo: collections.orderid, statuses }

export function newestCollections(db: MerchantDatabase, filter: CollectionFilter, span: Span) {
  return collectionTable.newest(db, walkOf(conditionsOf(filter), accessOf(filter)), span)
}

// `settlerOf` of the views, as a filtering condition.
const settlerOfRow = sql`iif(${unindexed(collections.status)} = 'pending', null, coalesce(
  ${unindexed(collections.settledBy)},
  iif(${unindexed(collections.confirmation)} <> 'none' or ${unindexed(collections.seq)} = 1, 'merchant', 'person')
))`

function conditionsOf(filter: CollectionFilter): Conditions<CollectionFilter> {
  const { collectionStatus, confirmation, expired, saidPaid, settledBy } = filter
  return {
    ...orderConditions(columns, filter),
    collectionStatus:
      collectionStatus && sql`${unindexed(collections.collectionStatus)} = ${collectionStatus}`,
    confirmation: confirmation && sql`${unindexed(collections.confirmation)} = ${confirmation}`,
    expired:
      expired === undefined
        ? undefined
        : sql`${unindexed(collections.expired)} = ${Number(expired)}`,
    saidPaid:
      saidPaid === undefined
        ? undefined
        : sql`(${unindexed(collections.saidPaidAt)} is not null) = ${Number(saidPaid)}`,
    settledBy: settledBy && sql`${settlerOfRow} = ${settledBy}`,
  }
}

// The index with the fewest rows. sqlite uses a partial one only if the statement spells out its predicate.
function accessOf(filter: CollectionFilter): Access<CollectionFilter> {
  const { merchantUid, status, confirmation, bankAccountId } = filter
  const numbered = byNumber(columns, filter)
  if (numbered !== null) return numbered
  // Few of an account's collections are pending.
  if (bankAccountId !== undefined && status !== 'pending') {
    return { answers: ['bankAccountId'], ranges: [eq(collections.bankAccountId, bankAccountId)] }
  }
  if (confirmation === 'awaiting') {
    return { answers: ['confirmation'], ranges: [sql`${collections.confirmation} = 'awaiting'`] }
  }
  // Few orders wait, even of all merchants together.
  if (merchantUid !== undefined && !isWaiting(filter)) {
    return { answers: ['merchantUid'], ranges: [isOwnedBy(collections.merchantId, merchantUid)] }
  }
  return status === 'pending' ? accessOfPending(filter) : wholeTable
}

// Whether an index has the orders that people work on, without those that expired unpaid and stay pending.
function isWaiting({ status, collectionStatus, expired, saidPaid }: CollectionFilter): boolean {
  if (status !== 'pending') return false
  if (collectionStatus === undefined) return saidPaid === true
  return collectionStatus !== 'exception' || saidPaid === true || expired === false
}

function accessOfPending(filter: CollectionFilter): Access<CollectionFilter> {
  const { collectionStatus, expired, saidPaid } = filter
  const matched = (collectionStatus === undefined ? matchings : [collectionStatus]).map((one) =>
    eq(collections.collectionStatus, one),
  )
  if (saidPaid === true) {
    const ended = (expired === undefined ? [0, 1] : [Number(expired)]).map(
      (one) => sql`${collections.expired} = ${one}`,
    )
    return {
      answers: ['status', 'collectionStatus', 'expired', 'saidPaid'],
      ranges: crossProduct([hasSaidPaid], matched, ended),
    }
  }
  if (collectionStatus === 'exception' && expired !== undefined) {
    const apart = sql`${isException} and ${collections.expired} = ${Number(expired)}`
    return { answers: ['status', 'collectionStatus', 'expired'], ranges: [apart] }
  }
  const pending = sql`${collections.status} = 'pending'`
  return { answers: ['status', 'collectionStatus'], ranges: crossProduct([pending], matched) }
}

const hasSaidPaid = sql`${collections.status} = 'pending'
  and ${collections.saidPaidAt} is not null`

const isException = sql`${collections.status} = 'pending'
  and ${collections.collectionStatus} = 'exception'`
