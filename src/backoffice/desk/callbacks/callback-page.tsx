import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { type Desk, useDesk } from '../desk.ts'
import { noMoneyMoves, resendLabel } from '../labels/callback-labels.ts'
import { triggerLabels } from '../labels/event-labels.ts'
import { labelFor } from '../labels/label-for.ts'
import type { PageContent } from '../page.ts'
import { ActForm, Disclosed } from '../parts/form.tsx'
import { type Column, List } from '../parts/list.tsx'
import { TestBadge } from '../parts/test-badge.tsx'
import {
  Ago,
  Card,
  CopiedNumber,
  Fact,
  Facts,
  OutsideText,
  shortNumber,
  Time,
  Until,
} from '../parts/values.tsx'
import { BreakerBadge } from './breaker-badge.tsx'
import { Advice, OutcomeBadge, outcomeColumns, SentBody, StateBadge } from './delivery-values.tsx'
import { SentAttempt } from './sent-attempt.tsx'

type CallbackDetail = AnswerOf<'showCallback'>
type Attempt = CallbackDetail['attempts'][number]
type Notification = CallbackDetail['told'][number]

/** One callback: its body, each attempt, its receiver, and its forms. */
export async function drawCallback(desk: Desk): Promise<PageContent> {
  const detail = await desk.need('showCallback', { path: { id: desk.path.id ?? '' } })
  const { callback, told, attempts } = detail
  const notification = told.find(({ callback_id: id }) => id === desk.path.id) ?? told.at(-1)
  const others = told.filter((one) => one !== notification)
  const chosen =
    attempts.find(({ number }) => String(number) === desk.query.attempt) ?? attempts.at(-1)
  return {
    title: `${desk.say({ zh: '通知', en: 'Callback' })} ${shortNumber(callback.trade_no)}`,
    ...(callback.state === 'due' ? { refreshSeconds: 5 } : {}),
    main: (
      <>
        <div class="cards">
          <CallbackFacts detail={detail} />
          <Acts detail={detail} />
        </div>
        <section class="spaced">
          <h2>{desk.say({ zh: '每次嘗試', en: 'Attempts' })}</h2>
          <List
            id="attempts"
            caption={{ zh: '每次嘗試，由新到舊', en: 'Attempts, newest first' }}
            items={attempts.toReversed().slice(0, attemptsShown)}
            keyOf={({ number }) => number}
            columns={columns}
            empty={{ zh: '還沒有嘗試過。', en: 'None was made yet.' }}
          />
          {attempts.length <= attemptsShown ? null : (
            <p class="hint">
              {desk.say({
                zh: `共 ${attempts.length} 次，這裡列出最近 ${attemptsShown} 次。`,
                en: `The last ${attemptsShown} of ${attempts.length}.`,
              })}
            </p>
          )}
        </section>
        {chosen === undefined ? null : <SentAttempt attempt={chosen} />}
        {notification === undefined ? null : <SentContent notification={notification} />}
        {others.length === 0 ? null : (
          <Disclosed
            id="others"
            title={{ zh: '同一訂單的其他通知', en: 'Other callbacks of this order' }}
          >
            {others.map((one) => (
              <Body notification={one} />
            ))}
          </Disclosed>
        )}
      </>
    ),
  }
}

const attemptsShown = 50

function CallbackFacts({ detail: { callback, type, receiver } }: { detail: CallbackDetail }) {
  const { trade_no: tradeNo, merchant_uid: uid, state, last_outcome: last } = callback
  const isFailing = last !== null && last !== 'delivered'
  return (
    <Card title={{ zh: '送達狀況', en: 'How it stands' }} look="spaced">
      <Facts>
        <Fact name={{ zh: '狀態', en: 'State' }}>
          <StateBadge state={state} last={last} />
        </Fact>
        <Fact name={{ zh: '編號', en: 'Id' }}>
          <CopiedNumber text={callback.callback_id} />
        </Fact>
        <Fact name={{ zh: '訂單', en: 'Order' }}>
          <a href={`/${type}s/${tradeNo}`} class="sum" title={tradeNo}>
            {shortNumber(tradeNo)}
          </a>
        </Fact>
        <Fact name={{ zh: '商戶', en: 'Merchant' }}>
          <a href={`/merchants/${encodeURIComponent(uid)}`}>
            <OutsideText text={uid} />
          </a>{' '}
          <TestBadge record={callback} />
        </Fact>
        <Fact name={{ zh: '網址', en: 'Address' }} text={callback.url} />
        <Fact name={{ zh: '接收端', en: 'Receiver' }}>
          <a href={`/receivers?merchant_uid=${encodeURIComponent(uid)}`}>
            <OutsideText text={receiver.server} />
          </a>
          <BreakerBadge {...receiver} isFailing={isFailing} />
        </Fact>
        <Fact name={{ zh: '建立', en: 'Owed since' }} at={callback.created_at} />
        <Fact name={{ zh: '最近一次', en: 'Last attempt' }}>
          <LastAttempt callback={callback} />
        </Fact>
        <Fact name={{ zh: '下次嘗試', en: 'Next attempt' }}>
          <Until at={callback.next_attempt_at} />
        </Fact>
      </Facts>
      {isFailing && state !== 'ended' ? <Advice outcome={last} /> : null}
    </Card>
  )
}

