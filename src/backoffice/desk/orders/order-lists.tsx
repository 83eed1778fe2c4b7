import { pathOf, without, withQuery } from '../conditions.ts'
import { type Desk, useDesk } from '../desk.ts'
import type { Filter } from '../parts/filters.tsx'
import { type Column, FileLink } from '../parts/list.tsx'
import { type ListView, listPage, type RowOf } from '../parts/list-page.tsx'
import { TestBadge } from '../parts/test-badge.tsx'
import { CopiedNumber, CutNumber, Money, OutsideText, Party, Time } from '../parts/values.tsx'
import { collectionFilters, isOldestFirst, orderQuery, payoutFilters } from './order-filters.ts'
import { orderNumber } from './order-name.ts'
import { orderPath } from './order-path.ts'
import { CollectionState, PayoutState } from './order-states.tsx'

type Order = RowOf<'listCollections'> | RowOf<'listPayouts'>

const numberColumn: Column<Order> = {
  name: { zh: '訂單編號', en: 'Order number' },
  cell: (order) => <OrderLink order={order} />,
}
const amountColumn: Column<Order> = {
  name: { zh: '金額', en: 'Amount' },
  isAmount: true,
  onPhone: 'end',
  cell: (order) => <Amount order={order} />,
}
const lastColumns: readonly Column<Order>[] = [
  { name: { zh: '商戶', en: 'Merchant' }, cell: ({ uid }) => <OutsideText text={uid} /> },
  { name: { zh: '專員', en: 'Agent' }, cell: ({ agent }) => <OutsideText text={agent} /> },
  {
    name: { zh: '建立', en: 'Created' },
    onPhone: 'below',
    cell: (order) => <Time at={order.created_at} brief />,
  },
  {
    name: { zh: '交易編號', en: 'Number' },
    isForWide: true,
    cell: (order) => <CopiedNumber text={order.trade_no} />,
  },
]

/** The list of collections, newest first. */
export const collectionList = listPage({
  path: '/collections',
  call: 'listCollections',
  title: { zh: '代收', en: 'Collections' },
  id: 'collections',
  ...ordersBy(collectionFilters),
  columns: [
    numberColumn,
    {
      name: { zh: '付款人', en: 'Payer' },
      onPhone: 'below',
      cell: (order) => <Party name={order.payer_name || order.user_name} last5={order.last5} />,
    },
    amountColumn,
    {
      name: { zh: '狀態', en: 'State' },
      onPhone: 'state',
      cell: (order) => <CollectionState order={order} />,
    },
    ...lastColumns,
  ],
})

/** The list of payouts, newest first. */
export const payoutList = listPage({
  path: '/payouts',
  call: 'listPayouts',
  title: { zh: '代付', en: 'Payouts' },
  id: 'payouts',
  ...ordersBy(payoutFilters),
  columns: [
    numberColumn,
    {
      name: { zh: '收款人', en: 'Payee' },
      onPhone: 'below',
      cell: (order) => <Party name={order.payee_name} last5={order.last5} />,
    },
    amountColumn,
    {
      name: { zh: '狀態', en: 'State' },
      onPhone: 'state',
      cell: (order) => <PayoutState order={order} />,
    },
    ...lastColumns,
  ],
})

function ordersBy(filters: readonly Filter[]) {
  return {
    filters,
    links: (view: OrdersView) => <ListLinks {...view} />,
    conditions: { order: ['newest', 'oldest'] },
    queryOf: (desk: Desk) => orderQuery(desk, filters),
    newestFirst: (desk: Desk) => !isOldestFirst(desk),
    keyOf: ({ trade_no: tradeNo }: Order) => tradeNo,
    empty: { zh: '沒有符合的訂單。', en: 'No order fits.' },
  }
}

type OrdersView = ListView<'listCollections'> | ListView<'listPayouts'>

// An empty list has no link to its other end and no download.
function ListLinks({ desk, query, list }: OrdersView) {
  if (list.items.length === 0 && list.next_cursor === null) return null
  return (
    <>
      <OtherOrderLink />
      <FileLink call="exportCollections" path={pathOf(desk)} query={query} />
    </>
  )
}

// The link to the same list from its other end.
function OtherOrderLink() {
  const desk = useDesk()
  const { say, query } = desk
  const isOldest = isOldestFirst(desk)
  const others = without(query, 'cursor', 'order')
  const turned = isOldest ? others : { ...others, order: 'oldest' }
  return (
    <a href={withQuery(pathOf(desk), turned)}>
      {isOldest
        ? say({ zh: '改為由新到舊', en: 'Show the newest first' })
        : say({ zh: '改為由舊到新', en: 'Show the oldest first' })}
    </a>
  )
}

// If another amount settled the order, that amount comes before the requested one.
function Amount({ order }: { order: Order }) {
  const amount = <Money dollars={order.amount} />
  if (!('paid_amount' in order) || order.status === 'pending') return amount
  if (order.paid_amount === order.amount) return amount
  return (
    <>
      <Money dollars={order.paid_amount} /> <small>/ {amount}</small>
    </>
  )
}

function OrderLink({ order }: { order: Order }) {
  return (
    <>
      <a href={orderPath(order.trade_no)}>
        <CutNumber text={orderNumber(order)} />
      </a>{' '}
      <TestBadge record={order} />
    </>
  )
}
