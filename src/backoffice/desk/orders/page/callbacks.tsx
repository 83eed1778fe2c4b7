import { outcomeColumns, SentBody, StateBadge } from '../../callbacks/delivery-values.tsx'
import { useDesk } from '../../desk.ts'
import { noMoneyMoves, resendLabel } from '../../labels/callback-labels.ts'
import { triggerLabels } from '../../labels/event-labels.ts'
import { labelFor } from '../../labels/label-for.ts'
import { ActForm } from '../../parts/form.tsx'
import { type Column, List } from '../../parts/list.tsx'
import { Badge, OutsideText, shortNumber, Time } from '../../parts/values.tsx'
import type { OrderDetail } from '../order-details.ts'

type Attempt = OrderDetail['attempts'][number]
type Notification = NonNullable<OrderDetail['events'][number]['told']>

/** The callbacks of an order, newest first: their bodies, each attempt, and the answers. */
export function Callbacks({ order }: { order: OrderDetail }) {
  const { say } = useDesk()
  const notifications = order.events.flatMap((event) => event.told ?? []).reverse()
  const ids = notifications.map(({ callback_id: id }) => id)
  const others = order.attempts.filter(({ callback_id: id }) => id === null || !ids.includes(id))
  return (
    <section id="callbacks">
      <h2>{say({ zh: '通知', en: 'Callbacks' })}</h2>
      {notifications.length === 0 ? (
        <p class="card quiet-text">
          {order.notify_url === ''
            ? say({ zh: '商戶沒有通知網址。', en: 'The merchant gave no address.' })
            : say({ zh: '還沒有通知商戶。', en: 'The merchant has not been notified yet.' })}
        </p>
      ) : (
        notifications.map((one) => <Callback notification={one} order={order} />)
      )}
      {others.length === 0 ? null : <Attempts id="attempts" attempts={others} />}
    </section>
  )
}

type CallbackProps = { readonly notification: Notification; readonly order: OrderDetail }

function Callback({ notification: { callback_id: id, body }, order }: CallbackProps) {
  const { say, may } = useDesk()
  const attempts = order.attempts.filter((attempt) => attempt.callback_id === id)
  const newest = order.callback?.callback_id === id ? order.callback : null
  return (
    <article class="card callback" id={id}>
      <h3 title={id}>
        {may('listCallbacks') ? (
          <a href={`/callbacks/${id}`}>{shortNumber(id)}</a>
        ) : (
          shortNumber(id)
        )}
      </h3>
      {newest === null ? (
        <p>
          <Badge tone="over">
            {say({ zh: '已由之後的通知取代', en: 'Superseded by a later one' })}
          </Badge>
        </p>
      ) : (
        <p>
          <StateBadge state={newest.state} last={attempts.at(-1)?.outcome ?? null} />{' '}
          <OutsideText text={newest.url} />
          {newest.next_attempt_at === null ? null : (
            <>
              {' '}
              <small>
                {say({ zh: '下一次', en: 'Next' })} <Time at={newest.next_attempt_at} brief />
              </small>
            </>
          )}
        </p>
      )}
      <details class="more">
        <summary>{say({ zh: '送出的內容', en: 'What is sent' })}</summary>
        <SentBody body={body} />
      </details>
      {attempts.length === 0 ? (
        <p class="quiet-text">
          {say(newest === null || newest.state === 'ended' ? neverSent : unsent)}
        </p>
      ) : (
        <Attempts id={`attempts-${id}`} attempts={attempts} />
      )}
      {newest !== null && newest.state !== 'ended' && may('resendCallback') ? (
        <ActForm
          id={`resend-${id}`}
          call="resendCallback"
          path={{ id }}
          tone="quiet"
          button={resendLabel}
          warning={noMoneyMoves}
        />
      ) : null}
    </article>
  )
}

function Attempts({ id, attempts }: { id: string; attempts: readonly Attempt[] }) {
  return (
    <List
      id={id}
      caption={{ zh: '送出的紀錄', en: 'Attempts' }}
      items={attempts}
      keyOf={({ number }) => number}
      columns={columns}
      empty={unsent}
    />
  )
}

const neverSent = { zh: '沒有送出過。', en: 'It was never sent.' }
const unsent = { zh: '還沒有送出。', en: 'It was not sent yet.' }

const columns: readonly Column<Attempt>[] = [
  {
    name: { zh: '時間', en: 'When' },
    cell: ({ number, at, trigger }, { say }) => (
      <>
        {number}. <Time at={at} brief /> <small>{say(labelFor(triggerLabels, trigger))}</small>
      </>
    ),
  },
  ...outcomeColumns,
]
