import * as z from 'zod'

/** A schema with its meaning in both languages. */
export function meaning<Schema extends z.ZodType>(schema: Schema, zh: string, en: string): Schema {
  return schema.describe(`${zh} / ${en}`)
}

/** A schema with its name in the OpenAPI document. */
export function shape<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  return schema.meta({ id })
}

/** One page of a list, under a name of its own. */
export function listOf<Item extends z.ZodType>(id: string, item: Item) {
  return shape(id, z.strictObject({ items: z.array(item), next_cursor: nextCursor }))
}

export const nextCursor = meaning(
  z.string().nullable(),
  '下一頁的 cursor；最後一頁為 null',
  'Cursor of the next page; null on the last page',
)

/** A date-time in Asia/Taipei. */
export const time = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .meta({ examples: ['2026-01-31 15:04:05'] })

/** A day in Asia/Taipei. */
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** An amount in TWD. */
export const money = z.number()

/** The platform's fee in a ledger entry. */
export const feeOfEntry = meaning(
  money,
  '平台手續費，自 to 扣除；to 為 outside 時另自 from 扣除，負數為退還',
  'The platform’s fee, deducted from `to`; if `to` is outside, deducted from `from` in addition; negative for a refund',
)

/** The fee of an order, and the merchant's net amount. */
export const orderFees = {
  fee: meaning(
    money.nullable(),
    '平台手續費；待處理的代付為凍結的手續費，未付款為 null',
    'The platform’s fee; for a pending payout, the frozen fee; null while unpaid',
  ),
  net: meaning(
    money.nullable(),
    '商戶實得；代付則為商戶總支出',
    'Net amount credited to the merchant; for a payout, its total cost',
  ),
  pricing: meaning(z.int(), '建立時的費率版本；0 為無', 'Price version at creation; 0 for none'),
}

export const isTest = meaning(z.boolean(), '屬於測試商戶', 'Belongs to a test merchant')

/** A merchant's kinds of money. */
export const buckets = {
  available: meaning(money, '可用餘額', 'Available balance'),
  frozen: meaning(money, '凍結金額（待處理的代付）', 'Frozen for pending payouts'),
  unconfirmed: meaning(money, '待後台確認的金額', 'Awaiting confirmation'),
}

/** The name of a bucket. An entry's side, below, may also be the platform's fees, or outside of the books. */
export const bucketName = z.enum(['available', 'frozen', 'unconfirmed'])

export const place = z.enum(['outside', ...bucketName.options, 'fees'])
