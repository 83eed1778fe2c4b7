import { anyOf } from '../conditions.ts'
import type { DeskPage } from '../page.ts'
import { drawErasure } from './holds/erasure-page.tsx'
import { holdList } from './holds/hold-list.tsx'
import { ledgerPage } from './ledger-page.tsx'
import { merchantList } from './merchant-list.tsx'
import { drawMerchant } from './merchant-page.tsx'
import { drawNewMerchant } from './new-merchant.tsx'
import { drawNewProduct, drawProduct, productList } from './product-pages.tsx'
import { feesPage } from './settlement/fees-page.tsx'
import { drawStatement, statementList } from './settlement/statement-pages.tsx'

/** Merchants, their money, products and holds. */
export const merchantPages: readonly DeskPage[] = [
  merchantList,
  // No uid has a tilde: `/merchants/new` is the page of a merchant.
  { path: '/merchants/~new', reads: 'createMerchant', draw: drawNewMerchant },
  { path: '/merchants/:uid', reads: 'showMerchant', draw: drawMerchant },
  ledgerPage,
  statementList,
  {
    path: '/merchants/:uid/statements/:number',
    reads: 'showMerchantStatement',
    draw: drawStatement,
  },
  feesPage,
  productList,
  {
    path: '/products/new',
    reads: 'createProduct',
    conditions: anyOf('uid'),
    picks: ['merchants'],
    draw: drawNewProduct,
  },
  { path: '/products/:id', reads: 'showProduct', picks: ['merchants'], draw: drawProduct },
  { ...holdList, picks: ['merchants'] },
  { path: '/erasures/:id', reads: 'showErasure', draw: drawErasure },
]
