import type { Child } from 'hono/jsx'
import { settledAtOnceMax } from '../../../contract/back-office/states.ts'
import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { isOfAnother } from '../../../units/plain-name.ts'
import { AccountOf, type Accounts } from '../banking/accounts/accounts.tsx'
import { FitBadges, isUnlike } from '../banking/transactions/candidate-list.tsx'
import { DoubtNotice } from '../banking/transactions/doubts.tsx'
import {
  PaidTwiceNotice,
  paidBefore,
  paidByEqual,
  paidTwiceLabel,
} from '../banking/transactions/paid-twice.tsx'
import { IgnoreForm, oppositeOf } from '../banking/transactions/transaction-forms.tsx'
import { BookingTime } from '../banking/transactions/transaction-table.tsx'
import { withQuery } from '../conditions.ts'
import { type Desk, useDesk } from '../desk.ts'
import { doubtLabels, doubtNames } from '../labels/auto-labels.ts'
import { unsureLabel } from '../labels/order-labels.ts'
import { withoutOrders } from '../orders/evidence/choose-candidates.ts'
import { type BoundedCount, countText } from '../page.ts'
import { Key } from '../parts/key.tsx'
import { Badge, LastFive, Money, OutsideText, Time } from '../parts/values.tsx'
import { secondPersonFor, WithSecondPerson } from '../second-person/waiting.tsx'
import { otherLabel } from './marks.tsx'
import { type NextOrder, PanelLinks } from './order-panel.tsx'
import type { DoubtSection } from './queue.ts'
import { queueAddress } from './queue-address.ts'
import { firstReadyPage } from './ready-list.ts'
import { AgentName } from './waiting-list.tsx'

type DoubtLine = AnswerOf<'listTransactions'>['items'][number] & {
  /** Whether no order fits it in full; whether it may be a second payment of a paid order. */
  readonly isUnfit?: boolean
  readonly isPaidTwice?: boolean
}

/**
 * Money that a person must judge, which people look at first (matching §6); null if the address asks for other
 * sections, or there is none. Money that only switches keep from being settled is ready, and not among it.
 */
export async function readDoubts(desk: Desk): Promise<DoubtSection | null> {
  const { show, who, test, bank_account: account = '', cursor = '' } = desk.query
  const isAlone = show === 'doubt'
  if (test === 'only' || who !== undefined || (show !== undefined && !isAlone)) return null
  const query = { doubt: 'unsure', orders: '1', ...fewLines, bank_account: account }
  const request = isAlone ? { ...query, cursor } : query
  const [judged, others] = await Promise.all([
    desk.need('listTransactions', { query: request }),
    // All lines of this kind come before the first page of the others.
    cursor === '' ? unjudged(desk, account) : [],
  ])
  // Lines that match no order come last.
  const all: readonly DoubtLine[] = [...others, ...judged.items].sort(
    (one, other) => Number(fitsNoOrder(one)) - Number(fitsNoOrder(other)) || other.id - one.id,
  )
  const items = await withPaidTwice(desk, isAlone ? all : all.slice(0, fewMax))
  const next = judged.next_cursor
  const isCut = next !== null || mayHaveMore(others) || items.length < all.length
  const open = desk.query.in === 'doubt' ? items.find(({ id }) => isOpen(desk, id)) : undefined
  const isPanel = open && desk.query.order === undefined
  if (items.length === 0 && !isCut && !isAlone) return null
  return {
    // A line without a certain order hides no order of later sections.
    orders: items.flatMap(({ orders = [], isUnfit }) =>
      orders.length === 1 && !isUnfit ? orders : [],
    ),
    count: items.length,
    isCut,
    cursor: isAlone ? next : null,
    next: nextIn(desk, items),
    isFinished: !open && desk.lastAct?.call === 'ignoreTransaction',
    drawNotice: (hasRivals) => (open ? <LineNotice line={open} hasRivals={hasRivals} /> : null),
    panel: isPanel ? await drawLine(desk, open, nextIn(desk, items)) : null,
    draw: (accounts) => (
      <DoubtList lines={items} isCut={isCut} isAlone={isAlone} accounts={accounts} />
    ),
  }
}

