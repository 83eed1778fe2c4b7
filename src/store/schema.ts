import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Adjustment } from '../rules/accounts/adjustment.ts'
import type { LinkContent, PaymentLink } from '../rules/links/payment-link.ts'
import type {
  CallbackVocabulary,
  CollectionEvents,
  Merchant,
  RateLimit,
} from '../rules/merchants/merchant.ts'
import type { PaymentAmounts } from '../rules/merchants/payment-amounts.ts'
import type { EventFact } from '../rules/orders/order-events.ts'
import type { Collection, Payout } from '../rules/orders/orders.ts'
import type { CreditsByDay } from '../rules/settlement/withdrawable.ts'
import type { StoredKind, StoredPlace } from './accounts/stored-entries.ts'
import { requiredBoolean, requiredInteger, requiredText } from './columns.ts'
import type { Guard } from './guards.ts'

// The typed view of the tables of migrations/ but those that plain SQL alone reads and writes; a test compares the two.

export * from './alarms/alarm-schema.ts'
export * from './archive/archive-schema.ts'
export * from './banking/banking-schema.ts'
export * from './books/book-schema.ts'
export * from './callbacks/callback-schema.ts'
export * from './catalogue/product-schema.ts'
export * from './copies/copy-schema.ts'
export * from './merchants/directory-schema.ts'
export * from './merchants/hold-schema.ts'
export * from './people/people-schema.ts'
export * from './privacy/privacy-schema.ts'
export * from './settlement/settlement-schema.ts'

const newestKey = sql`iif(substr(secret, 9, 1) = '.', substr(secret, 1, 8), '')`
const previousKey = sql`iif(substr(previous_secret, 9, 1) = '.', substr(previous_secret, 1, 8), '')`

export const merchants = sqliteTable(
  'merchants',
  {
    id: integer('id').primaryKey(),
    uid: requiredText('uid'),
    name: requiredText('name'),
    enabled: requiredBoolean('enabled'),
    version: requiredInteger('version'),
    secret: requiredText('secret'),
    secretInUse: requiredBoolean('secret_in_use'),
    previousSecret: text('previous_secret'),
    previousSecretUntil: integer('previous_secret_until'),
    ipWhitelist: text('ip_whitelist', { mode: 'json' }).$type<readonly string[]>().notNull(),
    trusted: requiredBoolean('trusted'),
    payoutRequiresBalance: requiredBoolean('payout_requires_balance'),
    callbackVocabulary: requiredText('callback_vocabulary').$type<CallbackVocabulary>(),
    legacySignature: requiredBoolean('legacy_signature'),
    rateLimit: requiredText('rate_limit').$type<RateLimit>(),
    createdAt: requiredInteger('created_at'),
    paymentAmounts: text('payment_amounts', { mode: 'json' }).$type<PaymentAmounts>(),
    extraBytesMax: requiredInteger('extra_bytes_max'),
    collectionEvents: requiredText('collection_events').$type<CollectionEvents>(),
    legacySignedAt: integer('legacy_signed_at'),
    display: text('display', { mode: 'json' }).$type<NonNullable<Merchant['display']>>(),
    held: requiredBoolean('held'),
    auto: requiredText('auto').$type<Merchant['auto']>().default('off'),
    prices: text('prices', { mode: 'json' }).$type<Merchant['prices']>().notNull().default([]),
    statement: requiredInteger('statement').default(1),
    settlementAccounts: text('settlement_accounts', { mode: 'json' })
      .$type<Merchant['settlementAccounts']>()
      .notNull()
      .default([]),
    autoWithdrawal: text('auto_withdrawal', { mode: 'json' }).$type<
      NonNullable<Merchant['autoWithdrawal']>
    >(),
    autoWithdrawnDay: requiredInteger('auto_withdrawn_day').default(0),
    seesFees: requiredBoolean('sees_fees').default(false),
  },
  (table) => [
    uniqueIndex('merchants_uid').on(table.uid),
    index('merchants_by_key').on(newestKey),
    index('merchants_auto_withdrawal')
      .on(table.autoWithdrawnDay)
      .where(sql`auto_withdrawal is not null`),
    index('merchants_by_previous_key').on(previousKey).where(sql`previous_secret is not null`),
  ],
)

