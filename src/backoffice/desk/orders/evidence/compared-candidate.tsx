import type { Child } from 'hono/jsx'
import type { CandidateReason } from '../../../../contract/back-office/states.ts'
import type { Meaning } from '../../../../units/language.ts'
import { plainName } from '../../../../units/plain-name.ts'
import { AccountOf, type Accounts } from '../../banking/accounts/accounts.tsx'
import type { Objection } from '../../browser/live-form.ts'
import { useDesk } from '../../desk.ts'
import { doubtLabels } from '../../labels/auto-labels.ts'
import { reasonLabels } from '../../labels/banking-labels.ts'
import { LongText } from '../../parts/long-text.tsx'
import { Badge, Money, OutsideText, shortNumber, Time } from '../../parts/values.tsx'
import { namesOf, type OrderDetail, type PartyName, type Rival } from '../order-details.ts'
import { orderNumber } from '../order-name.ts'
import { TransactionBox } from './candidate-line.tsx'
import {
  type Candidate,
  isByOther,
  isFitting,
  wasFreed,
  withoutOrders,
} from './choose-candidates.ts'

/** A transaction that may pay an order. */
export type Offer = {
  readonly order: OrderDetail
  readonly candidate: Candidate
  readonly isChosen: boolean
  readonly objection: Objection | undefined
  /** Whether it may pay another order as well. */
  readonly isShared: boolean
  /** Equal payouts that it may pay in place of this one. */
  readonly sharing: readonly Rival[]
  /** Whether somebody else has sent it, so that a reason is required. */
  readonly isFromOther: boolean
  readonly accounts: Accounts
}

/** A transaction beside the order, with the values that agree and those that differ. */
export function ComparedCandidate(offer: Offer) {
  const { order, candidate, objection, isShared } = offer
  const { say } = useDesk()
  const isSaidAbove = (reason: CandidateReason) =>
    reason === 'only_candidate' && (objection !== undefined || isShared)
  const remarks = candidate.reasons.filter((one) => isRemark(one) && !isSaidAbove(one))
  return (
    <div class="offer">
      <OfferTick {...offer} />
      <ComparisonTable {...offer} />
      <p class="badges">
        <FreedBadge order={order} id={candidate.id} />
        <FitsBetter candidate={candidate} />
        {isFitting(order, candidate) ? <AlsoFits all={offer.sharing} /> : null}
        {remarks.map((reason) => (
          <Badge tone={reason === 'late' ? 'care' : 'busy'}>{say(reasonLabels[reason])}</Badge>
        ))}
      </p>
      <NotByItself candidate={candidate} isShared={isShared} />
    </div>
  )
}

function OfferTick(offer: Offer) {
  const { say } = useDesk()
  const { id, amount } = offer.candidate
  return (
    <TransactionBox {...offer} describedBy={`transaction-${id}-about`}>
      <span>
        <b>
          <Money dollars={amount} />
        </b>{' '}
        <small title={String(id)} class="sum">
          {say({ zh: '交易 ', en: 'transaction ' })}
          {shortNumber(String(id))}
        </small>
      </span>
    </TransactionBox>
  )
}

