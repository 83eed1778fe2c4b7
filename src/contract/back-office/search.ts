import * as z from 'zod'
import { matchingStatuses } from '../orders/order-statuses.ts'
import { get } from './call.ts'
import { collectionMarks } from './orders/list-marks.ts'
import { meaning, money, shape, time } from './shapes.ts'
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
          '編號或名稱',
          'Its number or name, by which its own call shows it',
        ),
        merchant_uid: z.string().optional(),
        trade_no: meaning(
          z.string().optional(),
          '連結的代收，或銀行交易認列的訂單（30 天內）；沒有則省略',
          'Of a link its collection; of a transaction the order that it has paid in the last 30 days',
        ),
        merchant_order_no: meaning(
          z.string().optional(),
          '商戶訂單編號；只有訂單與連結才有',
          "Of orders and links: the merchant's number",
        ),
        party_name: meaning(
          z.string().optional(),
          '付款人、收款人、對方、戶名或商戶名稱',
          'Who pays, is paid, sent or got the money, or holds it; the name of a merchant',
        ),
        last5: meaning(
          z.string().optional(),
          '其帳號的末五碼',
          'The last five digits of their account',
        ),
        bank_account: meaning(
          z.int().optional(),
          '所在的銀行帳戶',
          'The bank account that it is on',
        ),
        amount: money.optional(),
        status: z.string(),
        collection_status: meaning(
          z.enum([...matchingStatuses, 'expired']).optional(),
          '待付款的代收所等待的；expired 為逾時未付',
          'What a pending collection waits for; expired: its time ran out unpaid',
        ),
        ...collectionMarks,
        created_at: time,
        matched_on: meaning(z.enum(searchMatches), '符合的項目', 'By what it was found'),
        test: meaning(z.boolean(), '屬於測試商戶', 'Of a test merchant'),
      }),
    ),
  }),
)

export const searchCalls = {
  search: get('/search', {
    summary: {
      zh: '以編號、帳號、金額或末五碼搜尋；待處理者在前',
      en: 'Finds what one text may stand for; what waits comes first',
    },
    query: searchQuery,
    answer: searchView,
  }),
}
