import type { Listed, NewProduct, Page, ProductPatch } from '../contract/back-office.ts'
import { invalid, Refusal } from '../contract/refusals.ts'
import type { Context } from '../env.ts'
import { listed } from '../rules/back-office-report.ts'
import { productReport } from '../rules/product-report.ts'
import { commit } from '../store/database.ts'
import { findMerchant } from '../store/merchants.ts'
import {
  changeProduct,
  deleteProduct,
  findProduct,
  findProductBySku,
  insertProduct,
  listProducts as readProducts,
} from '../store/products.ts'
import { inDatabaseOfMerchant } from './databases.ts'

type ProductReport = ReturnType<typeof productReport>

/** Adds a product of the platform, or of the merchant that is named. */
export async function createProduct(context: Context, request: NewProduct): Promise<ProductReport> {
  const { uid, sku, name, currency, price_hkd_cents: priceHkdCents } = request
  await requireMerchant(context, uid)
  const product = { merchantUid: uid, sku, name, currency, priceHkdCents }
  await commit(context.db, [insertProduct(context.db, product)])
  const created = await findProductBySku(context.db, uid, sku)
  if (created === null) throw new Error(`product ${sku} was removed as it was made`)
  return productReport(created)
}

/** Products in the order of their creation. */
export async function listProducts(context: Context, page: Page): Promise<Listed<ProductReport>> {
  const products = await readProducts(context.db, page.cursor ?? 0, page.limit)
  return listed(products, page.limit, productReport, ({ id }) => id)
}

/** One product. */
export async function showProduct(context: Context, id: number): Promise<ProductReport> {
  const product = await findProduct(context.db, id)
  if (product === null) throw new Refusal('not_found', { message: '查無此商品,請確認 id' })
  return productReport(product)
}

/** Changes a product; what is not named stays. */
export async function patchProduct(
  context: Context,
  id: number,
  patch: ProductPatch,
): Promise<ProductReport> {
  await showProduct(context, id)
  const { price_hkd_cents: priceHkdCents, uid: merchantUid, ...rest } = patch
  if (merchantUid !== undefined) await requireMerchant(context, merchantUid)
  const given = Object.entries({ ...rest, merchantUid, priceHkdCents })
  const changes = Object.fromEntries(given.filter(([, value]) => value !== undefined))
  if (Object.keys(changes).length > 0) {
    await commit(context.db, [changeProduct(context.db, id, changes)])
  }
  return showProduct(context, id)
}

/** Removes a product, and shows what it was. */
export async function removeProduct(context: Context, id: number): Promise<ProductReport> {
  const product = await showProduct(context, id)
  await commit(context.db, [deleteProduct(context.db, id)])
  return product
}

async function requireMerchant(context: Context, uid: string): Promise<void> {
  const home = uid === '' ? null : await inDatabaseOfMerchant(context, uid)
  const isKnown = home !== null && (await findMerchant(home.db, uid)) !== null
  if (uid !== '' && !isKnown) throw invalid('uid', '查無此商戶')
}
