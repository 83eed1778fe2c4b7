import type { Child } from 'hono/jsx'
import { WaitingNotices } from '../approvals/waiting-approvals.tsx'
import { useDesk } from '../desk.ts'
import { Icon } from '../frame/icon.tsx'
import { MenuLink } from '../frame/menu-link.tsx'
import { paidLabel } from '../labels/order-labels.ts'
import { type OrderDetail, type OrderPageData, otherPaid } from '../orders/order-details.ts'
import type { DeskOrderKind } from '../orders/order-kinds.tsx'
import type { StateMark } from '../orders/order-states.tsx'
import { HeldNotice } from '../orders/page/hold-notice.tsx'
import { Notes } from '../orders/page/notes.tsx'
import { Key } from '../parts/key.tsx'
import { TestBadge } from '../parts/test-badge.tsx'
import { Age, Badge, Fact, Facts, LastFive, Money, OutsideText, Time } from '../parts/values.tsx'
import { HeldMark } from './marks.tsx'
import { queueAddress } from './queue-address.ts'
import { AgentName } from './waiting-list.tsx'

/** The parts of an open order that depend on its kind. */
export type PanelParts = {
  readonly state: StateMark
  readonly name: string
  readonly notices: Child
  /** The facts needed before any act. */
  readonly first?: Child
  /** Whether `first` is drawn below the forms, because its money has moved and the evidence comes first. */
  readonly isEvidenceFirst?: boolean
  /** The facts that help to find its money. */
  readonly facts: Child
}

type PanelProps<Order extends OrderDetail> = PanelParts & {
  readonly kind: DeskOrderKind<Order>
  readonly data: OrderPageData<Order>
  readonly next: NextOrder | null
}

/** The open order beside the list, on a phone over it: its facts and its forms. */
export function OrderPanel<Order extends OrderDetail>(props: PanelProps<Order>) {
  const { kind, data, state, name, next, notices, first, isEvidenceFirst = false, facts } = props
  const desk = useDesk()
  const { say } = desk
  const { order }: { order: OrderDetail } = data
  const paid = otherPaid(order)
  const needed =
    first === undefined ? null : (
      <section class="card" id="panel-first">
        <Facts>{first}</Facts>
      </section>
    )
  return (
    <section class="panel" id="panel" data-parts aria-labelledby="panel-title">
      <PanelLinks story={`${kind.path}/${order.trade_no}`} next={next} />
      <header class="card" id="panel-order">
        <h2 id="panel-title">
          <Money dollars={order.amount} />
          {paid === null ? null : (
            <>
              {' '}
              {say(paidLabel)} <Money dollars={paid} />
            </>
          )}{' '}
          · <OutsideText text={name} /> <Badge tone={state.tone}>{say(state.label)}</Badge>{' '}
          <HeldMark order={{ held: order.hold !== null }} /> <TestBadge record={order} />
        </h2>
        <p class="panel-lead">
          <LastFive account={order.last5} /> <OutsideText text={order.merchant_order_no} />{' '}
          <span>
            {say({ zh: '處理：', en: 'Taken by: ' })}
            <AgentName agent={order.agent} />
          </span>
        </p>
      </header>
      <HeldNotice order={order} />
      <WaitingNotices approvals={order.waiting_approvals} />
      {notices}
      {isEvidenceFirst ? null : needed}
      <kind.Forms {...data} />
      {isEvidenceFirst ? needed : null}
      <section class="card" id="panel-facts">
        <Facts>
          <Fact name={{ zh: '建立', en: 'Created' }}>
            <Time at={order.created_at} brief />{' '}
            <small>
              <Age at={order.created_at} />
            </small>
          </Fact>
          {facts}
          <Fact name={{ zh: '商戶', en: 'Merchant' }}>{order.uid}</Fact>
          <Fact name={{ zh: '交易編號', en: 'Number' }} copied={order.trade_no} />
        </Facts>
        <Notes order={order} />
      </section>
    </section>
  )
}

/** Links from the open order or line to the list, to its own page, and to the next one. */
export function PanelLinks({ story, next }: { story: string; next: NextOrder | null }) {
  const desk = useDesk()
  const { say } = desk
  return (
    <nav class="panel-ways" id="panel-ways" aria-label={say({ zh: '清單', en: 'List' })}>
      <a class="to-list" href={queueAddress(desk, { in: undefined, order: undefined })}>
        <Icon name="back" />
        {say({ zh: '回到清單', en: 'Back to list' })}
      </a>
      <a href={story}>
        <Icon name="story" />
        {say({ zh: '完整經過', en: 'Whole story' })}
      </a>
      {next === null ? null : (
        <a href={next.to} data-key="n">
          <Icon name="next" />
          {say(next.isFirst ? firstOrder : nextOrder)}
          <Key name="n" />
        </a>
      )}
      <MenuLink />
    </nav>
  )
}

/** The address of the next order, or of the first one after a finished one that was the last. */
export type NextOrder = { readonly to: string; readonly isFirst: boolean }

const nextOrder = { zh: '下一筆', en: 'Next order' }
const firstOrder = { zh: '第一筆', en: 'First order' }

/** Shown while no order is open: how to open one, if any waits, with the address of the first. */
export function NoOrderOpen({ waiting, first }: { waiting: number; first: string | null }) {
  const { say } = useDesk()
  return (
    <section class="panel none" id="panel" data-parts>
      <p class="empty">
        {waiting === 0
          ? say({
              zh: '目前沒有等待的訂單；有新的訂單時會出現在這裡的清單。',
              en: 'No order waits here. New ones come into the list by themselves.',
            })
          : say({
              zh: '選擇一筆訂單：j、k 移動，Enter 開啟。',
              en: 'Choose an order: j and k move, Enter opens it.',
            })}{' '}
        {first === null ? null : (
          <a href={first} data-key="n">
            {say({ zh: '開啟第一筆', en: 'Open the first' })}
            <Key name="n" />
          </a>
        )}
      </p>
    </section>
  )
}
