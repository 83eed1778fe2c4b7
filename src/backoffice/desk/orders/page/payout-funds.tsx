import { dollarSum, moneyText } from '../../../../units/money.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { Fact, Money } from '../../parts/values.tsx'
import { type Funds, isCollection, type OrderDetail } from '../order-details.ts'

/** The money of a payout's merchant, for readers who may see it; null for a collection, and for a decided payout. */
export async function fundsOf(desk: Desk, order: OrderDetail): Promise<Funds | null> {
  if (isCollection(order) || order.status !== 'pending' || !desk.may('showBalance')) return null
  const balance = await desk.ask('showBalance', { path: { uid: order.uid } })
  if (!balance.ok) return null
  const { available, frozen } = balance.value.data.summary
  // The payout's own money is frozen already, so that paying it reduces the sum of both.
  const now = dollarSum([available, frozen])
  const after = dollarSum([now, -order.amount, -(order.fee ?? 0)])
  return { now, after, available, frozen }
}

/** The merchant's money before a payout and after it, as a fact. */
export function FundsFact({ funds }: { funds: Funds | null }) {
  const { say } = useDesk()
  if (funds === null) return null
  return (
    <>
      <Fact name={{ zh: '商戶餘額（含凍結）', en: "Merchant's balance (with frozen)" }}>
        <Money dollars={funds.now} />
        {say({ zh: '，出款後 ', en: ', after it ' })}
        <b id="funds-after">
          <Money dollars={funds.after} />
        </b>
      </Fact>
      <Fact name={{ zh: '商戶可動用', en: 'Available to the merchant' }}>
        <span id="funds-available">
          <Money dollars={funds.available} />
          {say({ zh: '（待出款佔用 ', en: ' (waiting payouts take ' })}
          <Money dollars={funds.frozen} />
          {say({ zh: '）', en: ')' })}
          {funds.available < 0
            ? say({ zh: '，餘額不足以全部出款', en: ': not enough to pay them all' })
            : null}
        </span>
      </Fact>
    </>
  )
}

/** Whether the merchant's money does not cover the payout. */
export const isShort = (funds: Funds | null) => funds !== null && funds.after < 0

/** The amount that the merchant lacks for the payout. */
export function ShortfallNotice({ funds }: { funds: Funds | null }) {
  const { say } = useDesk()
  if (funds === null || !isShort(funds)) return null
  const short = moneyText(-funds.after)
  return (
    <p>
      <b>
        {say({ zh: `餘額不足 ${short}，先不要匯款。`, en: `${short} short: do not pay it yet. ` })}
      </b>
      {say({
        zh: '要出款須勾選「超過商戶餘額」並填原因。',
        en: 'To pay it anyway, override the check of the balance and enter a reason.',
      })}
    </p>
  )
}
