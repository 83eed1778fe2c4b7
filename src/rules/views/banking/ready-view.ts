import { toAmount } from '../../../units/money.ts'
import type { ExactPair } from '../../banking/exact-pairs.ts'
import { type LinkedCollection, listedCollectionView } from '../orders/collection-view.ts'

/** A collection that an agent may settle, with its transaction. */
export function readyView(
  { order, line, reasons }: ExactPair,
  { uid, link, held }: Omit<LinkedCollection, 'order'> & { readonly held: boolean },
) {
  return {
    trade_no: order.tradeNo,
    bank_transaction: line.deposit.id,
    amount: toAmount(order.amount),
    reasons,
    counterparty_name: line.deposit.counterpartyName,
    held,
    collection: listedCollectionView({ uid, order, link }),
  }
}
