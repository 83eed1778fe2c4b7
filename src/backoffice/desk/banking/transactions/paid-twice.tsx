import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import { daySeconds } from '../../../../units/clock.ts'
import type { Meaning } from '../../../../units/language.ts'
import { isOtherName } from '../../../../units/plain-name.ts'
import { secondsToTaipei, taipeiToSeconds } from '../../../../units/taipei-time.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { orderNumber } from '../../orders/order-name.ts'
import { OutsideText, Time } from '../../parts/values.tsx'

type FreeLine = AnswerOf<'showTransaction'>
type ListRow = AnswerOf<'listTransactions'>['items'][number]

/** A free deposit whose payer has paid its amount before. */
export const paidTwiceLabel: Meaning = { zh: '可能重複付款', en: 'Paid twice?' }

/**
 * The numbers of the orders paid by deposits of the same payer, amount and account, some days before or after: they are
 * few rows.
 */
export async function paidByEqual(desk: Desk, line: Omit<ListRow, 'orders'>): Promise<string[]> {
  const { amount, bank_account: account, counterparty_last5: last5, counterparty_name: name } = line
  const at = taipeiToSeconds(line.booked_at)
  if (line.state !== 'unclaimed' || amount <= 0 || last5 === '' || at === null) return []
  const near = { from: secondsToTaipei(at - 2 * daySeconds), to: secondsToTaipei(at + daySeconds) }
  const payer = { bank_account: String(account), amount: String(amount), last5 }
  const query = { ...payer, ...near, state: 'claimed', limit: '5' }
  const like = await desk.ask('listTransactions', { query })
  if (!like.ok) return []
  return like.value.items.flatMap((one) => {
    const isOther = isOtherName(one.counterparty_name, name)
    return isOther || one.trade_no === null ? [] : [one.trade_no]
  })
}

/** Settled orders of a free deposit's payer and amount, of which the member has probably paid one twice. */
type PaidOrders = readonly AnswerOf<'showCollection'>[]

/** Those that the reader may see; none while an order waits that the deposit pays. */
export async function paidBefore(desk: Desk, line: FreeLine): Promise<PaidOrders> {
  const isWanted = line.candidates.some(
    (one) => one.status === 'pending' && one.differs.length === 0,
  )
  if (isWanted || !desk.may('showCollection')) return []
  const numbers = [...new Set(await paidByEqual(desk, line))].slice(0, namedMax)
  const reads = numbers.map((number) => desk.ask('showCollection', { path: { trade_no: number } }))
  const paid = (await Promise.all(reads)).flatMap((one) => (one.ok ? [one.value] : []))
  return paid.filter((one) => one.status === 'succeeded' && one.amount === line.amount)
}

const namedMax = 3

/** The notice about them: such a deposit is a member's money, although no order waits for it. */
export function PaidTwiceNotice({ orders }: { orders: PaidOrders }) {
  const { say } = useDesk()
  if (orders.length === 0) return null
  return (
    <div class="notice care" id="paid-twice">
      {orders.map((one) => (
        <p>
          {say({ zh: '可能重複付款：同一付款人同金額的 ', en: 'Perhaps paid twice: ' })}
          <a href={`/collections/${one.trade_no}`}>
            <OutsideText text={orderNumber(one)} />
          </a>
          {say({ zh: ' 已於 ', en: ', of the same payer and amount, was settled on ' })}
          <Time at={one.paid_at} brief />
          {say({
            zh: ' 入帳。可能是重複匯款，應退回會員，或等其下一筆訂單。',
            en: '. It may be a second transfer: send it back to the member, or wait for their next order.',
          })}
        </p>
      ))}
      <p>
        {say({
          zh: '要退回時，先留在款項待判斷：退款的銀行扣款到了，再與它一併列為不處理（退回）。',
          en: 'To send it back, leave it here until the debit of the refund has come; then ignore both as returned.',
        })}
      </p>
    </div>
  )
}
