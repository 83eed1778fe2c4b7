import type { Child } from 'hono/jsx'
import type { ProofState } from '../../../../contract/back-office/states.ts'
import type { Meaning } from '../../../../units/language.ts'
import { AccountOrLink, type Accounts } from '../../banking/accounts/accounts.tsx'
import { useDesk } from '../../desk.ts'
import { notAssignedLabels, proofLabels, settlerLabels } from '../../labels/auto-labels.ts'
import {
  Age,
  Badge,
  CopiedNumber,
  Copyable,
  Fact,
  Facts,
  Money,
  OutsideText,
  Time,
  type Tone,
} from '../../parts/values.tsx'
import { HeldMark } from '../../queue/marks.tsx'
import {
  type CollectionDetails,
  type OrderDetail,
  otherPaid,
  type PayoutDetails,
} from '../order-details.ts'
import { type Arrival, CollectionState, PayoutState } from '../order-states.tsx'
import type { PayoutInstruction } from './before-paying.tsx'
import { ExceptionNotice } from './exception.tsx'
import { PayeeFacts } from './payee-facts.tsx'
import { PayingNotices } from './paying-notices.tsx'
import { FundsFact } from './payout-funds.tsx'
import { MerchantLink, People, ReasonFact, SaidPaidAt } from './shared-facts.tsx'

export type SummaryProps<Order> = {
  readonly order: Order
  readonly accounts: Accounts
  readonly arrived: Arrival
} & Omit<PayoutInstruction, 'order'>

/** The state of a collection, and what is needed to find its money. */
export function CollectionSummary({
  order,
  accounts,
  arrived,
}: Pick<SummaryProps<CollectionDetails>, 'order' | 'accounts' | 'arrived'>) {
  const isPaid = order.status !== 'pending'
  return (
    <>
      <ExceptionNotice order={order} />
      <StateCard
        amount={isPaid ? order.paid_amount : order.amount}
        state={
          <>
            <CollectionState order={order} arrived={arrived} />{' '}
            <HeldMark order={{ held: order.hold !== null }} />
          </>
        }
      >
        <AskedAmountFact order={order} />
        <FeeFacts order={order} net={{ zh: '商戶實得', en: 'Merchant gets' }} />
        <PaidAt
          order={order}
          name={{ zh: '付款時間', en: 'Paid at' }}
          paidAt={isPaid ? order.paid_at : null}
          waits={{ zh: '已等候', en: 'Has waited' }}
        />
        <AutoSettlementFact order={order} />
        {isPaid || order.page_ends_at === null ? null : (
          <Fact name={{ zh: '會員的付款期限', en: 'The member may pay until' }}>
            <Time at={order.page_ends_at} brief />
          </Fact>
        )}
        <SaidPaidAt order={order} />
        <MerchantFacts order={order} />
        <People order={order} />
        <Fact name={{ zh: '付款帳號', en: 'Pays from' }}>
          <OutsideText text={order.payer_bank_name || order.member_bank_name} />{' '}
          <Copyable text={order.payer_account_no || order.counterparty_account} />
        </Fact>
        <Fact name={{ zh: '匯入帳戶', en: 'Pays into' }}>
          {order.bank_account === null && order.collection_account_no !== '' ? (
            <>
              <OutsideText text={order.collection_bank_name} />{' '}
              <Copyable text={order.collection_account_no} />
            </>
          ) : (
            <AccountOrLink id={order.bank_account} accounts={accounts} />
          )}
        </Fact>
        <AgentFacts order={order} />
      </StateCard>
    </>
  )
}

// The order's automatic settlement, or why the service gave it no account (matching §2, §5).
function AutoSettlementFact({ order }: { order: CollectionDetails }) {
  const { say } = useDesk()
  const { proof, settled_by: settler, not_assigned: reason } = order
  if (proof !== null || settler === 'auto') {
    return (
      <Fact name={{ zh: '由誰入帳', en: 'Settled by' }}>
        {settler === null ? null : say(settlerLabels[settler])}{' '}
        {proof === null ? null : <Badge tone={proofTones[proof]}>{say(proofLabels[proof])}</Badge>}
      </Fact>
    )
  }
  if (reason === null) return null
  return (
    <Fact name={{ zh: '未自動指定帳戶', en: 'Not given an account' }}>
      {say(notAssignedLabels[reason])}
    </Fact>
  )
}

