import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../units/language.ts'
import { type Accounts, usableAccounts } from '../banking/accounts/accounts.tsx'
import { presentationOf } from '../calls/table.ts'
import type { Desk } from '../desk.ts'
import type { OrderDetail, OrderPageData } from '../orders/order-details.ts'
import type { DeskOrderKind } from '../orders/order-kinds.tsx'
import { type OrderReading, readOrder } from '../orders/read-order.ts'
import type { NextOrder, PanelParts } from './order-panel.tsx'
import { queueAddress } from './queue-address.ts'
import type { Choice } from './queue-filters.tsx'
import type { RowParts, Waiting } from './waiting-list.tsx'

/** A queue: orders of one kind that wait for an agent, in sections, with the open one beside them. */
export type Queue<Row extends Waiting, Order extends OrderDetail> = {
  readonly kind: DeskOrderKind<Order>
  /** The name of its count in the menu, if it has one section. */
  readonly menuCount?: 'payouts'
  readonly title: Meaning
  /** The sections that the address asks for: one alone has all its pages, several the beginning of each. */
  readonly sections: (desk: Desk) => readonly Section<Row>[]
  /** Reads the money in doubt, which precedes the sections. */
  readonly readDoubts?: (desk: Desk) => Promise<DoubtSection | null>
  readonly empty: Meaning
  readonly parts: (row: Row) => RowParts
  readonly panel: (data: OrderPageData<Order>) => PanelParts
  /** The sections that its tabs show alone, by their names in the address. */
  readonly tabs?: readonly Choice[]
  /** Whether it can be limited to one bank account. */
  readonly hasAccountFilter?: true
}

/** The lines of money in doubt, before a queue's orders. */
export type DoubtSection = {
  readonly draw: (accounts: Accounts) => Child
  /** The orders that later sections do not show again. */
  readonly orders: readonly Pick<Waiting, 'trade_no'>[]
  readonly count: number
  readonly isCut: boolean
  /** The cursor of its next page; null beside other sections, and on the last page. */
  readonly cursor: string | null
  /** The address of the line after the open one. */
  readonly next: NextOrder | null
  /** Whether the reader has just ignored the open line, so that the next one opens. */
  readonly isFinished: boolean
  /** Draws above an order why its line is in doubt; without `two_orders` if the order's own notice says that. */
  readonly drawNotice: (hasRivals: boolean) => Child
  /** The open line, if no order is open. */
  readonly panel: Child
}

/** A section of a queue: `show` is its name in the address, where it can stand alone beside others. */
export type Section<Row> = {
  readonly id: string
  readonly title: Meaning
  readonly show?: string
  readonly newestFirst?: boolean
  /** Whether a settled order counts as one of it, if the address names no section. */
  readonly settles?: boolean
  readonly read: (page: SectionPage) => Promise<RowPage<Row>>
  /** The cursor after the order with that id. */
  readonly cursorAfter?: (id: number) => string
  /** Draws the form for all its orders at once, above all sections. */
  readonly bulkForm?: (page: RowPage<Row>) => Child
}

/** The cursor and size of a section's page, as its call takes them. */
export type SectionPage = { readonly cursor?: string; readonly limit?: string }

/** Rows of a section; `count` is the number of counted rows, if some are not counted. */
type RowPage<Row> = {
  readonly items: readonly Row[]
  readonly next_cursor: string | null
  readonly count?: number
}

export type ReadSection<Row> = Section<Row> & {
  readonly page: RowPage<Row>
  /** The number of the page's orders that an earlier section shows. */
  readonly shownEarlier: number
}

export type QueueReading<Row, Order extends OrderDetail> = {
  readonly sections: readonly ReadSection<Row>[]
  /** Whether the address asks for one section alone, with all its pages. */
  readonly isAlone: boolean
  readonly doubts: DoubtSection | null
  /** The order that the address opens. */
  readonly open: OrderReading<Order> | null
  readonly accounts: Accounts
  readonly next: NextOrder | null
}

// The orders after a page that are read to find one without a hold.
const nextMax = '5'
const shortListMax = '20'

