import * as z from 'zod/mini'
import { content, success, unsignedSuccess } from '../answer-shapes.ts'
import { described, object } from '../described-fields.ts'
import { endpoint, listEndpoint } from '../endpoint.ts'
import { tooLong } from '../fields.ts'

const channel = object({
  code: described(z.string(), '通道代碼', 'Channel code'),
  name: described(z.string(), '通道名稱', 'Channel name'),
  type: described(z.literal('redirect'), '通道種類', 'Kind of channel: a redirect'),
  method: described(z.literal('GET'), '導向方法', 'HTTP method of the redirect'),
  currency: described(z.literal('TWD'), '幣別', 'Currency'),
})

/** §4.1: the channels a merchant can use now. */
export const channelList = endpoint({
  number: 1,
  path: '/api/v1/merchant/payment-channels',
  summary: { zh: '查詢可用支付通道', en: 'List available payment channels' },
  notes: [],
  request: {},
  earlierNames: [],
  legacyGroup: 'collection',
  response: () =>
    success({
      data: content({ channels: described(z.array(channel), '可用通道', 'Available channels') }),
    }),
  refusals: [],
})

/** §4.2: the amounts a member may pay by link. */
export const paymentAmountsQuery = endpoint({
  number: 2,
  path: '/api/v1/merchant/payment-amounts',
  summary: { zh: '查詢固定金額與自訂範圍', en: 'List payment amounts' },
  notes: [
    {
      zh: '在商戶後端呼叫，並在顯示金額之前。',
      en: 'Call it from your backend before you show the amounts to a member.',
    },
  ],
  request: {},
  earlierNames: [],
  legacyGroup: 'collection',
  response: () =>
    success({
      data: content({
        currency: described(z.literal('TWD'), '幣別', 'Currency'),
        fixed_amounts: described(z.array(z.int()), '固定金額', 'Fixed amounts'),
        allow_custom: described(
          z.boolean(),
          '是否可自訂金額',
          'Whether a custom amount is allowed',
        ),
        custom_min: described(z.number(), '自訂金額下限', 'Minimum custom amount'),
        custom_max: described(z.number(), '自訂金額上限', 'Maximum custom amount'),
        payment_link_endpoint: described(
          z.string(),
          '建立指定金額連結的路徑',
          'Path for creating a link for a set amount',
        ),
      }),
    }),
  refusals: [],
})

const kinds =
  '`bank` `foreign_bank` `credit_cooperative` `farmers_association` `fishermens_association` ' +
  '`electronic_payment` `post`'
const bank = object({
  code: described(z.string(), '銀行代碼', 'Bank code'),
  name: described(z.string(), '銀行名稱', 'Bank name'),
  short_name: described(z.string(), '簡稱', 'Short name'),
  english_name: described(z.string(), '英文名稱', 'English name'),
  swift: described(z.string(), 'SWIFT 代碼', 'SWIFT code'),
  kind: described(z.string(), `機構種類：${kinds}`, `Kind of institution: ${kinds}`),
})

/** §4.10: Taiwan's bank codes. */
export const bankList = listEndpoint({
  number: 10,
  path: '/api/v1/merchant/banks',
  summary: { zh: '查詢銀行代碼', en: 'List bank codes' },
  notes: [
    {
      zh: '無需簽章與 `uid`；可快取一小時。省略 `q` 時列出全部。',
      en: 'No signature or `uid`; may be cached for an hour. Without `q`, lists all banks.',
    },
  ],
  query: {
    q: described(
      z.optional(z.string().check(z.maxLength(100, tooLong(100)))),
      '銀行代碼（開頭）或名稱關鍵字',
      'Start of a bank code, or part of a name',
    ),
  },
  response: () => unsignedSuccess({ data: described(z.array(bank), '銀行清單', 'Banks') }),
})

const product = object({
  id: described(z.string(), '商品編號', 'Product number'),
  uid: described(
    z.string(),
    '商戶編號；平台商品為空字串',
    'Merchant UID; empty for the platform’s products',
  ),
  sku: described(z.string(), '商品貨號', 'Product code (SKU)'),
  name: described(z.string(), '商品名稱', 'Product name'),
  currency: described(z.string(), '幣別', 'Currency'),
  price_hkd_cents: described(
    z.int(),
    '價格，以港幣分為單位',
    'Price in Hong Kong cents (HKD × 100)',
  ),
})

/** §4.12: products of the platform, and of one merchant when it is named. */
export const productList = listEndpoint({
  number: 12,
  path: '/api/v1/products',
  summary: { zh: '查詢商品', en: 'List products' },
  notes: [
    {
      zh: '無需簽章；給 merchant_uid 時加列該商戶的商品。商品目錄以港幣標價，與訂單無關：訂單只收 TWD。',
      en:
        'No signature; merchant_uid adds that merchant’s products. The catalogue is priced in HKD ' +
        'and has no effect on orders, which are in TWD only.',
    },
  ],
  query: {
    merchant_uid: described(
      z.optional(z.string().check(z.maxLength(20, tooLong(20)))),
      '商戶編號；加列該商戶的商品',
      'Merchant UID; adds that merchant’s products',
    ),
  },
  response: () => unsignedSuccess({ items: described(z.array(product), '商品清單', 'Products') }),
})
