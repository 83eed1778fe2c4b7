import { aBankAccount, aTransaction } from './banking.ts'
import { aCollection, aPayout, aSettled, asPaidOut, move } from './orders.ts'
import { adjustShop, aMerchant, rows, type Shop } from './service.ts'

const notify_url = 'https://m.example/n'

/** The books of a merchant with orders of every kind that the check tells apart, and a correction. */
export type BookScene = {
  readonly shop: Shop
  readonly merchant: number
  /** The ids of the orders. */
  readonly orders: Readonly<Record<SceneOrder, number>>
  readonly transaction: number
  readonly adjustment: number
}

/** An order of the scene, by its kind. */
export type SceneOrder = keyof Awaited<ReturnType<typeof ordersOf>>['orders']

/** Orders of 100 dollars each, and a correction. */
export async function aBookScene(): Promise<BookScene> {
  const shop = await aMerchant()
  const { orders, transaction } = await ordersOf(shop)
  const correction = { amount: 500, bucket: 'available', reason: 'x' } as const
  await adjustShop(shop.uid, { ...correction, idempotency_key: 'x' })
  const [found] = await rows<{ adjustment: number; merchant: number }>(
    'select id as adjustment, merchant_id as merchant from adjustments',
  )
  const stored = await rows<{ id: number; tradeNo: string }>(
    `select id, trade_no as tradeNo from collections union all select id, trade_no from payouts`,
  )
  const ids = new Map(stored.map(({ id, tradeNo }) => [tradeNo, id]))
  const idsOf = Object.entries(orders).map(([kind, tradeNo]) => [kind, ids.get(tradeNo)])
  return {
    shop,
    merchant: found?.merchant ?? 0,
    orders: Object.fromEntries(idsOf),
    transaction,
    adjustment: found?.adjustment ?? 0,
  }
}

/** Their transaction numbers, and the bank transaction that pays one of them. */
async function ordersOf(shop: Shop) {
  const pending = await aCollection(shop)
  const settled = await aSettled(shop, { notify_url })
  const backed = await aCollection(shop)
  const transaction = await aTransaction(await aBankAccount())
  await move.settle(backed, {
    override: ['evidence_differs'],
    reason: 'x',
    bankTransactions: [transaction],
  })
  const declared = await aCollection(shop, { status: 'succeeded' })
  const confirmed = await aCollection(shop, { status: 'succeeded' })
  const accepted = { accept: true, reason: 'x', override: false }
  await move.confirm(confirmed, accepted)
  const reversed = await aSettled(shop)
  await move.reverse(reversed)
  const frozen = await aPayout(shop, { amount: 100 })
  const paidOut = await aPayout(shop, { amount: 100, notify_url })
  const less = { ...asPaidOut, actualAmount: 9_900, override: true }
  await move.process(paidOut, less)
  const cancelled = await aPayout(shop, { amount: 100 })
  await move.cancel(cancelled)
  const created = await aPayout(shop, { amount: 100, status: 'processed' })
  const collections = { pending, settled, backed, declared, confirmed, reversed }
  return { orders: { ...collections, frozen, paidOut, cancelled, created }, transaction }
}
