import * as z from 'zod'
import { meaning } from '../shapes.ts'

// Common fields of collections and payouts.
export const extraView = meaning(
  z.union([z.string(), z.record(z.string(), z.unknown())]),
  '商戶的自訂資料，依原樣',
  'The merchant’s custom data, as sent',
)

export const idList = z.array(z.int())

export const agentView = meaning(
  z.string(),
  '領取的人員；可為空',
  'The agent who took it, or empty',
)

export const backedView = meaning(
  z.boolean().nullable(),
  '是否有銀行交易佐證；尚未入帳或出款為 null',
  'Whether bank transactions back it; null before it is settled or paid',
)

export const lastFiveView = meaning(
  z.string(),
  '會員付款或收款帳號的末五碼；未知為空',
  'The last five digits of the member’s account, the payer’s or payee’s; empty if unknown',
)

export const moveFields = {
  merchant_told: meaning(
    z.boolean().optional(),
    '更改了已通知商戶的內容時才有；false 為不通知商戶，請自行告知',
    'Only if this changes what the merchant was notified of; false: no callback is sent, inform the merchant yourself',
  ),
}