export const collections = sqliteTable(
  'collections',
  {
    id: integer('id').primaryKey(),
    merchantId: integer('merchant_id')
      .notNull()
      .references(() => merchants.id),
    tradeNo: requiredText('trade_no'),
    orderid: requiredText('orderid'),
    merchantOrderNo: requiredText('merchant_order_no'),
    gatewayCode: requiredText('gateway_code'),
    channel: requiredText('channel'),
    currency: requiredText('currency'),
    amount: requiredInteger('amount'),
    paidAmount: requiredInteger('paid_amount'),
    status: requiredText('status').$type<Collection['status']>(),
    collectionStatus: requiredText('collection_status').$type<Collection['collectionStatus']>(),
    collectionAccountName: requiredText('collection_account_name'),
    collectionAccountNo: requiredText('collection_account_no'),
    collectionBankName: requiredText('collection_bank_name'),
    counterpartyAccount: requiredText('counterparty_account'),
    memberBankName: requiredText('member_bank_name'),
    userId: requiredText('user_id'),
    userName: requiredText('user_name'),
    notifyUrl: requiredText('notify_url'),
    returnUrl: requiredText('return_url'),
    paidAt: integer('paid_at'),
    extra: requiredText('extra'),
    agent: requiredText('agent'),
    confirmation: requiredText('confirmation').$type<Collection['confirmation']>(),
    seq: requiredInteger('seq'),
    createdAt: requiredInteger('created_at'),
    linkId: integer('link_id'),
    refused: text('refused').$type<Guard>(),
    reason: requiredText('reason'),
    bankAccountId: integer('bank_account_id'),
    bankAccountDay: integer('bank_account_day'),
    backed: integer('backed', { mode: 'boolean' }),
    accountSince: integer('account_since'),
    last5: requiredText('last5').default(''),
    expired: requiredBoolean('expired').default(false),
    saidPaidAt: integer('said_paid_at'),
    saidPaidTimes: requiredInteger('said_paid_times').default(0),
    waitsInSlot: requiredBoolean('waits_in_slot').default(false),
    assignment: text('assignment').$type<NonNullable<Collection['assignment']>>(),
    settledBy: text('settled_by').$type<NonNullable<Collection['settledBy']>>(),
    proof: text('proof').$type<NonNullable<Collection['proof']>>(),
    pricing: requiredInteger('pricing').default(0),
    fee: integer('fee'),
    creditedDay: integer('credited_day'),
  },
  (table) => [
    uniqueIndex('collections_orderid').on(table.merchantId, table.orderid),
    index('collections_merchant_order_no')
      .on(table.merchantId, table.merchantOrderNo, table.status)
      .where(sql`merchant_order_no <> orderid`),
    index('collections_by_merchant').on(table.merchantId),
    index('collections_by_state')
      .on(table.status, table.collectionStatus)
      .where(sql`status = 'pending'`),
    index('collections_awaiting').on(table.confirmation).where(sql`confirmation = 'awaiting'`),
    index('collections_by_account').on(table.bankAccountId).where(sql`bank_account_id is not null`),
    index('collections_by_account_amount')
      .on(table.bankAccountId, table.amount)
      .where(sql`bank_account_id is not null and backed is not 1`),
    index('collections_unpaid')
      .on(table.last5, table.status, table.bankAccountId, table.amount)
      .where(sql`bank_account_id is not null and backed is not 1 and waits_in_slot = 0`),
    index('collections_exceptions')
      .on(table.expired)
      .where(sql`status = 'pending' and collection_status = 'exception'`),
    index('collections_said_paid')
      .on(table.status, table.collectionStatus, table.expired)
      .where(sql`status = 'pending' and said_paid_at is not null`),
  ],
)

