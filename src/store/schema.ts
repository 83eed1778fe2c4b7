import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Bucket, LedgerEntry } from '../rules/accounts/ledger.ts'
import type { LinkContent, PaymentLink } from '../rules/links/payment-link.ts'
import type { CallbackVocabulary, RateLimit } from '../rules/merchants/merchant.ts'
import type { PaymentAmounts } from '../rules/merchants/payment-amounts.ts'
import type { EventFact } from '../rules/orders/order-events.ts'
import type { Collection, Payout } from '../rules/orders/orders.ts'
import { bool, count, words } from './columns.ts'

// The typed view of what migrations/ makes; a test holds the two against each other.

export * from './callbacks/callback-schema.ts'

export const merchants = sqliteTable(
  'merchants',
  {
    id: integer('id').primaryKey(),
    uid: words('uid'),
    name: words('name'),
    enabled: bool('enabled'),
    version: count('version'),
    secret: words('secret'),
    secretInUse: bool('secret_in_use'),
    previousSecret: text('previous_secret'),
    previousSecretUntil: integer('previous_secret_until'),
    ipWhitelist: text('ip_whitelist', { mode: 'json' }).$type<readonly string[]>().notNull(),
    trusted: bool('trusted'),
    payoutRequiresBalance: bool('payout_requires_balance'),
    callbackVocabulary: words('callback_vocabulary').$type<CallbackVocabulary>(),
    legacySignature: bool('legacy_signature'),
    rateLimit: words('rate_limit').$type<RateLimit>(),
    createdAt: count('created_at'),
    paymentAmounts: text('payment_amounts', { mode: 'json' }).$type<PaymentAmounts>(),
    extraBytesMax: count('extra_bytes_max'),
  },
  (table) => [uniqueIndex('merchants_uid').on(table.uid)],
)

export const directory = sqliteTable(
  'directory',
  {
    id: integer('id').primaryKey(),
    uid: words('uid'),
    database: count('database'),
  },
  (table) => [uniqueIndex('directory_uid').on(table.uid)],
)

export const products = sqliteTable(
  'products',
  {
    id: integer('id').primaryKey(),
    merchantUid: words('merchant_uid'),
    sku: words('sku'),
    name: words('name'),
    currency: words('currency'),
    priceHkdCents: count('price_hkd_cents'),
  },
  (table) => [uniqueIndex('products_sku').on(table.merchantUid, table.sku)],
)

export const collections = sqliteTable(
  'collections',
  {
    id: integer('id').primaryKey(),
    merchantId: integer('merchant_id')
      .notNull()
      .references(() => merchants.id),
    tradeNo: words('trade_no'),
    orderid: words('orderid'),
    merchantOrderNo: words('merchant_order_no'),
    gatewayCode: words('gateway_code'),
    channel: words('channel'),
    currency: words('currency'),
    amount: count('amount'),
    paidAmount: count('paid_amount'),
    status: words('status').$type<Collection['status']>(),
    collectionStatus: words('collection_status').$type<Collection['collectionStatus']>(),
    collectionAccountName: words('collection_account_name'),
    collectionAccountNo: words('collection_account_no'),
    collectionBankName: words('collection_bank_name'),
    counterpartyAccount: words('counterparty_account'),
    memberBankName: words('member_bank_name'),
    userId: words('user_id'),
    userName: words('user_name'),
    notifyUrl: words('notify_url'),
    returnUrl: words('return_url'),
    paidAt: integer('paid_at'),
    extra: words('extra'),
    agent: words('agent'),
    confirmation: words('confirmation').$type<Collection['confirmation']>(),
    seq: count('seq'),
    createdAt: count('created_at'),
    linkId: integer('link_id'),
  },
  (table) => [
    uniqueIndex('collections_orderid').on(table.merchantId, table.orderid),
    index('collections_merchant_order_no').on(
      table.merchantId,
      table.merchantOrderNo,
      table.status,
    ),
    index('collections_by_merchant').on(table.merchantId, table.status, table.collectionStatus),
    index('collections_by_state').on(table.status, table.collectionStatus),
    index('collections_awaiting').on(table.confirmation),
  ],
)

