import type { Child, FC } from 'hono/jsx'
import type { Meaning } from '../../../units/language.ts'
import type { Query } from '../conditions.ts'
import type { Desk } from '../desk.ts'
import type { Accounts, ActsOf, OrderDetail } from '../orders/acts/shown-orders.ts'
import { type OrderKind, usableAccounts } from '../orders/order-kinds.tsx'
import type { Drawn } from '../page.ts'
import { Pager } from '../parts/list.tsx'
import { NoneOpen } from './order-panel.tsx'
import { deskAddress, narrowingOf } from './queue-address.ts'
import { RealOrTest, WhoseOrders } from './queue-filters.tsx'
import { type Waiting, WaitingList } from './waiting-list.tsx'

/** A queue: orders of one kind that wait for an agent, in sections, with the open one beside them. */
export type Queue<Row extends Waiting, Order extends OrderDetail> = {
  readonly kind: OrderKind<Order>
  readonly title: Meaning
  readonly list: (desk: Desk, query: Query) => Promise<RowPage<Row>>
  /** The sections that the address asks for: one alone has all its pages, several the beginning of each. */
  readonly sections: (desk: Desk) => readonly Section[]
  readonly empty: Meaning
  /** What a row shows: the other side's account, and below it who it is, whose order. */
  readonly beside: (row: Row) => Child
  readonly below: (row: Row) => Child
  readonly Panel: FC<PanelProps<Order>>
  /** What narrows the queue, before and after what narrows any. */
  readonly views?: Child
  readonly byAccount?: (accounts: Accounts) => Child
}

/** A section of a queue: `show` is its name in the address, where it can stand alone beside others. */
export type Section = {
  readonly id: string
  readonly title: Meaning
  readonly show?: string
  readonly query: Query & { readonly order: 'oldest' | 'newest' }
}

/** The open order of a queue; `next` is the number of the one that waits longest beside it. */
export type PanelProps<Order extends OrderDetail> = ActsOf<Order> & { readonly next: string | null }

type RowPage<Row> = { readonly items: readonly Row[]; readonly next_cursor: string | null }

const refreshSeconds = 4
const shortListMax = '25'

/** Draws a queue and the order of it that the address opens. */
export async function drawQueue<Row extends Waiting, Order extends OrderDetail>(
  desk: Desk,
  queue: Queue<Row, Order>,
): Promise<Drawn> {
  const { empty, beside, below, Panel } = queue
  const sections = queue.sections(desk)
  const isAlone = sections.length === 1
  const page = isAlone ? { cursor: desk.query.cursor ?? '' } : { limit: shortListMax }
  const narrowing = { ...narrowingOf(desk), status: 'pending', ...page }
  const [lists, open, accounts] = await Promise.all([
    Promise.all(
      sections.map(async (section) => {
        const { items, next_cursor: next } = await queue.list(desk, {
          ...narrowing,
          ...section.query,
        })
        return { ...section, items, next }
      }),
    ),
    openOrder(desk, queue.kind),
    usableAccounts(desk),
  ])
  const waiting = lists.flatMap(({ items }) => items)
  const next = waiting.find(({ trade_no: tradeNo }) => tradeNo !== desk.query.order)
  return {
    title: desk.say(queue.title),
    refreshSeconds,
    main: (
      <>
        <div class="queue-ways" id="ways">
          {queue.views}
          <WhoseOrders />
          <RealOrTest />
          {queue.byAccount?.(accounts)}
        </div>
        <div class={open === null ? 'queue' : 'queue opened'} id="queue" data-parts>
          <div class="lists" id="lists" data-parts>
            {lists.map(({ id, title, show, query, items, next: after }) => (
              <>
                <WaitingList
                  id={id}
                  title={title}
                  orders={items}
                  isCut={after !== null}
                  {...(isAlone ? {} : { rest: deskAddress(desk, { show, order: undefined }) })}
                  empty={empty}
                  beside={beside}
                  below={below}
                />
                {isAlone ? <Pager next={after} newestFirst={query.order === 'newest'} /> : null}
              </>
            ))}
          </div>
          {open === null ? (
            <NoneOpen waiting={waiting.length} />
          ) : (
            <Panel {...open} accounts={accounts} next={next?.trade_no ?? null} />
          )}
        </div>
      </>
    ),
  }
}

// The order that the address opens; null where it opens none.
async function openOrder<Order extends OrderDetail>(
  desk: Desk,
  kind: OrderKind<Order>,
): Promise<Omit<ActsOf<Order>, 'accounts'> | null> {
  const path = { trade_no: desk.query.order ?? '' }
  if (path.trade_no === '') return null
  const [order, candidates] = await Promise.all([
    kind.show(desk, path),
    kind.candidates(desk, path),
  ])
  return { order, candidates: candidates.ok ? candidates.value : null }
}
