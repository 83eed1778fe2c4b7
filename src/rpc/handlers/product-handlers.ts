import type { productCalls } from '../../contract/back-office/calls/product-calls.ts'
import {
  createProduct,
  listProducts,
  patchProduct,
  removeProduct,
  showProduct,
} from '../../operations/catalogue/manage-products.ts'
import type { Handlers } from './handlers.ts'

export const productHandlers: Handlers<typeof productCalls> = {
  listProducts: (context, _act, { query }) => listProducts(context, query),
  createProduct: (context, act, { body }) => createProduct(context, act, body),
  showProduct: (context, _act, { path }) => showProduct(context, Number(path.id)),
  patchProduct: (context, act, { path, body }) => patchProduct(context, act, Number(path.id), body),
  removeProduct: (context, act, { path }) => removeProduct(context, act, Number(path.id)),
}
