import { settledAtOnceMax } from '../../../contract/back-office/states.ts'
import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { AccountOf } from '../banking/accounts/accounts.tsx'
import { type Desk, PageRefused, useDesk } from '../desk.ts'
import { notAssignedLabels } from '../labels/auto-labels.ts'
import {
  confirmationLabels,
  expiredLabel,
  matchingStatusLabels,
  saidPaidLabel,
} from '../labels/order-labels.ts'
import { arrivalOf } from '../orders/evidence/choose-candidates.ts'
import type { CollectionDetails, OrderPageData } from '../orders/order-details.ts'
import { collections } from '../orders/order-kinds.tsx'
import { isPutAside, type StateMark, stateLabelOf } from '../orders/order-states.tsx'
import { ExceptionNotice } from '../orders/page/exception.tsx'
import { People, ReasonFact, ReasonText, SaidPaidAt } from '../orders/page/shared-facts.tsx'
import { Badge, Copyable, Countdown, Fact, LastFive, OutsideText, Time } from '../parts/values.tsx'
import { readDoubts } from './doubts/doubt-list.tsx'
import { DepositMark, HeldMark } from './marks.tsx'
import type { PanelParts } from './order-panel.tsx'
import { hasSaidPaid, type Queue, type Section, type SectionPage } from './queue.ts'
import { callFilters } from './queue-address.ts'
import { firstReadyPage } from './ready-list.ts'
import { ReadyStrip, readerSettles } from './ready-page.tsx'

type Collection = AnswerOf<'listCollections'>['items'][number]

/** The queue of collections: money to judge, exact pairs, orders without an account, and orders that await money. */
export const collectionQueue: Queue<Collection, CollectionDetails> = {
  kind: collections,
  title: { zh: '待收款', en: 'Money in' },
  readDoubts,
  sections: (desk) => {
    if (desk.query.show === 'doubt') return []
    const all = [...(desk.query.test === 'only' ? [] : ['ready' as const]), ...waitingStates]
    const alone = all.find((state) => state === desk.query.show)
    const states = alone === undefined ? all.filter((state) => state !== 'expired') : [alone]
    return states.map((state) => (state === 'ready' ? readySection(desk) : sectionOf(state, desk)))
  },
  empty: { zh: '沒有等待的訂單。', en: 'Nothing waits.' },
  parts: (order) => ({
    name: order.payer_name || order.user_name,
    mark: <Marks order={order} />,
    account: <LastFive account={order.last5} />,
    left:
      order.page_ends_at !== null || isPutAsideByPerson(order) ? (
        <ReasonOrTime order={order} />
      ) : undefined,
  }),
  panel: collectionPanel,
  tabs: [
    ['', { zh: '等待中', en: 'Waiting' }],
    ['doubt', { zh: '待判斷', en: 'To judge' }],
    ['ready', { zh: '可入帳', en: 'Ready' }],
    ['pending', matchingStatusLabels.pending],
    ['matched', matchingStatusLabels.matched],
    ['exception', matchingStatusLabels.exception],
    ['expired', expiredLabel],
  ],
  hasAccountFilter: true,
}

// An expired link is an exception in the contract, but needs no person.
const waitingStates = ['pending', 'matched', 'exception', 'expired'] as const

// The exact pairs that the reader may settle; those of other agents are in the sections below.
function readySection(desk: Desk): Section<Collection> {
  const { who, bank_account: account = '' } = desk.query
  const agent = who === 'mine' ? desk.identity.name : ''
  return {
    id: 'ready',
    title: { zh: '可入帳', en: 'Ready to settle' },
    show: 'ready',
    async read(page) {
      const query = { bank_account: account, agent, ...atOnce, ...page }
      const { items, next_cursor, count } = await readPairs(desk, query)
      const pairs = items.map(({ collection, held }) => ({
        ...collection,
        held,
        deposits: arrived,
      }))
      const rows = [...pairs.filter(hasSaidPaid), ...pairs.filter((one) => !hasSaidPaid(one))]
      if (who !== 'free') return { items: rows, next_cursor, count }
      return { items: rows.filter((row) => row.agent === ''), next_cursor }
    },
    cursorAfter: (id) => `0.${id}`,
    bulkForm: ({ items, next_cursor: next }) => <ReadyStrip orders={items} isCut={next !== null} />,
  }
}

type ReadyQuery = Readonly<Record<'bank_account' | 'agent', string>> & SectionPage

// Reads a few further pages after one without any.
async function readPairs(desk: Desk, query: ReadyQuery, more = 3): Promise<AnswerOf<'listReady'>> {
  const isFirst = query.cursor === undefined && query.agent === '' && query.limit === atOnce.limit
  const answer = isFirst
    ? await firstReadyPage(desk, query.bank_account)
    : await desk.ask('listReady', { query })
  if (!answer.ok) throw new PageRefused(answer)
  const page = answer.value
  const items = page.items.filter(await readerSettles(desk))
  const { next_cursor: cursor } = page
  if (items.length === 0 && page.items.length > 0 && cursor !== null && more > 0) {
    return readPairs(desk, { ...query, cursor }, more - 1)
  }
  return { ...page, items, count: items.filter(({ held }) => !held).length }
}

const atOnce = { limit: String(settledAtOnceMax) }

const arrived = {
  exact: 1,
  possible: 0,
  other: 0,
  sum: false,
  unsure: false,
  other_name: false,
} as const

