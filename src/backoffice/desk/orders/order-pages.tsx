import type { Page } from '../page.ts'
import { drawCollections, drawPayouts } from './order-lists.tsx'
import { drawCollection, drawPayout } from './story/draw-order.tsx'
import { drawMemberPage } from './story/member-page.tsx'

/** Lists of orders, and the whole story of one. */
export const orderPages: readonly Page[] = [
  { path: '/collections', reads: 'listCollections', draw: drawCollections },
  { path: '/collections/:trade_no', reads: 'showCollection', draw: drawCollection },
  {
    path: '/collections/:trade_no/member-page',
    reads: 'memberPageOfCollection',
    draw: drawMemberPage,
  },
  { path: '/payouts', reads: 'listPayouts', draw: drawPayouts },
  { path: '/payouts/:trade_no', reads: 'showPayout', draw: drawPayout },
]