function ComparisonTable({ order, candidate, accounts }: Offer) {
  const { say } = useDesk()
  const { id, memo } = candidate
  return (
    <table id={`transaction-${id}-about`}>
      <thead>
        <tr>
          <td />
          <th scope="col">{say({ zh: '訂單', en: 'The order' })}</th>
          <th scope="col">{say({ zh: '銀行交易', en: 'The bank' })}</th>
        </tr>
      </thead>
      <tbody>
        {comparisonsOf(order, candidate, accounts)
          .toSorted(differingFirst)
          .map((row) => (
            <ComparisonRow {...row} />
          ))}
        {memo === '' ? null : (
          <tr>
            <th scope="row">{say({ zh: '備註', en: 'Memo' })}</th>
            <td />
            <td>
              <LongText text={memo} />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** Marks a transaction from which the order was reversed: it is no new deposit. */
export function FreedBadge({ order, id }: { order: OrderDetail; id: number }) {
  const { say } = useDesk()
  if (!wasFreed(order, id)) return null
  return (
    <Badge tone="care">
      {say({ zh: '此訂單曾從這筆交易沖正', en: 'This order was reversed from it' })}
    </Badge>
  )
}

// The service's doubts about a transaction that looks like this order's own.
function NotByItself({ candidate, isShared }: { candidate: Candidate; isShared: boolean }) {
  const { say } = useDesk()
  const { reasons } = candidate
  const doubts = isShared ? withoutOrders(candidate.doubts) : candidate.doubts
  if (!doubts?.length || !reasons.includes('amount') || !reasons.includes('last5')) return null
  return (
    <ul class="hint">
      {doubts.map((doubt) => (
        <li>{say(doubtLabels[doubt])}</li>
      ))}
    </ul>
  )
}

// Another waiting order of this amount and payer, whose money it seems to be.
function FitsBetter({ candidate: { fits_better: tradeNo } }: { candidate: Candidate }) {
  const { say } = useDesk()
  if (tradeNo === null) return null
  return (
    <a href={`/collections/${tradeNo}`}>
      {say({ zh: '更符合另一筆訂單', en: 'Fits another order better' })}
    </a>
  )
}

function AlsoFits({ all }: { all: readonly Rival[] }) {
  const { say } = useDesk()
  return all.map((one) => (
    <Badge tone="care">
      {say({ zh: '也符合 ', en: 'Fits as well: ' })}
      {orderNumber(one)}
    </Badge>
  ))
}

type Mark = 'same' | 'differs' | 'differs care' | undefined

// The values of an order beside those of a transaction.
function comparisonsOf(
  order: OrderDetail,
  candidate: Candidate,
  accounts: Accounts,
): readonly ValueComparison[] {
  const { amount, booked_at: bookedAt, day_only: dayOnly } = candidate
  return [
    {
      requirement: 'amount',
      mark: markOf('amount', order, candidate),
      ours: <Money dollars={order.amount} />,
      banks: <Money dollars={amount} />,
    },
    {
      requirement: 'last5',
      mark: markOf('last5', order, candidate),
      ours: order.last5 || '—',
      banks: candidate.counterparty_last5 || '—',
    },
    {
      requirement: 'in_time',
      mark: markOf('in_time', order, candidate),
      ours: <Time at={order.created_at} brief />,
      banks: <Time at={dayOnly ? bookedAt.slice(0, 10) : bookedAt} brief />,
    },
    {
      requirement: 'account',
      mark: markOf('account', order, candidate),
      ours: <AccountOf id={order.bank_account} accounts={accounts} />,
      banks: <AccountOf id={candidate.bank_account} accounts={accounts} />,
    },
    {
      requirement: 'name',
      mark:
        markOf('name', order, candidate) ??
        (isByOther(order, candidate) ? 'differs care' : undefined),
      note: whoseName(order, candidate),
      ours: <Names people={namesOf(order)} />,
      banks: <OutsideText text={candidate.counterparty_name} />,
    },
  ]
}

// A value that is unknown on one side is no difference.
function markOf(reason: CandidateReason, { last5 }: OrderDetail, candidate: Candidate): Mark {
  const { reasons, differs, counterparty_last5: bankLast5 } = candidate
  if (reasons.includes(reason)) return 'same'
  const isKnown = reason !== 'last5' || (last5 !== '' && bankLast5 !== '')
  return isKnown && differs.includes(reason) ? 'differs' : undefined
}

// One value of an order beside that of a transaction.
type ValueComparison = {
  readonly requirement: keyof typeof requirementNames
  readonly mark: Mark
  /** A note on the mark, if the mark's own word says too little. */
  readonly note?: Meaning | null
  readonly ours: Child
  readonly banks: Child
}

const isDifferent = ({ mark }: ValueComparison) => Number(mark?.startsWith('differs') ?? false)
const differingFirst = (one: ValueComparison, other: ValueComparison) =>
  isDifferent(other) - isDifferent(one)

function ComparisonRow({ requirement, mark, note, ours, banks }: ValueComparison) {
  const { say } = useDesk()
  return (
    <tr class={mark}>
      <th scope="row">{say(requirementNames[requirement])}</th>
      <td>{ours}</td>
      <td>
        <span>{banks}</span>
        {mark === undefined ? null : <small>{say(note ?? markLabels[mark])}</small>}
      </td>
    </tr>
  )
}

// With two people, each name has its role.
function Names({ people }: { people: readonly PartyName[] }) {
  const { say } = useDesk()
  if (people.length === 0) return <>—</>
  return (
    <>
      {people.map(({ whose, name }) => (
        <span>
          {people.length === 1 ? null : <small>{say(whose)} </small>}
          <OutsideText text={name} />
        </span>
      ))}
    </>
  )
}

// An order may name two people; the note says which one the transaction names.
function whoseName(order: OrderDetail, { counterparty_name: name }: Candidate): Meaning | null {
  const people = namesOf(order)
  const found = people.find((one) => plainName(one.name) === plainName(name))
  if (found === undefined || people.length === 1) return null
  const { zh, en } = found.whose
  return { zh: `與${zh}相符`, en: `same as the ${en.toLowerCase()}` }
}

const isRemark = (reason: CandidateReason) =>
  reason === 'late' || reason === 'only_candidate' || reason === 'settled_unbacked'

/** The names of the compared values. */
export const requirementNames = {
  amount: { zh: '金額', en: 'Amount' },
  last5: { zh: '末五碼', en: 'Last five' },
  in_time: { zh: '時間', en: 'Time' },
  account: { zh: '帳戶', en: 'Account' },
  name: { zh: '姓名', en: 'Name' },
}

const markLabels = {
  same: { zh: '相符', en: 'same' },
  differs: { zh: '不符', en: 'differs' },
  'differs care': { zh: '不符', en: 'differs' },
}
