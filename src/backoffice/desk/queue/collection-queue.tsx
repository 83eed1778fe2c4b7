import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { MatchingStatus } from '../../../contract/orders/order-statuses.ts'
import { type Desk, useDesk } from '../desk.ts'
import {
  collectionStatusLabels,
  confirmationLabels,
  matchingStatusLabels,
} from '../labels/order-labels.ts'
import { AccountOf } from '../orders/acts/account-choice.tsx'
import type { ShownCollection } from '../orders/acts/shown-orders.ts'
import { collections } from '../orders/order-kinds.tsx'
import { People, Reason } from '../orders/story/links.tsx'
import { Copyable, Countdown, Fact, Foreign, LastFive, type Tone } from '../parts/values.tsx'
import { OrderPanel } from './order-panel.tsx'
import { Choices, OnAccount } from './queue-filters.tsx'
import type { PanelProps, Queue, Section } from './queue-page.tsx'

type Collection = AnswerOf<'listCollections'>['items'][number]

/** What waits for an agent: collections without an account, those whose money is awaited, and exceptions. */
export const collectionQueue: Queue<Collection, ShownCollection> = {
  kind: collections,
  title: { zh: '待收款', en: 'Money in' },
  list: (desk, query) => desk.need('listCollections', { query }),
  sections: (desk) => {
    const alone = matchingStatuses.find((state) => state === desk.query.show)
    const states = alone === undefined ? (['pending', 'matched'] as const) : [alone]
    return states.map((state) => sectionOf(state, desk))
  },
  empty: { zh: '沒有等待的訂單。', en: 'Nothing waits.' },
  beside: (order) => <Beside order={order} />,
  below: ({ user_name: name, payer_name: payer, uid }) => (
    <>
      <Foreign text={payer || name} /> · {uid}
    </>
  ),
  Panel: CollectionPanel,
  views: (
    <Choices
      name="show"
      called={{ zh: '狀態', en: 'States' }}
      choices={[
        ['', { zh: '等待中', en: 'Waiting' }],
        ['pending', matchingStatusLabels.pending],
        ['matched', matchingStatusLabels.matched],
        ['exception', matchingStatusLabels.exception],
      ]}
    />
  ),
  byAccount: (accounts) => <OnAccount accounts={accounts} />,
}

const matchingStatuses = ['pending', 'matched', 'exception'] as const

// What waits is worked off from the oldest on. Exceptions are not: all links that ran out unpaid are among them, and
// late money comes for the newest.
function sectionOf(state: MatchingStatus, { query }: Desk): Section {
  return {
    id: state,
    title: matchingStatusLabels[state],
    show: state,
    query: {
      bank_account: query.bank_account ?? '',
      collection_status: state,
      order: state === 'exception' ? 'newest' : 'oldest',
    },
  }
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

function CollectionPanel({ order, next, ...rest }: PanelProps<ShownCollection>) {
  const { say } = useDesk()
  const isWaiting = order.status === 'pending'
  const [tone, word] = stateOf(order)
  return (
    <OrderPanel
      kind={collections}
      acts={{ order, ...rest }}
      state={[tone, say(word)]}
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
              <AccountOf id={order.bank_account} accounts={rest.accounts} />
            )}
          </Fact>
        </>
      }
    />
  )
}

function stateOf({ status, collection_status: matching, confirmation }: ShownCollection) {
  if (confirmation === 'awaiting') return ['care', confirmationLabels.awaiting] as const
  if (status !== 'pending') return ['done', collectionStatusLabels[status]] as const
  const tone: Tone = matching === 'exception' ? 'care' : 'busy'
  return [tone, matchingStatusLabels[matching]] as const
}
