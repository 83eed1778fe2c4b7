import { type Desk, useDesk } from '../../desk.ts'
import { labelFor } from '../../labels/label-for.ts'
import {
  actionLabels,
  collectionStatusLabels,
  matchingStatusLabels,
  payoutStatusLabels,
  saidPaidLabel,
} from '../../labels/order-labels.ts'
import { orderNumber } from '../../orders/order-name.ts'
import { orderPath } from '../../orders/order-path.ts'
import { type Column, List } from '../../parts/list.tsx'
import { Badge, CutNumber, LastFive, Money, OutsideText, Time } from '../../parts/values.tsx'
import { type Candidate, FitBadges, isUnlike, type TransactionDetail } from './fit-badges.tsx'

/** By order: when it was given its account, and when its member said that it is paid. */
type Moments = ReadonlyMap<string, Readonly<Record<'matchedAt' | 'saidAt', string | null>>>

type CandidatesProps = {
  readonly transaction: TransactionDetail
  readonly moments: Moments
  /** Whether a member may have paid twice, whose money is not to be ignored at once. */
  readonly isPaidTwice: boolean
}

/** The values that differ between collections that fit a free transaction equally; of the first few. */
export async function momentsOf(desk: Desk, transaction: TransactionDetail): Promise<Moments> {
  const alike = transaction.candidates.filter(
    (one) => one.kind === 'collection' && !one.differs.includes('amount'),
  )
  if (transaction.state !== 'unclaimed' || !desk.may('showCollection')) return new Map()
  const read = alike.slice(0, readMax).map(async ({ trade_no: tradeNo }) => {
    const order = await desk.ask('showCollection', { path: { trade_no: tradeNo } })
    if (!order.ok) return []
    const matchedAt = order.value.events.findLast(({ name }) => name === 'matched')?.at ?? null
    return [[tradeNo, { matchedAt, saidAt: order.value.said_paid_at }] as const]
  })
  return new Map((await Promise.all(read)).flat())
}

const readMax = 4

/**
 * The orders that a transaction may pay, the best first, with what agrees and what differs; those that agree in neither
 * amount nor payer are folded.
 */
export function CandidateList({ transaction, moments, isPaidTwice }: CandidatesProps) {
  const { say } = useDesk()
  const { candidates, state } = transaction
  const isClaimed = state === 'claimed'
  if (isClaimed && candidates.length === 0) return null
  const visible = candidates.filter((one) => !isUnlike(one))
  const others = candidates.filter((one) => !visible.includes(one))
  const keyOf = ({ trade_no: tradeNo }: Candidate) => tradeNo
  const alike = candidates.filter((one) => isWaitingFit(one))
  const first = alike.length > 1 ? alike[0] : undefined
  const columns = columnsFor({ transaction, moments, first })
  const title = isClaimed
    ? { zh: '其他可能的訂單', en: 'Other orders that it might have paid' }
    : { zh: '可能的訂單', en: 'Orders that it may pay' }
  return (
    <section class="part" aria-labelledby="candidates">
      <h2 id="candidates">{say(title)}</h2>
      {isClaimed ? <p class="hint">{say(takenBefore)}</p> : null}
      <List
        id="candidate"
        caption={title}
        items={visible}
        keyOf={keyOf}
        columns={columns}
        empty={isPaidTwice ? noOrder : ignoreIt}
      />
      {others.length === 0 ? null : (
        <details class="more" id="other-candidates">
          <summary>
            {say({ zh: `其他 ${others.length} 筆`, en: `${others.length} others` })}
          </summary>
          <List
            id="other-candidate"
            caption={unlike}
            items={others}
            keyOf={keyOf}
            columns={columns}
            empty={unlike}
          />
        </details>
      )}
    </section>
  )
}

const noOrder = { zh: '沒有可能的訂單。', en: 'There is no order that it may pay.' }
const ignoreIt = {
  zh: '沒有可能的訂單。若不屬於任何訂單，請列為不處理。',
  en: 'There is no order that it may pay. Ignore it if it belongs to none.',
}
const unlike = { zh: '金額與付款人都不符的訂單', en: 'Orders of another amount and another payer' }
const takenBefore = {
  zh: '這筆交易已有訂單認列。要改認其他訂單，須先沖正認列的訂單。',
  en: 'An order has it already. Another one can have it once that order is reversed.',
}

// Whether the order waits on the account and differs in nothing.
const isWaitingFit = ({ differs, status, collection_status: matching }: Candidate) =>
  differs.length === 0 && status === 'pending' && matching === 'matched'

type ColumnsProps = Omit<CandidatesProps, 'isPaidTwice'> & {
  /** The first of several equal orders, by the settlement's rule. */
  readonly first: Candidate | undefined
}

