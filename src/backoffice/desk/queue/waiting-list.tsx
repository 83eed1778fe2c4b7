import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../units/language.ts'
import { useDesk } from '../desk.ts'
import { TestBadge } from '../parts/test-badge.tsx'
import { Age, Badge, Money } from '../parts/values.tsx'
import { deskAddress } from './queue-address.ts'

/** What a row of the desk shows of any order. */
export type Waiting = {
  readonly trade_no: string
  readonly amount: number
  readonly agent: string
  readonly created_at: string
  readonly test: boolean
}

type ListProps<Order extends Waiting> = {
  readonly id: string
  readonly title: Meaning
  readonly orders: readonly Order[]
  /** Whether there are more than these. */
  readonly isCut: boolean
  /** Where the rest is, if it is on another page. */
  readonly rest?: string
  readonly empty: Meaning
  /** The other side's account, and what stands below: who it is, whose order. */
  readonly beside: (order: Order) => Child
  readonly below: (order: Order) => Child
}

/** Orders that wait, each a link that opens it beside the list. */
export function WaitingList<Order extends Waiting>(props: ListProps<Order>) {
  const { say } = useDesk()
  const { id, title, orders, isCut, rest, empty, beside, below } = props
  return (
    <section class="waiting" id={id} data-parts>
      <h2 id={`${id}-title`}>
        {say(title)} <small>{isCut ? `${orders.length}+` : orders.length}</small>
      </h2>
      {orders.length === 0 ? (
        <p class="quiet-text">{say(empty)}</p>
      ) : (
        <ol id={`${id}-rows`} data-parts aria-labelledby={`${id}-title`}>
          {orders.map((order) => (
            <Row order={order} beside={beside(order)} below={below(order)} />
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

function Row({ order, beside, below }: { order: Waiting; beside: Child; below: Child }) {
  const desk = useDesk()
  const { trade_no: tradeNo, amount, agent, created_at: createdAt } = order
  const isOpen = desk.query.order === tradeNo
  return (
    <li id={`waits-${tradeNo}`} data-row>
      <a
        id={`open-${tradeNo}`}
        href={deskAddress(desk, { order: tradeNo })}
        aria-current={isOpen ? 'true' : undefined}
        autofocus={isOpen && desk.attempt === null}
      >
        <span class="line">
          <b>
            <Money dollars={amount} /> <TestBadge of={order} />
          </b>{' '}
          {beside}
        </span>{' '}
        <span class="line quiet-text">
          <span>{below}</span>{' '}
          <span>
            <Age at={createdAt} /> · <Holder agent={agent} />
          </span>
        </span>
      </a>
    </li>
  )
}

/** Who has taken an order. */
export function Holder({ agent }: { agent: string }) {
  const { say, identity } = useDesk()
  if (agent === '') return <>{say({ zh: '無人領取', en: 'free' })}</>
  if (agent === identity.name) return <Badge tone="busy">{say({ zh: '您', en: 'you' })}</Badge>
  return <b>{agent}</b>
}
