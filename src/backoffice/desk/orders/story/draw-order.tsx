import type { FC } from 'hono/jsx'
import type { Desk } from '../../desk.ts'
import type { Drawn } from '../../page.ts'
import { TestBadge } from '../../parts/test-badge.tsx'
import type { Accounts, OrderDetail } from '../acts/shown-orders.ts'
import { collections, type OrderKind, payouts, usableAccounts } from '../order-kinds.tsx'
import { Callbacks } from './callbacks.tsx'
import { CollectionFacts, PayoutFacts } from './facts.tsx'
import { MemberPage } from './member-page.tsx'
import { Moves } from './moves.tsx'
import { CollectionStand, PayoutStand } from './stand.tsx'
import { type PaidBy, Transactions } from './transactions.tsx'

/** One collection's whole story. */
export const drawCollection = storyOf(collections, {
  Stand: CollectionStand,
  Facts: CollectionFacts,
})

/** One payout's whole story. */
export const drawPayout = storyOf(payouts, { Stand: PayoutStand, Facts: PayoutFacts })

type Parts<Order extends OrderDetail> = {
  readonly Stand: FC<{ readonly order: Order; readonly accounts: Accounts }>
  readonly Facts: FC<{ readonly order: Order }>
}

// Where an order stands, what can be done, each move, its money, its callbacks.
function storyOf<Order extends OrderDetail>(
  kind: OrderKind<Order>,
  { Stand, Facts }: Parts<Order>,
): (desk: Desk) => Promise<Drawn> {
  return async (desk) => {
    const path = { trade_no: desk.path.trade_no ?? '' }
    const [order, candidates, accounts, page] = await Promise.all([
      kind.show(desk, path),
      desk.may(kind.takes) ? kind.candidates(desk, path) : null,
      usableAccounts(desk),
      kind.memberPage?.(desk, path),
    ])
    const paid = await transactionsOf(desk, order)
    const choice = { candidates: candidates?.ok === true ? candidates.value : null, accounts }
    return {
      title: `${desk.say(kind.one)} ${order.trade_no}`,
      ...refreshOf(order),
      main: (
        <div class="story" id="story">
          <div id="happened">
            {order.test ? (
              <p>
                <TestBadge of={order} />
              </p>
            ) : null}
            <Stand order={order} accounts={accounts} />
            {desk.may(kind.takes) ? <kind.Acts order={order} {...choice} /> : null}
            <Moves order={order} accounts={accounts} />
            <Transactions order={order} paid={paid} accounts={accounts} />
            <Callbacks order={order} />
          </div>
          <div id="about">
            <Facts order={order} />
            {page === undefined ? null : (
              <MemberPage order={order} page={page.ok ? page.value : null} />
            )}
          </div>
        </div>
      ),
    }
  }
}

async function transactionsOf(desk: Desk, order: OrderDetail): Promise<readonly PaidBy[]> {
  const shown = async (id: number) => {
    const answer = await desk.ask('showTransaction', { path: { id: String(id) } })
    return { id, shown: answer.ok ? answer.value : null }
  }
  const read = await Promise.all(order.bank_transactions.slice(0, shownMax).map(shown))
  return [...read, ...order.bank_transactions.slice(shownMax).map((id) => ({ id, shown: null }))]
}

// Most orders are paid by one transaction: of an order with more, so many are read, the others are named.
const shownMax = 10

const refreshSeconds = 10

// An order that waits, or whose callback is on its way, is still moving.
function refreshOf({ status, callback }: OrderDetail): Pick<Drawn, 'refreshSeconds'> {
  return status === 'pending' || callback?.state === 'due' ? { refreshSeconds } : {}
}
