import { anyOf } from '../conditions.ts'
import type { Page } from '../page.ts'
import { collectionFilters, orderConditions, payoutFilters } from './order-filters.ts'
import { drawCollections, drawPayouts } from './order-lists.tsx'
import { drawCollection, drawPayout } from './story/draw-order.tsx'
import { drawMemberPage } from './story/member-page.tsx'

// A transaction's page leads to the order that it may pay.
const chosen = anyOf('transaction')

/** Lists of orders, and the whole story of one. */
export const orderPages: readonly Page[] = [
  {
    path: '/collections',
    reads: 'listCollections',
    takes: orderConditions(collectionFilters),
    draw: drawCollections,
  },
  { path: '/collections/:trade_no', reads: 'showCollection', takes: chosen, draw: drawCollection },
  {
    path: '/collections/:trade_no/member-page',
    reads: 'memberPageOfCollection',
    takes: anyOf('lang'),
    draw: drawMemberPage,
  },
  {
    path: '/payouts',
    reads: 'listPayouts',
    takes: orderConditions(payoutFilters),
    draw: drawPayouts,
  },
  { path: '/payouts/:trade_no', reads: 'showPayout', takes: chosen, draw: drawPayout },
]
