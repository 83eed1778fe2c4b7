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
    fixed: meaning(money, '每筆固定金額', 'Fixed amount per order'),
    min: meaning(money, '每筆下限', 'Minimum fee per order'),
    max: meaning(money.nullable(), '每筆上限；null 為不限', 'Maximum fee per order; null for none'),
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
      'Whether the fee of returned money is returned or kept',
    ),
    settle_after_days: meaning(z.int(), '代收款幾日後可提領', 'Days until money can be withdrawn'),
    minimum_withdrawal: meaning(z.int(), '最低提領金額', 'Minimum withdrawal'),
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
    approved_by: meaning(z.string(), '核准者；可為空', 'The approver, or empty'),
    fee_of_1000: meaning(
      z.strictObject({ collection: money, payout: money, withdrawal: money }),
      '金額 1,000 元時的手續費',
      'The fee of 1,000 TWD',
    ),
    holds: meaning(z.boolean(), '是否為目前的費率', 'Whether it is in force now'),
    withdrawn: meaning(
      z.boolean(),
      '是否於生效前撤回',
      'Whether it was withdrawn before taking effect',
    ),
  }),
)

export const pricingCalls = {
  listPricing: get('/merchants/:uid/pricing', {
    summary: { zh: '商戶的費率，由新到舊', en: 'Lists a merchant’s price versions, newest first' },
    query: page,
    answer: listOf('PriceVersionList', versionView),
  }),
  setPricing: put('/merchants/:uid/pricing', {
    summary: {
      zh: '設定商戶的費率；每次為新的一版，不會更改舊版',
      en: 'Sets a merchant’s price as a new version; earlier versions never change',
    },
    notes: {
      zh: '未傳的欄位同最新一版。valid_from 未傳時自核准起生效，否則不可早於現在，且須晚於既有的各版',
      en:
        'Omitted fields keep the values of the newest version. valid_from defaults to the time of approval; it ' +
        'must not be in the past and must be later than that of every other version',
    },
    body: pricingChange,
    answer: versionView,
    waits: true,
  }),
  withdrawPricing: remove('/merchants/:uid/pricing/:version', {
    summary: { zh: '撤回尚未生效的費率', en: 'Withdraws a version that has not taken effect' },
    answer: versionView,
    waits: true,
  }),
}
