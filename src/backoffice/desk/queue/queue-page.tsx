import type { Meaning } from '../../../units/language.ts'
import { WithSecondPerson } from '../approvals/waiting-approvals.tsx'
import { isNarrowed, type SectionCounts } from '../cookies/section-counts.ts'
import { type Desk, useDesk } from '../desk.ts'
import { failedCheck } from '../orders/forms/override-fields.tsx'
import { isPossible, type OrderDetail, type OrderPageData } from '../orders/order-details.ts'
import { countText, type PageContent } from '../page.ts'
import { Pager } from '../parts/list.tsx'
import { NoOrderOpen, OrderPanel } from './order-panel.tsx'
import {
  type DoubtSection,
  firstAddress,
  nextOfFinished,
  type Queue,
  type QueueReading,
  type ReadSection,
  readQueue,
} from './queue.ts'
import { queueAddress } from './queue-address.ts'
import { Choices, MoreFilters, OnAccount, RealOrTestFilter, WhoseOrders } from './queue-filters.tsx'
import { type Waiting, WaitingList } from './waiting-list.tsx'

const refreshSeconds = 4

/** Draws a queue and the order of it that the address opens. */
export async function drawQueue<Row extends Waiting, Order extends OrderDetail>(
  desk: Desk,
  queue: Queue<Row, Order>,
): Promise<PageContent> {
  const reading = await readQueue(desk, queue)
  const title = desk.say(queue.title)
  const goTo = nextOfFinished(desk, reading)?.to
  if (goTo !== undefined) return { title, main: null, goTo }
  const { sections, doubts, open, accounts } = reading
  const counts = desk.query.cursor === undefined ? countsOf(sections, doubts) : {}
  return {
    title,
    refreshSeconds,
    failed: open && failedCheck(open.data, desk.attempt),
    ...menuCounts(desk, queue, reading),
    ...(queue.tabs === undefined ? {} : { sections: counts }),
    main: (
      <>
        <div class="queue-ways" id="ways">
          {queue.tabs === undefined ? null : (
            <Choices
              name="show"
              called={{ zh: '狀態', en: 'States' }}
              choices={queue.tabs}
              counts={isNarrowed(desk) ? counts : { ...desk.sections, ...counts }}
            />
          )}
          <WhoseOrders />
          <MoreFilters>
            <RealOrTestFilter />
            {queue.hasAccountFilter ? <OnAccount accounts={accounts} /> : null}
          </MoreFilters>
        </div>
        <div class={open || doubts?.panel ? 'queue opened' : 'queue'} id="queue" data-parts>
          <QueueLists queue={queue} reading={reading} />
          <QueuePane queue={queue} reading={reading} />
        </div>
      </>
    ),
  }
}

// The counts for the menu and the tab's title. A later page of a list has a part of it, so it counts nothing.
function menuCounts<Row extends Waiting, Order extends OrderDetail>(
  desk: Desk,
  queue: Queue<Row, Order>,
  { sections, doubts }: QueueReading<Row, Order>,
): Pick<PageContent, 'ready' | 'payouts' | 'doubtful'> {
  const { cursor, show } = desk.query
  if (cursor !== undefined) return {}
  const ready = sections.find(({ page }) => page.count !== undefined)?.page
  const [only] = isNarrowed(desk) ? [] : sections
  // The doubts are unknown if the address shows other sections alone.
  const areDoubtsRead = queue.readDoubts !== undefined && (doubts !== null || !show)
  return {
    ...(ready?.count === undefined
      ? {}
      : { ready: { count: ready.count, isCut: ready.next_cursor !== null } }),
    ...(queue.menuCount === undefined || only === undefined
      ? {}
      : {
          [queue.menuCount]: {
            count: dueIn(only.page.items),
            isCut: only.page.next_cursor !== null,
          },
        }),
    ...(areDoubtsRead ? { doubtful: doubts ?? { count: 0, isCut: false } } : {}),
  }
}

type QueueProps<Row extends Waiting, Order extends OrderDetail> = {
  readonly queue: Queue<Row, Order>
  readonly reading: QueueReading<Row, Order>
}

// The sections with orders; below them one line with the empty ones.
function QueueLists<Row extends Waiting, Order extends OrderDetail>({
  queue: { empty, parts },
  reading: { sections, isAlone, doubts, accounts },
}: QueueProps<Row, Order>) {
  const desk = useDesk()
  const full = sections.filter(({ page }) => isAlone || page.items.length > 0)
  const bare = sections.filter((one) => !full.includes(one) && one.shownEarlier === 0)
  return (
    <div class="lists" id="lists" data-parts>
      {full.map(({ bulkForm, page }) => bulkForm?.(page))}
      {doubts?.draw(accounts)}
      {doubts?.cursor ? <Pager next={doubts.cursor} newestFirst /> : null}
      {full.map(({ id, title, show, newestFirst = false, page, shownEarlier }) => {
        const rest = queueAddress(desk, { show, in: undefined, order: undefined })
        return (
          <>
            <WaitingList
              id={id}
              title={title}
              orders={page.items}
              count={countIn({ page, shownEarlier })}
              shownEarlier={shownEarlier}
              isCut={page.next_cursor !== null}
              {...(isAlone ? {} : { within: id, rest })}
              empty={empty}
              parts={parts}
            />
            {isAlone ? <Pager next={page.next_cursor} newestFirst={newestFirst} /> : null}
          </>
        )
      })}
      {bare.length === 0 ? null : <NoneIn titles={bare.map(({ title }) => title)} />}
    </div>
  )
}

// Beside the lists: the open order, else the open line, else how to open one.
function QueuePane<Row extends Waiting, Order extends OrderDetail>({
  queue: { kind, panel },
  reading: { sections, doubts, open, next },
}: QueueProps<Row, Order>) {
  const desk = useDesk()
  if (open === null) {
    if (doubts?.panel) return doubts.panel
    const waiting = sections.reduce((sum, { page }) => sum + page.items.length, doubts?.count ?? 0)
    return <NoOrderOpen first={firstAddress(desk, sections)} waiting={waiting} />
  }
  const parts = panel(open.data)
  const notices = [doubts?.drawNotice(hasRivals(open.data)), parts.notices]
  return (
    <WithSecondPerson second={{ waiting: open.waiting }}>
      <OrderPanel kind={kind} data={open.data} next={next} {...parts} notices={notices} />
    </WithSecondPerson>
  )
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
  sections: readonly ReadSection<Row>[],
  doubts: DoubtSection | null,
): SectionCounts {
  const counts = sections.flatMap((one) =>
    one.show === undefined ? [] : [[one.show, countIn(one)]],
  )
  return { ...Object.fromEntries(counts), ...(doubts && { doubt: countText(doubts) }) }
}

function dueIn(rows: readonly Waiting[]): number {
  return rows.filter(({ notDue }) => !notDue).length
}

// The count of a section, with the orders that an earlier section shows: as many as the section's own page has.
function countIn<Row extends Waiting>({
  page,
  shownEarlier,
}: Pick<ReadSection<Row>, 'page' | 'shownEarlier'>): string {
  const { items, count, next_cursor: next } = page
  return countText({ count: count ?? dueIn(items) + shownEarlier, isCut: next !== null })
}

// Whether the panel names other orders that the order's money fits.
function hasRivals({ order, rivals }: Omit<OrderPageData<OrderDetail>, 'accounts'>): boolean {
  return rivals.length > 0 && isPossible(order, 'settle')
}
