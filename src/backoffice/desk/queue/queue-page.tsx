import type { Child, FC } from 'hono/jsx'
import type { Meaning } from '../../../units/language.ts'
import { undoneBy } from '../cookies/last-act.ts'
import { isNarrowed, type SectionCounts } from '../cookies/section-counts.ts'
import { type Desk, useDesk } from '../desk.ts'
import {
  type Accounts,
  type ActsOf,
  isPossible,
  type OrderDetail,
} from '../orders/acts/order-details.ts'
import { failedCheck } from '../orders/acts/override-fields.tsx'
import { similarPaidOrdersOf } from '../orders/evidence/similar-paid-orders.tsx'
import {
  alikeOf,
  type OrderKind,
  rivalsOf,
  usableAccounts,
  waitingOf,
} from '../orders/order-kinds.tsx'
import { fundsOf } from '../orders/story/payout-instructions.tsx'
import { countText, type PageContent } from '../page.ts'
import { Pager } from '../parts/list.tsx'
import { type SecondPerson, WithWaiting } from '../second-person/waiting.tsx'
import { type NextOrder, NoneOpen } from './order-panel.tsx'
import { deskAddress } from './queue-address.ts'
import { Narrowing, RealOrTest, WhoseOrders } from './queue-filters.tsx'
import { type RowParts, type Waiting, WaitingList } from './waiting-list.tsx'

/** A queue: orders of one kind that wait for an agent, in sections, with the open one beside them. */
export type Queue<Row extends Waiting, Order extends OrderDetail> = {
  readonly kind: OrderKind<Order>
  /** What the menu calls the count of its only section. */
  readonly counted?: 'payouts'
  readonly title: Meaning
  /** The sections that the address asks for: one alone has all its pages, several the beginning of each. */
  readonly sections: (desk: Desk) => readonly Section<Row>[]
  /** What stands before them: lines in place of orders. */
  readonly front?: (desk: Desk) => Promise<Front | null>
  readonly empty: Meaning
  readonly parts: (row: Row) => RowParts
  readonly Panel: FC<PanelProps<Order>>
  /** What narrows the queue, before and after what narrows any. */
  readonly views?: (counts: SectionCounts) => Child
  readonly byAccount?: (accounts: Accounts) => Child
}

/** Lines before a queue's orders. */
export type Front = {
  readonly draw: (accounts: Accounts) => Child
  /** Those that later sections do not show again. */
  readonly orders: readonly Pick<Waiting, 'trade_no'>[]
  readonly count: number
  readonly isCut: boolean
  /** Where its next page begins; null where it is not alone, or has none. */
  readonly cursor: string | null
  /** The address of the line after the open one. */
  readonly next: NextOrder | null
  /** Whether the reader has just put the open line aside: it gives way to the next. */
  readonly isFinished: boolean
  /** Why the open line is in doubt, above its order; less what its order tells of others that it fits. */
  readonly band: (hasRivals: boolean) => Child
  /** The line in the place of an order, where none is chosen. */
  readonly pane: Child
}

/** A section of a queue: `show` is its name in the address, where it can stand alone beside others. */
export type Section<Row> = {
  readonly id: string
  readonly title: Meaning
  readonly show?: string
  readonly newestFirst?: boolean
  /** Whether a settled order is taken to have been in it, where the address does not say. */
  readonly settles?: boolean
  readonly read: (page: SectionPage) => Promise<RowPage<Row>>
  /** The cursor behind the order with that id. */
  readonly cursorAfter?: (id: number) => string
  /** What can be done with all of them at once, above all sections. */
  readonly atOnce?: (page: RowPage<Row>) => Child
}

/** A page of a section, as its call is asked for it. */
export type SectionPage = { readonly cursor?: string; readonly limit?: string }

/** The open order of a queue; `next` is the address of the one after it in its section. */
export type PanelProps<Order extends OrderDetail> = ActsOf<Order> & {
  readonly next: NextOrder | null
  /** What is told above it. */
  readonly band: Child
}

/** Rows of a section; `count` tells how many of them are counted, where some are not. */
type RowPage<Row> = {
  readonly items: readonly Row[]
  readonly next_cursor: string | null
  readonly count?: number
}

type ReadSection<Row> = Section<Row> & {
  readonly page: RowPage<Row>
  /** How many of the page stand in an earlier section. */
  readonly above: number
}

const refreshSeconds = 4

// How many are looked at behind a page for one that no hold keeps.
const nextMax = '5'
const shortListMax = '20'

