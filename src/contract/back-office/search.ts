import * as z from 'zod'
import { matchingStatuses } from '../orders/order-statuses.ts'
import { get } from './call.ts'
import { collectionMarks } from './orders/list-marks.ts'
import { isTest, meaning, money, shape, time } from './shapes.ts'
import { line, testScope, text } from './values.ts'

/** `GET /api/search`: `merchant_uid` limits it to one merchant, and is required if there are too many. */
export const searchQuery = z.strictObject({
  q: line(120),
  merchant_uid: text(20).optional(),
  test: testScope,
  limit: z.coerce.number().int().min(1).max(50).default(50),
})

export type SearchQuery = z.output<typeof searchQuery>

const searchKinds = [
  'collection',
  'payout',
  'link',
  'callback',
  'merchant',
  'bank_account',
  'bank_transaction',
] as const

export type SearchKind = (typeof searchKinds)[number]

/** The values by which a hit matched. */
const searchMatches = [
  'trade_no',
  'orderid',
  'serial_no',
  'merchant_order_no',
  'callback_id',
  'link',
  'uid',
  'account_no',
  'external_id',
  'member_no',
  'amount',
  'last5',
] as const

export type SearchMatch = (typeof searchMatches)[number]

/** The hits of a search, without further pages. */
const searchView = shape(
  'Found',
  z.strictObject({
    items: z.array(
      z.strictObject({
        kind: z.enum(searchKinds),
        name: meaning(
          z.string(),
          '編號或名稱，用於查詢該筆的路徑',
          'The number or name, for the path of its own call',
        ),
        merchant_uid: z.string().optional(),
        trade_no: meaning(
          z.string().optional(),
          '連結的代收，或銀行交易認列的訂單（30 天內）；沒有則省略',
          'A link’s collection, or the order that a transaction of the last 30 days pays; absent for none',
        ),
        merchant_order_no: meaning(
          z.string().optional(),
          '商戶訂單編號；只有訂單與連結才有',
          'The merchant’s order number; for orders and links only',
        ),
        party_name: meaning(
          z.string().optional(),
          '付款人、收款人、對方、戶名或商戶名稱',
          'Name of the payer, payee, counterparty, account holder or merchant',
        ),
        last5: z.string().optional(),
        bank_account: z.int().optional(),
        amount: money.optional(),
        status: z.string(),
        collection_status: meaning(
          z.enum([...matchingStatuses, 'expired']).optional(),
          '待付款代收的配對狀態；expired 為逾時未付',
          'Matching state of a pending collection; expired: it expired unpaid',
        ),
        ...collectionMarks,
        created_at: time,
        matched_on: meaning(z.enum(searchMatches), '符合的項目', 'The value that matched'),
        test: isTest,
      }),
    ),
  }),
)

export const searchCalls = {
  search: get('/search', {
    summary: {
      zh: '以編號、帳號、金額或末五碼搜尋；待處理者在前',
      en: 'Searches by number, account, amount or last five digits; pending results come first',
    },
    query: searchQuery,
    answer: searchView,
  }),
}
