import type { Context } from '../../context.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type { NewProduct, ProductPatch } from '../../contract/back-office/products.ts'
import type { Page } from '../../contract/back-office/values.ts'
import { invalid, notFound } from '../../contract/refusals.ts'
import { changedFields } from '../../rules/people/changed-fields.ts'
import { isJournaled, type JournalChange, type Principal } from '../../rules/people/principal.ts'
import { pageView } from '../../rules/views/page-view.ts'
import { productView } from '../../rules/views/product-view.ts'
import {
  changeProduct,
  deleteProduct,
  findProduct,
  findProductBySku,
  insertProduct,
  productsAfter,
} from '../../store/catalogue/products.ts'
import { commit } from '../../store/database.ts'
import { type AnyStatement, insertJournalRowOfNew } from '../../store/people/journal.ts'
import { say } from '../../units/language.ts'
import type { Command } from '../command.ts'
import { locateMerchant } from '../merchants/read-merchant.ts'
import { journalRow, writeJournal } from '../people/journal-rows.ts'

type ProductView = ReturnType<typeof productView>

/** Adds a product of the platform, or of the merchant with the uid given. */
export async function createProduct(
  context: Context,
  principal: Principal,
  request: NewProduct,
): Promise<ProductView> {
  const { uid, sku, name, currency, price_hkd_cents: priceHkdCents } = request
  await requireKnownUid(context, uid)
  const product = { merchantUid: uid, sku, name, currency, priceHkdCents }
  const written = { action: 'create', before: null, after: request }
  const row = journalRow(platformPlace(context), principal, writtenOf('', written))
  await commit(context.platformDb, [
    insertProduct(context.platformDb, product),
    ...(isJournaled(principal) ? [insertJournalRowOfNew(row)] : []),
  ])
  const created = await findProductBySku(context.platformDb, uid, sku)
  if (created === null) throw new Error(`product ${sku} was removed as it was made`)
  return productView(created)
}

/** Products in the order of their creation. */
export async function listProducts(context: Context, page: Page): Promise<ItemPage<ProductView>> {
  const products = await productsAfter(context.platformDb, page.cursor ?? 0, page.limit)
  return pageView({ items: products, limit: page.limit, viewOf: productView, idOf: ({ id }) => id })
}

/** One product; refuses with `not_found`. */
export async function showProduct(context: Context, id: number): Promise<ProductView> {
  const product = await findProduct(context.platformDb, id)
  if (product === null)
    throw notFound(say('查無此商品，請確認編號', 'There is no such product; check its number'))
  return productView(product)
}

/** Changes the given fields of a product. */
export async function patchProduct({
  context,
  principal,
  id,
  patch,
}: Command & { readonly id: number; readonly patch: ProductPatch }): Promise<ProductView> {
  const before = await showProduct(context, id)
  const { price_hkd_cents: priceHkdCents, uid: merchantUid, ...rest } = patch
  if (merchantUid !== undefined) await requireKnownUid(context, merchantUid)
  const fields = Object.entries({ ...rest, merchantUid, priceHkdCents })
  const changes = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  if (Object.keys(changes).length > 0) {
    await commit(context.platformDb, [
      changeProduct(context.platformDb, id, changes),
      ...journaledOf({
        context,
        principal,
        name: String(id),
        written: { action: 'patch', ...changedFields(before, { ...before, ...patch }) },
      }),
    ])
  }
  return showProduct(context, id)
}

export async function removeProduct(
  context: Context,
  principal: Principal,
  id: number,
): Promise<ProductView> {
  const product = await showProduct(context, id)
  await commit(context.platformDb, [
    deleteProduct(context.platformDb, id),
    ...journaledOf({
      context,
      principal,
      name: String(id),
      written: { action: 'delete', before: product, after: null },
    }),
  ])
  return product
}

function journaledOf({
  context,
  principal,
  name,
  written,
}: Command & {
  readonly name: string
  readonly written: Omit<JournalChange, 'subject' | 'reason'>
}): readonly AnyStatement[] {
  return writeJournal(platformPlace(context), principal, writtenOf(name, written))
}

// Products are in the platform's database, which is the first.
const platformPlace = (context: Context) => ({ ...context, databaseNumber: 0 })

function writtenOf(
  name: string,
  written: Omit<JournalChange, 'subject' | 'reason'>,
): JournalChange {
  return { ...written, subject: { kind: 'product', name }, reason: '' }
}

async function requireKnownUid(context: Context, uid: string): Promise<void> {
  if (uid === '') return
  if ((await locateMerchant(context, uid)) === null)
    throw invalid('uid', say('查無此商戶', 'There is no such merchant'))
}
