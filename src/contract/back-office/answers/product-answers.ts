import * as z from 'zod'
import type { productCalls } from '../calls/product-calls.ts'
import { type DocumentedCalls, listOf, meaning, named } from './answer.ts'

const product = named(
  'Product',
  z.strictObject({
    id: z.string(),
    uid: meaning(z.string(), '商戶；平台的商品為空', 'Its merchant; empty for one of the platform'),
    sku: z.string(),
    name: z.string(),
    currency: z.string(),
    price_hkd_cents: z.int(),
  }),
)

export const productAnswers = {
  listProducts: {
    says: { zh: '商品清單', en: 'Lists products, oldest first' },
    answer: listOf('ProductList', product),
  },
  createProduct: { says: { zh: '新增商品', en: 'Adds a product' }, answer: product },
  showProduct: { says: { zh: '一項商品', en: 'Shows a product' }, answer: product },
  patchProduct: {
    says: { zh: '更改商品的指定欄位', en: 'Changes the given fields of a product' },
    answer: product,
  },
  removeProduct: {
    says: { zh: '移除商品，並顯示其內容', en: 'Removes a product, and shows what it was' },
    answer: product,
  },
} satisfies DocumentedCalls<typeof productCalls>
