import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import { AccountOrLink, type Accounts } from '../../banking/accounts/accounts.tsx'
import { useDesk } from '../../desk.ts'
import { bucketNames, effectLabels, eventLabels } from '../../labels/event-labels.ts'
import { labelFor } from '../../labels/label-for.ts'
import { channelLabel } from '../../labels/merchant-labels.ts'
import { overrideLabels, reversalLabels } from '../../labels/order-labels.ts'
import {
  Fact,
  Facts,
  Money,
  OutsideText,
  shortNumber,
  Time,
  Translated,
} from '../../parts/values.tsx'
import type { OrderDetail } from '../order-details.ts'
import { ReasonText, TransactionLinks } from './shared-facts.tsx'

type Event = OrderDetail['events'][number]
type MovesProps = { readonly order: OrderDetail; readonly accounts: Accounts }

/** The moves of an order, oldest first: each with its actor, time, ledger entries and report. */
export function Moves({ order, accounts }: MovesProps) {
  const { say } = useDesk()
  return (
    <section id="moves">
      <h2>{say({ zh: '經過', en: 'What happened' })}</h2>
      <ol class="moves card">
        {order.events.map((event) => (
          <li id={`move-${event.seq}`}>
            <p>
              <b>{say(labelFor(eventLabels, event.name))}</b>{' '}
              <MoveActors event={event} order={order} />{' '}
              <small>
                <Time at={event.at} />
              </small>
            </p>
            <Details event={event} order={order} accounts={accounts} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type MoveActorsProps = { readonly event: Event; readonly order: OrderDetail }

function MoveActors({ event: { actor, approved_by: second }, order }: MoveActorsProps) {
  const { say } = useDesk()
  return (
    <span>
      {actor === order.uid ? (
        say({ zh: '由商戶', en: 'by the merchant' })
      ) : actor === 'member' ? (
        say({ zh: '由會員', en: 'by the member' })
      ) : (
        <>
          {say({ zh: '由', en: 'by' })} <OutsideText text={actor} />
        </>
      )}
      {second === undefined ? null : (
        <>
          {say({ zh: '，核准：', en: ', approved by ' })}
          <OutsideText text={second} />
        </>
      )}
    </span>
  )
}

type DetailsProps = MovesProps & { readonly event: Event }

function Details({ event, order, accounts }: DetailsProps) {
  const entries = order.ledger.filter(({ seq }) => seq === event.seq)
  const rows: readonly (Row | null)[] = [
    ...amountRows(event),
    // Shown only if the agent is not the person who made the move.
    row({ zh: '專員', en: 'Agent' }, event.agent === event.actor ? '' : event.agent, (name) => (
      <OutsideText text={name} />
    )),
    row({ zh: '帳戶', en: 'Account' }, event.bank_account, (id) => (
      <AccountOrLink id={id} accounts={accounts} />
    )),
    ...transactionRows(event),
    row({ zh: '為什麼', en: 'Because' }, event.because, (cause) => (
      <Translated text={reversalLabels[cause]} />
    )),
    row({ zh: '原因', en: 'Reason' }, event.reason, (text) => <ReasonText text={text} />),
    row({ zh: '略過', en: 'Overridden' }, overridden(event.override), (names) => (
      <OverrideNames names={names} />
    )),
    row({ zh: '帳本', en: 'Ledger' }, entries, (list) => <Entries entries={list} />),
    row({ zh: '告知商戶', en: 'Merchant notified' }, event.told ?? undefined, (notification) => (
      <a href={`#${notification.callback_id}`} title={notification.callback_id}>
        {shortNumber(notification.callback_id)}
      </a>
    )),
  ]
  const visible = rows.filter((one) => one !== null)
  if (visible.length === 0) return null
  return (
    <Facts>
      {visible.map(({ name, value }) => (
        <Fact name={name}>{value}</Fact>
      ))}
    </Facts>
  )
}

type Row = { readonly name: Meaning; readonly value: Child }

// Details that an event lacks are left out.
function row<Value>(
  name: Meaning,
  value: Value | undefined,
  show: (value: Value) => Child,
): Row | null {
  const isEmpty =
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty ? null : { name, value: show(value) }
}

function amountRows(event: Event): readonly (Row | null)[] {
  const money = (dollars: number) => <Money dollars={dollars} />
  const what = event.credit ?? event.effect
  return [
    row({ zh: '金額', en: 'Amount' }, event.amount, money),
    row({ zh: '實付金額', en: 'Paid' }, event.paid_amount || undefined, money),
    row({ zh: '實際出款', en: 'Paid out' }, event.actual_amount, money),
    row({ zh: '銀行手續費', en: "Bank's fee" }, event.fee, money),
    row({ zh: '平台手續費', en: 'Platform fee' }, event.charged, money),
    row({ zh: '為手續費凍結', en: 'Frozen for the fee' }, event.frozen_fee, money),
    row({ zh: '餘額', en: 'Balance' }, what === 'none' ? undefined : what, (done) => (
      <Translated text={labelFor(effectLabels, done)} />
    )),
  ]
}

function transactionRows(event: Event): readonly (Row | null)[] {
  const links = (ids: readonly number[]) => <TransactionLinks ids={ids} />
  const { backed } = event
  return [
    row({ zh: '銀行交易', en: 'Bank transactions' }, event.bank_transactions, links),
    row({ zh: '更換了', en: 'Instead of' }, event.instead_of, links),
    row({ zh: '釋出', en: 'Freed' }, event.freed, links),
    row({ zh: '銀行交易', en: 'Bank transactions' }, backed === false ? backed : undefined, () => (
      <Translated text={{ zh: '沒有指定', en: 'None named' }} />
    )),
  ]
}

// `true`, in older events, means every override that existed then.
function overridden(override: Event['override']): readonly string[] {
  if (override === undefined || override === false) return []
  return override === true ? ['true'] : override
}

function OverrideNames({ names }: { names: readonly string[] }) {
  const { say } = useDesk()
  const labels = { ...overrideLabels, true: { zh: '可略過的全部', en: 'All that could be' } }
  return <>{names.map((name) => say(labelFor(labels, name))).join(say({ zh: '、', en: ', ' }))}</>
}

function Entries({ entries }: { entries: OrderDetail['ledger'] }) {
  const { say } = useDesk()
  const place = (name: string) => say(labelFor(bucketNames, name))
  return (
    <>
      {entries.map(({ from, to, amount, channel, fee }) => (
        <div>
          {say({
            zh: `${moneyText(amount)}：從${place(from)}到${place(to)}`,
            en: `${moneyText(amount)} from ${place(from)} to ${place(to)}`,
          })}{' '}
          {fee === 0 ? null : (
            <small>
              {say({ zh: '手續費', en: 'fee' })} {moneyText(fee)}{' '}
            </small>
          )}
          <small title={channel}>{say(channelLabel(channel))}</small>
        </div>
      ))}
    </>
  )
}
