import { webhookSignature } from '../signing/callback-headers.ts'
import { exampleSecret } from './worked-examples.ts'

// One story in all examples: a collection is created and paid on 9 October 2025, a payout waits, and the merchant pays
// 1.5 % + NT$3 for a collection and NT$10 for a payout.

/** The example values of fields by name, or by the name of the enclosing field and theirs. */
export type ExampleValues = Readonly<Record<string, unknown>>

/** The values of an endpoint's example. */
export function exampleValuesOf(path: string): ExampleValues {
  const of = path.slice(path.indexOf('/merchant/') + '/merchant/'.length)
  return { ...values, ...(/payouts|withdrawals/.test(of) ? ofPayout : {}), ...ownValues[of] }
}

export const callbackValues = {
  collection: () => ({ ...exampleValuesOf(''), timestamp: 1_760_000_110 }),
  payout: () => ({
    ...exampleValuesOf('/merchant/payouts'),
    timestamp: 1_760_000_410,
    processed_at: '2025-10-09 17:00:00',
    event: 'payout.completed',
  }),
}

/** The other values in the callback of a returned payout, for a merchant that receives all events. */
export const returnedValues = {
  actual_amount: 0,
  status: 'failed',
  timestamp: 1_760_002_210,
  processed_at: '2025-10-09 17:30:00',
  fee: 0,
  event: 'payout.returned',
  reason: 'account closed',
} as const

/** What the last attempt of the collection's callback has sent; `body` is signed. */
export function sentExample(body: string): object {
  const [id, timestamp] = [`cb_${tradeNo}`, 1_760_000_110]
  const signature = webhookSignature({ secrets: [exampleSecret], id, timestamp, body })
  const headers = { webhook_timestamp: timestamp, webhook_signature: signature }
  return { body, ...headers, webhook_attempt: 1 }
}

const tradeNo = 'C0ABCDEFGHJK0123456789MNPQR'
const payoutNo = 'P0ABCDEFGHJK0123456789MNPQR'
const withdrawalNo = 'P0ABCDEFGHJK9876543210MNPQR'
const testNo = 'C0ABCDEFGHJK5555555555MNPQR'
const created = '2025-10-09 16:53:20'
const paid = '2025-10-09 16:55:00'
const tried = '2025-10-09 16:55:10'
const notifyUrl = 'https://shop.example/notify?from=pay'
const session = 'k3W9cA7xQ2mZ5tB8nR1yPe'
const purchase = 'https://exchange.example/exchange/purchase'

function addresses(url: string): ExampleValues {
  return { url, redirect_url: url, payment_url: url, wait_url: url }
}

const ofLink = {
  merchant_order_no: 'L-1001',
  third_party_order_no: 'L-1001',
  orderid: tradeNo,
  ...addresses(`${purchase}/wait/${session}`),
}

const ofPayout = {
  serial_no: 'P-1001',
  merchant_order_no: 'P-1001',
  orderNo: 'P-1001',
  trade_no: payoutNo,
  tradeNo: payoutNo,
  channel: '代付',
  fee: 10,
  id: 1_760_000_300_654_321,
  timestamp: 1_760_000_300,
  created_at: '2025-10-09 16:58:20',
  requested_at: '2025-10-09 16:58:20',
}

// A callback that is not due yet.
const untold = {
  callback: {
    attempts: 0,
    last_attempt_at: null,
    last_outcome: null,
    last_http_status: null,
    next_attempt_at: null,
  },
}

const closing = { available: 1041.38, frozen: 110.5, unconfirmed: 0 }
const none = { count: 0, amount: 0 }
const collected = { count: 12, amount: 1206 }
const noFee = { rate_ppm: 0, fixed: 10, min: 0, max: null }

