import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import { AccountOf } from '../../banking/accounts/accounts.tsx'
import type { Objection } from '../../browser/live-form.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { otherSumLabels } from '../../labels/order-labels.ts'
import { TextField } from '../../parts/fields.tsx'
import { useField } from '../../parts/form.tsx'
import { LastFive, Money, OutsideText, Time } from '../../parts/values.tsx'
import { type Dossier, isCollection, type OrderDetail } from '../acts/order-details.ts'
import { MoreFields } from '../acts/override-fields.tsx'
import {
  type Candidate,
  debitsWithFee,
  depositsByOthers,
  depositsElsewhere,
  differsBeyondAmount,
  feeIn,
  isOfAmount,
  objectionTo,
  partsOf,
  payoutsSharing,
  preselectedId,
  settleableElsewhere,
} from './choose-candidates.ts'
import {
  ComparedCandidate,
  FreedBadge,
  type Offer,
  requirementNames,
} from './compared-candidate.tsx'
import { EqualDeposits, equalDepositsOf } from './equal-deposits.tsx'

type ChoiceProps = Dossier<OrderDetail> & {
  /** The fields below the choice. */
  readonly questions?: Child
  /** Further rare fields, in one row with the other transactions. */
  readonly moreFields?: Child
}

/**
 * Chooses the bank transactions that pay an order: candidates beside the order, with differences marked, and others by
 * number.
 */
export function CandidateChoice({ questions, moreFields, ...dossier }: ChoiceProps) {
  const { order } = dossier
  const { say, query } = useDesk()
  const { typed, problems } = useField('bank_transactions', undefined)
  const groups = groupsOf(dossier, query, typed)
  const { items, twins, isChosen, fromOthers } = groups
  return (
    <>
      <fieldset class="field candidates">
        <legend>
          {say({ zh: '由哪筆銀行交易支付？', en: 'Which bank transaction paid it?' })}
        </legend>
        {twins.length === 0 ? null : (
          <EqualDeposits order={order} twins={twins} isChosen={isChosen} fromOthers={fromOthers} />
        )}
        <LikelyOnes dossier={dossier} groups={groups} />
        <DebitsWithFee dossier={dossier} groups={groups} />
        <CameElsewhere {...dossier} />
        <Parts dossier={dossier} groups={groups} />
        <p class="chosen-sum" data-sum hidden>
          {say({ zh: '所選合計', en: 'Chosen' })} <output class="sum" />
        </p>
        {problems.length === 0 ? null : <p class="problem">{problems.join(' ')}</p>}
        <Differences order={order} chosen={items.filter(isChosen)} />
      </fieldset>
      {questions}
      <div class="more-fields">
        <OtherAmounts dossier={dossier} groups={groups} />
        <MoreFields title={{ zh: '以編號指定', en: 'Others by number' }}>
          <OtherTransactions offered={[...items, ...depositsElsewhere(dossier)]} />
        </MoreFields>
        {moreFields}
      </div>
    </>
  )
}

type Groups = ReturnType<typeof groupsOf>
type GroupProps = { readonly dossier: Dossier<OrderDetail>; readonly groups: Groups }

// The transactions in groups, and the chosen ones: those typed, else those of the address.
function groupsOf(
  dossier: Dossier<OrderDetail>,
  query: Desk['query'],
  typed: readonly string[] | undefined,
) {
  const { order, candidates, rivals } = dossier
  const items = candidates?.items ?? []
  const twins = equalDepositsOf(dossier)
  const withFee = debitsWithFee(dossier)
  const parts = items.filter(
    (one) => !isOfAmount(one) && one.reasons.includes('last5') && !withFee.includes(one),
  )
  const together = partsOf(order, parts)
  const isTogether = together.length > 0 && query.transaction === namedTogether(together)
  // Opened from the doubt list, with several matching orders, nothing is preselected.
  const isInDoubt = query.in === 'doubt' && (rivals.length > 0 || twins.length > 0)
  const chosen = isTogether
    ? together.map(({ id }) => String(id))
    : [isInDoubt ? '' : preselectedId(dossier, query.transaction)]
  const isChosen = ({ id }: Candidate) => (typed ?? chosen).includes(String(id))
  const isOpened = (one: Candidate) => isChosen(one) || String(one.id) === query.transaction
  const isTwin = (one: Candidate) => twins.some(({ candidate }) => candidate === one)
  // The opened transaction, or the fitting ones, come first.
  const likely = items
    .filter((one) => isOfAmount(one) && !isTwin(one))
    .toSorted((one, other) => Number(isOpened(other)) - Number(isOpened(one)))
  const others = items.filter((one) => !isOfAmount(one) && ![...withFee, ...parts].includes(one))
  // The list does not say that nothing matches if rows of these kinds follow it.
  const isFollowed = [twins, withFee, parts, depositsElsewhere(dossier)].some(
    (one) => one.length > 0,
  )
  const isOpen = others.some(isOpened)
  return {
    items,
    twins,
    likely,
    withFee,
    parts,
    /** The parts that make up the amount, and whether the address names them. */
    together,
    isTogether,
    others,
    isOpen,
    isNothing: likely.length === 0 && !isFollowed && !isOpen,
    fromOthers: depositsByOthers(dossier),
    isChosen,
  }
}

