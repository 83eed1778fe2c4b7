import * as z from 'zod'
import { meaning } from '../shapes.ts'

// Common fields of collections and payouts.
export const isTestView = meaning(z.boolean(), '測試商戶的訂單', 'Of a test merchant')

export const extraView = meaning(
  z.union([z.string(), z.record(z.string(), z.unknown())]),
  '商戶的自訂資料',
  'The merchant’s custom data, as it was sent',
)

export const idList = z.array(z.int())

export const agentView = meaning(z.string(), '領取的人員；可為空', 'Who has taken it, or empty')

export const backedView = meaning(
  z.boolean().nullable(),
  '是否有銀行交易佐證；尚未入帳或出款為 null',
  'Whether bank transactions are named that paid it; null while nothing is settled',
)

export const lastFiveView = meaning(
  z.string(),
  '會員付款或收款帳號的末五碼；未知為空',
  'The last five digits of the account that the member pays from, or is paid to; empty where it tells none',
)

export const moveFields = {
  merchant_told: meaning(
    z.boolean().optional(),
    '更改了已告知商戶的內容時才有；false 為商戶未獲通知，請自行告知',
    'Only where it changes what the merchant was told: false means that it is not told of this',
  ),
}
