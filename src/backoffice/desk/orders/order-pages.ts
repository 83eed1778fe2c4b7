import { anyOf } from '../conditions.ts'
import type { DeskPage } from '../page.ts'
import { collectionList, payoutList } from './order-lists.tsx'
import { drawMemberPage } from './page/member-page.tsx'
import { drawCollection, drawPayout } from './page/order-page.tsx'

// A transaction's page leads to the order that it may pay.
const chosen = anyOf('transaction')

const picks = ['agents'] as const

/** Lists of orders, and the whole story of one. */
export const orderPages: readonly DeskPage[] = [
  collectionList,
  {
    path: '/collections/:trade_no',
    reads: 'showCollection',
    conditions: chosen,
    picks,
    draw: drawCollection,
  },
  {
    path: '/collections/:trade_no/member-page',
    reads: 'memberPageOfCollection',
    conditions: anyOf('lang'),
    draw: drawMemberPage,
  },
  payoutList,
  { path: '/payouts/:trade_no', reads: 'showPayout', conditions: chosen, picks, draw: drawPayout },
]
