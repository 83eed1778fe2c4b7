import * as z from 'zod'
import { collectionStatuses, matchingStatuses } from '../../orders/order-statuses.ts'
import type { desks } from '../calls/desks.ts'
import { type DocumentedCalls, meaning, money, named, time } from './answer.ts'

const purchase = named(
  'BridgePurchase',
  z.strictObject({
    orderid: z.string(),
    trade_no: z.string(),
    amount: money,
    status: z.enum(collectionStatuses),
    collection_status: z.enum(matchingStatuses),
    wait_url: meaning(z.string(), '會員的等待頁', 'The page on which the member waits'),
  }),
)

const link = named(
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
      '已選定的金額；未選定為 null',
      'The amount that was chosen, or null',
    ),
    payment_amounts: z.strictObject({
      currency: z.literal('TWD'),
      fixed_amounts: z.array(z.int()),
      allow_custom: z.boolean(),
      custom_min: z.int(),
      custom_max: z.int(),
    }),
    purchase: purchase.nullable(),
  }),
)

export const bridgeAnswers = {
  showBridgeLink: {
    says: {
      zh: '付款連結的會員、付款人與金額，供自有頁面的交易所使用',
      en: 'Shows a link’s member, payer and amounts to an exchange with pages of its own',
    },
    answer: link,
  },
  purchaseOverBridge: {
    says: { zh: '提交會員選定的金額', en: 'Submits the amount that the member has chosen' },
    answer: purchase,
  },
} satisfies DocumentedCalls<(typeof desks)['EXCHANGE_BRIDGE']>