export const payouts = sqliteTable(
  'payouts',
  {
    id: integer('id').primaryKey(),
    merchantId: integer('merchant_id')
      .notNull()
      .references(() => merchants.id),
    tradeNo: words('trade_no'),
    serialNo: words('serial_no'),
    merchantOrderNo: words('merchant_order_no'),
    channel: words('channel'),
    amount: count('amount'),
    actualAmount: count('actual_amount'),
    status: words('status').$type<Payout['status']>(),
    payeeName: words('payee_name'),
    payeeBank: words('payee_bank'),
    payeeAccount: words('payee_account'),
    paymentTag: words('payment_tag'),
    beneficiaryName: words('beneficiary_name'),
    requestedAt: count('requested_at'),
    processedAt: integer('processed_at'),
    voucherNo: words('voucher_no'),
    note: words('note'),
    isDelayed: bool('is_delayed'),
    notifyUrl: words('notify_url'),
    reverseUrl: words('reverse_url'),
    extra: words('extra'),
    agent: words('agent'),
    seq: count('seq'),
    createdAt: count('created_at'),
  },
  (table) => [
    uniqueIndex('payouts_serial_no').on(table.merchantId, table.serialNo),
    index('payouts_merchant_order_no').on(table.merchantId, table.merchantOrderNo, table.status),
    index('payouts_by_merchant').on(table.merchantId, table.status),
    index('payouts_by_state').on(table.status),
  ],
)

export const paymentLinks = sqliteTable(
  'payment_links',
  {
    id: integer('id').primaryKey(),
    merchantId: integer('merchant_id')
      .notNull()
      .references(() => merchants.id),
    kind: words('kind').$type<PaymentLink['kind']>(),
    merchantOrderNo: words('merchant_order_no'),
    content: text('content', { mode: 'json' }).$type<LinkContent>().notNull(),
    state: words('state').$type<PaymentLink['state']>(),
    session: words('session'),
    token: text('token'),
    collectionId: integer('collection_id').references(() => collections.id),
    waitExpiresAt: integer('wait_expires_at'),
    expiresAt: count('expires_at'),
    replacedBy: count('replaced_by'),
    createdAt: count('created_at'),
    endsAt: integer('ends_at'),
    sentAmount: integer('sent_amount'),
  },
  (table) => [
    uniqueIndex('payment_links_order').on(
      table.merchantId,
      table.merchantOrderNo,
      table.kind,
      table.replacedBy,
    ),
    index('payment_links_ending').on(table.endsAt),
  ],
)

export const events = sqliteTable(
  'events',
  {
    orderId: count('order_id'),
    seq: count('seq'),
    name: words('name').$type<EventFact['name']>(),
    from: words('from_state'),
    to: words('to_state'),
    actor: words('actor'),
    at: count('at'),
    fact: text('fact', { mode: 'json' }).$type<EventFact>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.seq] })],
)

export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    merchantId: count('merchant_id'),
    at: count('at'),
    orderId: count('order_id'),
    seq: count('seq'),
    number: count('number'),
    channel: words('channel'),
    from: words('from_bucket').$type<LedgerEntry['from']>(),
    to: words('to_bucket').$type<LedgerEntry['to']>(),
    amount: count('amount'),
  },
  (table) => [
    primaryKey({
      columns: [table.merchantId, table.at, table.orderId, table.seq, table.number],
    }),
  ],
)

export const adjustments = sqliteTable(
  'adjustments',
  {
    merchantId: integer('merchant_id')
      .notNull()
      .references(() => merchants.id),
    idempotencyKey: words('idempotency_key'),
    id: count('id'),
    bucket: words('bucket').$type<Bucket>(),
    amount: count('amount'),
    reason: words('reason'),
    tradeNo: words('trade_no'),
    actor: words('actor'),
    createdAt: count('created_at'),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.idempotencyKey] })],
)

export const balances = sqliteTable(
  'balances',
  {
    merchantId: count('merchant_id'),
    channel: words('channel'),
    available: count('available'),
    frozen: count('frozen'),
    unconfirmed: count('unconfirmed'),
    collectionPendingCount: count('collection_pending_count'),
    collectionPendingAmount: count('collection_pending_amount'),
    collectionSucceededCount: count('collection_succeeded_count'),
    collectionSucceededAmount: count('collection_succeeded_amount'),
    collectionManualCount: count('collection_manual_count'),
    collectionManualAmount: count('collection_manual_amount'),
    payoutPendingCount: count('payout_pending_count'),
    payoutPendingAmount: count('payout_pending_amount'),
    payoutProcessedCount: count('payout_processed_count'),
    payoutProcessedAmount: count('payout_processed_amount'),
    payoutCancelledCount: count('payout_cancelled_count'),
    payoutCancelledAmount: count('payout_cancelled_amount'),
    keptBytes: count('kept_bytes'),
    keptOn: count('kept_on'),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.channel] })],
)
