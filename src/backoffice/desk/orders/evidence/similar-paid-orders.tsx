import { plainName } from '../../../../units/plain-name.ts'
import { secondsToTaipei, taipeiToSeconds } from '../../../../units/taipei-time.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { Money, OutsideText, Time } from '../../parts/values.tsx'
import {
  type CollectionDetails,
  isCollection,
  type OrderDetail,
  type PayoutDetails,
  type SimilarPaidOrder,
} from '../order-details.ts'
import { orderNumber } from '../order-name.ts'

/**
 * The paid orders of a pending one's merchant, payer or payee, and amount, created within some minutes of it. A list of
 * one merchant in so short a time reads few rows.
 */
export async function similarPaidOrdersOf(
  desk: Desk,
  order: OrderDetail,
): Promise<readonly SimilarPaidOrder[]> {
  const at = taipeiToSeconds(order.created_at)
  const kind = isCollection(order) ? 'listCollections' : 'listPayouts'
  if (order.status !== 'pending' || order.last5 === '' || at === null || !desk.may(kind)) return []
  const from = secondsToTaipei(at - nearSeconds)
  const to = secondsToTaipei(at + nearSeconds)
  const { uid, amount, last5 } = order
  const near = { merchant_uid: uid, amount: String(amount), last5, from, to }
  return isCollection(order)
    ? settledLike(desk, order, { ...near, limit: '20' })
    : processedLike(desk, order, { ...near, limit: '5', status: 'processed' })
}

const nearSeconds = 15 * 60

type Query = Readonly<Record<string, string>>

async function settledLike(desk: Desk, { user_name: name }: CollectionDetails, query: Query) {
  const paid = await desk.ask('listCollections', { query })
  if (!paid.ok) return []
  return paid.value.items
    .filter((one) => one.status !== 'pending' && plainName(one.user_name) === plainName(name))
    .map((one) => ({ ...one, at: one.paid_at, paid: one.paid_amount }))
}

async function processedLike(desk: Desk, { payee_account: account }: PayoutDetails, query: Query) {
  const paid = await desk.ask('listPayouts', { query })
  if (!paid.ok) return []
  return paid.value.items
    .filter((one) => one.payee_account === account)
    .map((one) => ({ ...one, at: one.processed_at, paid: one.actual_amount }))
}

/** The notice on an order if a similar one has been paid: a duplicate looks like any order once its twin is paid. */
export function SimilarPaidNotice({ order, similarPaid }: SimilarPaidOrdersProps) {
  const { say } = useDesk()
  if (similarPaid.length === 0) return null
  const words = isCollection(order)
    ? {
        like: { zh: '同一付款人、同金額的 ', en: "The same payer's " },
        done: { zh: ' 入帳 ', en: ' settled ' },
        check: {
          zh: '，請勿以同一筆款項再次入帳。',
          en: ', of the same amount: do not settle this one by the same money.',
        },
      }
    : {
        like: { zh: '相同的代付 ', en: 'The like payout ' },
        done: { zh: ' 出款 ', en: ' paid ' },
        check: { zh: '，請確認本筆不是重複。', en: ': make sure that this one is no duplicate.' },
      }
  return (
    <div class="notice care" id="paid-like">
      {similarPaid.map((one) => (
        <p>
          {say(words.like)}
          <a href={`/${isCollection(order) ? 'collections' : 'payouts'}/${one.trade_no}`}>
            <OutsideText text={orderNumber(one)} />
          </a>
          {say({ zh: ' 已於 ', en: ': ' })}
          <Time at={one.at} brief />
          {one.agent === '' ? null : (
            <>
              {say({ zh: ' 由 ', en: ', by ' })}
              <OutsideText text={one.agent} />
            </>
          )}
          {say(words.done)}
          <Money dollars={one.paid} />
          {say(words.check)}
        </p>
      ))}
    </div>
  )
}

type SimilarPaidOrdersProps = {
  readonly order: OrderDetail
  readonly similarPaid: readonly SimilarPaidOrder[]
}
