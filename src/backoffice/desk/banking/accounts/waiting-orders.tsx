import { reassignedMax } from '../../../../contract/back-office/states.ts'
import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { orderNumber } from '../../orders/order-name.ts'
import { CollectionState } from '../../orders/order-states.tsx'
import { List } from '../../parts/list.tsx'
import { Foreign, Money, Party, Time } from '../../parts/values.tsx'

/** Orders of an account that another one can be given to; `isCut` where there are more. */
export type WaitingOrders = { readonly items: readonly Order[]; readonly isCut: boolean }

export const noOrders: WaitingOrders = { items: [], isCut: false }

type Order = AnswerOf<'listCollections'>['items'][number]

/** What waits for money on an account, and what its freezing has put aside, as far as a page of each tells. */
export async function reassignable(desk: Desk, id: string): Promise<WaitingOrders> {
  const [waiting, aside] = await Promise.all([
    ordersOn(desk, id, 'matched'),
    ordersOn(desk, id, 'exception'),
  ])
  const frozen = aside.items.filter(({ reason }) => reason === 'account_frozen')
  return { items: [...waiting.items, ...frozen], isCut: waiting.isCut || aside.isCut }
}

async function ordersOn(desk: Desk, id: string, state: string): Promise<WaitingOrders> {
  const limit = String(reassignedMax)
  const query = {
    bank_account: id,
    status: 'pending',
    collection_status: state,
    test: 'all',
    limit,
  }
  const { items, next_cursor: next } = await desk.need('listCollections', { query })
  return { items, isCut: next !== null }
}

/** How many orders they are, and what they come to: `8 筆、NT$50,888`. */
export function countAndSum({ items, isCut }: WaitingOrders): Meaning {
  const sum = moneyText(items.reduce((total, { amount }) => total + amount, 0))
  const count = `${items.length}${isCut ? '+' : ''}`
  return {
    zh: `${count} 筆、${sum}${isCut ? ' 以上' : ''}`,
    en: `${count} ${items.length === 1 ? 'order' : 'orders'}, ${sum}${isCut ? ' or more' : ''}`,
  }
}

/** Says on the page of a frozen account what waits for another one, with the way to give it. */
export function FrozenBanner({ id, orders }: { id: number; orders: WaitingOrders }) {
  const { say, may } = useDesk()
  if (orders.items.length === 0) return null
  const told = countAndSum(orders)
  return (
    <div class="notice wrong" id="frozen">
      <p>
        {say({
          zh: `帳戶已凍結：${told.zh}，等待改指定其他帳戶。`,
          en: `The account is frozen: ${told.en}, to be given another account.`,
        })}
      </p>
      {may('reassignCollections') ? (
        <p>
          <a class="button" href={`/bank-accounts/${id}/reassign`}>
            {say({ zh: '全部改指定至其他帳戶', en: 'Give all of these another account' })}
          </a>
        </p>
      ) : null}
    </div>
  )
}

/** The orders in a list, under how many they are and what they come to. */
export function WaitingOrderList({ orders }: { orders: WaitingOrders }) {
  const { say } = useDesk()
  const told = countAndSum(orders)
  const title = { zh: `將改指定：${told.zh}`, en: `To be given another account: ${told.en}` }
  return (
    <section class="part">
      <h2>{say(title)}</h2>
      <List
        id="reassigned"
        caption={title}
        items={orders.items}
        keyOf={({ trade_no: tradeNo }) => tradeNo}
        columns={[
          {
            name: { zh: '訂單編號', en: 'Order number' },
            cell: (order) => (
              <a href={`/collections/${order.trade_no}`}>
                <Foreign text={orderNumber(order)} />
              </a>
            ),
          },
          {
            name: { zh: '付款人', en: 'Payer' },
            onPhone: 'below',
            cell: (order) => (
              <Party name={order.payer_name || order.user_name} last5={order.last5} />
            ),
          },
          {
            name: { zh: '金額', en: 'Amount' },
            isAmount: true,
            onPhone: 'end',
            cell: ({ amount }) => <Money dollars={amount} />,
          },
          {
            name: { zh: '狀態', en: 'State' },
            onPhone: 'state',
            cell: (order) => <CollectionState order={order} />,
          },
          {
            name: { zh: '建立', en: 'Created' },
            onPhone: 'below',
            cell: ({ created_at: at }) => <Time at={at} brief />,
          },
        ]}
        empty={{ zh: '沒有等待的訂單。', en: 'No order waits on it.' }}
      />
    </section>
  )
}
