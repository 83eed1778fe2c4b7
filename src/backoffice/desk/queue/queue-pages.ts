import type { Page } from '../page.ts'
import { drawCollectionsDesk } from './collections-desk.tsx'
import { drawPayoutsDesk } from './payouts-desk.tsx'

/** What waits for an agent: collections, and payouts. */
export const queuePages: readonly Page[] = [
  { path: '/desk', reads: 'listCollections', draw: drawCollectionsDesk },
  { path: '/desk/payouts', reads: 'listPayouts', draw: drawPayoutsDesk },
]
