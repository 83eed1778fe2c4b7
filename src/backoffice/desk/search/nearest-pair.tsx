import { useDesk } from '../desk.ts'
import { LastFive, Money, OutsideText } from '../parts/values.tsx'
import type { HitPair } from './hit-comparison.ts'
import { pageOfHit } from './hit-groups.ts'

/** The waiting order and the deposit that match best. */
export function NearestPair({ order, deposit, differs }: HitPair) {
  const { say } = useDesk()
  return (
    <p class={differs.length === 0 ? 'notice done' : 'notice care'} id="nearest">
      {differs.length === 0
        ? say({ zh: '完全相符：訂單 ', en: 'Exact pair: order ' })
        : say({ zh: '沒有完全相符者。最接近：訂單 ', en: 'No exact pair. Nearest: order ' })}
      <a href={pageOfHit(order) ?? ''}>
        <Money dollars={order.amount ?? 0} />{' '}
        <OutsideText text={order.merchant_order_no ?? order.name} />
      </a>
      {say({ zh: ' 與銀行交易 ', en: ' and transaction ' })}
      <a href={pageOfHit(deposit) ?? ''}>
        <Money dollars={deposit.amount ?? 0} /> <LastFive account={deposit.last5 ?? ''} />
      </a>
      {differs.length === 0 ? null : (
        <>
          {say({ zh: '；不同之處：', en: '. The transaction differs: ' })}
          <b>{differs.map(say).join(say({ zh: '、', en: ', ' }))}</b>
        </>
      )}
    </p>
  )
}

/** Several orders match one deposit equally; none of them is the nearest. */
export function EqualOrders({ deposit, equalOrders }: HitPair) {
  const { say } = useDesk()
  return (
    <p class="notice care" id="nearest">
      {say({
        zh: `${equalOrders} 筆訂單同樣符合這筆款項：`,
        en: `${equalOrders} orders fit the same money: `,
      })}
      <Money dollars={deposit.amount ?? 0} /> <LastFive account={deposit.last5 ?? ''} />{' '}
      <a href={pageOfHit(deposit) ?? ''}>{say({ zh: '請先比對', en: 'compare them first' })}</a>
    </p>
  )
}