function LastAttempt({ callback }: { callback: CallbackDetail['callback'] }) {
  if (callback.last_outcome === null) return <>—</>
  return (
    <>
      <OutcomeBadge outcome={callback.last_outcome} status={callback.last_http_status} />{' '}
      <Ago at={callback.last_attempt_at} />
    </>
  )
}

// The forms of an operator.
function Acts({ detail: { callback } }: { detail: CallbackDetail }) {
  const { say, may } = useDesk()
  const { callback_id: id, merchant_uid: uid, state, url } = callback
  const isEnded = state === 'ended'
  if (!isEnded && !may('resendCallback')) return null
  const address = new URLSearchParams({ merchant_uid: uid, url })
  return (
    <Card title={{ zh: '可以做的事', en: 'What can be done' }} look="spaced">
      {isEnded ? (
        <p>
          {say({
            zh: '之後的事件不通知商戶，這則通知已終止，不再送出。',
            en: 'The merchant is not notified of a later event, which has ended this callback; nothing more is sent.',
          })}
        </p>
      ) : null}
      {state === 'parked' && may('reviveCallback') ? (
        <ActForm
          id="revive"
          call="reviveCallback"
          path={{ id }}
          hotkey="v"
          button={{ zh: '恢復送出', en: 'Resume sending' }}
          warning={{
            zh: `會立即送往商戶 ${uid} 的伺服器，並繼續剩下的嘗試次數。`,
            en: `It is sent to ${uid}'s server at once, and keeps the attempts it has left.`,
          }}
        />
      ) : null}
      {!isEnded && may('resendCallback') ? (
        <ActForm
          id="resend"
          call="resendCallback"
          path={{ id }}
          hotkey="r"
          button={resendLabel}
          tone={state === 'parked' ? 'quiet' : 'plain'}
          warning={
            state === 'delivered'
              ? {
                  zh: `商戶 ${uid} 已確認過，會再收到同一則通知。${noMoneyMoves.zh}`,
                  en: `${uid} has acknowledged it, and gets the same callback again. ${noMoneyMoves.en}`,
                }
              : {
                  zh: `商戶 ${uid} 的伺服器會立即再收到一次，不影響原有排程。${noMoneyMoves.zh}`,
                  en: `${uid}'s server gets it at once; its schedule stays as it is. ${noMoneyMoves.en}`,
                }
          }
        />
      ) : null}
      {may('testCallback') ? (
        <p>
          <a href={`/callbacks/test?${address}`}>
            {say({ zh: '向這個網址送出測試通知', en: 'Send a test to this address' })}
          </a>
        </p>
      ) : null}
    </Card>
  )
}

function SentContent({ notification }: { notification: Notification }) {
  const { say } = useDesk()
  return (
    <Card title={{ zh: '送出的內容', en: 'What is sent' }} look="spaced">
      <Body notification={notification} />
      <p class="hint">
        {say({
          zh: '每次送出時另加 timestamp 與 sign，並帶有 webhook-id 等標頭。',
          en: 'Each attempt adds its own timestamp and sign, and the webhook headers.',
        })}
      </p>
    </Card>
  )
}

function Body({ notification: { callback_id: id, body } }: { notification: Notification }) {
  return (
    <>
      <p>
        <CopiedNumber text={id} />
      </p>
      <SentBody body={body} />
    </>
  )
}

const columns: readonly Column<Attempt>[] = [
  {
    name: { zh: '第幾次', en: 'No.' },
    cell: ({ number }) => <a href={`?attempt=${number}#attempt`}>{number}</a>,
  },
  { name: { zh: '時間', en: 'When' }, cell: ({ at }) => <Time at={at} brief /> },
  {
    name: { zh: '起因', en: 'Asked by' },
    cell: ({ trigger }, { say }) => say(labelFor(triggerLabels, trigger)),
  },
  ...outcomeColumns,
]
