import { useDesk } from '../../desk.ts'
import { labelFor } from '../../labels/label-for.ts'
import { expiredLabel, saidPaidLabel } from '../../labels/order-labels.ts'
import { Fact, OutsideText, Time } from '../../parts/values.tsx'
import { type CollectionDetails, namesOf, type OrderDetail } from '../order-details.ts'

/** A merchant's uid, as a link for readers who may see the merchant. */
export function MerchantLink({ uid }: { uid: string }) {
  const { may } = useDesk()
  if (!may('showMerchant')) return <OutsideText text={uid} />
  return (
    <a href={`/merchants/${encodeURIComponent(uid)}`}>
      <OutsideText text={uid} />
    </a>
  )
}

/** The names that the bank may report with an order's money, as facts. */
export function People({ order }: { order: OrderDetail }) {
  const people = namesOf(order)
  if (people.length === 0) return <Fact name={{ zh: '姓名', en: 'Name' }}>—</Fact>
  return (
    <>
      {people.map(({ whose, name }) => (
        <Fact name={whose} text={name} />
      ))}
    </>
  )
}

/** The time of the member's last "I have paid", as a fact; nothing if there is none. */
export function SaidPaidAt({ order: { said_paid_at: at } }: { order: CollectionDetails }) {
  if (at === null) return null
  return (
    <Fact name={saidPaidLabel}>
      <Time at={at} brief />
    </Fact>
  )
}

/** The reason of an order's last move, as a fact; nothing without one. */
export function ReasonFact({ order: { reason } }: { order: OrderDetail }) {
  if (reason === '') return null
  return (
    <Fact name={{ zh: '原因', en: 'Reason' }}>
      <ReasonText text={reason} />
    </Fact>
  )
}

/** The reason of a move: a person's text, or the service's own. */
export function ReasonText({ text }: { text: string }) {
  const { say } = useDesk()
  return <OutsideText text={say(labelFor(ownReasons, text))} />
}

const ownReasons = {
  account_frozen: { zh: '銀行凍結了收款帳戶', en: 'The bank has frozen the account' },
  expired: expiredLabel,
  paid_elsewhere: { zh: '已由其他連結付款', en: 'Paid by another link' },
}

/** The numbers of bank transactions, each a link. */
export function TransactionLinks({ ids }: { ids: readonly number[] }) {
  const { say } = useDesk()
  return (
    <>
      {ids.map((id, n) => (
        <>
          {n === 0 ? null : say({ zh: '、', en: ', ' })}
          <a href={`/bank-transactions/${id}`}>{id}</a>
        </>
      ))}
    </>
  )
}
