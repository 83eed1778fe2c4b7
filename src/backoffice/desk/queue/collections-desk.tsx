import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { MatchingStatus } from '../../../contract/orders/order-statuses.ts'
import { type Desk, useDesk } from '../desk.ts'
import {
  collectionStatusLabels,
  confirmationLabels,
  matchingStatusLabels,
} from '../labels/order-labels.ts'
import { AccountOf } from '../orders/acts/account-choice.tsx'
import { CollectionActs } from '../orders/acts/collection-acts.tsx'
import type { Accounts, ActsOf, ShownCollection } from '../orders/acts/shown-orders.ts'
import { People, Reason } from '../orders/story/links.tsx'
import type { Drawn } from '../page.ts'
import { Pager } from '../parts/list.tsx'
import { Copyable, Countdown, Fact, Foreign, LastFive, type Tone } from '../parts/values.tsx'
import { NoneOpen, OrderPanel } from './order-panel.tsx'
import { deskAddress, narrowingOf } from './queue-address.ts'
import { Choices, OnAccount, RealOrTest, WhoseOrders } from './queue-filters.tsx'
import { WaitingList } from './waiting-list.tsx'

type CollectionPage = AnswerOf<'listCollections'>
type Collection = CollectionPage['items'][number]

const refreshSeconds = 4
const shortListMax = 25

/** What waits for an agent: collections without an account, those whose money is awaited, and exceptions. */
export async function drawCollectionsDesk(desk: Desk): Promise<Drawn> {
  const shown = shownStates(desk)
  const [lists, open, accounts] = await Promise.all([
    Promise.all(shown.map((state) => listOf(desk, state, shown.length > 1))),
    openCollection(desk),
    accountsOf(desk),
  ])
  const waiting = lists.flatMap(({ items }) => items)
  const next = waiting.find(({ trade_no: tradeNo }) => tradeNo !== desk.query.order)
  return {
    title: desk.say({ zh: '待收款', en: 'Money in' }),
    refreshSeconds,
    main: (
      <>
        <div class="queue-ways" id="ways">
          <Choices name="show" called={{ zh: '狀態', en: 'States' }} choices={views} />
          <WhoseOrders />
          <RealOrTest />
          <OnAccount accounts={accounts} />
        </div>
        <div class={open === null ? 'queue' : 'queue opened'} id="queue" data-parts>
          <div class="lists" id="lists" data-parts>
            {shown.map((state, n) => (
              <CollectionList state={state} list={lists[n]} isAlone={shown.length === 1} />
            ))}
          </div>
          {open === null ? (
            <NoneOpen waiting={waiting.length} />
          ) : (
            <CollectionPanel {...open} accounts={accounts} next={next?.trade_no ?? null} />
          )}
        </div>
      </>
    ),
  }
}

const views = [
  ['', { zh: '等待中', en: 'Waiting' }],
  ['pending', matchingStatusLabels.pending],
  ['matched', matchingStatusLabels.matched],
  ['exception', matchingStatusLabels.exception],
] as const

function shownStates({ query }: Desk): readonly MatchingStatus[] {
  const { show } = query
  if (show === 'pending' || show === 'matched' || show === 'exception') return [show]
  return ['pending', 'matched']
}

// What waits is worked off from the oldest on. Exceptions are not: all links that ran out unpaid are among them, and
// late money comes for the newest.
function listOf(desk: Desk, state: MatchingStatus, isShort: boolean): Promise<CollectionPage> {
  return desk.need('listCollections', {
    query: {
      ...narrowingOf(desk),
      status: 'pending',
      collection_status: state,
      order: state === 'exception' ? 'newest' : 'oldest',
      ...(isShort ? { limit: String(shortListMax) } : { cursor: desk.query.cursor ?? '' }),
    },
  })
}

async function openCollection(
  desk: Desk,
): Promise<Omit<ActsOf<ShownCollection>, 'accounts'> | null> {
  if ((desk.query.order ?? '') === '') return null
  const path = { trade_no: desk.query.order ?? '' }
  const [order, candidates] = await Promise.all([
    desk.need('showCollection', { path }),
    desk.ask('candidatesOfCollection', { path }),
  ])
  return { order, candidates: candidates.ok ? candidates.value : null }
}

