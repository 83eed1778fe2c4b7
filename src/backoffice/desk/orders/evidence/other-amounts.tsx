import { moneyText } from '../../../../units/money.ts'
import { useDesk } from '../../desk.ts'
import { otherSumLabels } from '../../labels/order-labels.ts'
import { useField } from '../../parts/form.tsx'
import { isCollection, type OrderDetail } from '../order-details.ts'
import { type GroupProps, namedTogether } from './candidate-groups.ts'
import { gapOf, TransactionLine } from './candidate-line.tsx'
import { type Candidate, differsBeyondAmount, feeIn, objectionTo } from './choose-candidates.ts'
import { FreedBadge, type Offer } from './compared-candidate.tsx'

/** Debits to a payout's payee that may contain the bank's fee. */
export function DebitsWithFee({ data: { order }, groups: { withFee, isChosen } }: GroupProps) {
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

/** Transactions of the order's payer or payee with other amounts: several of them may make up the order's amount. */
export function PartsOfPayment({ data, groups }: GroupProps) {
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
        <SumOfSeveral order={data.order} deposits={together} />
      )}
      {parts.map((one) => (
        <OtherAmount data={data} groups={groups} candidate={one} />
      ))}
    </div>
  )
}

/** The remaining candidates of other amounts, folded. */
export function OtherAmounts({ data, groups }: GroupProps) {
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
          <OtherAmount data={data} groups={groups} candidate={one} />
        ))}
      </div>
    </details>
  )
}

// A transaction of another amount than the order's, and the control that books it nevertheless.
function OtherAmount({ data, groups, candidate }: GroupProps & { readonly candidate: Candidate }) {
  const { order } = data
  const { parts, together, isChosen, fromOthers } = groups
  return (
    <div>
      <TransactionLine
        candidate={candidate}
        isChosen={isChosen(candidate)}
        objection={objectionTo(data, candidate)}
        isFromOther={fromOthers.includes(candidate)}
        note={gapOf(Math.abs(candidate.amount) - order.amount)}
      />{' '}
      {parts.includes(candidate) && !together.includes(candidate) ? (
        <OtherSum order={order} candidate={candidate} />
      ) : null}{' '}
      <FreedBadge order={order} id={candidate.id} />
    </div>
  )
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
      <TransactionLine
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
        />
        <label for={id}>
          {say({ zh: `其中 ${more} 是銀行手續費`, en: `${more} of it is the fee of the bank` })}
        </label>
      </p>
      <FreedBadge order={order} id={candidate.id} />
    </div>
  )
}