// Candidates of the order's amount, each with all compared values.
function LikelyOnes({ dossier, groups }: GroupProps) {
  const { say } = useDesk()
  const { likely, isNothing, isChosen, fromOthers } = groups
  const { order, rivals, accounts } = dossier
  if (isNothing) return <p class="hint">{say(isCollection(order) ? noDeposit : noDebit)}</p>
  if (likely.length === 0) return null
  const sharing = payoutsSharing(dossier)
  return (
    <div class="compared">
      {likely.map((one) => (
        <ComparedCandidate
          order={order}
          candidate={one}
          isChosen={isChosen(one)}
          objection={objectionTo(dossier, one)}
          isShared={rivals.length > 0}
          sharing={sharing}
          isFromOther={fromOthers.includes(one)}
          accounts={accounts}
        />
      ))}
    </div>
  )
}

function DebitsWithFee({ dossier: { order }, groups: { withFee, isChosen } }: GroupProps) {
  const { say } = useDesk()
  if (withFee.length === 0) return null
  return (
    <div class="lines">
      <p class="hint">
        {say({
          zh: '同一末五碼，多出的可能是銀行手續費',
          en: 'The same last five, and perhaps the fee of the bank with it',
        })}
      </p>
      {withFee.map((one) => (
        <DebitWithFee order={order} candidate={one} isChosen={isChosen(one)} />
      ))}
    </div>
  )
}

// Candidates of the order's payer, several of which may make up its amount.
function Parts({ dossier, groups }: GroupProps) {
  const { say } = useDesk()
  const { parts, together, isTogether } = groups
  if (parts.length === 0) return null
  return (
    <div class="lines">
      <p class="hint">
        {say({
          zh: '同一末五碼、金額不同：可選多筆合付',
          en: 'The same last five, another amount: several may pay it together',
        })}
      </p>
      {together.length === 0 || isTogether ? null : (
        <SumOfSeveral order={dossier.order} deposits={together} />
      )}
      {parts.map((one) => (
        <OtherAmount dossier={dossier} groups={groups} one={one} />
      ))}
    </div>
  )
}

function OtherAmounts({ dossier, groups }: GroupProps) {
  const { say } = useDesk()
  const { others, isOpen } = groups
  if (others.length === 0) return null
  return (
    <details class="more" open={isOpen}>
      <summary>
        {say({ zh: `其他金額（${others.length}）`, en: `Other amounts (${others.length})` })}
      </summary>
      <div class="lines">
        {others.map((one) => (
          <OtherAmount dossier={dossier} groups={groups} one={one} />
        ))}
      </div>
    </details>
  )
}

// A transaction of another amount than the order's, and the control that books it nevertheless.
function OtherAmount({ dossier, groups, one }: GroupProps & { readonly one: Candidate }) {
  const { order } = dossier
  const { parts, together, isChosen, fromOthers } = groups
  return (
    <div>
      <Line
        candidate={one}
        isChosen={isChosen(one)}
        objection={objectionTo(dossier, one)}
        isFromOther={fromOthers.includes(one)}
        note={gapOf(Math.abs(one.amount) - order.amount)}
      />{' '}
      {parts.includes(one) && !together.includes(one) ? (
        <OtherSum order={order} candidate={one} />
      ) : null}{' '}
      <FreedBadge order={order} id={one.id} />
    </div>
  )
}

