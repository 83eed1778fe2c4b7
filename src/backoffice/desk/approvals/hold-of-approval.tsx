import type { Desk } from '../desk.ts'
import { type Hold, heldOrderName } from '../merchants/holds/held-order.ts'
import { orderPath } from '../orders/order-path.ts'
import { Fact, OutsideText, Time } from '../parts/values.tsx'
import type { ApprovalDetail } from './approvals.ts'

/**
 * The hold that an approval would lift, and the name of its subject, in parts: an order by its amount, person and
 * number.
 */
export type HoldSubject = { readonly hold: Hold; readonly name: readonly string[] }

/** The hold that an approval is about; null of any other call. */
export async function holdOf(
  desk: Desk,
  { call, subject }: ApprovalDetail,
): Promise<HoldSubject | null> {
  if (call !== 'liftHold') return null
  // The list of holds begins with this one.
  const query = { cursor: String(Number(subject.name) + 1), limit: '1', test: 'all' }
  const listed = await desk.ask('listHolds', { query })
  const hold = listed.ok ? listed.value.items.find(({ id }) => String(id) === subject.name) : null
  if (!hold) return null
  const { merchant_uid: uid, user_id: member, account_no: account, trade_no: tradeNo } = hold
  return {
    hold,
    name: tradeNo === '' ? [account || uid, member] : await heldOrderName(desk, tradeNo),
  }
}

/** The held order, with a link to it, and the reason, time and actor of the hold. */
export function HoldFacts({ hold, name }: HoldSubject) {
  const { reason, case_no: caseNo, actor, created_at: at, trade_no: tradeNo } = hold
  return (
    <>
      {tradeNo === '' ? null : (
        <Fact name={{ zh: '訂單', en: 'Order' }}>
          <a href={orderPath(tradeNo)}>
            <OutsideText text={name.at(-1) ?? tradeNo} />
          </a>
        </Fact>
      )}
      <Fact
        name={{ zh: '管制原因', en: 'Held because' }}
        text={[reason, caseNo].filter((one) => one !== '').join(' · ')}
      />
      <Fact name={{ zh: '管制', en: 'Held' }}>
        <OutsideText text={actor} /> <Time at={at} />
      </Fact>
    </>
  )
}
