import { anyOf } from '../conditions.ts'
import type { Page } from '../page.ts'
import { listConditions } from '../parts/filters.tsx'
import { drawHolds } from './holds/hold-list.tsx'
import { drawLedger } from './ledger-page.tsx'
import { drawMerchants, merchantFilters } from './merchant-list.tsx'
import { drawMerchant } from './merchant-page.tsx'
import { drawNewMerchant } from './new-merchant.tsx'
import { drawNewProduct, drawProduct, drawProducts } from './products/product-pages.tsx'

/** Merchants, their money, products and holds. */
export const merchantPages: readonly Page[] = [
  {
    path: '/merchants',
    reads: 'listMerchants',
    takes: listConditions(merchantFilters),
    draw: drawMerchants,
  },
  // No uid has a tilde: `/merchants/new` is the page of a merchant.
  { path: '/merchants/~new', reads: 'createMerchant', draw: drawNewMerchant },
  { path: '/merchants/:uid', reads: 'showMerchant', draw: drawMerchant },
  { path: '/merchants/:uid/ledger', reads: 'listLedger', takes: anyOf('cursor'), draw: drawLedger },
  { path: '/products', reads: 'listProducts', takes: anyOf('cursor'), draw: drawProducts },
  { path: '/products/new', reads: 'createProduct', takes: anyOf('uid'), draw: drawNewProduct },
  { path: '/products/:id', reads: 'showProduct', draw: drawProduct },
  {
    path: '/holds',
    reads: 'listHolds',
    takes: anyOf('merchant_uid', 'cursor', 'test'),
    draw: drawHolds,
  },
]
