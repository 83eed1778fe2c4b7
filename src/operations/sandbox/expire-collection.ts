import type { MerchantContext } from '../../context.ts'
import { accountChanges } from '../../rules/banking/account-changes.ts'
import { decideExpiry } from '../../rules/orders/matching.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { Act } from '../../rules/people/act.ts'
import { changeAccounts } from '../../store/banking/account-use.ts'
import { endLink } from '../../store/links/link-turns-and-expiry.ts'
import { updateCollection } from '../../store/orders/collections.ts'
import { collectionBook, type Moved, moveInBook } from '../orders/move-collection.ts'
import type { OrderBook } from '../orders/move-order.ts'

/**
 * Ends a test merchant's collection unpaid, and the time of its link, as the minute's job does when time is over: its
 * event, and its callback where the merchant is told of all events (decisions §5, "Expiry unpaid").
 */
export function expireCollection(context: MerchantContext, act: Act, tradeNo: string): Moved {
  return moveInBook(expiryBook, {
    context,
    act,
    action: 'expire',
    tradeNo,
    decide: ({ order, merchant }, maker) => decideExpiry(order, merchant, maker),
  })
}

const expiryBook: OrderBook<Collection> = {
  ...collectionBook,
  write: ({ db }, { order: before }, { order }) => [
    updateCollection(db, before, order),
    ...(order.linkId === null ? [] : [endLink(db, order.linkId)]),
    ...changeAccounts(accountChanges(before, order)),
  ],
}
