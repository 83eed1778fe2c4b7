import { reassignedMax } from '../../../../contract/back-office/states.ts'
import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import type { Meaning } from '../../../../units/language.ts'
import { dollarSum, moneyText } from '../../../../units/money.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { orderNumber } from '../../orders/order-name.ts'
import { CollectionState } from '../../orders/order-states.tsx'
import { CutNumber, LastFive, Money, OutsideText, Time } from '../../parts/values.tsx'
import { DepositMark, hasMark } from '../../queue/marks.tsx'

/** Orders that can be moved to another account; `isCut` if there are more. */
export type WaitingOrders = { readonly items: readonly Order[]; readonly isCut: boolean }

export const noOrders: WaitingOrders = { items: [], isCut: false }

type Order = AnswerOf<'listCollections'>['items'][number]

/** The orders that wait on an account, and those that its freezing has put aside: one page of each. */
export async function movableOrders(desk: Desk, id: string): Promise<WaitingOrders> {
  const [waiting, aside] = await Promise.all([
    ordersOn(desk, id, 'matched'),
    ordersOn(desk, id, 'exception'),
  ])
  const frozen = aside.items.filter(({ reason }) => reason === 'account_frozen')
  const items = [...waiting.items, ...frozen]
  const isCut = waiting.isCut || aside.isCut || items.length > reassignedMax
  return { items: items.slice(0, reassignedMax), isCut }
}

async function ordersOn(desk: Desk, id: string, state: string): Promise<WaitingOrders> {
  const limit = String(reassignedMax)
  const query = {
    bank_account: id,
    status: 'pending',
    collection_status: state,
    test: 'all',
    deposits: '1',
    limit,
  }
  const { items, next_cursor: next } = await desk.need('listCollections', { query })
  return { items, isCut: next !== null }
}

/** Their number and sum: `8 筆、NT$50,888`. */
function countAndSum({ items, isCut }: WaitingOrders): Meaning {
  const sum = moneyText(dollarSum(items.map(({ amount }) => amount)))
  const count = `${items.length}${isCut ? '+' : ''}`
  return {
    zh: `${count} 筆、${sum}${isCut ? ' 以上' : ''}`,
    en: `${count} ${items.length === 1 ? 'order' : 'orders'}, ${sum}${isCut ? ' or more' : ''}`,
  }
}

/** On the page of a frozen account: what waits for another one, and the link that moves it. */
export function FrozenBanner({ id, orders }: { id: number; orders: WaitingOrders }) {
  const { say, may } = useDesk()
  if (orders.items.length === 0) return null
  const sum = countAndSum(orders)
  return (
    <div class="notice wrong" id="frozen">
      <p>
        {say({
          zh: `帳戶已凍結：${sum.zh}，等待改指定其他帳戶。`,
          en: `The account is frozen: ${sum.en}, to be given another account.`,
        })}
      </p>
      {may('reassignCollections') ? (
        <p>
          <a class="button" href={`/bank-accounts/${id}/reassign`}>
            {say({ zh: '改指定至其他帳戶', en: 'Give these another account' })}
          </a>
        </p>
      ) : null}
    </div>
  )
}

/** Whether money that may be the order's has come: on another account it would be nobody's. */
export function hasMoney({ deposits }: Order): boolean {
  return deposits !== undefined && hasMark(deposits)
}

/** The values by which people tell an order from others, with the mark of its money. */
export function WaitingOrder({ order }: { order: Order }) {
  return (
    <span class="ready-row" id={`waits-${order.trade_no}`}>
      <span class="row-line">
        <b>
          <Money dollars={order.amount} />
        </b>{' '}
        <span class="cut">
          <OutsideText text={order.payer_name || order.user_name} />
        </span>{' '}
        <span class="row-marks">
          <LastFive account={order.last5} /> <DepositMark deposits={order.deposits} />
        </span>
      </span>{' '}
      <span class="row-line quiet-text">
        <a class="cut" href={`/collections/${order.trade_no}`}>
          <CutNumber text={orderNumber(order)} />
        </a>{' '}
        <span>
          <CollectionState order={order} />
        </span>{' '}
        <Time at={order.created_at} brief />
      </span>
    </span>
  )
}