const proofTones: Readonly<Record<ProofState, Tone>> = {
  awaiting: 'busy',
  confirmed: 'done',
  unproven: 'care',
  contradicted: 'wrong',
}

// An order without a price shows no fee.
function FeeFacts({ order, net: name }: { order: OrderDetail; net: Meaning }) {
  const { fee, net, pricing } = order
  if (fee === null || net === null || pricing === 0) return null
  return (
    <>
      <Fact name={{ zh: '平台手續費', en: 'Platform fee' }} dollars={fee} />
      <Fact name={name} dollars={net} />
    </>
  )
}

/** The state of a payout, and its payee. */
export function PayoutSummary({
  order,
  accounts,
  ...paying
}: Omit<SummaryProps<PayoutDetails>, 'arrived'>) {
  const { say } = useDesk()
  const isPaid = order.status === 'processed'
  // Its status is cancelled, though it was paid out once.
  const isReversed = order.events.some(({ name }) => name === 'returned')
  return (
    <>
      <PayingNotices order={order} accounts={accounts} {...paying} />
      <StateCard
        amount={isPaid ? order.actual_amount : order.amount}
        state={
          <>
            <PayoutState order={order} />{' '}
            {order.kind === 'withdrawal' ? (
              <Badge tone="over">{say({ zh: '提領', en: 'Withdrawal' })}</Badge>
            ) : null}
            {isReversed ? (
              <>
                {' '}
                <Badge tone="care">{say({ zh: '已沖正', en: 'Reversed' })}</Badge>
              </>
            ) : null}
          </>
        }
      >
        <FundsFact funds={paying.funds} />
        <PayeeFacts order={order} />
        <FeeFacts order={order} net={{ zh: '商戶共支出', en: 'Merchant pays in all' }} />
        <PaidAt
          order={order}
          name={{ zh: '出款時間', en: 'Paid out at' }}
          paidAt={isPaid ? order.processed_at : null}
          waits={{ zh: '建立至今', en: 'Age' }}
        />
        <MerchantFacts order={order} />
        <Fact name={{ zh: '出款帳戶', en: 'Paid from' }}>
          <AccountOrLink id={order.bank_account} accounts={accounts} />
        </Fact>
        <AgentFacts order={order} />
      </StateCard>
    </>
  )
}

function StateCard({
  amount,
  state,
  children,
}: Record<'state' | 'children', Child> & { amount: number }) {
  const { say } = useDesk()
  return (
    <section class="card stand" id="stand">
      <h2 class="unseen">{say({ zh: '目前狀態', en: 'Where it stands' })}</h2>
      <p class="headline">
        <strong>
          <Money dollars={amount} />
        </strong>{' '}
        <span>{state}</span>
      </p>
      <Facts>{children}</Facts>
    </section>
  )
}

type PaidProps = {
  readonly order: OrderDetail
  readonly name: Meaning
  readonly paidAt: string | null
  readonly waits: Meaning
}

// The time of payment; before it, the order's age.
function PaidAt({ order, name, paidAt, waits }: PaidProps) {
  return (
    <Fact name={paidAt === null ? waits : name}>
      {paidAt === null ? <Age at={order.created_at} /> : <Time at={paidAt} />}
    </Fact>
  )
}

function MerchantFacts({ order: { uid, merchant_order_no } }: { order: OrderDetail }) {
  return (
    <>
      <Fact name={{ zh: '商戶', en: 'Merchant' }}>
        <MerchantLink uid={uid} />
      </Fact>
      <Fact name={{ zh: '商戶訂單編號', en: "Merchant's order number" }} text={merchant_order_no} />
    </>
  )
}

function AskedAmountFact({ order }: { order: OrderDetail }) {
  if (otherPaid(order) === null) return null
  return <Fact name={{ zh: '訂單金額', en: 'Asked for' }} dollars={order.amount} />
}

// A second person at the order sees its agent.
function AgentFacts({ order }: { order: OrderDetail }) {
  const { say, identity } = useDesk()
  const { agent } = order
  return (
    <>
      <Fact name={{ zh: '專員', en: 'In the hands of' }}>
        <OutsideText text={agent} />
        {agent !== '' && agent === identity.name ? say({ zh: '（您）', en: ' (you)' }) : null}
      </Fact>
      <ReasonFact order={order} />
      <Fact name={{ zh: '交易編號', en: 'Transaction number' }}>
        <CopiedNumber text={order.trade_no} />
      </Fact>
    </>
  )
}