const noDeposit: Meaning = {
  zh: '目前沒有這個金額的銀行交易，入帳後會出現在這裡。',
  en: 'There is no bank transaction of this amount yet. It appears here once it comes in.',
}
const noDebit: Meaning = {
  zh: '目前沒有這個金額的銀行交易，扣款後會出現在這裡。',
  en: 'There is no bank transaction of this amount yet. It appears here once it is debited.',
}

type TogetherProps = { readonly order: OrderDetail; readonly deposits: readonly Candidate[] }

// Deposits that make up the order's amount, as one choice: a link, so that no script is needed.
function SumOfSeveral({ order, deposits }: TogetherProps) {
  const { say, address } = useDesk()
  const [path, query] = address.split('?')
  const search = new URLSearchParams(query)
  search.set('transaction', namedTogether(deposits))
  return (
    <p>
      <a class="button quiet" href={`${path}?${search}#acts`}>
        {say({
          zh: `選這 ${deposits.length} 筆，合計 ${moneyText(order.amount)}`,
          en: `Choose these ${deposits.length}: together ${moneyText(order.amount)}`,
        })}
      </a>
    </p>
  )
}

const namedTogether = (deposits: readonly Candidate[]) => deposits.map(({ id }) => id).join(',')

// Deposits of the order's amount and payer on other accounts than the order's.
function CameElsewhere(dossier: Dossier<OrderDetail>) {
  const { order, accounts } = dossier
  const elsewhere = depositsElsewhere(dossier)
  const { say, identity, query } = useDesk()
  // The reader who opened it has chosen it; a tick confirms that it is settled nevertheless.
  const { typed = [query.transaction] } = useField('bank_transactions', undefined)
  if (elsewhere.length === 0) return null
  // A deposit on another account is no evidence for an agent; for an order with an account it is none for anybody.
  const mayChoose = identity.role === 'operator'
  const waits = isCollection(order) && order.collection_status === 'matched'
  const isSettleable = settleableElsewhere(dossier).length > 0
  const objection = waits ? (isSettleable ? 'away' : 'differs') : undefined
  return (
    <div class="lines" id="elsewhere">
      <p class="hint">
        {order.bank_account === null
          ? say({
              zh: '訂單尚未指定帳戶；這些交易的金額與末五碼相符：',
              en: 'The order is on no account. These have its amount and last five:',
            })
          : say({
              zh: '其他帳戶的交易，金額與末五碼相符：',
              en: 'On another account, of its amount and last five:',
            })}{' '}
        {waits && !mayChoose
          ? say({ zh: '由營運人員入帳。', en: 'An operator settles by it.' })
          : null}
      </p>
      {elsewhere.map((one) => (
        <div>
          {mayChoose ? (
            <Line candidate={one} isChosen={typed.includes(String(one.id))} objection={objection} />
          ) : (
            <a href={`/bank-transactions/${one.id}`}>
              <Money dollars={one.amount} /> <LastFive of={one.counterparty_last5} />
            </a>
          )}{' '}
          <AccountOf id={one.bank_account} accounts={accounts} />
        </div>
      ))}
    </div>
  )
}

// The result of a refused settlement: both figures of each failed check.
function Differences({ order, chosen }: { order: OrderDetail; chosen: readonly Candidate[] }) {
  const { say, attempt } = useDesk()
  const differs = attempt?.refused?.differs ?? []
  if (differs.length === 0) return null
  const figures = chosen.flatMap((one) => [
    { of: 'last5' as const, ours: order.last5, banks: one.counterparty_last5 },
    { of: 'amount' as const, ours: moneyText(order.amount), banks: moneyText(one.amount) },
  ])
  return (
    <>
      {figures
        .filter(({ of }) => differs.includes(of))
        .map(({ of, ours, banks }) => (
          <p class="problem">
            {say(requirementNames[of])}
            {say({
              zh: `：訂單 ${ours || '—'}，銀行 ${banks || '—'}`,
              en: `: order ${ours || '—'}, bank ${banks || '—'}`,
            })}
          </p>
        ))}
    </>
  )
}