/** Reads a queue's sections, its money in doubt, and the order that the address opens with the one after it. */
export async function readQueue<Row extends Waiting, Order extends OrderDetail>(
  desk: Desk,
  queue: Queue<Row, Order>,
): Promise<QueueReading<Row, Order>> {
  const all = queue.sections(desk)
  const isAlone = all.length === 1
  const { cursor, order: tradeNo = '' } = desk.query
  const range = isAlone ? (cursor === undefined ? {} : { cursor }) : { limit: shortListMax }
  const [doubts, pages, open, accounts] = await Promise.all([
    queue.readDoubts?.(desk) ?? null,
    Promise.all(all.map(async (one) => ({ ...one, shownEarlier: 0, page: await one.read(range) }))),
    tradeNo === '' ? null : readOrder(desk, { kind: queue.kind, tradeNo, isJudged: true }),
    usableAccounts(desk),
  ])
  const sections = eachOnce(pages, doubts?.orders ?? [])
  const next = open && (doubts?.next ?? (await nextAddress(desk, sections, open)))
  return { sections, isAlone, doubts, open, accounts, next }
}

/** The order or line to open after the reader has finished one; null if the page stays. */
export function nextOfFinished<Row, Order extends OrderDetail>(
  { query, lastAct: act }: Desk,
  { isAlone, doubts, open, next }: QueueReading<Row, Order>,
): NextOrder | null {
  if (open === null) return doubts?.isFinished ? doubts.next : null
  // An address without a section has no next order, unless the order was settled.
  const isPlaced = isAlone || query.in !== undefined || open.data.order.status !== 'pending'
  const isFinished =
    act !== null && act.order === query.order && presentationOf(act.call).undoneBy === undefined
  return isPlaced && isFinished ? next : null
}

// An order of an earlier section is not shown again in a later one.
function eachOnce<Row extends Waiting>(
  sections: readonly ReadSection<Row>[],
  before: readonly Pick<Waiting, 'trade_no'>[],
): readonly ReadSection<Row>[] {
  const numbers = new Set(before.map(({ trade_no: tradeNo }) => tradeNo))
  return sections.map((section) => {
    const items = section.page.items.filter(({ trade_no: tradeNo }) => !numbers.has(tradeNo))
    for (const { trade_no: tradeNo } of items) numbers.add(tradeNo)
    const shownEarlier = section.page.items.length - items.length
    return { ...section, shownEarlier, page: { ...section.page, items } }
  })
}

/** Whether the member of a collection says that it is paid: such orders come first in their section. */
export function hasSaidPaid({ said_paid_at: at }: Pick<Waiting, 'said_paid_at'>): boolean {
  return at !== undefined && at !== null
}

export function firstAddress<Row extends Waiting>(desk: Desk, lists: readonly ReadSection<Row>[]) {
  const section = lists.find(({ page }) => page.items.length > 0)
  const [first] = section?.page.items ?? []
  if (first === undefined) return null
  const within = lists.length === 1 ? undefined : section?.id
  return queueAddress(desk, { in: within, order: first.trade_no })
}

type OrderPlace = Pick<Waiting, 'id' | 'said_paid_at'> & Pick<OrderDetail, 'status'>

async function nextAddress<Row extends Waiting>(
  desk: Desk,
  lists: readonly ReadSection<Row>[],
  open: { readonly data: { readonly order: OrderPlace } },
): Promise<NextOrder | null> {
  const found = await nextAfter(desk, lists, open.data.order)
  if (found === null) return null
  return { to: queueAddress(desk, { order: found.order }), isFirst: found.isFirst }
}

const isDoable = ({ held, notDue }: Pick<Waiting, 'held' | 'notDue'>) => !held && !notDue

// The next order of the section without a hold. After an act that has taken the open order out of the section: the
// order in its place, or the first one if it was the last.
async function nextAfter<Row extends Waiting>(
  { query }: Desk,
  lists: readonly ReadSection<Row>[],
  order: OrderPlace,
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