/** The number of lines in doubt, as the queue counts them. */
export async function countDoubts(desk: Desk): Promise<BoundedCount | null> {
  const [answer, others] = await Promise.all([
    desk.ask('listTransactions', { query: { doubt: 'unsure', ...fewLines } }),
    unjudged(desk, ''),
  ])
  if (!answer.ok) return null
  const { items, next_cursor: next } = answer.value
  const count = items.length + others.length
  return {
    count: Math.min(count, fewMax),
    isCut: next !== null || mayHaveMore(others) || count > fewMax,
  }
}

const fewMax = 8
const fewLines = { limit: String(fewMax) } as const

// Lines that the service does not judge, from the call that lists the ready orders: in doubt on accounts without
// automatic matching, or matching no order.
async function unjudged(desk: Desk, account: string): Promise<readonly DoubtLine[]> {
  const answer = await firstReadyPage(desk, account)
  const lines = answer.ok ? answer.value.unsure : []
  return lines.map((line) => ({ ...line, isUnfit: unfitLabelsFor(line) !== null }))
}

// For the first few lines without an order: whether the payer has paid the same amount before.
async function withPaidTwice(desk: Desk, lines: readonly DoubtLine[]) {
  const lost = new Set(lines.filter(fitsNoOrder).slice(0, fewMax))
  return Promise.all(
    lines.map(async (line) =>
      lost.has(line) ? { ...line, isPaidTwice: (await paidByEqual(desk, line)).length > 0 } : line,
    ),
  )
}

const fitsNoOrder = ({ isUnfit, orders }: DoubtLine) => isUnfit === true && orders?.length === 0

// The name of a line that no order matches in full, and what to do with it; null if an order does.
function unfitLabelsFor({ doubts, orders = [], isPaidTwice = false }: DoubtLine) {
  const [doubt] = doubts ?? []
  if (isPaidTwice) return { ...ofNoOrder, name: paidTwiceLabel }
  if (doubt === 'part') return ofOtherAmount
  if (doubt !== 'no_order') return null
  return orders.length === 0 ? ofNoOrder : elsewhere
}

const ofOtherAmount = {
  name: otherLabel,
  advice: {
    zh: '同一付款人的訂單是其他金額：可與其另外的入帳合付一筆，或由營運人員以此金額入帳。',
    en: 'Its payer has an order of another amount: more of theirs may make it up, or an operator settles this sum.',
  },
}
const elsewhere = {
  name: { zh: '轉到另一帳戶', en: 'Another account' },
  advice: {
    zh: '金額與末五碼相符的訂單等在另一個帳戶：由營運人員查明後入帳。',
    en: 'The order of its amount and digits waits on another account: an operator finds out and settles it.',
  },
}
const ofNoOrder = { name: doubtNames.no_order, advice: doubtLabels.no_order }

// Why a person has to judge a line.
function LineNotice({ line, hasRivals = false }: { line: DoubtLine; hasRivals?: boolean }) {
  const { say } = useDesk()
  const labels = line.isUnfit ? unfitLabelsFor(line) : null
  if (labels === null) {
    const doubts = line.doubts ?? null
    return <DoubtNotice line={{ ...line, doubts: hasRivals ? withoutOrders(doubts) : doubts }} />
  }
  return (
    <p class="notice care" id="doubts">
      {say(labels.advice)}
    </p>
  )
}

// Whether the call may have left out further lines.
const mayHaveMore = (others: readonly DoubtLine[]) => others.length === settledAtOnceMax

// The line after the open one; if an act has taken the open one off the list, the line now in its place.
function nextIn(desk: Desk, lines: readonly DoubtLine[]): NextOrder | null {
  if (desk.query.in !== 'doubt') return null
  const chosen = chosenIn(desk)
  const others = lines.filter(({ id }) => !chosen.includes(id))
  const at = lines.findIndex(({ id }) => chosen.includes(id))
  const rest = at === -1 ? others.filter(({ id }) => id < Math.max(...chosen)) : lines.slice(at)
  const next = rest.find(({ id }) => !chosen.includes(id)) ?? others[0]
  return next === undefined ? null : { to: addressOfLine(desk, next), isFirst: false }
}

