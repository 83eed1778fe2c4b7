import type { Identity } from '../../../../contract/back-office/roles.ts'
import { useDesk } from '../../desk.ts'
import { Copyable, Fact, lastFiveText, Money } from '../../parts/values.tsx'
import { sentNote } from '../forms/sent-forms.tsx'
import { actionOf, lacksAccount, namesOf, type PayoutDetails } from '../order-details.ts'
import { People } from './shared-facts.tsx'

const mayPay = (order: PayoutDetails, { name }: Identity) =>
  order.status !== 'pending' ||
  (order.agent === name && !lacksAccount(order) && actionOf(order, 'process')?.allowed !== false)

/** The payee's account; for an agent who has not taken the payout, its last five digits. */
export function shownPayeeAccount(order: PayoutDetails, identity: Identity): string {
  const isWhole = identity.role !== 'agent' || mayPay(order, identity)
  return isWhole ? order.payee_account : lastFiveText(order.last5)
}

/**
 * The values that a bank's form asks for, in that order, each with a button that copies it, and one that copies all,
 * for the agent who has taken the payout and not sent it yet. A payout that two people copy is paid twice.
 */
export function PayeeFacts({ order }: { order: PayoutDetails }) {
  const { identity } = useDesk()
  const names = namesOf(order)
  if (!mayPay(order, identity) || sentNote(order) !== null) {
    return (
      <>
        <Fact name={{ zh: '收款銀行', en: 'Bank' }} text={order.payee_bank} />
        <Fact name={{ zh: '收款帳號', en: 'Account' }} text={shownPayeeAccount(order, identity)} />
        <People order={order} />
        <Fact name={{ zh: '金額', en: 'Amount' }} dollars={order.amount} />
      </>
    )
  }
  const texts = [order.payee_bank, order.payee_account, ...names.map(({ name }) => name)]
  return (
    <>
      <Fact name={{ zh: '收款銀行', en: 'Bank' }} copied={order.payee_bank} />
      <Fact name={{ zh: '收款帳號', en: 'Account' }} copied={order.payee_account} />
      {names.map(({ whose, name }) => (
        <Fact name={whose} copied={name} />
      ))}
      <Fact name={{ zh: '金額', en: 'Amount' }}>
        <Copyable text={String(order.amount)} display={<Money dollars={order.amount} />} />{' '}
        <Copyable
          text={[...texts, order.amount].join('\n')}
          display=""
          label={{ zh: '全部複製', en: 'Copy all' }}
        />
      </Fact>
    </>
  )
}
