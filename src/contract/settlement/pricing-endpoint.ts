import * as z from 'zod/mini'
import { content, dateTimeText, success } from '../answer-shapes.ts'
import { described, object } from '../described-fields.ts'
import { endpoint } from '../endpoint.ts'

function rate(zh: string, en: string) {
  const fields = object({
    rate_ppm: described(z.int(), '費率，百萬分之幾', 'Rate, in parts per million of the amount'),
    fixed: described(z.number(), '每筆固定金額', 'Fixed fee per order'),
    min: described(z.number(), '每筆至少', 'Minimum fee per order'),
    max: described(
      z.nullable(z.number()),
      '每筆至多；null 為不限',
      'Maximum fee per order; null for no limit',
    ),
  })
  return described(fields, zh, en)
}

function pricing() {
  return object({
    collection: rate('代收', 'Collections'),
    payout: rate('代付', 'Payouts'),
    withdrawal: rate('提領', 'Withdrawals'),
    fee_on_reversal: described(
      z.enum(['return', 'keep']),
      '款項退回時，手續費退還（return）或保留（keep）',
      'Whether the fee is refunded or kept when money is returned',
    ),
    settle_after_days: described(
      z.int(),
      '代收款於幾日後可提領',
      'Days until a collection can be withdrawn',
    ),
    minimum_withdrawal: described(z.int(), '最低提領金額', 'Minimum withdrawal'),
  })
}

/** Endpoint 14 (fees §1): the platform's price for the merchant. */
export const pricingQuery = endpoint({
  number: 14,
  path: '/api/v1/merchant/pricing',
  summary: { zh: '查詢費率', en: 'Query your price' },
  notes: [
    {
      zh:
        '手續費 = 金額 × `rate_ppm` ÷ 1,000,000（四捨五入到分）+ `fixed`，不少於 `min`，不多於 `max`，也不多於金額本身。' +
        '代收以實付金額、代付以實際出款金額計算。',
      en:
        'Fee = amount × `rate_ppm` ÷ 1,000,000 (rounded to the cent) + `fixed`; at least `min`, at most ' +
        '`max`, and never more than the amount. Collections are charged by what was paid, payouts by ' +
        'what was paid out.',
    },
    {
      zh: '每筆訂單依其建立時的費率；`next` 為之後生效的費率。',
      en: 'An order keeps the price it was created under; `next` is the upcoming price.',
    },
  ],
  request: {},
  earlierNames: [],
  legacyGroup: 'collection',
  response: () =>
    success({
      data: content({
        pricing: described(pricing(), '目前的費率', 'The current price'),
        version: described(z.int(), '費率版本；0 為沒有費率', 'Price version; 0 for no price'),
        next: described(
          z.nullable(
            object({
              pricing: described(pricing(), '費率', 'The price'),
              version: described(z.int(), '費率版本', 'Price version'),
              valid_from: described(dateTimeText(), '生效時間', 'Effective from'),
            }),
          ),
          '之後生效的費率；沒有為 null',
          'The upcoming price; null if there is none',
        ),
      }),
    }),
  refusals: [],
})