const isOpen = (desk: Desk, id: number) => chosenIn(desk).includes(id)

// Several lines that together pay one order are open at once.
function chosenIn({ query: { transaction = '' } }: Desk): readonly number[] {
  return transaction.split(',').map(Number)
}

// The address of the only fitting order with the line chosen; else the line's own, with the orders that it may pay.
function addressOfLine(desk: Desk, { id, orders = [] }: DoubtLine): string {
  const [only, ...others] = orders
  if (only !== undefined && others.length === 0) return addressOfPair(desk, id, only.trade_no)
  return queueAddress(desk, { in: 'doubt', order: undefined, transaction: String(id) })
}

function addressOfPair(desk: Desk, line: number, order: string): string {
  return queueAddress(desk, { in: 'doubt', order, transaction: String(line) })
}

type ListProps = {
  readonly lines: readonly DoubtLine[]
  readonly isCut: boolean
  readonly isAlone: boolean
  readonly accounts: Accounts
}

function DoubtList({ lines, isCut, isAlone, accounts }: ListProps) {
  const desk = useDesk()
  const { say } = desk
  const [first] = lines
  return (
    <section class="waiting" id="doubt" data-parts>
      <h2 id="doubt-title">
        {say(unsureLabel)} <small>{countText({ count: lines.length, isCut })}</small>
      </h2>
      {first === undefined ? (
        <p class="quiet-text">
          {say({ zh: '沒有待判斷的款項。', en: 'No money waits to be judged.' })}
        </p>
      ) : (
        <ol id="doubt-rows" data-parts aria-labelledby="doubt-title">
          {lines.map((line) => (
            <LineRow line={line} accounts={accounts} />
          ))}
        </ol>
      )}
      <p class="doubt-ways" id="doubt-ways">
        {first === undefined ? null : (
          <a href={addressOfLine(desk, first)} data-key="d">
            {say({ zh: '處理第一筆', en: 'Look at the first' })}
            <Key name="d" />
          </a>
        )}
        {isCut && !isAlone ? (
          <a href={queueAddress(desk, { show: 'doubt', in: undefined, order: undefined })}>
            {say({ zh: '顯示全部', en: 'Show all' })}
          </a>
        ) : null}
        <a href={withQuery('/bank-transactions', allUnclaimed(desk))}>
          {say({ zh: '所有未認列的入帳', en: 'All unclaimed deposits' })}
        </a>
      </p>
    </section>
  )
}

const allUnclaimed = ({ query: { bank_account: account = '' } }: Desk) => ({
  state: 'unclaimed',
  direction: 'in',
  ...(account === '' ? {} : { bank_account: account }),
})

function LineRow({ line, accounts }: { line: DoubtLine; accounts: Accounts }) {
  const desk = useDesk()
  const { say } = desk
  const { id, amount, doubts, orders = [] } = line
  const isCurrent = desk.query.in === 'doubt' && isOpen(desk, id)
  const [doubt, ...others] = doubts ?? []
  const [only] = orders.length === 1 ? orders : []
  return (
    <li id={`doubt-${id}`} data-row>
      <a
        id={`open-doubt-${id}`}
        href={addressOfLine(desk, line)}
        aria-current={isCurrent ? 'true' : undefined}
        autofocus={isCurrent && desk.attempt === null}
      >
        <span class="row-line">
          <b>
            <Money dollars={amount} />
          </b>{' '}
          <span class="cut">
            <OutsideText text={line.counterparty_name} />
          </span>{' '}
          {doubt === undefined ? null : (
            <Badge tone="care">
              {say((line.isUnfit ? unfitLabelsFor(line)?.name : null) ?? doubtNames[doubt])}
              {others.length === 0 ? '' : ` +${others.length}`}
            </Badge>
          )}
        </span>{' '}
        <span class="row-line quiet-text">
          <span class="cut">
            <LastFive of={line.counterparty_last5} />{' '}
            {only === undefined ? null : (
              <>
                {say({ zh: '訂單 ', en: 'Order ' })}
                <OutsideText text={only.merchant_order_no} />{' '}
                {isOfOrder(line, only) ? null : <OutsideText text={only.name} />}
                {' · '}
              </>
            )}
            <AccountOf id={line.bank_account} accounts={accounts} />
          </span>{' '}
          <BookingTime at={line.booked_at} brief />
        </span>
      </a>
    </li>
  )
}

