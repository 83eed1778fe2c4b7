import type { MerchantContext } from '../../context.ts'
import {
  type callbackList,
  listedAttemptsMax,
} from '../../contract/callbacks/callback-list-endpoint.ts'
import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { invalid } from '../../contract/refusals.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { listed } from '../../rules/views/back-office-views.ts'
import { ownCallbackView } from '../../rules/views/callbacks/own-callback-view.ts'
import { newestOwnCallbacks, type OwnCallbackFilter } from '../../store/callbacks/own-callbacks.ts'
import { say } from '../../units/language.ts'

type Request = RequestOf<typeof callbackList>

/** Endpoint 17: the callbacks of the merchant's orders, newest first (decisions §7, "A merchant's callbacks"). */
export async function listOwnCallbacks({
  context: { db },
  merchant,
  request,
}: {
  readonly context: MerchantContext
  readonly merchant: Merchant
  readonly request: Request
}): Promise<ResponseOf<typeof callbackList>> {
  const { cursor, limit, orderid, serial_no } = request
  const { rows: items, lookedTo } = await newestOwnCallbacks(db, {
    merchantId: merchant.id,
    along: alongOf(request),
    number: orderid || serial_no,
    before: cursor ?? Number.MAX_SAFE_INTEGER,
    limit,
    attemptsMax: listedAttemptsMax,
  })
  const data = listed({
    items,
    limit,
    viewOf: ownCallbackView,
    idOf: ({ callback }) => callback.orderId,
    lookedTo,
  })
  return { ok: 1, message: 'success', data: { ...data, items: [...data.items] } }
}

function alongOf({ type, orderid, serial_no }: Request): OwnCallbackFilter['along'] {
  if (orderid !== '' && (serial_no !== '' || type === 'payout')) throw contradicting('orderid')
  if (serial_no !== '' && type === 'collection') throw contradicting('serial_no')
  if (orderid !== '') return 'orderid'
  if (serial_no !== '') return 'serial_no'
  return type === null ? 'orders' : `${type}s`
}

function contradicting(field: 'orderid' | 'serial_no') {
  const problem = say(
    'orderid 為代收、serial_no 為代付，請只傳送一個，並與 type 一致',
    'orderid is of a collection, serial_no of a payout: send one of them, of the kind in type',
  )
  return invalid(field, problem)
}
