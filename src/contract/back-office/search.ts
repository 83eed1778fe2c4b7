import * as z from 'zod'
import { testScope } from './order-filters.ts'
import { line, text } from './values.ts'

/** `GET /api/search`: `merchant_uid` narrows it to one merchant, and is asked for where there are too many. */
export const searchQuery = z.strictObject({
  q: line(120),
  merchant_uid: text(20).optional(),
  test: testScope,
  limit: z.coerce.number().int().min(1).max(50).default(50),
})
export type SearchQuery = z.output<typeof searchQuery>

/** What a search finds. */
export const searchKinds = [
  ...(['collection', 'payout', 'link', 'callback'] as const),
  ...(['merchant', 'bank_account', 'bank_transaction'] as const),
] as const
export type SearchKind = (typeof searchKinds)[number]

/** By what a search has found it. */
export const searchMatches = [
  ...(['trade_no', 'orderid', 'serial_no', 'merchant_order_no', 'callback_id', 'link'] as const),
  ...(['uid', 'account_no', 'external_id', 'member_no', 'amount', 'last5'] as const),
] as const
export type SearchMatch = (typeof searchMatches)[number]
