import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import { useDesk } from '../desk.ts'
import {
  collectionStatusLabels,
  confirmationLabels,
  expiredLabel,
  matchingStatusLabels,
  overpaidLabel,
  partPaidLabel,
  payoutStatusLabels,
  payoutTones,
} from '../labels/order-labels.ts'
import { Badge, type Tone } from '../parts/values.tsx'

type Collection = AnswerOf<'listCollections'>['items'][number]
type Payout = AnswerOf<'listPayouts'>['items'][number]

type CollectionStateProps = {
  readonly order: Pick<Collection, 'confirmation' | 'backed'> & StateFields
  readonly arrived?: Arrival
}

/** The state of a collection, and what is still open about its money. */
export function CollectionState({ order, arrived = null }: CollectionStateProps) {
  const { say } = useDesk()
  const { confirmation, backed } = order
  const { tone, label } = arrived ?? stateLabelOf(order)
  // An exception keeps its badge after its deposit has come.
  const aside = arrived !== null && isPutAside(order) ? stateLabelOf(order) : null
  return (
    <span>
      {aside === null ? null : <Badge tone={aside.tone}>{say(aside.label)}</Badge>}{' '}
      <Badge tone={tone}>{say(label)}</Badge>
      {confirmation === 'none' ? null : (
        <>
          {' '}
          <Badge tone={confirmationTones[confirmation]}>
            {say(confirmationLabels[confirmation])}
          </Badge>
        </>
      )}
      <Unbacked backed={backed} />
    </span>
  )
}

/** The mark of an order whose money has come; null before. */
export type Arrival = StateMark | null

/** The state of an order as a badge. */
export type StateMark = { readonly tone: Tone; readonly label: Meaning }

type StateFields = Pick<Collection, 'status' | 'collection_status' | 'expired'> &
  Partial<Pick<Collection, 'amount' | 'paid_amount' | 'backed'>>

/** The state of a collection as a badge; an expired link has another label than other exceptions. */
export function stateLabelOf(order: StateFields): StateMark {
  const { status, collection_status: matching, expired } = order
  if (status !== 'pending') return { tone: 'done', label: settledLabelOf(order) }
  if (matching === 'exception' && expired) return { tone: 'over', label: expiredLabel }
  const tone = matching === 'exception' ? 'care' : 'busy'
  return { tone, label: matchingStatusLabels[matching] }
}

// The money that came says more than who settled the order; "by hand" is said only if no transaction pays it.
function settledLabelOf({ status, amount = 0, paid_amount: paid = amount, backed }: StateFields) {
  if (paid !== amount) return paid < amount ? partPaidLabel : overpaidLabel
  return collectionStatusLabels[backed === true ? 'succeeded' : status]
}

/** Whether it is an exception by a person or a frozen account, not by an expired link. */
export function isPutAside({ status, collection_status: matching, expired }: StateFields): boolean {
  return status === 'pending' && matching === 'exception' && !expired
}

const confirmationTones = { awaiting: 'care', accepted: 'done', rejected: 'wrong' } as const

type PayoutStateProps = { readonly order: Pick<Payout, 'status' | 'backed' | 'bank_account'> }

export function PayoutState({
  order: { status, backed, bank_account: account },
}: PayoutStateProps) {
  const { say } = useDesk()
  return (
    <span>
      <Badge tone={payoutTones[status]}>{say(payoutStatusLabels[status])}</Badge>
      <Unbacked backed={backed} label={account === null ? unbacked : awaitsLine} />
    </span>
  )
}

function Unbacked({ backed, label = unbacked }: { backed: boolean | null; label?: Meaning }) {
  const { say } = useDesk()
  if (backed !== false) return null
  return (
    <>
      {' '}
      <Badge tone="care">{say(label)}</Badge>
    </>
  )
}

const unbacked: Meaning = { zh: '沒有銀行交易', en: 'Unbacked' }
// It was paid by hand from one of our accounts, and the bank has not reported the debit.
const awaitsLine: Meaning = { zh: '等待銀行明細', en: "Waiting for the bank's line" }
