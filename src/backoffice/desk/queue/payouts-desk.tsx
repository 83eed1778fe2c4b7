import { type Desk, useDesk } from '../desk.ts'
import { payoutStatusLabels } from '../labels/order-labels.ts'
import { AccountOf } from '../orders/acts/account-choice.tsx'
import { PayoutActs } from '../orders/acts/payout-acts.tsx'
import type { ActsOf, ShownPayout } from '../orders/acts/shown-orders.ts'
import { People, Reason } from '../orders/story/links.tsx'
import type { Drawn } from '../page.ts'
import { Pager } from '../parts/list.tsx'
import { LongText } from '../parts/long-text.tsx'
import { Copyable, Fact, Foreign, LastFive, Money, type Tone } from '../parts/values.tsx'
import { accountsOf } from './collections-desk.tsx'
import { NoneOpen, OrderPanel } from './order-panel.tsx'
import { narrowingOf } from './queue-address.ts'
import { RealOrTest, WhoseOrders } from './queue-filters.tsx'
import { WaitingList } from './waiting-list.tsx'

const refreshSeconds = 4

/** Payouts that wait for an agent, from the oldest on. */
export async function drawPayoutsDesk(desk: Desk): Promise<Drawn> {
  const { agent, taken, test } = narrowingOf(desk)
  const [{ items, next_cursor: after }, open, accounts] = await Promise.all([
    desk.need('listPayouts', {
      query: {
        agent,
        taken,
        test,
        status: 'pending',
        order: 'oldest',
        cursor: desk.query.cursor ?? '',
      },
    }),
    openPayout(desk),
    accountsOf(desk),
  ])
  const next = items.find(({ trade_no: tradeNo }) => tradeNo !== desk.query.order)
  return {
    title: desk.say({ zh: '待出款', en: 'Money out' }),
    refreshSeconds,
    main: (
      <>
        <div class="queue-ways" id="ways">
          <WhoseOrders />
          <RealOrTest />
        </div>
        <div class={open === null ? 'queue' : 'queue opened'} id="queue" data-parts>
          <div class="lists" id="lists" data-parts>
            <WaitingList
              id="waiting"
              title={payoutStatusLabels.pending}
              orders={items}
              isCut={after !== null}
              empty={{ zh: '沒有等待的代付。', en: 'No payout waits.' }}
              beside={({ payee_bank: bank, last5 }) => (
                <span>
                  <Foreign text={bank} /> <LastFive of={last5} />
                </span>
              )}
              below={({ payee_name: name, uid }) => (
                <>
                  <Foreign text={name} /> · {uid}
                </>
              )}
            />
            <Pager next={after} newestFirst={false} />
          </div>
          {open === null ? (
            <NoneOpen waiting={items.length} />
          ) : (
            <PayoutPanel {...open} accounts={accounts} next={next?.trade_no ?? null} />
          )}
        </div>
      </>
    ),
  }
}

async function openPayout(desk: Desk): Promise<Omit<ActsOf<ShownPayout>, 'accounts'> | null> {
  if ((desk.query.order ?? '') === '') return null
  const path = { trade_no: desk.query.order ?? '' }
  const [order, candidates] = await Promise.all([
    desk.need('showPayout', { path }),
    desk.ask('candidatesOfPayout', { path }),
  ])
  return { order, candidates: candidates.ok ? candidates.value : null }
}

const tones = { pending: 'busy', processed: 'done', cancelled: 'over' } as const satisfies Record<
  ShownPayout['status'],
  Tone
>

function PayoutPanel({
  order,
  candidates,
  accounts,
  next,
}: ActsOf<ShownPayout> & { next: string | null }) {
  const { say } = useDesk()
  return (
    <OrderPanel
      order={order}
      state={[tones[order.status], say(payoutStatusLabels[order.status])]}
      story={`/payouts/${order.trade_no}`}
      next={next}
      facts={
        <>
          <People order={order} />
          <Fact name={{ zh: '收款帳戶', en: 'Pays to' }}>
            <Foreign text={order.payee_bank} /> <Copyable text={order.payee_account} />
          </Fact>
          {order.status === 'processed' ? (
            <>
              <Fact name={{ zh: '實際出款', en: 'Paid out' }}>
                <Money dollars={order.actual_amount} />
              </Fact>
              <Fact name={{ zh: '出款帳戶', en: 'Paid from' }}>
                <AccountOf id={order.bank_account} accounts={accounts} />
              </Fact>
            </>
          ) : null}
          {order.reason === '' ? null : (
            <Fact name={{ zh: '原因', en: 'Reason' }}>
              <Reason text={order.reason} />
            </Fact>
          )}
          {order.note === '' ? null : (
            <Fact name={{ zh: '備註', en: 'Note' }}>
              <LongText text={order.note} />
            </Fact>
          )}
          <Fact name={{ zh: '商戶', en: 'Merchant' }}>
            {order.uid} · <Foreign text={order.merchant_order_no} />
          </Fact>
          <Fact name={{ zh: '交易號', en: 'Number' }}>
            <Copyable text={order.trade_no} />
          </Fact>
        </>
      }
    >
      <PayoutActs order={order} candidates={candidates} accounts={accounts} />
    </OrderPanel>
  )
}