export const payouts = sqliteTable(
  'payouts',
  {
    id: integer('id').primaryKey(),
    merchantId: integer('merchant_id')
      .notNull()
      .references(() => merchants.id),
    tradeNo: requiredText('trade_no'),
    serialNo: requiredText('serial_no'),
    merchantOrderNo: requiredText('merchant_order_no'),
    channel: requiredText('channel'),
    amount: requiredInteger('amount'),
    actualAmount: requiredInteger('actual_amount'),
    status: requiredText('status').$type<Payout['status']>(),
    payeeName: requiredText('payee_name'),
    payeeBank: requiredText('payee_bank'),
    payeeAccount: requiredText('payee_account'),
    paymentTag: requiredText('payment_tag'),
    beneficiaryName: requiredText('beneficiary_name'),
    requestedAt: requiredInteger('requested_at'),
    processedAt: integer('processed_at'),
    voucherNo: requiredText('voucher_no'),
    note: requiredText('note'),
    isDelayed: requiredBoolean('is_delayed'),
    notifyUrl: requiredText('notify_url'),
    reverseUrl: requiredText('reverse_url'),
    extra: requiredText('extra'),
    agent: requiredText('agent'),
    seq: requiredInteger('seq'),
    createdAt: requiredInteger('created_at'),
    refused: text('refused').$type<Guard>(),
    reason: requiredText('reason'),
    bankAccountId: integer('bank_account_id'),
    backed: integer('backed', { mode: 'boolean' }),
    last5: requiredText('last5').default(''),
    pricing: requiredInteger('pricing').default(0),
    fee: integer('fee'),
    kind: text('kind').$type<NonNullable<Payout['kind']>>(),
  },
  (table) => [
    uniqueIndex('payouts_serial_no').on(table.merchantId, table.serialNo),
    index('payouts_merchant_order_no')
      .on(table.merchantId, table.merchantOrderNo, table.status)
      .where(sql`merchant_order_no <> serial_no`),
    index('payouts_by_merchant').on(table.merchantId),
    index('payouts_by_state').on(table.status).where(sql`status = 'pending'`),
    index('payouts_by_account').on(table.bankAccountId).where(sql`bank_account_id is not null`),
    uniqueIndex('payouts_withdrawal_waiting')
      .on(table.merchantId)
      .where(sql`kind = 'withdrawal' and status = 'pending'`),
  ],
)

export const paymentLinks = sqliteTable(
  'payment_links',
  {
    id: integer('id').primaryKey(),
    merchantId: integer('merchant_id')
      .notNull()
      .references(() => merchants.id),
    kind: requiredText('kind').$type<PaymentLink['kind']>(),
    merchantOrderNo: requiredText('merchant_order_no'),
    content: text('content', { mode: 'json' }).$type<LinkContent>().notNull(),
    state: requiredText('state').$type<PaymentLink['state']>(),
    session: requiredText('session'),
    token: text('token'),
    collectionId: integer('collection_id').references(() => collections.id),
    waitExpiresAt: integer('wait_expires_at'),
    expiresAt: requiredInteger('expires_at'),
    replacedBy: requiredInteger('replaced_by'),
    createdAt: requiredInteger('created_at'),
    endsAt: integer('ends_at'),
    sentAmount: integer('sent_amount'),
    refused: text('refused').$type<Guard>(),
    reversedAt: integer('reversed_at'),
  },
  (table) => [
    uniqueIndex('payment_links_order').on(
      table.merchantId,
      table.merchantOrderNo,
      table.kind,
      table.replacedBy,
    ),
    index('payment_links_by_collection')
      .on(table.collectionId)
      .where(sql`collection_id is not null`),
    index('payment_links_ending')
      .on(sql`coalesce(wait_expires_at, expires_at)`)
      .where(sql`state = 'open'`),
  ],
)

