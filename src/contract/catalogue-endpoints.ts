import * as z from 'zod/mini'
import { success } from './answer-shapes.ts'
import { endpoint, listEndpoint } from './endpoint.ts'

const channel = z.object({
  code: z.string(),
  name: z.string(),
  type: z.literal('redirect'),
  method: z.literal('GET'),
  currency: z.literal('TWD'),
})

/** §4.1: the channels a merchant can use now. */
export const listChannels = endpoint({
  number: 1,
  path: '/api/v1/merchant/payment-channels',
  summary: { zh: '查詢可用支付通道', en: 'List usable payment channels' },
  request: {},
  earlierNames: [],
  legacyGroup: 'collection',
  response: success({ data: z.object({ channels: z.array(channel) }) }),
  refusals: [],
})

/** §4.2: the amounts a member may pay by link. */
export const queryPaymentAmounts = endpoint({
  number: 2,
  path: '/api/v1/merchant/payment-amounts',
  summary: { zh: '查詢固定金額與自訂範圍', en: 'Fixed amounts and custom range' },
  request: {},
  earlierNames: [],
  legacyGroup: 'collection',
  response: success({
    data: z.object({
      currency: z.literal('TWD'),
      fixed_amounts: z.array(z.int()),
      allow_custom: z.boolean(),
      custom_min: z.number(),
      custom_max: z.number(),
      payment_link_endpoint: z.string(),
    }),
  }),
  refusals: [],
})

/** §4.10: Taiwan's bank codes. */
export const listBanks = listEndpoint({
  number: 10,
  path: '/api/v1/merchant/banks',
  summary: { zh: '查詢銀行代碼', en: 'Bank code list' },
  query: {
    q: z.optional(z.string().check(z.maxLength(100))).register(z.globalRegistry, {
      description: '銀行代碼(開頭)或名稱關鍵字 / Start of a code, or part of a name',
    }),
  },
  response: success({
    data: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        short_name: z.string(),
        english_name: z.string(),
        swift: z.string(),
        kind: z.string(),
      }),
    ),
  }),
})

/** §4.12: products of the platform, and of one merchant when it is named. */
export const listProducts = listEndpoint({
  number: 12,
  path: '/api/v1/products',
  summary: { zh: '查詢商品', en: 'Product list' },
  query: {
    merchant_uid: z.optional(z.string().check(z.maxLength(20))).register(z.globalRegistry, {
      description: '商戶編號;加列該商戶的商品 / Adds the products of this merchant',
    }),
  },
  response: success({
    items: z.array(
      z.object({
        id: z.string(),
        uid: z.string(),
        sku: z.string(),
        name: z.string(),
        currency: z.string(),
        price_hkd_cents: z.int(),
      }),
    ),
  }),
})
