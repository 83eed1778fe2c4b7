import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import { useDesk } from '../../desk.ts'
import { TextField } from '../../parts/fields.tsx'
import { useField } from '../../parts/form.tsx'
import { MoreFields } from '../forms/override-fields.tsx'
import { isCollection, type OrderDetail, type OrderPageData } from '../order-details.ts'
import { type GroupProps, groupsOf } from './candidate-groups.ts'
import {
  type Candidate,
  depositsElsewhere,
  objectionTo,
  payoutsSharing,
} from './choose-candidates.ts'
import { ComparedCandidate, requirementNames } from './compared-candidate.tsx'
import { DepositsElsewhere } from './deposits-elsewhere.tsx'
import { EqualDeposits } from './equal-deposits.tsx'
import { DebitsWithFee, OtherAmounts, PartsOfPayment } from './other-amounts.tsx'

type ChoiceProps = OrderPageData<OrderDetail> & {
  /** The fields below the choice. */
  readonly children?: Child
  /** Further rare fields, in one row with the other transactions. */
  readonly moreFields?: Child
}

/**
 * Chooses the bank transactions that pay an order: candidates beside the order, with differences marked, and others by
 * number.
 */
export function CandidateChoice({ children, moreFields, ...data }: ChoiceProps) {
  const { order } = data
  const { say, query } = useDesk()
  const { typed, problems } = useField('bank_transactions', undefined)
  const groups = groupsOf(data, query, typed)
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
        <LikelyOnes data={data} groups={groups} />
        <DebitsWithFee data={data} groups={groups} />
        <DepositsElsewhere {...data} />
        <PartsOfPayment data={data} groups={groups} />
        <p class="chosen-sum" hidden>
          {say({ zh: '所選合計', en: 'Chosen' })} <output class="sum" />
        </p>
        {problems.length === 0 ? null : <p class="problem">{problems.join(' ')}</p>}
        <Differences order={order} chosen={items.filter(isChosen)} />
      </fieldset>
      {children}
      <div class="more-fields">
        <OtherAmounts data={data} groups={groups} />
        <MoreFields title={{ zh: '以編號指定', en: 'Others by number' }}>
          <OtherTransactions offered={[...items, ...depositsElsewhere(data)]} />
        </MoreFields>
        {moreFields}
      </div>
    </>
  )
}

// Candidates of the order's amount, each with all compared values.
function LikelyOnes({ data, groups }: GroupProps) {
  const { say } = useDesk()
  const { likely, isNothing, isChosen, fromOthers } = groups
  const { order, rivals, accounts } = data
  if (isNothing) return <p class="hint">{say(isCollection(order) ? noDeposit : noDebit)}</p>
  if (likely.length === 0) return null
  const sharing = payoutsSharing(data)
  return (
    <div class="compared">
      {likely.map((one) => (
        <ComparedCandidate
          order={order}
          candidate={one}
          isChosen={isChosen(one)}
          objection={objectionTo(data, one)}
          isShared={rivals.length > 0}
          sharing={sharing}
          isFromOther={fromOthers.includes(one)}
          accounts={accounts}
        />
      ))}
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

// The result of a refused settlement: both figures of each failed check.
function Differences({ order, chosen }: { order: OrderDetail; chosen: readonly Candidate[] }) {
  const { say, attempt } = useDesk()
  const differs = attempt?.refused?.differs ?? []
  if (differs.length === 0) return null
  const figures = chosen.flatMap((one) => [
    { requirement: 'last5' as const, ours: order.last5, banks: one.counterparty_last5 },
    { requirement: 'amount' as const, ours: moneyText(order.amount), banks: moneyText(one.amount) },
  ])
  return (
    <>
      {figures
        .filter(({ requirement }) => differs.includes(requirement))
        .map(({ requirement, ours, banks }) => (
          <p class="problem">
            {say(requirementNames[requirement])}
            {say({
              zh: `：訂單 ${ours || '—'}，銀行 ${banks || '—'}`,
              en: `: order ${ours || '—'}, bank ${banks || '—'}`,
            })}
          </p>
        ))}
    </>
  )
}

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
