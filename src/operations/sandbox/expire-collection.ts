import { accountChanges } from '../../rules/banking/account-changes.ts'
import { decideExpiry } from '../../rules/orders/matching.ts'
import { changeAccounts } from '../../store/banking/account-use.ts'
import { endLink } from '../../store/links/link-expiry.ts'
import { collectionTable } from '../../store/orders/collections.ts'
import { type CollectionView, collectionBook } from '../orders/move-collection.ts'
import { type MoveResult, moveOrder, type PlainCommand } from '../orders/move-order.ts'

/**
 * Ends a test merchant's collection unpaid, with its link, as the minute's job does: its event, and its callback if the
 * merchant receives all events (decisions §5, "Expiry unpaid").
 */
export function expireCollection(command: PlainCommand): MoveResult<CollectionView> {
  return moveOrder(expiryBook, command, {
    action: 'expire',
    decide: ({ order, merchant }, maker) => decideExpiry(order, merchant, maker),
  })
}

const expiryBook: typeof collectionBook = {
  ...collectionBook,
  write({ context: { db }, found: { order: before }, step: { order } }) {
    return [
      collectionTable.update(db, before, order),
      ...(order.linkId === null ? [] : [endLink(db, order.linkId)]),
      ...changeAccounts(accountChanges(before, order)),
    ]
  },
}
