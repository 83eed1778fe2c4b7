import * as z from 'zod'
import { get, put, remove } from '../call.ts'
import { listOf, meaning, money, shape, time } from '../shapes.ts'
import { amount, moment, page, share } from '../values.ts'

const rateChange = z.strictObject({
  rate_ppm: share.optional(),
  fixed: amount.optional(),
  min: amount.optional(),
  max: amount.nullable().optional(),
})

export type RateChange = z.output<typeof rateChange>

/** `PUT /api/merchants/:uid/pricing`: absent values, at both levels, are those of the newest version (fees §1). */
const pricingChange = z.strictObject({
  collection: rateChange.optional(),
  payout: rateChange.optional(),
  withdrawal: rateChange.optional(),
  fee_on_reversal: z.enum(['return', 'keep']).optional(),
  settle_after_days: z.int().min(0).max(30).optional(),
  minimum_withdrawal: z.int().min(0).max(9_999_999_999).optional(),
  // By default when it is set or approved.
  valid_from: moment.optional(),
})

export type PricingChange = z.output<typeof pricingChange>

const rateView = shape(
  'Rate',
  z.strictObject({
    rate_ppm: meaning(z.int(), '費率，百萬分之幾', 'Parts per million of the amount'),
    fixed: meaning(money, '每筆固定金額', 'A fixed sum for each'),
    min: meaning(money, '每筆至少', 'At least'),
    max: meaning(money.nullable(), '每筆至多；null 為不限', 'At most; null for no limit'),
  }),
)

/** A merchant's price in answers. */
const pricingView = shape(
  'Pricing',
  z.strictObject({
    collection: rateView,
    payout: rateView,
    withdrawal: rateView,
    fee_on_reversal: meaning(
      z.enum(['return', 'keep']),
      '款項退回時，手續費退還或保留',
      'Whether the fee of money that went back is given back',
    ),
    settle_after_days: meaning(
      z.int(),
      '代收款於幾日後可提領',
      'After how many days a collection can be withdrawn',
    ),
    minimum_withdrawal: meaning(z.int(), '最低提領金額', 'The least that can be withdrawn'),
  }),
)

const versionView = shape(
  'PriceVersion',
  z.strictObject({
    version: z.int(),
    pricing: pricingView,
    valid_from: time,
    set_at: time,
    set_by: z.string(),
    approved_by: meaning(z.string(), '沒有第二人時為空', 'Empty where nobody else had to agree'),
    fee_of_1000: meaning(
      z.strictObject({ collection: money, payout: money, withdrawal: money }),
      '金額 1,000 元時的手續費',
      'The fee of 1,000 TWD',
    ),
    holds: meaning(z.boolean(), '目前的費率', 'Whether it holds now'),
    withdrawn: meaning(z.boolean(), '生效前已撤回', 'Withdrawn before it began'),
  }),
)

export const pricingCalls = {
  listPricing: get('/merchants/:uid/pricing', {
    summary: { zh: '商戶的費率，由新到舊', en: 'Lists a merchant’s prices, newest first' },
    query: page,
    answer: listOf('PriceVersionList', versionView),
  }),
  setPricing: put('/merchants/:uid/pricing', {
    summary: {
      zh: '設定商戶的費率；每次為新的一版，不會更改舊版',
      en: 'Sets a merchant’s price: a version of its own, which is never edited',
    },
    notes: {
      zh: '未傳的欄位同最新一版。valid_from 未傳時自核准起生效，否則不可早於現在，且須晚於既有的各版',
      en:
        'What is left out is as in the newest version. Without valid_from it holds once it is approved; that time ' +
        'must not be past, and be later than that of every other version',
    },
    body: pricingChange,
    answer: versionView,
    waits: true,
  }),
  withdrawPricing: remove('/merchants/:uid/pricing/:version', {
    summary: { zh: '撤回尚未生效的費率', en: 'Withdraws a price that has not begun' },
    answer: versionView,
    waits: true,
  }),
}