/** Draws a queue and the order of it that the address opens. */
export async function drawQueue<Row extends Waiting, Order extends OrderDetail>(
  desk: Desk,
  queue: Queue<Row, Order>,
): Promise<PageContent> {
  const { empty, parts, Panel } = queue
  const { done } = desk
  const sections = queue.sections(desk)
  const isAlone = sections.length === 1
  const { cursor } = desk.query
  const asked = isAlone ? (cursor === undefined ? {} : { cursor }) : { limit: shortListMax }
  const [front, read, open, accounts] = await Promise.all([
    queue.front?.(desk) ?? null,
    Promise.all(sections.map(async (one) => ({ ...one, above: 0, page: await one.read(asked) }))),
    openOrder(desk, queue.kind),
    usableAccounts(desk),
  ])
  const lists = eachOnce(read, front?.orders ?? [])
  const next = open === null ? null : (front?.next ?? (await nextAddress(desk, lists, open)))
  if (open === null && front?.isFinished && front.next !== null) {
    return { title: desk.say(queue.title), main: null, goTo: front.next.to }
  }
  // What is finished gives way to the next of the section that it was opened in.
  const isSettled = open !== null && open.acts.order.status !== 'pending'
  const isPlaced = isAlone || desk.query.in !== undefined || isSettled
  const isFinished = done !== null && done.order === desk.query.order && !(done.call in undoneBy)
  if (next !== null && isPlaced && isFinished) {
    return { title: desk.say(queue.title), main: null, goTo: next.to }
  }
  // Sections without an order are one line, below those that have any.
  const full = lists.filter(({ page }) => isAlone || page.items.length > 0)
  const bare = lists.filter((one) => !full.includes(one) && one.above === 0)
  const ready = lists.find(({ page }) => page.count !== undefined)?.page
  const [only] = lists
  const counts = cursor === undefined ? countsOf(lists, front) : {}
  return {
    title: desk.say(queue.title),
    refreshSeconds,
    failed: open === null ? null : failedCheck({ ...open.acts, accounts }, desk.attempt),
    ...(queue.views === undefined ? {} : { sections: counts }),
    ...(cursor !== undefined || ready?.count === undefined
      ? {}
      : { ready: { count: ready.count, isCut: ready.next_cursor !== null } }),
    ...(cursor === undefined && !isNarrowed(desk) && queue.counted && only
      ? {
          [queue.counted]: {
            count: dueIn(only.page.items),
            isCut: only.page.next_cursor !== null,
          },
        }
      : {}),
    // The rest of a list is not all of it, and what was not read is not nothing.
    ...(cursor !== undefined || queue.front === undefined || (front === null && desk.query.show)
      ? {}
      : { doubtful: { count: front?.count ?? 0, isCut: front?.isCut ?? false } }),
    main: (
      <>
        <div class="queue-ways" id="ways">
          {queue.views?.(isNarrowed(desk) ? counts : { ...desk.sections, ...counts })}
          <WhoseOrders />
          <Narrowing>
            <RealOrTest />
            {queue.byAccount?.(accounts)}
          </Narrowing>
        </div>
        <div class={open === null && !front?.pane ? 'queue' : 'queue opened'} id="queue" data-parts>
          <div class="lists" id="lists" data-parts>
            {full.map(({ atOnce, page }) => atOnce?.(page))}
            {front?.draw(accounts)}
            {front === null || front.cursor === null ? null : (
              <Pager next={front.cursor} newestFirst />
            )}
            {full.map(({ id, title, show, newestFirst = false, page, above }) => (
              <>
                <WaitingList
                  id={id}
                  title={title}
                  orders={page.items}
                  count={countIn({ page, above })}
                  above={above}
                  isCut={page.next_cursor !== null}
                  {...(isAlone
                    ? {}
                    : {
                        within: id,
                        rest: deskAddress(desk, { show, in: undefined, order: undefined }),
                      })}
                  empty={empty}
                  parts={parts}
                />
                {isAlone ? <Pager next={page.next_cursor} newestFirst={newestFirst} /> : null}
              </>
            ))}
            {bare.length === 0 ? null : <NoneIn titles={bare.map(({ title }) => title)} />}
          </div>
          {open === null && front?.pane ? (
            front.pane
          ) : open === null ? (
            <NoneOpen
              first={firstAddress(desk, lists)}
              waiting={lists.reduce((sum, { page }) => sum + page.items.length, front?.count ?? 0)}
            />
          ) : (
            <WithWaiting of={open.waiting}>
              <Panel
                {...open.acts}
                accounts={accounts}
                next={next}
                band={front?.band(hasRivals(open.acts)) ?? null}
              />
            </WithWaiting>
          )}
        </div>
      </>
    ),
  }
}

function NoneIn({ titles }: { titles: readonly Meaning[] }) {
  const { say } = useDesk()
  const all = titles.map(say).join(say({ zh: '、', en: ', ' }))
  return (
    <p class="quiet-text" id="none-in">
      {say({ zh: `目前沒有：${all}`, en: `None now: ${all}` })}
    </p>
  )
}

function countsOf<Row extends Waiting>(
  lists: readonly ReadSection<Row>[],
  front: Front | null,
): SectionCounts {
  const counts = lists.flatMap((one) => (one.show === undefined ? [] : [[one.show, countIn(one)]]))
  return Object.fromEntries([...counts, ...(front === null ? [] : [['doubt', countText(front)]])])
}

// Those that can be done now.
function dueIn(rows: readonly Waiting[]): number {
  return rows.filter(({ apart }) => !apart).length
}

