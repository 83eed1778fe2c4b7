import { useDesk } from '../../desk.ts'
import { holdWarnings, PlaceHold } from '../../merchants/holds/place-holds.tsx'
import { HiddenField } from '../../parts/fields.tsx'
import { OutsideText } from '../../parts/values.tsx'
import { isCollection, namesOf, type OrderDetail } from '../order-details.ts'

/** The notice that a hold keeps an order from being settled or paid out, with a link to the hold (back office §6). */
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

/** The forms that hold an order, its member, and the account that pays it or is paid: each leads back to the order. */
export function HoldForms({ order }: { order: OrderDetail }) {
  const { say, may, attempt } = useDesk()
  if (!may('placeHold')) return null
  const ofCollection = isCollection(order)
  const member = ofCollection ? order.user_id : ''
  const account = ofCollection
    ? order.payer_account_no || order.counterparty_account
    : order.payee_account
  const mayHoldOrder = order.status === 'pending' && order.hold === null
  if (!mayHoldOrder && member === '' && account === '') return null
  return (
    <details class="act" id="hold-ways" open={attempt?.form.startsWith('hold-') === true}>
      <summary>{say({ zh: '管制', en: 'Hold' })}</summary>
      {mayHoldOrder ? (
        <PlaceHold
          id="hold-order"
          title={{ zh: '管制這筆訂單', en: 'Hold this order' }}
          warning={holdWarnings.order}
        >
          <HiddenField name="trade_no" value={order.trade_no} />
        </PlaceHold>
      ) : null}
      {member === '' ? null : (
        <PlaceHold
          id="hold-member"
          title={{ zh: '管制這位會員', en: 'Hold the member' }}
          warning={holdWarnings.member}
        >
          <HiddenField name="merchant_uid" value={order.uid} />
          <HiddenField name="user_id" value={member} />
          <HeldNames number={member} names={ofCollection ? [order.user_name] : []} />
        </PlaceHold>
      )}
      {account === '' ? null : (
        <PlaceHold
          id="hold-account"
          title={
            ofCollection
              ? { zh: '管制付款帳號', en: "Hold the payer's account" }
              : { zh: '管制收款帳號', en: "Hold the payee's account" }
          }
          warning={holdWarnings.account}
        >
          <HiddenField name="account_no" value={account} />
          <HeldNames number={account} names={namesOf(order).map(({ name }) => name)} />
        </PlaceHold>
      )}
    </details>
  )
}

// The subject that the form holds, filled in.
function HeldNames({ number, names }: { number: string; names: readonly string[] }) {
  return (
    <p class="whom">
      <OutsideText text={[number, ...names].filter((text) => text !== '').join(' · ')} />
    </p>
  )
}
