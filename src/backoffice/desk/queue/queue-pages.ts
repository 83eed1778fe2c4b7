import { anyOf } from '../conditions.ts'
import type { DeskPage } from '../page.ts'
import { collectionQueue } from './collection-queue.tsx'
import { payoutQueue } from './payout-queue.tsx'
import { collectionsView, payoutsView } from './queue-address.ts'
import { drawQueue } from './queue-page.tsx'
import { drawReady } from './ready-page.tsx'

/** The queues of collections and of payouts. */
export const queuePages: readonly DeskPage[] = [
  {
    path: '/desk',
    reads: 'listCollections',
    conditions: collectionsView,
    picks: ['agents'],
    draw: (desk) => drawQueue(desk, collectionQueue),
  },
  {
    path: '/desk/ready',
    reads: 'listReady',
    conditions: anyOf('bank_account', 'cursor'),
    draw: drawReady,
  },
  {
    path: '/desk/payouts',
    reads: 'listPayouts',
    conditions: payoutsView,
    picks: ['agents'],
    draw: (desk) => drawQueue(desk, payoutQueue),
  },
]
