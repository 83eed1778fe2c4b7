import type { Desk } from '../desk.ts'
import { CollectionActs } from '../orders/acts/collection-acts.tsx'
import { PayoutActs } from '../orders/acts/payout-acts.tsx'
import type { Drawn, Page } from '../page.ts'

/** What waits for an agent: collections, and payouts. */
export const queuePages: readonly Page[] = [
  { path: '/desk', reads: 'listCollections', draw: drawCollections },
  { path: '/desk/payouts', reads: 'listPayouts', draw: drawPayouts },
]

async function drawCollections(desk: Desk): Promise<Drawn> {
  const path = { trade_no: desk.query.order ?? '' }
  const [order, candidates, accounts] = await Promise.all([
    desk.need('showCollection', { path }),
    desk.ask('candidatesOfCollection', { path }),
    desk.ask('listBankAccounts', { query: { limit: '200' } }),
  ])
  return {
    title: desk.say({ zh: '待收款', en: 'Money in' }),
    main: (
      <CollectionActs
        order={order}
        candidates={candidates.ok ? candidates.value : null}
        accounts={accounts.ok ? accounts.value.items : null}
      />
    ),
  }
}

async function drawPayouts(desk: Desk): Promise<Drawn> {
  const path = { trade_no: desk.query.order ?? '' }
  const [order, candidates, accounts] = await Promise.all([
    desk.need('showPayout', { path }),
    desk.ask('candidatesOfPayout', { path }),
    desk.ask('listBankAccounts', { query: { limit: '200' } }),
  ])
  return {
    title: desk.say({ zh: '待出款', en: 'Money out' }),
    main: (
      <PayoutActs
        order={order}
        candidates={candidates.ok ? candidates.value : null}
        accounts={accounts.ok ? accounts.value.items : null}
      />
    ),
  }
}
