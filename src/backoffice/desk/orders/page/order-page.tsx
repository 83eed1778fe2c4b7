import type { FC } from 'hono/jsx'
import { moneyText } from '../../../../units/money.ts'
import { WaitingNotices, WithSecondPerson } from '../../approvals/waiting-approvals.tsx'
import type { Desk } from '../../desk.ts'
import { paidLabel } from '../../labels/order-labels.ts'
import { type PageContent, titled } from '../../page.ts'
import { TestBadge } from '../../parts/test-badge.tsx'
import { arrivalOf } from '../evidence/choose-candidates.ts'
import { failedCheck } from '../forms/override-fields.tsx'
import { isCollection, namesOf, type OrderDetail, otherPaid } from '../order-details.ts'
import { collections, type DeskOrderKind, payouts } from '../order-kinds.tsx'
import { orderName } from '../order-name.ts'
import { readOrder } from '../read-order.ts'
import { Callbacks } from './callbacks.tsx'
import { CollectionFacts, PayoutFacts } from './facts.tsx'
import { HeldNotice } from './hold-notice.tsx'
import { MemberPage } from './member-page.tsx'
import { Moves } from './moves.tsx'
import { Notes } from './notes.tsx'
import { CollectionSummary, PayoutSummary, type SummaryProps } from './summary.tsx'
import { Transactions, transactionsOf } from './transactions.tsx'

/** One collection's whole story. */
export const drawCollection = storyOf(collections, {
  Summary: CollectionSummary,
  Facts: CollectionFacts,
})

/** One payout's whole story. */
export const drawPayout = storyOf(payouts, { Summary: PayoutSummary, Facts: PayoutFacts })

type Parts<Order extends OrderDetail> = {
  readonly Summary: FC<SummaryProps<Order>>
  readonly Facts: FC<{ readonly order: Order }>
}

// The order's standing, its forms, moves, money and callbacks.
function storyOf<Order extends OrderDetail>(
  kind: DeskOrderKind<Order>,
  { Summary, Facts }: Parts<Order>,
): (desk: Desk) => Promise<PageContent> {
  return async (desk) => {
    const { trade_no: tradeNo = '' } = desk.path
    const mayAct = desk.may(kind.takeCall)
    const [{ data, waiting }, page] = await Promise.all([
      readOrder(desk, { kind, tradeNo, isJudged: mayAct }),
      kind.memberPage?.(desk, { trade_no: tradeNo }),
    ])
    const { order, accounts } = data
    const paid = await transactionsOf(desk, order)
    return {
      ...headingOf(desk, order),
      ...refreshOf(order),
      failed: failedCheck(data, desk.attempt),
      main: (
        <div class="story" id="story">
          <div id="happened">
            {order.test ? (
              <p>
                <TestBadge record={order} />
              </p>
            ) : null}
            <WithSecondPerson second={{ waiting }}>
              <HeldNotice order={order} />
              <WaitingNotices approvals={order.waiting_approvals} />
              <Summary arrived={arrivalOf(data)} {...data} />
              {mayAct ? <kind.Forms {...data} /> : null}
            </WithSecondPerson>
            <Moves order={order} accounts={accounts} />
            <Transactions order={order} paid={paid} accounts={accounts} />
            <Callbacks order={order} />
          </div>
          <div id="about">
            <section class="card" id="beside">
              <Facts order={order} />
              <Notes order={order} />
            </section>
            {page === undefined ? null : (
              <MemberPage order={order} page={page.ok ? page.value : null} />
            )}
          </div>
        </div>
      ),
    }
  }
}

// The amount, the person, and the merchant's number; a payout is named as one.
function headingOf({ say }: Desk, order: OrderDetail): Pick<PageContent, 'title' | 'heading'> {
  const [first] = namesOf(order)
  const isPayout = !isCollection(order)
  const paid = otherPaid(order)
  const money =
    paid === null
      ? moneyText(order.amount)
      : `${moneyText(order.amount)} ${say(paidLabel)} ${moneyText(paid)}`
  const withName = { ...order, name: first?.name ?? '' }
  return titled(orderName(withName, isPayout ? `${say(payouts.one)} ${money}` : money))
}

const refreshSeconds = 10

// A waiting order, or one with a callback under way, may still change.
function refreshOf({ status, callback }: OrderDetail): Pick<PageContent, 'refreshSeconds'> {
  return status === 'pending' || callback?.state === 'due' ? { refreshSeconds } : {}
}
