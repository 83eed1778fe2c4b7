import { adjustBalance } from '../../../src/operations/accounts/adjust-balance.ts'
import {
  confirmCollection,
  settleCollection,
} from '../../../src/operations/orders/move-collection.ts'
import { cancelPayout, processPayout } from '../../../src/operations/orders/move-payout.ts'
import { aBankAccount, aTransaction } from './banking.ts'
import { aCollection, aPayout, aSettled, asOrdered, asPaidOut, context, reverse } from './orders.ts'
import { aMerchant, operator, rows, type Shop } from './service.ts'

const notify_url = 'https://m.example/n'

/** Transaction numbers of one order of every kind that the books tell apart, and the id of a bank transaction. */
export type BookScene = Readonly<
  Record<
    | 'pending'
    | 'settled'
    | 'backed'
    | 'declared'
    | 'confirmed'
    | 'reversed'
    | 'frozen'
    | 'paidOut'
    | 'cancelled'
    | 'created',
    string
  >
> & { readonly shop: Shop; readonly transaction: number; readonly adjustment: number }

/** The books of a merchant with such orders, of 100 dollars each, and a correction. */
export async function aBookScene(): Promise<BookScene> {
  const shop = await aMerchant()
  const pending = await aCollection(shop)
  const settled = await aSettled(shop, { notify_url })
  const backed = await aCollection(shop)
  const account = await aBankAccount()
  const transaction = await aTransaction(account)
  const bankTransactions = [transaction]
  const claim = {
    ...{ ...asOrdered, override: ['evidence_differs'] as const, reason: 'x', bankTransactions },
  }
  await settleCollection(context, operator, backed, claim)
  const declared = await aCollection(shop, { status: 'succeeded' })
  const confirmed = await aCollection(shop, { status: 'succeeded' })
  const accepted = { accept: true, reason: 'x', override: false }
  await confirmCollection(context, operator, confirmed, accepted)
  const reversed = await aSettled(shop)
  await reverse(reversed)
  const frozen = await aPayout(shop, { amount: 100 })
  const paidOut = await aPayout(shop, { amount: 100, notify_url })
  const less = { ...asPaidOut, actualAmount: 9_900, override: true }
  await processPayout(context, operator, paidOut, less)
  const cancelled = await aPayout(shop, { amount: 100 })
  await cancelPayout(context, operator, cancelled, 'x')
  const created = await aPayout(shop, { amount: 100, status: 'processed' })
  const correction = {
    amount: 500,
    bucket: 'available',
    reason: 'x',
    idempotency_key: 'x',
  } as const
  await adjustBalance(context, operator, shop.uid, correction)
  const [adjusted] = await rows<{ id: number }>('select id from adjustments')
  return {
    ...{ shop, transaction, adjustment: adjusted?.id ?? 0, pending, settled, backed, declared },
    ...{ confirmed, reversed, frozen, paidOut, cancelled, created },
  }
}
