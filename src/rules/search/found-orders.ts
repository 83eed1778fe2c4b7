import type { SearchMatch } from '../../contract/back-office/search.ts'
import type { Collection, Order, Payout } from '../orders/orders.ts'
import type { SearchKeys } from './search-keys.ts'
import type { SearchHit } from './search-result.ts'

/** A collection that a search has found; null where its id alone is as asked, for an id can be guessed. */
export function foundCollection(
  uid: string,
  order: Collection,
  keys: SearchKeys,
): SearchHit | null {
  const { orderid, userId } = order
  return found({
    kind: 'collection',
    merchantUid: uid,
    order,
    searchKeys: keys,
    numbers: [
      ['orderid', orderid === keys.text],
      ['merchant_order_no', order.merchantOrderNo === keys.text],
      ['member_no', userId === keys.text],
    ],
  })
}

/** A payout that a search has found; null as for a collection. */
export function foundPayout(uid: string, order: Payout, keys: SearchKeys): SearchHit | null {
  return found({
    kind: 'payout',
    merchantUid: uid,
    order,
    searchKeys: keys,
    numbers: [
      ['serial_no', order.serialNo === keys.text],
      ['merchant_order_no', order.merchantOrderNo === keys.text],
    ],
  })
}

// By what it was found, the most telling first.
function found({
  kind,
  merchantUid,
  order,
  searchKeys: { order: named, callback, amount: asked, last5 },
  numbers,
}: {
  readonly kind: 'collection' | 'payout'
  readonly merchantUid: string
  readonly order: Order & { readonly status: string }
  readonly searchKeys: SearchKeys
  readonly numbers: readonly (readonly [SearchMatch, boolean])[]
}): SearchHit | null {
  const { tradeNo, amount, status, createdAt } = order
  const matches: readonly (readonly [SearchMatch | null, boolean])[] = [
    ['trade_no', tradeNo === named?.tradeNo],
    ['callback_id', tradeNo === callback?.tradeNo],
    [null, order.id === named?.id || order.id === callback?.id],
    ...numbers,
    ['amount', amount === asked],
  ]
  // Several lines may have paid it, one of them of that amount.
  const byLines = last5 === null ? ('amount' as const) : ('last5' as const)
  const [matchedOn] = matches.find(([, isMatch]) => isMatch) ?? [byLines]
  if (matchedOn === null) return null
  const waits = status === 'pending'
  return { kind, name: tradeNo, matchedOn, merchantUid, amount, status, createdAt, waits }
}
