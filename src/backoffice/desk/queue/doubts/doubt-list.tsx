import { settledAtOnceMax } from '../../../../contract/back-office/states.ts'
import { isOfAnother } from '../../../../units/plain-name.ts'
import { AccountOf, type Accounts } from '../../banking/accounts/accounts.tsx'
import { paidByEqual } from '../../banking/transactions/paid-twice.tsx'
import { BookingTime } from '../../banking/transactions/transaction-table.tsx'
import { withQuery } from '../../conditions.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { doubtNames } from '../../labels/auto-labels.ts'
import { unsureLabel } from '../../labels/order-labels.ts'
import { type BoundedCount, countText } from '../../page.ts'
import { Key } from '../../parts/key.tsx'
import { Badge, LastFive, Money, OutsideText } from '../../parts/values.tsx'
import type { DoubtSection } from '../queue.ts'
import { queueAddress } from '../queue-address.ts'
import { firstReadyPage } from '../ready-list.ts'
import { addressOfLine, isOpenLine, nextDoubt } from './doubt-addresses.ts'
import { type DoubtLine, fitsNoOrder, LineNotice, unfitLabelsFor } from './doubt-lines.tsx'
import { drawDoubtPanel } from './doubt-panel.tsx'

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
  const open = desk.query.in === 'doubt' ? items.find(({ id }) => isOpenLine(desk, id)) : undefined
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
    next: nextDoubt(desk, items),
    isFinished: !open && desk.lastAct?.call === 'ignoreTransaction',
    drawNotice: (hasRivals) => (open ? <LineNotice line={open} hasRivals={hasRivals} /> : null),
    panel: isPanel ? await drawDoubtPanel(desk, open, nextDoubt(desk, items)) : null,
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

// Whether the call may have left out further lines.
const mayHaveMore = (others: readonly DoubtLine[]) => others.length === settledAtOnceMax

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
  const isCurrent = desk.query.in === 'doubt' && isOpenLine(desk, id)
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
            <LastFive account={line.counterparty_last5} />{' '}
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