function columnsFor({ transaction, moments, first }: ColumnsProps): readonly Column<Candidate>[] {
  return [
    {
      name: { zh: '訂單', en: 'Order' },
      cell: (order) => (
        <>
          <OrderCell order={order} transaction={transaction} />
          {order === first ? (
            <small class="under">
              <FirstOnAccount />
            </small>
          ) : null}
        </>
      ),
    },
    {
      name: { zh: '金額', en: 'Amount' },
      isAmount: true,
      onPhone: 'end',
      cell: ({ amount, differs }) => (
        <MarkedDifference isDifferent={differs.includes('amount')}>
          <Money dollars={amount} />
        </MarkedDifference>
      ),
    },
    {
      name: { zh: '會員', en: 'Member' },
      onPhone: 'below',
      cell: ({ counterparty_name: name, counterparty_account: account, differs }) => (
        <>
          <OutsideText text={name} />{' '}
          <MarkedDifference isDifferent={differs.includes('last5')}>
            {account === '' ? '—' : <LastFive account={account} />}
          </MarkedDifference>
        </>
      ),
    },
    {
      name: { zh: '建立時間', en: 'Created' },
      cell: ({ created_at, differs, trade_no: tradeNo }) => (
        <>
          <MarkedDifference isDifferent={differs.includes('in_time')}>
            <Time at={created_at} brief="seconds" />
          </MarkedDifference>
          <AccountGivenAt at={moments.get(tradeNo)?.matchedAt ?? null} />
        </>
      ),
    },
    {
      name: { zh: '狀態', en: 'State' },
      cell: (order) => (
        <StatusCell order={order} saidAt={moments.get(order.trade_no)?.saidAt ?? null} />
      ),
    },
    {
      name: { zh: '相符與不符', en: 'Fits, and differs' },
      onPhone: 'below',
      cell: (order) => (
        <>
          <FitBadges order={order} transaction={transaction} />{' '}
          <SettleLink order={order} transaction={transaction} />
        </>
      ),
    },
  ]
}

// While the transaction is free, the link opens the order's page with the transaction chosen.
function OrderCell({ order, transaction }: { order: Candidate; transaction: TransactionDetail }) {
  const { say } = useDesk()
  const isFree = transaction.state === 'unclaimed'
  return (
    <>
      <a
        href={isFree ? pathWith(order, transaction) : orderPath(order.trade_no)}
        title={isFree ? say({ zh: '以此交易處理', en: 'Use it for this order' }) : undefined}
      >
        <CutNumber text={orderNumber(order)} />
      </a>{' '}
      <small>
        <OutsideText text={order.merchant_uid} />
      </small>
    </>
  )
}

const pathWith = ({ trade_no: tradeNo }: Candidate, { id }: TransactionDetail) =>
  `${orderPath(tradeNo)}?transaction=${id}#acts`

function SettleLink({ order, transaction }: { order: Candidate; transaction: TransactionDetail }) {
  const { say, may } = useDesk()
  const isPayout = order.kind === 'payout'
  const isOffered = transaction.state === 'unclaimed' && order.status === 'pending'
  if (!isOffered || isUnlike(order)) return null
  if (!may(isPayout ? 'processPayout' : 'settleCollection')) return null
  return (
    <small class="under">
      <a class="within-text" href={pathWith(order, transaction)}>
        {say(isPayout ? actionLabels.process : actionLabels.settle)}
      </a>
    </small>
  )
}

/** The badge of the order that got the account first, among several that one deposit fits. */
export function FirstOnAccount() {
  const { say } = useDesk()
  return (
    <Badge tone="busy">
      {say({ zh: '優先：最先指定帳戶', en: 'First: given the account first' })}
    </Badge>
  )
}

function AccountGivenAt({ at }: { at: string | null }) {
  const { say } = useDesk()
  if (at === null) return null
  return (
    <small class="under">
      {say({ zh: '指定帳戶 ', en: 'account given ' })}
      <b>
        <Time at={at} brief="seconds" />
      </b>
    </small>
  )
}

function StatusCell({ order, saidAt }: { order: Candidate; saidAt: string | null }) {
  const { say } = useDesk()
  const isWaiting = order.status === 'pending' && order.collection_status !== null
  const label =
    order.kind === 'payout'
      ? labelFor(payoutStatusLabels, order.status)
      : isWaiting
        ? labelFor(matchingStatusLabels, order.collection_status ?? '')
        : labelFor(collectionStatusLabels, order.status)
  return (
    <span class="words">
      {say(label)}
      {order.agent === '' ? null : (
        <>
          {' '}
          <small>{order.agent}</small>
        </>
      )}
      {saidAt === null ? null : (
        <small class="under">
          {say(saidPaidLabel)} <Time at={saidAt} brief="seconds" />
        </small>
      )}
    </span>
  )
}

// The last column names each difference for readers who do not see colours.
function MarkedDifference({ isDifferent, children }: { isDifferent: boolean; children: unknown }) {
  const { say } = useDesk()
  if (!isDifferent) return <>{children}</>
  return (
    <span class="differs">
      <span class="unseen">{say({ zh: '不同：', en: 'differs: ' })}</span>
      {children}
    </span>
  )
}
