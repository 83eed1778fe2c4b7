import { AccountOf } from '../../banking/accounts/accounts.tsx'
import { useDesk } from '../../desk.ts'
import { useField } from '../../parts/form.tsx'
import { LastFive, Money } from '../../parts/values.tsx'
import { isCollection, type OrderDetail, type OrderPageData } from '../order-details.ts'
import { TransactionLine } from './candidate-line.tsx'
import { depositsElsewhere, settleableElsewhere } from './choose-candidates.ts'

/** Deposits of the order's amount and payer on other accounts than the order's. */
export function DepositsElsewhere(data: OrderPageData<OrderDetail>) {
  const { order, accounts } = data
  const elsewhere = depositsElsewhere(data)
  const { say, identity, query } = useDesk()
  // The reader who opened it has chosen it; a tick confirms that it is settled nevertheless.
  const { typed = [query.transaction] } = useField('bank_transactions', undefined)
  if (elsewhere.length === 0) return null
  // A deposit on another account is no evidence for an agent; for an order with an account it is none for anybody.
  const mayChoose = identity.role === 'operator'
  const waits = isCollection(order) && order.collection_status === 'matched'
  const isSettleable = settleableElsewhere(data).length > 0
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
            <TransactionLine
              candidate={one}
              isChosen={typed.includes(String(one.id))}
              objection={objection}
            />
          ) : (
            <a href={`/bank-transactions/${one.id}`}>
              <Money dollars={one.amount} /> <LastFive account={one.counterparty_last5} />
            </a>
          )}{' '}
          <AccountOf id={one.bank_account} accounts={accounts} />
        </div>
      ))}
    </div>
  )
}