/** The bank accounts that the reader may use, two hundred at most. */
export async function accountsOf(desk: Desk): Promise<Accounts> {
  const accounts = await desk.ask('listBankAccounts', { query: { limit: '200' } })
  return accounts.ok ? accounts.value.items : null
}

function CollectionList({
  state,
  list,
  isAlone,
}: {
  state: MatchingStatus
  list: CollectionPage | undefined
  isAlone: boolean
}) {
  const desk = useDesk()
  const { items = [], next_cursor: next = null } = list ?? {}
  return (
    <>
      <WaitingList
        id={state}
        title={matchingStatusLabels[state]}
        orders={items}
        isCut={next !== null}
        {...(isAlone ? {} : { rest: deskAddress(desk, { show: state, order: undefined }) })}
        empty={{ zh: '沒有等待的訂單。', en: 'Nothing waits.' }}
        beside={(order) => <Beside order={order} />}
        below={({ user_name: name, payer_name: payer, uid }: Collection) => (
          <>
            <Foreign text={payer || name} /> · {uid}
          </>
        )}
      />
      {isAlone ? <Pager next={next} newestFirst={state === 'exception'} /> : null}
    </>
  )
}

function Beside({ order }: { order: Collection }) {
  const { say } = useDesk()
  const { last5, page_ends_at: until, reason } = order
  return (
    <>
      <span>
        <LastFive of={last5} />
      </span>{' '}
      {order.collection_status === 'exception' ? (
        <Reason text={reason} />
      ) : until === null ? null : (
        <span class="left">
          <span class="unseen">{say({ zh: '會員剩餘時間', en: 'The member has left' })} </span>
          <Countdown until={until} />
        </span>
      )}
    </>
  )
}

function CollectionPanel({
  order,
  candidates,
  accounts,
  next,
}: ActsOf<ShownCollection> & { next: string | null }) {
  const { say } = useDesk()
  const isWaiting = order.status === 'pending'
  const [tone, word] = stateOf(order)
  return (
    <OrderPanel
      order={order}
      state={[tone, say(word)]}
      story={`/collections/${order.trade_no}`}
      next={next}
      facts={
        <>
          {isWaiting && order.page_ends_at !== null ? (
            <Fact name={{ zh: '會員剩餘時間', en: 'Member has left' }}>
              <Countdown until={order.page_ends_at} />
            </Fact>
          ) : null}
          {order.reason === '' ? null : (
            <Fact name={{ zh: '原因', en: 'Reason' }}>
              <Reason text={order.reason} />
            </Fact>
          )}
          <People order={order} />
          <Fact name={{ zh: '匯出帳戶', en: 'Pays from' }}>
            <Foreign text={order.payer_bank_name || order.member_bank_name} />{' '}
            <Copyable text={order.counterparty_account} />
          </Fact>
          <Fact name={{ zh: '匯入帳戶', en: 'Pays into' }}>
            {order.bank_account === null ? (
              <Foreign
                text={`${order.collection_bank_name} ${order.collection_account_no}`.trim()}
              />
            ) : (
              <AccountOf id={order.bank_account} accounts={accounts} />
            )}
          </Fact>
          <Fact name={{ zh: '商戶', en: 'Merchant' }}>
            {order.uid} · <Foreign text={order.merchant_order_no} />
          </Fact>
          <Fact name={{ zh: '交易號', en: 'Number' }}>
            <Copyable text={order.trade_no} />
          </Fact>
        </>
      }
    >
      <CollectionActs order={order} candidates={candidates} accounts={accounts} />
    </OrderPanel>
  )
}

function stateOf({ status, collection_status: matching, confirmation }: ShownCollection) {
  if (confirmation === 'awaiting') return ['care', confirmationLabels.awaiting] as const
  if (status !== 'pending') return ['done', collectionStatusLabels[status]] as const
  const tone: Tone = matching === 'exception' ? 'care' : 'busy'
  return [tone, matchingStatusLabels[matching]] as const
}
