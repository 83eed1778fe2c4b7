import type { Desk } from '../../desk.ts'
import type { Drawn } from '../../page.ts'
import { TestBadge } from '../../parts/test-badge.tsx'
import { CollectionActs } from '../acts/collection-acts.tsx'
import { PayoutActs } from '../acts/payout-acts.tsx'
import type { Accounts, OrderDetail } from '../acts/shown-orders.ts'
import { Callbacks } from './callbacks.tsx'
import { CollectionFacts, PayoutFacts } from './facts.tsx'
import { MemberPage } from './member-page.tsx'
import { Moves } from './moves.tsx'
import { CollectionStand, PayoutStand } from './stand.tsx'
import { type PaidBy, Transactions } from './transactions.tsx'

/** One collection's whole story: where it stands, what can be done, each move, its money, its callbacks. */
export async function drawCollection(desk: Desk): Promise<Drawn> {
  const path = { trade_no: desk.path.trade_no ?? '' }
  const [order, candidates, accounts, page] = await Promise.all([
    desk.need('showCollection', { path }),
    desk.may('takeCollection') ? desk.ask('candidatesOfCollection', { path }) : null,
    usableAccounts(desk),
    desk.ask('memberPageOfCollection', { path }),
  ])
  const paid = await transactionsOf(desk, order)
  const choice = { candidates: candidates?.ok === true ? candidates.value : null, accounts }
  return {
    title: `${desk.say({ zh: '代收', en: 'Collection' })} ${order.trade_no}`,
    ...refreshOf(order),
    main: (
      <div class="story" id="story">
        <div id="happened">
          {order.test ? (
            <p>
              <TestBadge of={order} />
            </p>
          ) : null}
          <CollectionStand order={order} accounts={accounts} />
          {desk.may('takeCollection') ? <CollectionActs order={order} {...choice} /> : null}
          <Moves order={order} accounts={accounts} />
          <Transactions order={order} paid={paid} accounts={accounts} />
          <Callbacks order={order} />
        </div>
        <div id="about">
          <CollectionFacts order={order} />
          <MemberPage order={order} page={page.ok ? page.value : null} />
        </div>
      </div>
    ),
  }
}

/** One payout's whole story. */
export async function drawPayout(desk: Desk): Promise<Drawn> {
  const path = { trade_no: desk.path.trade_no ?? '' }
  const [order, candidates, accounts] = await Promise.all([
    desk.need('showPayout', { path }),
    desk.may('takePayout') ? desk.ask('candidatesOfPayout', { path }) : null,
    usableAccounts(desk),
  ])
  const paid = await transactionsOf(desk, order)
  const choice = { candidates: candidates?.ok === true ? candidates.value : null, accounts }
  return {
    title: `${desk.say({ zh: '代付', en: 'Payout' })} ${order.trade_no}`,
    ...refreshOf(order),
    main: (
      <div class="story" id="story">
        <div id="happened">
          {order.test ? (
            <p>
              <TestBadge of={order} />
            </p>
          ) : null}
          <PayoutStand order={order} accounts={accounts} />
          {desk.may('takePayout') ? <PayoutActs order={order} {...choice} /> : null}
          <Moves order={order} accounts={accounts} />
          <Transactions order={order} paid={paid} accounts={accounts} />
          <Callbacks order={order} />
        </div>
        <div id="about">
          <PayoutFacts order={order} />
        </div>
      </div>
    ),
  }
}

// What names the accounts of an order; null where they cannot be read.
async function usableAccounts(desk: Desk): Promise<Accounts> {
  const answer = await desk.ask('listBankAccounts', { query: { limit: '200' } })
  return answer.ok ? answer.value.items : null
}

async function transactionsOf(desk: Desk, order: OrderDetail): Promise<readonly PaidBy[]> {
  const shown = async (id: number) => {
    const answer = await desk.ask('showTransaction', { path: { id: String(id) } })
    return { id, shown: answer.ok ? answer.value : null }
  }
  const read = await Promise.all(order.bank_transactions.slice(0, shownMax).map(shown))
  return [...read, ...order.bank_transactions.slice(shownMax).map((id) => ({ id, shown: null }))]
}

// Most orders are paid by one; of those that are paid by many, so many are shown in full.
const shownMax = 10

const refreshSeconds = 10

// An order that waits, or whose callback is on its way, is still moving.
function refreshOf({ status, callback }: OrderDetail): Pick<Drawn, 'refreshSeconds'> {
  return status === 'pending' || callback?.state === 'due' ? { refreshSeconds } : {}
}