// All of a section, those that stand above included: as many as its own page shows. A page may be a part of it.
function countIn<Row extends Waiting>({
  page,
  above,
}: Pick<ReadSection<Row>, 'page' | 'above'>): string {
  const { items, count, next_cursor: next } = page
  return countText({ count: count ?? dueIn(items) + above, isCut: next !== null })
}

// An order of an earlier section is not shown again in a later one.
function eachOnce<Row extends Waiting>(
  sections: readonly ReadSection<Row>[],
  before: readonly Pick<Waiting, 'trade_no'>[],
): readonly ReadSection<Row>[] {
  const shown = new Set(before.map(({ trade_no: tradeNo }) => tradeNo))
  return sections.map((section) => {
    const items = section.page.items.filter(({ trade_no: tradeNo }) => !shown.has(tradeNo))
    for (const { trade_no: tradeNo } of items) shown.add(tradeNo)
    const above = section.page.items.length - items.length
    return { ...section, above, page: { ...section.page, items } }
  })
}

/** Whether the member of a collection says that it is paid: such are the first of their section. */
export function hasSaidPaid({ said_paid_at: at }: Pick<Waiting, 'said_paid_at'>): boolean {
  return at !== undefined && at !== null
}

// The first order of all sections.
function firstAddress<Row extends Waiting>(desk: Desk, lists: readonly ReadSection<Row>[]) {
  const section = lists.find(({ page }) => page.items.length > 0)
  const [first] = section?.page.items ?? []
  if (first === undefined) return null
  const within = lists.length === 1 ? undefined : section?.id
  return deskAddress(desk, { in: within, order: first.trade_no })
}

// Whether the order tells which others its money fits as well.
function hasRivals({ order, rivals }: Omit<ActsOf<OrderDetail>, 'accounts'>): boolean {
  return rivals.length > 0 && isPossible(order, 'settle')
}

type OpenOrder = Pick<Waiting, 'id' | 'said_paid_at'> & Pick<OrderDetail, 'status'>

async function nextAddress<Row extends Waiting>(
  desk: Desk,
  lists: readonly ReadSection<Row>[],
  open: { readonly acts: { readonly order: OpenOrder } },
): Promise<NextOrder | null> {
  const found = await nextAfter(desk, lists, open.acts.order)
  if (found === null) return null
  return { to: deskAddress(desk, { order: found.order }), isFirst: found.isFirst }
}

const isDoable = ({ held, apart }: Pick<Waiting, 'held' | 'apart'>) => !held && !apart

// The one after the open order in its section that no hold keeps; after an act that took it out of there, the one in
// its place, or the first where it was the last.
async function nextAfter<Row extends Waiting>(
  { query }: Desk,
  lists: readonly ReadSection<Row>[],
  order: OpenOrder,
): Promise<{ readonly order: string; readonly isFirst: boolean } | null> {
  const { id } = order
  const [only, ...more] = lists
  const section =
    more.length === 0
      ? only
      : (lists.find((one) => one.id === query.in) ??
        lists.find(({ page }) => page.items.some((row) => row.id === id)) ??
        lists.find((one) => one.settles && order.status !== 'pending'))
  if (section === undefined) {
    const all = lists.flatMap(({ page }) => page.items)
    const other = all.find((row) => row.id !== id && isDoable(row))
    return other === undefined ? null : { order: other.trade_no, isFirst: false }
  }
  const { newestFirst = false, page, read, cursorAfter = String } = section
  const rows = page.items.filter(isDoable)
  const found = rows.find((row) => {
    if (hasSaidPaid(row) !== hasSaidPaid(order)) return hasSaidPaid(order)
    return newestFirst ? row.id < id : row.id > id
  })
  const rest =
    found !== undefined || page.next_cursor === null
      ? []
      : (await read({ cursor: cursorAfter(id), limit: nextMax })).items.filter(isDoable)
  const next = found ?? rest[0]
  if (next !== undefined) return { order: next.trade_no, isFirst: false }
  const [first] = rows
  const isLeft = page.items.some((row) => row.id === id)
  return first === undefined || isLeft ? null : { order: first.trade_no, isFirst: true }
}

// The order that the address opens; null where it opens none.
async function openOrder<Order extends OrderDetail>(
  desk: Desk,
  kind: OrderKind<Order>,
): Promise<{ acts: Omit<ActsOf<Order>, 'accounts'>; waiting: SecondPerson['waiting'] } | null> {
  const path = { trade_no: desk.query.order ?? '' }
  if (path.trade_no === '') return null
  const [order, candidates] = await Promise.all([
    kind.show(desk, path),
    kind.candidates(desk, path),
  ])
  const found = candidates.ok ? candidates.value : null
  const [alike, rivals, paidLike, waiting, funds] = await Promise.all([
    alikeOf(desk, order, found),
    rivalsOf(desk, order, found),
    similarPaidOrdersOf(desk, order),
    waitingOf(desk, order),
    fundsOf(desk, order),
  ])
  const acts = { order, candidates: found, alike, rivals, paidLike, funds }
  return { acts, waiting }
}
