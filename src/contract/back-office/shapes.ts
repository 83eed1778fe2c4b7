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
  'The cursor of the next page; null on the last one',
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
  '平台手續費，由轉入處扣除；轉出帳外時另自轉出處扣除，負數為退還',
  'The platform’s fee, out of `to`, or besides out of `from` where `to` is outside; negative where it is given back',
)

/** The fee of an order, and the merchant's net amount. */
export const orderFees = {
  fee: meaning(
    money.nullable(),
    '平台手續費；待處理的代付為凍結的手續費，未付款為 null',
    'The platform’s fee; of a pending payout the one that is frozen; null while nothing is paid',
  ),
  net: meaning(
    money.nullable(),
    '商戶實得；代付則為商戶總支出',
    'What the merchant gets; of a payout, what it pays in all',
  ),
  pricing: meaning(
    z.int(),
    '建立時的費率版本；0 為沒有費率',
    'The version of the price at its creation; 0 for none',
  ),
}

/** A merchant's kinds of money. */
export const buckets = {
  available: meaning(money, '可用餘額', 'Available balance'),
  frozen: meaning(money, '凍結金額（待處理的代付）', 'Held for pending payouts'),
  unconfirmed: meaning(money, '待後台確認的金額', 'Awaiting confirmation'),
}

/** The name of a bucket. An entry's side, below, may also be the platform's fees, or outside of the books. */
export const bucketName = z.enum(['available', 'frozen', 'unconfirmed'])

export const place = z.enum(['outside', ...bucketName.options, 'fees'])
