import type { MerchantContext } from '../../context.ts'
import {
  type MerchantTallies,
  type TalliedOrder,
  withOrder,
} from '../../rules/books/check-tallies.ts'
import { secretOf, tradeNoOf } from '../../rules/orders/order-identity.ts'
import type {
  ArchiveBatch,
  ArchivedOrder,
  ArchiveObject,
  TallySum,
} from '../../store/archive/archive-objects.ts'
import type { OrderRows } from '../../store/archive/order-rows.ts'
import { collections, payouts } from '../../store/schema.ts'
import { rowReader } from '../../store/sql-text.ts'

/** The numbers and sums that are written when orders are archived or come back. */
export function archiveBatchOf(
  { settings }: Pick<MerchantContext, 'settings'>,
  object: ArchiveObject,
  rows: OrderRows,
): ArchiveBatch {
  const came = (rows.collections ?? []).map(rowReader(collections))
  const went = (rows.payouts ?? []).map(rowReader(payouts))
  const failed = (rows.callbacks ?? []).filter(({ state }) => state !== 'delivered')
  const givenUp = new Set(failed.map(({ order_id: id }) => id))
  const numbersOf = (order: (typeof came | typeof went)[number], number: string) => {
    const { id, merchantId, tradeNo, merchantOrderNo } = order
    const other = merchantOrderNo === number ? null : merchantOrderNo
    return {
      id,
      merchantId,
      number: number === tradeNo ? '' : number,
      merchantOrderNo: other,
      secret: secretOf(tradeNo),
      undelivered: givenUp.has(id),
    }
  }
  const linked = new Set((rows.payment_links ?? []).map(({ id }) => id))
  const orders = [
    ...came.map((one) => ({
      ...numbersOf(one, one.orderid),
      paid: one.status !== 'pending',
      linkId: linked.has(one.linkId) ? one.linkId : null,
    })),
    ...went.map((one) => ({
      ...numbersOf(one, one.serialNo),
      paid: one.status === 'processed',
      linkId: null,
    })),
  ]
  const tallied: readonly MerchantOrder[] = [
    ...came.map((one) => talliedOf({ ...one, kind: 'collection', paid: one.paidAmount })),
    ...went.map((one) => talliedOf({ ...one, kind: 'payout', paid: one.actualAmount })),
  ]
  const paidOf = (kind: TalliedOrder['kind']) =>
    tallied
      .filter(({ order: { kind: own, status } }) => own === kind && !unpaid.includes(status))
      .reduce((sum, { order }) => sum + order.paid, 0)
  return {
    object: {
      ...object,
      orders: orders.length,
      collected: paidOf('collection'),
      paidOut: paidOf('payout'),
    },
    orders,
    rows,
    tallies: talliesOf(tallied, settings.exchangeCode),
  }
}

const unpaid = ['pending', 'cancelled']

/** The own number of an archived order; it is stored once if it equals the transaction number. */
export function ownNumber({ id, number, secret }: ArchivedOrder): string {
  return number || tradeNoOf(id, secret)
}

type MerchantOrder = { readonly merchantId: number; readonly order: TalliedOrder }

function talliedOf(order: Omit<TalliedOrder, 'history'> & { merchantId: number }): MerchantOrder {
  const { merchantId, kind, channel, status, amount, paid, backed } = order
  return { merchantId, order: { kind, channel, status, amount, paid, backed, history: null } }
}

function talliesOf(tallied: readonly MerchantOrder[], exchangeCode: string): readonly TallySum[] {
  return [...Map.groupBy(tallied, ({ merchantId }) => merchantId)].flatMap(([merchantId, own]) => {
    const none: MerchantTallies = { merchantId, orders: {}, archived: 0, closed: [] }
    const { orders } = own.reduce((sums, { order }) => withOrder(sums, order, exchangeCode), none)
    return Object.entries(orders).map(([channel, sums]) => ({ merchantId, channel, sums }))
  })
}
