import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { orderNumber } from '../../orders/order-name.ts'
import { CutNumber, LastFive, Money, OutsideText } from '../../parts/values.tsx'
import { AccountLink, type Accounts } from '../accounts/accounts.tsx'

type FreeLine = AnswerOf<'showTransaction'>
type Hit = AnswerOf<'search'>['items'][number]

/** The orders of a free transaction's amount and last five that wait on another account, or on none. */
export async function ordersElsewhere(desk: Desk, line: FreeLine): Promise<readonly Hit[]> {
  const { amount, bank_account: account, counterparty_last5: last5 } = line
  if (line.state !== 'unclaimed' || amount <= 0 || last5 === '') return []
  const answer = await desk.ask('search', { query: { q: last5 } })
  if (!answer.ok) return []
  return answer.value.items.filter(
    (hit) =>
      hit.kind === 'collection' &&
      hit.amount === amount &&
      hit.last5 === last5 &&
      hit.bank_account !== account &&
      hit.status === 'pending',
  )
}

type ListProps = {
  /** The transaction, which is chosen on the page of the order. */
  readonly line: number
  readonly orders: readonly Hit[]
  readonly accounts: Accounts
}

/** These orders, each with where it waits. */
export function OrdersElsewhere({ line, orders, accounts }: ListProps) {
  const { say } = useDesk()
  if (orders.length === 0) return null
  return (
    <section class="part" id="orders-elsewhere" aria-labelledby="orders-elsewhere-title">
      <h2 id="orders-elsewhere-title">
        {say({ zh: '同額同末五碼，不在此帳戶的訂單', en: 'Of this amount and digits, elsewhere' })}
      </h2>
      <ul class="outcomes">
        {orders.map(({ name, merchant_order_no: number = '', ...order }) => (
          <li>
            <a href={`/collections/${name}?transaction=${line}`}>
              <CutNumber text={orderNumber({ merchant_order_no: number, trade_no: name })} />
            </a>{' '}
            <Money dollars={order.amount ?? 0} /> <OutsideText text={order.party_name ?? ''} />{' '}
            <LastFive account={order.last5 ?? ''} />{' '}
            {order.bank_account === undefined ? (
              say({ zh: '尚未指定帳戶', en: 'no account' })
            ) : (
              <>
                {say({ zh: '其他帳戶：', en: 'on another account: ' })}
                <AccountLink id={order.bank_account} accounts={accounts} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