const ownValues: Readonly<Record<string, ExampleValues>> = {
  'payment-links/amount': ofLink,
  'payment-links': {
    ...ofLink,
    ...addresses(
      `${purchase}/1760000000123457?third_party_session=${session}&third_party_order_no=L-1001` +
        `&user_no=88&user_name=${encodeURIComponent('王小明')}`,
    ),
  },
  'collections/status': { ...untold, channel: '' },
  'payouts/status': untold,
  withdrawals: {
    serial_no: 'W-1001',
    merchant_order_no: 'W-1001',
    trade_no: withdrawalNo,
    'data.amount': 1031,
  },
  'callbacks/retry': {
    callback_status: 'pending',
    attempts: 1,
    last_attempt: { at: tried, outcome: 'http_5xx', http_status: 500 },
  },
  ledger: {
    channel: 'other',
    opening: { available: 1055.89, frozen: 0, unconfirmed: 0 },
    closing: { available: 1151.88, frozen: 0, unconfirmed: 0 },
  },
  callbacks: { state: 'delivered', 'attempts.at': tried },
  statements: {
    opening: { available: 0, frozen: 0, unconfirmed: 0 },
    collections: 1206,
    number: 1,
    payouts: 0,
    returned: 0,
    withdrawn: 0,
    corrections: 0,
    fees: -54.12,
    opened_at: '2025-10-01 00:00:00',
    closed_at: null,
    withdrawal: null,
  },
  'sandbox/outcome': { callback_status: 'pending', status: 'succeeded' },
  'sandbox/callback': { orderid: `TEST-${testNo}`, trade_no: testNo, callback_id: `cb_${testNo}` },
}

const values: ExampleValues = {
  'channel.code': 'exchange_coin',
  'channel.name': '儲值',
  'channels.code': 'exchange_coin',
  'channels.name': '儲值',
  bucket_from: 'outside',
  bucket_to: 'available',
  outcome: 'paid',
  'attempts.outcome': 'delivered',
  code: '004',
  balance: closing.available,
  balance0: 1151.88,
  balance1: closing.frozen,
  balance2: 0,
  'collection.pending': { count: 1, amount: 100.5 },
  'collection.succeeded': collected,
  'collection.manual': none,
  'payout.pending': { count: 1, amount: 100.5 },
  'payout.processed': none,
  'payout.cancelled': none,
  collected,
  paid_out: none,
  ...closing,
  withdrawable: closing.available,
  'summary.fees': 54.12,
  closing,
  'pricing.collection': { rate_ppm: 15_000, fixed: 3, min: 0, max: null },
  'pricing.payout': noFee,
  'pricing.withdrawal': noFee,
  settle_after_days: 0,
  version: 1,
  next: null,
  uid: 'DEMO0001',
  timestamp: 1_760_000_000,
  sign: '3EBA0CCC6E8E6E0BAB2E12399AE6E800',
  id: 1_760_000_000_123_456,
  orderid: 'A-1001',
  merchant_order_no: 'A-1001',
  trade_no: tradeNo,
  tradeNo,
  orderNo: 'A-1001',
  amount: 100.5,
  paid_amount: 100.5,
  fee: 4.51,
  actual_amount: 100.5,
  paid: 0,
  gateway_code: 'gateway_c',
  channel: 'gateway_c',
  currency: 'TWD',
  reason: '',
  user_name: '王小明',
  user_no: '88',
  member_no: '88',
  member_name: '王小明',
  payee_name: '王小明',
  beneficiary_name: '王小明',
  payee_bank: '004',
  payee_account: '001234567890',
  notify_url: notifyUrl,
  url: notifyUrl,
  extra: { memo: '測試', lines: [1, 2] },
  from: '2025-10-09',
  to: '2025-10-09',
  at: paid,
  paid_at: paid,
  processed_at: null,
  created_at: created,
  requested_at: created,
  expires_at: '2025-10-09 17:23:20',
  next_cursor: null,
  next_at: null,
  ms: 120,
  answer: 'success',
  http_status: 200,
  webhook_id: `cb_${tradeNo}`,
  callback_id: `cb_${tradeNo}`,
  event: 'settled',
  third_party_session: session,
  payment_link_endpoint: '/api/v1/merchant/payment-links/amount',
  name: '臺灣銀行',
  short_name: '台灣銀行',
  english_name: 'Bank of Taiwan',
  swift: 'BKTWTWTP',
  kind: 'bank',
  'items.id': '17',
  'items.name': '儲值點數',
  sku: 'SKU-1',
  price_hkd_cents: 1000,
  link_sign: '9f2b6c1d'.repeat(8),
  text: 'success',
  sweep_age_seconds: 12,
  fixed_amounts: [100, 500],
  allow_custom: true,
  custom_min: 100,
  custom_max: 50_000,
}
