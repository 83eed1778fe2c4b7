import type { SearchMatch } from '../../contract/back-office/search.ts'
import type { Collection, Order, Payout } from '../orders/orders.ts'
import type { SearchKeys } from './search-keys.ts'
import type { SearchHit } from './search-result.ts'

/** The payer of a collection's payment link. */
type LinkPayer = { readonly payerName: string }

/** The hit of a collection; null if only its id matches, because an id can be guessed. */
export function collectionHit(
  { order, uid, payerName }: { readonly order: Collection; readonly uid: string } & LinkPayer,
  keys: SearchKeys,
): SearchHit | null {
  const { orderid, userId, userName, status, collectionStatus, expired } = order
  const isExpired = collectionStatus === 'exception' && expired
  const hit = found({
    kind: 'collection',
    merchantUid: uid,
    order,
    parties: [payerName, userName],
    keys,
    numbers: [
      ['orderid', isNumber(orderid, keys)],
      ['merchant_order_no', isNumber(order.merchantOrderNo, keys)],
      ['member_no', keys.numbers.includes(userId)],
    ],
  })
  if (hit === null || status !== 'pending') return hit
  return { ...hit, waitsFor: isExpired ? 'expired' : collectionStatus }
}

/** The hit of a payout; null if only its id matches. */
export function payoutHit(
  { order, uid }: { readonly order: Payout; readonly uid: string },
  keys: SearchKeys,
): SearchHit | null {
  return found({
    kind: 'payout',
    merchantUid: uid,
    order,
    parties: [order.payeeName, order.beneficiaryName],
    keys,
    numbers: [
      ['serial_no', isNumber(order.serialNo, keys)],
      ['merchant_order_no', isNumber(order.merchantOrderNo, keys)],
    ],
  })
}

function isNumber(number: string, { numbers, beginnings }: SearchKeys): boolean {
  return numbers.includes(number) || beginnings.some((beginning) => number.startsWith(beginning))
}

// The matching value, the most specific one first.
function found({
  kind,
  merchantUid,
  order,
  parties,
  keys: { order: ref, callback, amount: dollars, last5, tradeNoEnd },
  numbers,
}: {
  readonly kind: 'collection' | 'payout'
  readonly merchantUid: string
  readonly order: Order & { readonly status: string }
  readonly parties: readonly string[]
  readonly keys: SearchKeys
  readonly numbers: readonly (readonly [SearchMatch, boolean])[]
}): SearchHit | null {
  const { tradeNo, amount, status, createdAt } = order
  const matches: readonly (readonly [SearchMatch | null, boolean])[] = [
    ['trade_no', tradeNo === ref?.tradeNo],
    ['trade_no', tradeNoEnd !== null && tradeNo.endsWith(tradeNoEnd)],
    ['callback_id', tradeNo === callback?.tradeNo],
    [null, order.id === ref?.id || order.id === callback?.id],
    ...numbers,
    ['amount', amount === dollars],
  ]
  // Several transactions may have paid it, one of them of that amount.
  const byLines = last5 === null ? ('amount' as const) : ('last5' as const)
  const [matchedOn] = matches.find(([, isMatch]) => isMatch) ?? [byLines]
  if (matchedOn === null) return null
  return {
    kind,
    name: tradeNo,
    matchedOn,
    merchantUid,
    parties,
    last5: order.last5,
    orderNo: order.merchantOrderNo,
    bankAccountId: order.bankAccountId,
    orderId: order.id,
    amount,
    status,
    createdAt,
    waits: status === 'pending',
  }
}