type LineProps = {
  readonly candidate: Pick<
    Candidate,
    'id' | 'amount' | 'booked_at' | 'counterparty_last5' | 'counterparty_name'
  > & { readonly day_only?: boolean }
  readonly isChosen: boolean
  readonly objection?: Objection | undefined
  /** Whether somebody else has sent it, so that a reason is required. */
  readonly isFromOther?: boolean
  /** The parts of its amount, or its difference from the order's amount, if they differ. */
  readonly note?: Meaning
}

// A transaction in one line.
function Line({ candidate, isChosen, objection, isFromOther = false, note }: LineProps) {
  const { say } = useDesk()
  const { id, amount, booked_at: bookedAt, day_only: dayOnly = false } = candidate
  return (
    <label class="line-offer">
      <input
        type="checkbox"
        id={`transaction-${id}`}
        name="bank_transactions"
        value={String(id)}
        checked={isChosen}
        data-amount={amount}
        data-differs={objection}
        data-by-hand={isFromOther ? 'other' : undefined}
      />{' '}
      <b>
        <Money dollars={amount} />
      </b>{' '}
      {note === undefined ? null : <small>{say(note)}</small>}{' '}
      <LastFive of={candidate.counterparty_last5} />{' '}
      <OutsideText text={candidate.counterparty_name} />{' '}
      <Time at={dayOnly ? bookedAt.slice(0, 10) : bookedAt} brief />
    </label>
  )
}

// How another sum of the order's own payer is booked: the control for it appears once it is chosen.
function OtherSum({ order, candidate }: Pick<Offer, 'order' | 'candidate'>) {
  const { say, identity } = useDesk()
  if (!isCollection(order) || order.status !== 'pending' || differsBeyondAmount(candidate))
    return null
  const gap = candidate.amount - order.amount
  const { zh, en } = otherSumLabels[gap < 0 ? 'less' : 'more']
  return (
    <small>
      {identity.role === 'operator'
        ? say({ zh: `勾選它，再勾選「${zh}」`, en: `Tick it, then tick "${en}"` })
        : say({ zh: '由營運人員入帳', en: 'An operator settles it' })}
    </small>
  )
}

// A debit with the bank's fee, and the tick that books the fee; the script ticks it with the debit.
function DebitWithFee({
  order,
  candidate,
  isChosen,
}: Pick<Offer, 'order' | 'candidate' | 'isChosen'>) {
  const { say } = useDesk()
  const { typed = [] } = useField('fee', undefined)
  const fee = feeIn(order, candidate)
  const [paid, more] = [moneyText(order.amount), moneyText(fee)]
  const id = `transaction-${candidate.id}-fee`
  return (
    <div>
      <Line
        candidate={candidate}
        isChosen={isChosen}
        note={{ zh: `出款 ${paid} + 手續費 ${more}`, en: `paid ${paid} + fee ${more}` }}
      />
      <p class="field flag">
        <input
          type="checkbox"
          id={id}
          name="fee"
          value={String(fee)}
          checked={isChosen && typed.includes(String(fee))}
          data-fee-of={`transaction-${candidate.id}`}
        />
        <label for={id}>
          {say({ zh: `其中 ${more} 是銀行手續費`, en: `${more} of it is the fee of the bank` })}
        </label>
      </p>
      <FreedBadge order={order} id={candidate.id} />
    </div>
  )
}

const gapOf = (dollars: number): Meaning =>
  dollars < 0
    ? { zh: `少 ${moneyText(-dollars)}`, en: `${moneyText(-dollars)} less` }
    : { zh: `多 ${moneyText(dollars)}`, en: `${moneyText(dollars)} more` }

// The boxes above and this field have one name: their values are one list.
function OtherTransactions({ offered }: { offered: readonly { id: number }[] }) {
  const { typed = [] } = useField('bank_transactions', undefined)
  const others = typed.filter((text) => !offered.some(({ id }) => String(id) === text))
  return (
    <TextField
      name="bank_transactions"
      again={others.join(', ')}
      label={{ zh: '銀行交易編號', en: 'Numbers of bank transactions' }}
      hint={{ zh: '多個以逗號分隔', en: 'Several are separated by commas' }}
      maxlength={1000}
    />
  )
}