// Whether the line's payer is the order's, so that one name is enough.
const isOfOrder = ({ counterparty_name: payer }: DoubtLine, { name }: { readonly name: string }) =>
  payer !== '' && !isOfAnother([name], payer)

// The panel of a line: why a person has to judge it, and the orders that it may pay, each with its link.
async function drawLine(desk: Desk, line: DoubtLine, next: NextOrder | null): Promise<Child> {
  const { id, amount, counterparty_name: name, counterparty_last5: last5, orders = [] } = line
  const found = await desk.ask('showTransaction', { path: { id: String(id) } })
  const { say } = desk
  const nearest = found.ok ? found.value.candidates.filter((one) => !isUnlike(one)) : []
  const paid = found.ok ? await paidBefore(desk, found.value) : []
  // Such money is sent back, and ignored together with the transfer that returned it.
  const isSentBack = found.ok && paid.length > 0
  const back = isSentBack ? { opposite: await oppositeOf(desk, found.value) } : {}
  const second = isSentBack
    ? await secondPersonFor(desk, `bank_transaction:${id}`)
    : { waiting: [] }
  const like = nearest.slice(0, likeMax).map((one) => ({ ...one, name: one.counterparty_name }))
  return (
    <section class="panel" id="panel" data-parts aria-labelledby="panel-title">
      <PanelLinks story={`/bank-transactions/${id}`} next={next} />
      <header class="card" id="panel-line">
        <h2 id="panel-title">
          <Money dollars={amount} /> · <OutsideText text={name} />{' '}
          <Badge tone="care">{say(unsureLabel)}</Badge>
        </h2>
        <p class="panel-lead">
          <LastFive of={last5} /> <BookingTime at={line.booked_at} />
        </p>
      </header>
      <PaidTwiceNotice orders={paid} />
      {paid.length > 0 && line.isUnfit ? null : <LineNotice line={line} />}
      {(orders.length > 0 ? orders : like).map(
        ({ trade_no: order, merchant_order_no: number, name: payer }) => (
          <section class="card" id={`may-pay-${order}`}>
            <h3>
              <a href={addressOfPair(desk, id, order)}>
                <OutsideText text={number} /> · <OutsideText text={payer} />
              </a>
            </h3>
            {found.ok ? <OrderMarks of={found.value} order={order} /> : null}
          </section>
        ),
      )}
      {orders.length > 0 ? null : desk.may('ignoreTransaction') ? (
        <section class="card" id="aside">
          <WithSecondPerson of={second}>
            <IgnoreForm transaction={line} {...back} />
          </WithSecondPerson>
        </section>
      ) : paid.length > 0 ? null : (
        <p class="quiet-text">{say(ignoredByOperators)}</p>
      )}
    </section>
  )
}

const likeMax = 5

const ignoredByOperators = {
  zh: '不屬於任何訂單的款項，由營運人員列為不處理。',
  en: 'Operators ignore what belongs to no order.',
}

// The marks of an order beside the line, as on the line's own page; none for an order on another account.
function OrderMarks({ of, order }: { of: AnswerOf<'showTransaction'>; order: string }) {
  const one = of.candidates.find((candidate) => candidate.trade_no === order)
  if (one === undefined) return null
  return (
    <>
      <p class="panel-lead">
        <Money dollars={one.amount} /> <LastFive of={one.counterparty_account} />{' '}
        <Time at={one.created_at} brief /> <AgentName agent={one.agent} />
      </p>
      <FitBadges order={one} transaction={of} />
    </>
  )
}
