import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import { daySeconds } from '../../../../units/clock.ts'
import { isOtherName } from '../../../../units/plain-name.ts'
import { secondsToTaipei, taipeiToSeconds } from '../../../../units/taipei-time.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { orderNumber } from '../../orders/order-name.ts'
import { Foreign, Time } from '../../parts/values.tsx'

type Line = AnswerOf<'showTransaction'>

/** Settled orders of a free deposit's payer and amount: as a rule the member has paid one of them twice. */
type PaidOrders = AnswerOf<'listCollections'>['items']

/**
 * These, of the deposit's account and some days about it, which are few rows; none while an order waits that it pays.
 */
export async function paidBefore(desk: Desk, line: Line): Promise<PaidOrders> {
  const { amount, bank_account: account, counterparty_last5: last5, candidates } = line
  const at = taipeiToSeconds(line.booked_at)
  if (line.state !== 'unclaimed' || amount <= 0 || last5 === '' || at === null) return []
  const isWanted = candidates.some((one) => one.status === 'pending' && one.differs.length === 0)
  if (isWanted || !desk.may('listCollections')) return []
  const near = { from: secondsToTaipei(at - 2 * daySeconds), to: secondsToTaipei(at + daySeconds) }
  const same = { bank_account: String(account), amount: String(amount), last5 }
  // One that was settled on a word may be what this deposit pays.
  const query = { ...same, ...near, status: 'succeeded', backed: 'true', limit: '3' }
  const paid = await desk.ask('listCollections', { query })
  if (!paid.ok) return []
  return paid.value.items.filter((one) => !isOtherName(one.user_name, line.counterparty_name))
}

/** What is told of them: such a deposit is a member's money, although no order waits for it. */
export function PaidTwiceBand({ orders }: { orders: PaidOrders }) {
  const { say } = useDesk()
  if (orders.length === 0) return null
  return (
    <div class="notice care" id="paid-twice">
      {orders.map((one) => (
        <p>
          {say({ zh: '可能重複付款：同一付款人同金額的 ', en: 'Perhaps paid twice: ' })}
          <a href={`/collections/${one.trade_no}`}>
            <Foreign text={orderNumber(one)} />
          </a>
          {say({ zh: ' 已於 ', en: ', of the same payer and amount, was settled on ' })}
          <Time at={one.paid_at} brief />
          {say({
            zh: ' 入帳。可能是重複匯款，應退回會員，或等其下一筆訂單。',
            en: '. It may be a second transfer: send it back to the member, or wait for their next order.',
          })}
        </p>
      ))}
    </div>
  )
}
