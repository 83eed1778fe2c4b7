import { useDesk } from '../../desk.ts'
import { FillIn } from '../../parts/form.tsx'
import { isCollection, type OrderDetail } from '../acts/shown-orders.ts'

/** Says of an order that a hold keeps it from being settled or paid out, with the way to the hold (back office §6). */
export function HeldNotice({ order: { hold, test } }: { order: OrderDetail }) {
  const { say, may } = useDesk()
  if (hold === null) return null
  // The list of holds begins with this one.
  const query = new URLSearchParams({ cursor: String(hold + 1), ...(test ? { test: 'only' } : {}) })
  return (
    <p class="notice wrong" id="held">
      <b>{say({ zh: '管制中：', en: 'Held: ' })}</b>
      {say({
        zh: '這筆訂單不入帳也不出款，直到管制解除。',
        en: 'it is neither settled nor paid out until the hold is lifted.',
      })}{' '}
      {may('listHolds') ? (
        <a href={`/holds?${query}`}>{say({ zh: '查看管制', en: 'See the hold' })}</a>
      ) : null}
    </p>
  )
}

/** The ways to hold the member of an order, and the account that pays it or is paid. */
export function HoldWays({ order }: { order: OrderDetail }) {
  const { say, may } = useDesk()
  const ofCollection = isCollection(order)
  const member = ofCollection ? order.user_id : ''
  const account = ofCollection
    ? order.payer_account_no || order.counterparty_account
    : order.payee_account
  if (!may('placeHold') || (member === '' && account === '')) return null
  return (
    <section class="card" id="hold-ways">
      <h2>{say({ zh: '管制', en: 'Hold' })}</h2>
      <div class="quick">
        {member === '' ? null : (
          <FillIn
            at="/holds"
            form="hold-member"
            call="placeHold"
            values={{ merchant_uid: [order.uid], user_id: [member] }}
            button={{ zh: '管制這位會員', en: 'Hold the member' }}
          />
        )}
        {account === '' ? null : (
          <FillIn
            at="/holds"
            form="hold-account"
            call="placeHold"
            values={{ account_no: [account] }}
            button={
              ofCollection
                ? { zh: '管制付款帳號', en: "Hold the payer's account" }
                : { zh: '管制收款帳號', en: "Hold the payee's account" }
            }
          />
        )}
      </div>
    </section>
  )
}
