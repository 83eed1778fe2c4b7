import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../units/language.ts'
import { useDesk } from '../desk.ts'
import { Icon } from '../frame/icon.tsx'
import { TestBadge } from '../parts/test-badge.tsx'
import { Age, Badge, CutNumber, Money, OutsideText } from '../parts/values.tsx'
import { queueAddress } from './queue-address.ts'

/** The values of a row that any order has. */
export type Waiting = {
  readonly id: number
  readonly trade_no: string
  readonly merchant_order_no: string
  readonly amount: number
  readonly agent: string
  readonly created_at: string
  readonly test: boolean
  /** Whether a hold keeps it, where that is known. */
  readonly held?: boolean | undefined
  /** Why it cannot be done now: such orders are never the next one, and are in groups at the end. */
  readonly notDue?: NotDueGroup | null
  /** Of collections: when the member last said that it is paid. */
  readonly said_paid_at?: string | null
}

/** The id and heading of a group of orders that cannot be done now. */
export type NotDueGroup = Meaning & { readonly id: string }

/** The values of a row that depend on the kind of order. */
export type RowParts = {
  readonly name: string
  readonly mark?: Child
  /** The other side's account, and how long is left. */
  readonly account: Child
  readonly bank?: string
  readonly left?: Child
}

type ListProps<Order extends Waiting> = {
  readonly id: string
  readonly title: Meaning
  readonly orders: readonly Order[]
  /** The number of all orders, and of those that an earlier section shows. */
  readonly count: string
  readonly shownEarlier: number
  /** Whether there are more than these. */
  readonly isCut: boolean
  /** The section's name in the address of its orders, and where the rest is, if it is on another page. */
  readonly within?: string
  readonly rest?: string
  readonly empty: Meaning
  readonly parts: (order: Order) => RowParts
}

/** Waiting orders, each a link that opens it beside the list. */
export function WaitingList<Order extends Waiting>(props: ListProps<Order>) {
  const { say } = useDesk()
  const { id, title, orders, count, shownEarlier, isCut, within, rest, empty, parts } = props
  return (
    <section class="waiting" id={id} data-parts>
      <h2 id={`${id}-title`}>
        {say(title)} <small>{count}</small>
        {shownEarlier === 0 ? null : (
          <small>
            {say({
              zh: `，其中 ${shownEarlier} 筆待判斷或可入帳`,
              en: `, ${shownEarlier} of them to judge or ready`,
            })}
          </small>
        )}
      </h2>
      {orders.length === 0 ? (
        <p class="quiet-text">{say(empty)}</p>
      ) : (
        <ol id={`${id}-rows`} data-parts aria-labelledby={`${id}-title`}>
          {orders.map((order, n) => (
            <>
              {order.notDue && order.notDue !== orders[n - 1]?.notDue ? (
                <li class="apart-from" id={`${id}-${order.notDue.id}`}>
                  <span>
                    {say(order.notDue)}{' '}
                    <small>{orders.filter(({ notDue }) => notDue === order.notDue).length}</small>
                  </span>
                </li>
              ) : null}
              <OrderRow order={order} parts={parts(order)} within={within} />
            </>
          ))}
        </ol>
      )}
      {isCut && rest !== undefined ? (
        <p id={`${id}-rest`}>
          <a href={rest}>{say({ zh: '顯示全部', en: 'Show all' })}</a>
        </p>
      ) : null}
    </section>
  )
}

type RowProps = {
  readonly order: Waiting
  readonly parts: RowParts
  readonly within: string | undefined
}

function OrderRow({ order, parts: { name, mark, account, bank = '', left }, within }: RowProps) {
  const desk = useDesk()
  const { trade_no: tradeNo, amount, agent, created_at: createdAt } = order
  const isOpen = desk.query.order === tradeNo
  const isTaken = agent !== '' && agent !== desk.identity.name
  return (
    <li id={`waits-${tradeNo}`} class={isTaken ? 'taken' : undefined} data-row>
      <a
        id={`open-${tradeNo}`}
        href={queueAddress(desk, { in: within, order: tradeNo })}
        aria-current={isOpen ? 'true' : undefined}
        autofocus={isOpen && desk.attempt === null}
      >
        <span class="row-line">
          <b>
            <Money dollars={amount} /> <TestBadge record={order} />
          </b>{' '}
          <span class="cut">
            <OutsideText text={name} />
          </span>{' '}
          {mark}
        </span>{' '}
        <span class="row-line quiet-text">
          <span class="cut">
            {account} <CutNumber text={order.merchant_order_no} />{' '}
            {bank === '' ? null : <OutsideText text={bank} />}
          </span>{' '}
          <span>
            {left ?? <Age at={createdAt} />} · {isTaken ? <Icon name="lock" /> : null}
            <AgentName agent={agent} />
          </span>
        </span>
      </a>
    </li>
  )
}

/** Who has taken an order. */
export function AgentName({ agent }: { agent: string }) {
  const { say, identity } = useDesk()
  if (agent === '') return <>{say({ zh: '無人領取', en: 'free' })}</>
  if (agent === identity.name) return <Badge tone="busy">{say({ zh: '您', en: 'you' })}</Badge>
  return <b>{agent}</b>
}
