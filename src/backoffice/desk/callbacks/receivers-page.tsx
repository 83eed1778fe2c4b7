import { useDesk } from '../desk.ts'
import { testFilter } from '../parts/filters.tsx'
import { listPage, type RowOf } from '../parts/list-page.tsx'
import { TestBadge } from '../parts/test-badge.tsx'
import { OutsideText, Until } from '../parts/values.tsx'
import { BreakerBadge } from './breaker-badge.tsx'
import { OutcomeBadge } from './delivery-values.tsx'

type Receiver = RowOf<'listReceivers'>

/** Merchants' servers that need attention, paused ones first. */
export const receiverList = listPage({
  path: '/receivers',
  call: 'listReceivers',
  title: { zh: '接收端', en: 'Receivers' },
  refreshSeconds: 10,
  filters: [
    { name: 'merchant_uid', label: { zh: '商戶代號', en: 'Merchant' }, list: 'merchants' },
    testFilter,
  ],
  above: ({ desk }) => (
    <p class="quiet-text">
      {desk.say({
        zh: '商戶接收通知的伺服器。連續失敗的會暫停送出，最多兩分鐘，之後先試送一則。',
        en: "Merchants' servers. One that keeps failing is paused for up to 2 minutes, then tried.",
      })}
    </p>
  ),
  id: 'receivers',
  keyOf: ({ merchant_uid: uid, server }) => `${uid}-${server}`,
  empty: ({ query }) => (query.merchant_uid === undefined ? allWell : noCallbacks),
  columns: ({ list: { counted_up_to: countedUpTo } }) => [
    {
      name: { zh: '伺服器', en: 'Server' },
      cell: ({ merchant_uid: uid, server }) => (
        <a href={listOf(uid)}>
          <OutsideText text={server} />
        </a>
      ),
    },
    {
      name: { zh: '商戶', en: 'Merchant' },
      onPhone: 'below',
      cell: (one) => (
        <>
          <a href={`/merchants/${encodeURIComponent(one.merchant_uid)}`}>
            <OutsideText text={one.merchant_uid} />
          </a>{' '}
          <TestBadge record={one} />
        </>
      ),
    },
    {
      name: { zh: '狀況', en: 'State' },
      onPhone: 'end',
      cell: (one) => <ReceiverState receiver={one} />,
    },
    {
      name: { zh: '失敗（一小時）', en: 'Failed (hour)' },
      cell: (one) => <FailedShare counts={one.last_hour} />,
      isAmount: true,
    },
    {
      name: { zh: '失敗（一天）', en: 'Failed (day)' },
      cell: (one) => <FailedShare counts={one.last_day} />,
      isAmount: true,
    },
    {
      name: { zh: '最近的回應', en: 'Last answers' },
      cell: (one) => <LastAnswers receiver={one} />,
    },
    {
      name: { zh: '待送', en: 'Due' },
      cell: ({ merchant_uid: uid, due }) =>
        due === 0 ? (
          0
        ) : (
          <a href={listOf(uid, 'due')}>{due >= countedUpTo ? `${countedUpTo}+` : due}</a>
        ),
      isAmount: true,
    },
    {
      name: { zh: '下次嘗試', en: 'Next attempt' },
      onPhone: 'state',
      cell: (one) => <Until at={one.next_attempt_at} />,
    },
  ],
  below: ({ desk, query }) =>
    query.merchant_uid !== undefined ? null : (
      <p class="hint">
        {desk.say({
          zh: '狀況良好且沒有待送通知的不列出，以商戶代號篩選可以看到。',
          en: 'Healthy receivers without due callbacks are not listed; filter by merchant to see them.',
        })}
      </p>
    ),
})

const noCallbacks = { zh: '這個商戶還沒有通知。', en: 'This merchant has no callbacks yet.' }
const allWell = {
  zh: '沒有需要留意的接收端：近期沒有失敗，也沒有待送的通知。',
  en: 'No receiver needs a look: none failed lately, and none is owed a callback.',
}

// The list of a merchant's callbacks, newest first; of one state if it is given.
function listOf(merchantUid: string, state?: 'due'): string {
  const narrowed = state === undefined ? {} : { state }
  return `/callbacks?${new URLSearchParams({ ...narrowed, merchant_uid: merchantUid })}`
}

type ReceiverProps = { receiver: Receiver }

function ReceiverState({ receiver: { breaker, until, last_attempts: attempts } }: ReceiverProps) {
  const [last] = attempts
  const isFailing = last !== undefined && last.outcome !== 'delivered'
  return <BreakerBadge breaker={breaker} until={until} isFailing={isFailing} />
}

function FailedShare({ counts: { attempts, failed } }: { counts: Receiver['last_hour'] }) {
  const { say } = useDesk()
  if (attempts === 0) return <>—</>
  return (
    <span title={say({ zh: `${attempts} 次中 ${failed} 次`, en: `${failed} of ${attempts}` })}>
      {Math.round((failed / attempts) * 100)}%
    </span>
  )
}

function LastAnswers({ receiver: { last_attempts: attempts } }: ReceiverProps) {
  if (attempts.length === 0) return <>—</>
  return (
    <span class="answers">
      {attempts.map(({ callback_id: id, outcome, http_status: status }) => (
        <a href={`/callbacks/${id}`}>
          <OutcomeBadge outcome={outcome} status={status} />
        </a>
      ))}
    </span>
  )
}