// Waiting orders are worked off from the oldest. Exceptions are shown newest first: some are never settled, and late
// money arrives for the newest ones.
function sectionOf(state: (typeof waitingStates)[number], desk: Desk): Section<Collection> {
  const isExpired = state === 'expired'
  const status = isExpired ? 'exception' : state
  const newestFirst = status === 'exception'
  return {
    id: state,
    title: isExpired ? expiredLabel : matchingStatusLabels[state],
    show: state,
    newestFirst,
    settles: state === 'matched',
    // Orders whose member has pressed "I have paid" come first.
    read: async (page) => {
      const query = {
        ...callFilters(desk),
        bank_account: desk.query.bank_account ?? '',
        status: 'pending',
        collection_status: status,
        ...(newestFirst ? { expired: String(isExpired) } : {}),
        order: newestFirst ? 'newest' : 'oldest',
        deposits: '1',
        ...page,
      }
      const listed = desk.need('listCollections', { query })
      // An order that never had an account cannot have been paid.
      if (page.cursor !== undefined || state === 'pending') return listed
      const askSaid = () => desk.need('listCollections', { query: { ...query, said_paid: 'true' } })
      const [{ items: rest, next_cursor }, reports] = await Promise.all([
        listed,
        newestFirst ? null : askSaid(),
      ])
      // Usually there are few exceptions: if the list has all of them, nothing more is read.
      const isWhole = newestFirst && next_cursor === null
      const first = isWhole ? rest.filter(hasSaidPaid) : (reports ?? (await askSaid())).items
      const ids = new Set(first.map(({ id }) => id))
      return { items: [...first, ...rest.filter(({ id }) => !ids.has(id))], next_cursor }
    },
  }
}

function Marks({ order }: { order: Collection }) {
  const { say } = useDesk()
  const { not_assigned: reason, deposits, expired, bank_account: account } = order
  const lacksAccount = account === null && order.collection_account_no === ''
  return (
    <>
      <HeldMark order={order} />{' '}
      {hasSaidPaid(order) ? <Badge tone="care">{say(saidPaidLabel)}</Badge> : null}{' '}
      {reason === null ? null : <Badge tone="care">{say(notAssignedLabels[reason])}</Badge>}{' '}
      {expired && reason === null && lacksAccount ? (
        <Badge tone="over">{say({ zh: '未取得帳戶', en: 'Never had an account' })}</Badge>
      ) : null}{' '}
      <DepositMark deposits={deposits} isAside={order.collection_status === 'exception'} />
    </>
  )
}

const isPutAsideByPerson = ({ collection_status: state, expired }: Collection) =>
  state === 'exception' && !expired

// The reason of an exception, of which a long one is cut; else how long is left, or when the order expired.
function ReasonOrTime({ order }: { order: Collection }) {
  const { say } = useDesk()
  const { expired, reason, page_ends_at: until } = order
  if (isPutAsideByPerson(order)) {
    return (
      <span class="why">
        <ReasonText text={reason} />
      </span>
    )
  }
  return expired && order.collection_status === 'exception' ? (
    <>
      <Time at={until} brief /> {say({ zh: '到期', en: 'expired' })}
    </>
  ) : (
    <span class="left">
      <span class="unseen">{say({ zh: '剩餘時間', en: 'Time left' })} </span>
      <Countdown until={until} />
    </span>
  )
}

function collectionPanel(data: OrderPageData<CollectionDetails>): PanelParts {
  const { order, accounts } = data
  const isWaiting = order.status === 'pending' && order.collection_status !== 'exception'
  return {
    state: stateOf(data),
    name: order.payer_name || order.user_name,
    notices: <ExceptionNotice order={order} />,
    facts: (
      <>
        {isWaiting && order.page_ends_at !== null ? (
          <Fact name={{ zh: '剩餘時間', en: 'Time left' }}>
            <Countdown until={order.page_ends_at} />
          </Fact>
        ) : null}
        <SaidPaidAt order={order} />
        <ReasonFact order={order} />
        <People order={order} />
        <Fact name={{ zh: '匯出帳戶', en: 'Pays from' }}>
          <OutsideText text={order.payer_bank_name || order.member_bank_name} />{' '}
          <Copyable text={order.payer_account_no || order.counterparty_account} />
        </Fact>
        <Fact name={{ zh: '匯入帳戶', en: 'Pays into' }}>
          {order.bank_account === null ? (
            <OutsideText
              text={`${order.collection_bank_name} ${order.collection_account_no}`.trim()}
            />
          ) : (
            <AccountOf id={order.bank_account} accounts={accounts} />
          )}
        </Fact>
      </>
    ),
  }
}

// The same mark as the order's row in the queue.
function stateOf(data: OrderPageData<CollectionDetails>): StateMark {
  const { order } = data
  const arrival = arrivalOf(data)
  if (arrival !== null && isPutAside(order)) return asideAnd(arrival)
  if (arrival !== null) return arrival
  if (order.confirmation === 'awaiting') return { tone: 'care', label: confirmationLabels.awaiting }
  return stateLabelOf(order)
}

function asideAnd({ label: { zh, en } }: StateMark): StateMark {
  const { exception } = matchingStatusLabels
  return { tone: 'care', label: { zh: `${exception.zh} · ${zh}`, en: `${exception.en} · ${en}` } }
}
