import type { Child } from 'hono/jsx'
import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import { secondPersonFor, WithSecondPerson } from '../../approvals/waiting-approvals.tsx'
import { FitBadges, isUnlike } from '../../banking/transactions/fit-badges.tsx'
import { PaidTwiceNotice, paidBefore } from '../../banking/transactions/paid-twice.tsx'
import { IgnoreForm, oppositeOf } from '../../banking/transactions/transaction-forms.tsx'
import { BookingTime } from '../../banking/transactions/transaction-table.tsx'
import type { Desk } from '../../desk.ts'
import { unsureLabel } from '../../labels/order-labels.ts'
import { Badge, LastFive, Money, OutsideText, Time } from '../../parts/values.tsx'
import { type NextOrder, PanelLinks } from '../order-panel.tsx'
import { AgentName } from '../waiting-list.tsx'
import { addressOfPair } from './doubt-addresses.ts'
import { type DoubtLine, LineNotice } from './doubt-lines.tsx'

/** The panel of a line: why a person has to judge it, and the orders that it may pay, each with its link. */
export async function drawDoubtPanel(
  desk: Desk,
  line: DoubtLine,
  next: NextOrder | null,
): Promise<Child> {
  const { id, amount, counterparty_name: name, counterparty_last5: last5, orders = [] } = line
  const found = await desk.ask('showTransaction', { path: { id: String(id) } })
  const { say } = desk
  const nearest = found.ok ? found.value.candidates.filter((one) => !isUnlike(one)) : []
  const paid = found.ok ? await paidBefore(desk, found.value) : []
  // Such money is sent back, and ignored together with the transfer that returned it.
  const isSentBack = found.ok && paid.length > 0
  const back = isSentBack ? { opposite: await oppositeOf(desk, found.value) } : {}
  const second = isSentBack
    ? await secondPersonFor(desk, `bank_transaction:${id}`)
    : { waiting: [] }
  const like = nearest.slice(0, likeMax).map((one) => ({ ...one, name: one.counterparty_name }))
  return (
    <section class="panel" id="panel" data-parts aria-labelledby="panel-title">
      <PanelLinks story={`/bank-transactions/${id}`} next={next} />
      <header class="card" id="panel-line">
        <h2 id="panel-title">
          <Money dollars={amount} /> · <OutsideText text={name} />{' '}
          <Badge tone="care">{say(unsureLabel)}</Badge>
        </h2>
        <p class="panel-lead">
          <LastFive account={last5} /> <BookingTime at={line.booked_at} />
        </p>
      </header>
      <PaidTwiceNotice orders={paid} />
      {paid.length > 0 && line.isUnfit ? null : <LineNotice line={line} />}
      {(orders.length > 0 ? orders : like).map(
        ({ trade_no: order, merchant_order_no: number, name: payer }) => (
          <section class="card" id={`may-pay-${order}`}>
            <h3>
              <a href={addressOfPair(desk, id, order)}>
                <OutsideText text={number} /> · <OutsideText text={payer} />
              </a>
            </h3>
            {found.ok ? <OrderMarks transaction={found.value} order={order} /> : null}
          </section>
        ),
      )}
      {orders.length > 0 ? null : desk.may('ignoreTransaction') ? (
        <section class="card" id="aside">
          <WithSecondPerson second={second}>
            <IgnoreForm transaction={line} {...back} />
          </WithSecondPerson>
        </section>
      ) : paid.length > 0 ? null : (
        <p class="quiet-text">{say(ignoredByOperators)}</p>
      )}
    </section>
  )
}

const likeMax = 5

const ignoredByOperators = {
  zh: '不屬於任何訂單的款項，由營運人員列為不處理。',
  en: 'Operators ignore what belongs to no order.',
}

type OrderMarksProps = { readonly transaction: AnswerOf<'showTransaction'>; readonly order: string }

// The marks of an order beside the line, as on the line's own page; none for an order on another account.
function OrderMarks({ transaction, order }: OrderMarksProps) {
  const one = transaction.candidates.find((candidate) => candidate.trade_no === order)
  if (one === undefined) return null
  return (
    <>
      <p class="panel-lead">
        <Money dollars={one.amount} /> <LastFive account={one.counterparty_account} />{' '}
        <Time at={one.created_at} brief /> <AgentName agent={one.agent} />
      </p>
      <FitBadges order={one} transaction={transaction} />
    </>
  )
}
