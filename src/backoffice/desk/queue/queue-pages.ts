import type { Page } from '../page.ts'
import { drawCollectionsDesk } from './collections-desk.tsx'
import { drawPayoutsDesk } from './payouts-desk.tsx'
import { collectionsView, payoutsView } from './queue-address.ts'

/** What waits for an agent: collections, and payouts. */
export const queuePages: readonly Page[] = [
  { path: '/desk', reads: 'listCollections', takes: collectionsView, draw: drawCollectionsDesk },
  { path: '/desk/payouts', reads: 'listPayouts', takes: payoutsView, draw: drawPayoutsDesk },
]
