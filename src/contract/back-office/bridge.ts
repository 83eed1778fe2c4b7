import * as z from 'zod'
import { problem } from '../../units/language.ts'
import { collectionStatuses, matchingStatuses } from '../orders/order-statuses.ts'
import { get, post } from './call.ts'
import { meaning, money, shape, time } from './shapes.ts'

/** `GET /api/bridge/links/:third_party_session`; a given `link_sign` is verified. */
const bridgeLookup = z.strictObject({ link_sign: z.string().max(64).optional() })

/** `POST /api/bridge/links/:third_party_session/purchase`: whole dollars; other fields must equal the link's. */
const bridgePurchase = z.strictObject({
  amount: z.union(
    [
      z.int().min(1).max(9_999_999_999),
      z
        .string()
        .regex(/^[1-9]\d{0,9}$/)
        .transform(Number),
    ],
    problem('必須是整數金額', 'Must be an amount in whole dollars'),
  ),
  link_sign: z.string().max(64).optional(),
  third_party_order_no: z.string().max(64).optional(),
  user_no: z.string().max(64).optional(),
  user_name: z.string().max(120).optional(),
  customer_bank_account: z.string().max(120).optional(),
})

export type BridgePurchaseCall = z.output<typeof bridgePurchase>

const bridgePurchaseView = shape(
  'BridgePurchase',
  z.strictObject({
    orderid: z.string(),
    trade_no: z.string(),
    amount: money,
    status: z.enum(collectionStatuses),
    collection_status: z.enum(matchingStatuses),
    wait_url: z.string(),
  }),
)

const bridgeLinkView = shape(
  'BridgeLink',
  z.strictObject({
    third_party_session: z.string(),
    merchant_uid: z.string(),
    third_party_order_no: z.string(),
    user_no: z.string(),
    user_name: z.string(),
    user_account: z.string(),
    customer_bank_name: z.string(),
    customer_bank_account: z.string(),
    payer_account_last5: z.string(),
    payeeAccountNumber: meaning(z.string(), '同 payer_account_last5', 'As payer_account_last5'),
    notify_url: z.string(),
    member_phone: z.string(),
    payer_name: z.string(),
    customer_bank_code: z.string(),
    return_url: z.string(),
    link_sign: z.string(),
    expires_at: time,
    state: z.enum(['open', 'submitted', 'paid', 'expired']),
    amount: meaning(
      z.int().nullable(),
      '選定的金額；未選為 null',
      'The chosen amount; null before',
    ),
    payment_amounts: z.strictObject({
      currency: z.literal('TWD'),
      fixed_amounts: z.array(z.int()),
      allow_custom: z.boolean(),
      custom_min: z.int(),
      custom_max: z.int(),
    }),
    purchase: bridgePurchaseView.nullable(),
  }),
)

const bridgePath = '/bridge/links/:third_party_session'

export const bridgeCalls = {
  showBridgeLink: get(bridgePath, {
    summary: {
      zh: '付款連結的會員、付款人與金額，供自有頁面的交易所使用',
      en: 'Shows a payment link’s member, payer and amounts, for an exchange with its own pages',
    },
    query: bridgeLookup,
    answer: bridgeLinkView,
  }),
  purchaseOverBridge: post(`${bridgePath}/purchase`, {
    summary: { zh: '提交會員選定的金額', en: 'Submits the amount that the member has chosen' },
    body: bridgePurchase,
    answer: bridgePurchaseView,
  }),
}
