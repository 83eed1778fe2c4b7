import { bankingPages } from './banking/banking-pages.ts'
import { callbackPages } from './callbacks/callback-pages.ts'
import { merchantPages } from './merchants/merchant-pages.ts'
import { orderPages } from './orders/order-pages.ts'
import { overviewPages } from './overview/overview-page.tsx'
import type { DeskPage } from './page.ts'
import { peoplePages } from './people/people-pages.ts'
import { queuePages } from './queue/queue-pages.ts'
import { searchPages } from './search/search-pages.tsx'

/** Every page of the back office. Of two paths that fit an address, the first is taken. */
export const pages: readonly DeskPage[] = [
  ...overviewPages,
  ...queuePages,
  ...searchPages,
  ...orderPages,
  ...callbackPages,
  ...bankingPages,
  ...merchantPages,
  ...peoplePages,
]
