import type { Page } from '../page.ts'
import { collectionQueue } from './collection-queue.tsx'
import { payoutQueue } from './payout-queue.tsx'
import { collectionsView, payoutsView } from './queue-address.ts'
import { drawQueue } from './queue-page.tsx'

/** What waits for an agent: collections, and payouts. */
export const queuePages: readonly Page[] = [
  {
    path: '/desk',
    reads: 'listCollections',
    takes: collectionsView,
    draw: (desk) => drawQueue(desk, collectionQueue),
  },
  {
    path: '/desk/payouts',
    reads: 'listPayouts',
    takes: payoutsView,
    draw: (desk) => drawQueue(desk, payoutQueue),
  },
]
