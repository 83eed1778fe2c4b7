import * as z from 'zod/mini'
import { content, dateTimeText, success } from '../answer-shapes.ts'
import { described, object } from '../described-fields.ts'
import { endpoint } from '../endpoint.ts'

function rate(zh: string, en: string) {
  const fields = object({
    rate_ppm: described(
      z.int(),
      '費率，以百萬分之一為單位；15000 為 1.5 %',
      'Rate in parts per million of the amount: 15000 is 1.5%',
    ),
    fixed: described(
      z.number(),
      '每筆固定金額，加在費率之上',
      'Fixed fee per order, added to the rate',
    ),
    min: described(z.number(), '每筆最低手續費', 'Minimum fee per order'),
    max: described(
      z.nullable(z.number()),
      '每筆最高手續費；`null` 為不限',
      'Maximum fee per order; `null` for no maximum',
    ),
  })
  return described(fields, zh, en)
}

function pricing() {
  return object({
    collection: rate('代收的費率', 'Fee rate for collections'),
    payout: rate('代付的費率', 'Fee rate for payouts'),
    withdrawal: rate('提領的費率', 'Fee rate for withdrawals'),
    fee_on_reversal: described(
      z.enum(['return', 'keep']),
      '款項已退回時，手續費退還（`return`）或不退（`keep`）；因誤配而沖正的訂單一律退還手續費',
      'Whether the fee is refunded (`return`) or not (`keep`) when money was sent back. For an ' +
        'order that was matched by mistake, it is always refunded',
    ),
    settle_after_days: described(
      z.int(),
      '代收款於幾日後可提領',
      'Days until a collection can be withdrawn',
    ),
    minimum_withdrawal: described(
      z.int(),
      '最低提領金額（TWD）',
      'Minimum amount of a withdrawal, in TWD',
    ),
  })
}

/** Endpoint 14 (fees §1): the platform's price for the merchant. */
export const pricingQuery = endpoint({
  number: 14,
  path: '/api/v1/merchant/pricing',
  summary: { zh: '查詢費率', en: 'Query your fee rates' },
  notes: [
    {
      zh:
        '手續費 = 金額 × `rate_ppm` ÷ 1,000,000（四捨五入到分）+ `fixed`，不少於 `min`，不多於 `max`，也不多於金額本身。' +
        '代收以實付金額、代付以實際出款金額計算。',
      en:
        'Fee = amount × `rate_ppm` ÷ 1,000,000 (rounded to the cent) + `fixed`; at least ' +
        '`min`, at most `max`, and never more than the amount. The amount is what was paid for ' +
        'a collection, and what was paid out for a payout.',
    },
    {
      zh: '每筆訂單依其建立時的費率；`next` 為之後生效的費率。',
      en:
        'An order keeps the rates in force when it was created; `next` holds the rates that ' +
        'follow.',
    },
  ],
  request: {},
  earlierNames: [],
  legacyGroup: 'collection',
  response: () =>
    success({
      data: content({
        pricing: described(pricing(), '目前的費率', 'Rates in force'),
        version: described(
          z.int(),
          '費率版本；0 為沒有費率',
          'Version of the rates; 0 if you have none',
        ),
        next: described(
          z.nullable(
            object({
              pricing: described(pricing(), '費率', 'Rates that follow'),
              version: described(z.int(), '費率版本', 'Version of the rates'),
              valid_from: described(dateTimeText(), '生效時間', 'Time from which they apply'),
            }),
          ),
          '之後生效的費率；沒有時為 `null`',
          'Rates that follow; `null` if none are planned',
        ),
      }),
    }),
  refusals: [],
})
