import { outcomes } from '../../../contract/callbacks/callback-states.ts'
import { useDesk } from '../desk.ts'
import { outcomeLabels } from '../labels/order-labels.ts'
import { testFilter } from '../parts/filters.tsx'
import { listPage, type RowOf } from '../parts/list-page.tsx'
import { TestBadge } from '../parts/test-badge.tsx'
import { Ago, OutsideText, shortNumber, Until } from '../parts/values.tsx'
import { BulkForms } from './bulk-forms.tsx'
import { OutcomeBadge, StateBadge } from './delivery-values.tsx'

/** Callbacks, by the state of their delivery. */
export const callbackList = listPage({
  path: '/callbacks',
  call: 'listCallbacks',
  title: { zh: '通知', en: 'Callbacks' },
  refreshSeconds: ({ query: { state = 'delivered' } }) => (state === 'delivered' ? undefined : 15),
  views: {
    label: { zh: '通知的狀態', en: 'How they stand' },
    all: [
      { name: { zh: '全部', en: 'All' }, query: {} },
      { name: { zh: '待送', en: 'Due' }, query: { state: 'due' } },
      { name: { zh: '送不出去', en: 'In trouble' }, query: { state: 'due', failing: 'true' } },
      { name: { zh: '擱置', en: 'Parked' }, query: { state: 'parked' } },
      { name: { zh: '已放棄', en: 'Given up' }, query: { state: 'given_up' } },
      { name: { zh: '已送達', en: 'Delivered' }, query: { state: 'delivered' } },
    ],
  },
  filters: [
    { name: 'merchant_uid', label: { zh: '商戶代號', en: 'Merchant' }, list: 'merchants' },
    {
      name: 'outcome',
      label: { zh: '最近一次結果', en: 'Last outcome' },
      options: outcomes.map((one) => [one, outcomeLabels[one]] as const),
    },
    { name: 'from', label: { zh: '訂單建立日起', en: 'Order created from' }, type: 'date' },
    { name: 'to', label: { zh: '訂單建立日早於', en: 'Order created before' }, type: 'date' },
    testFilter,
  ],
  between: ({ query, list }) => (
    <>
      <ListLinks />
      <BulkForms page={list} filters={query} />
    </>
  ),
  id: 'callbacks',
  keyOf: ({ callback_id: id }) => id,
  empty: { zh: '沒有符合條件的通知。', en: 'No callback fits.' },
  columns: [
    {
      name: { zh: '訂單', en: 'Order' },
      cell: (one) => (
        <a href={`/callbacks/${one.callback_id}`} class="sum" title={one.trade_no}>
          {shortNumber(one.trade_no)}
        </a>
      ),
    },
    {
      name: { zh: '商戶與接收端', en: 'Merchant, receiver' },
      onPhone: 'below',
      cell: (one) => (
        <>
          <OutsideText text={one.merchant_uid} /> <TestBadge record={one} />{' '}
          <small>
            <OutsideText text={URL.parse(one.url)?.host ?? one.url} />
          </small>
        </>
      ),
    },
    {
      name: { zh: '狀態', en: 'State' },
      onPhone: 'end',
      cell: (one) => <StateBadge state={one.state} last={one.last_outcome} />,
    },
    { name: { zh: '次數', en: 'Attempts' }, cell: (one) => one.attempts, isAmount: true },
    {
      name: { zh: '最近一次', en: 'Last attempt' },
      onPhone: 'state',
      cell: (one) => <LastAttempt callback={one} />,
    },
    {
      name: { zh: '下次嘗試', en: 'Next attempt' },
      cell: (one) => <Until at={one.next_attempt_at} />,
    },
  ],
})

function ListLinks() {
  const { say, may } = useDesk()
  return (
    <p class="buttons">
      <a href="/receivers">{say({ zh: '接收端的狀況', en: 'How receivers fare' })}</a>
      {may('testCallback') ? (
        <a href="/callbacks/test">{say({ zh: '送出測試通知', en: 'Send a test callback' })}</a>
      ) : null}
    </p>
  )
}

type Callback = RowOf<'listCallbacks'>

function LastAttempt({ callback: { last_outcome: outcome, ...one } }: { callback: Callback }) {
  if (outcome === null) return <>—</>
  return (
    <>
      <OutcomeBadge outcome={outcome} status={one.last_http_status} />{' '}
      <small>
        <Ago at={one.last_attempt_at} />
      </small>
    </>
  )
}