export const events = sqliteTable(
  'events',
  {
    orderId: requiredInteger('order_id'),
    seq: requiredInteger('seq'),
    name: requiredText('name').$type<EventFact['name']>(),
    from: requiredText('from_state'),
    to: requiredText('to_state'),
    actor: requiredText('actor'),
    at: requiredInteger('at'),
    fact: text('fact', { mode: 'json' }).$type<EventFact>().notNull(),
    refused: text('refused').$type<Guard>(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.seq] })],
)

export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    merchantId: requiredInteger('merchant_id'),
    at: requiredInteger('at'),
    orderId: requiredInteger('order_id'),
    seq: requiredInteger('seq'),
    number: requiredInteger('number'),
    channel: requiredText('channel'),
    from: requiredText('from_bucket').$type<StoredPlace>(),
    to: requiredText('to_bucket').$type<StoredPlace>(),
    amount: requiredInteger('amount'),
    fee: requiredInteger('fee').default(0),
    kind: text('kind').$type<StoredKind>(),
    statement: integer('statement'),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.at, table.orderId, table.seq, table.number] }),
  ],
)

export const adjustments = sqliteTable(
  'adjustments',
  {
    merchantId: integer('merchant_id')
      .notNull()
      .references(() => merchants.id),
    idempotencyKey: requiredText('idempotency_key'),
    id: requiredInteger('id'),
    bucket: requiredText('bucket').$type<Adjustment['bucket']>(),
    amount: requiredInteger('amount'),
    reason: requiredText('reason'),
    tradeNo: requiredText('trade_no'),
    actor: requiredText('actor'),
    createdAt: requiredInteger('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.idempotencyKey] }),
    index('adjustments_by_id').on(table.id),
  ],
)

export const balances = sqliteTable(
  'balances',
  {
    merchantId: requiredInteger('merchant_id'),
    channel: requiredText('channel'),
    available: requiredInteger('available'),
    frozen: requiredInteger('frozen'),
    unconfirmed: requiredInteger('unconfirmed'),
    collectionPendingCount: requiredInteger('collection_pending_count'),
    collectionPendingAmount: requiredInteger('collection_pending_amount'),
    collectionSucceededCount: requiredInteger('collection_succeeded_count'),
    collectionSucceededAmount: requiredInteger('collection_succeeded_amount'),
    collectionManualCount: requiredInteger('collection_manual_count'),
    collectionManualAmount: requiredInteger('collection_manual_amount'),
    payoutPendingCount: requiredInteger('payout_pending_count'),
    payoutPendingAmount: requiredInteger('payout_pending_amount'),
    payoutProcessedCount: requiredInteger('payout_processed_count'),
    payoutProcessedAmount: requiredInteger('payout_processed_amount'),
    payoutCancelledCount: requiredInteger('payout_cancelled_count'),
    payoutCancelledAmount: requiredInteger('payout_cancelled_amount'),
    keptBytes: requiredInteger('kept_bytes'),
    /** Of the newest change: Asia/Taipei, in days since 1970. */
    day: requiredInteger('day'),
    refused: text('refused').$type<Guard>(),
    unbackedCount: requiredInteger('unbacked_count'),
    collectionFees: requiredInteger('collection_fees').default(0),
    payoutFees: requiredInteger('payout_fees').default(0),
    withdrawalFees: requiredInteger('withdrawal_fees').default(0),
    correctedFees: requiredInteger('corrected_fees').default(0),
    movedCollections: requiredInteger('moved_collections').default(0),
    movedPayouts: requiredInteger('moved_payouts').default(0),
    movedReturned: requiredInteger('moved_returned').default(0),
    movedWithdrawn: requiredInteger('moved_withdrawn').default(0),
    movedCorrections: requiredInteger('moved_corrections').default(0),
    credits: text('credits', { mode: 'json' }).$type<CreditsByDay>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.channel] })],
)
