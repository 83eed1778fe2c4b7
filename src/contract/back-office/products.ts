import * as z from 'zod'
import { get, patch, post, remove } from './call.ts'
import { listOf, meaning, shape } from './shapes.ts'
import { line, page, text } from './values.ts'

/** `POST /api/products` */
export const newProduct = z.strictObject({
  uid: text(20).default(''),
  sku: line(64),
  name: line(120),
  currency: line(10),
  price_hkd_cents: z.int().min(0),
})

export type NewProduct = z.output<typeof newProduct>

/** `PATCH /api/products/:id` */
const productPatch = z.strictObject({
  uid: text(20).optional(),
  sku: line(64).optional(),
  name: line(120).optional(),
  currency: line(10).optional(),
  price_hkd_cents: z.int().min(0).optional(),
})

export type ProductPatch = z.output<typeof productPatch>

const productView = shape(
  'Product',
  z.strictObject({
    id: z.string(),
    uid: meaning(z.string(), '商戶；平台商品為空', 'Merchant; empty for a platform product'),
    sku: z.string(),
    name: z.string(),
    currency: z.string(),
    price_hkd_cents: z.int(),
  }),
)

const productPath = '/products/:id{[0-9]{1,15}}'

export const productCalls = {
  listProducts: get('/products', {
    summary: { zh: '商品清單，由舊到新', en: 'Lists products, oldest first' },
    query: page,
    answer: listOf('ProductList', productView),
  }),
  createProduct: post('/products', {
    summary: { zh: '新增商品', en: 'Adds a product' },
    body: newProduct,
    status: 201,
    answer: productView,
  }),
  showProduct: get(productPath, {
    summary: { zh: '一項商品', en: 'Shows a product' },
    answer: productView,
  }),
  patchProduct: patch(productPath, {
    summary: { zh: '更改商品的指定欄位', en: 'Changes the fields sent of a product' },
    body: productPatch,
    answer: productView,
  }),
  removeProduct: remove(productPath, {
    summary: { zh: '移除商品，並回應其內容', en: 'Removes a product and returns it' },
    answer: productView,
  }),
}
