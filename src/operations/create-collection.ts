import type { createCollection as createCollectionEndpoint } from '../contract/collections.ts'
import type { RequestOf, ResponseOf } from '../contract/endpoint.ts'
import { toAmount } from '../contract/money.ts'
import { invalid } from '../contract/refusals.ts'
import type { Context } from '../env.ts'
import { callbackAddressProblem } from '../rules/callback-address.ts'
import { type Collection, type CollectionStep, openCollection } from '../rules/collection.ts'
import type { Merchant } from '../rules/merchant.ts'
import { orderId, tradeNo } from '../rules/order-identity.ts'
import { insertCollection } from '../store/collections.ts'
import { commit } from '../store/database.ts'
import { consequencesOf } from './collection-step.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

type Endpoint = typeof createCollectionEndpoint

/**
 * §4.5: creates a collection, with its event, its effect on the books and the callback it owes, in one batch.
 * `merchant_changed` when the merchant is no longer as it was authenticated: nothing is written then.
 */
export async function createCollection(
  context: Context,
  merchant: Merchant,
  request: RequestOf<Endpoint>,
): Promise<ResponseOf<Endpoint> | 'merchant_changed'> {
  refuseAddress(context, request.notify_url)
  for (let tries = 0; tries < triesMax; tries += 1) {
    const step = opening(context, merchant, request)
    const { db } = context
    const outcome = await commit(db, [
      insertCollection(db, merchant, step.collection),
      ...consequencesOf(context, null, step),
    ])
    if (outcome === 'merchant_changed') return outcome
    if (outcome !== 'committed') continue
    if (step.callback !== null) await wakeCallbacks(context, [step.collection.id])
    return answer(step.collection)
  }
  throw new Error(`drew ${triesMax} ids that were taken`)
}

const triesMax = 5

function opening(
  context: Context,
  merchant: Merchant,
  request: RequestOf<Endpoint>,
): CollectionStep {
  const nowMs = context.now()
  const id = orderId('collection', nowMs, context.random())
  const identity = { id, tradeNo: tradeNo(id, context.random) }
  return openCollection(request, merchant, identity, Math.floor(nowMs / 1000))
}

function refuseAddress(context: Context, notifyUrl: string): void {
  if (notifyUrl === '') return
  const problem = callbackAddressProblem(notifyUrl, context.settings.callbackAddresses)
  if (problem !== null) throw invalid('notify_url', '必須是可由外部網路連線的公開網址')
}

function answer(collection: Collection): ResponseOf<Endpoint> {
  return {
    ok: 1,
    message: 'success',
    data: {
      id: collection.id,
      orderid: collection.orderid,
      merchant_order_no: collection.merchantOrderNo,
      status: collection.status,
      amount: toAmount(collection.amount),
      paid_amount: toAmount(collection.paidAmount),
      payment_bank_account: collection.collectionAccountNo,
      counterparty_account: collection.counterpartyAccount,
    },
  }
}
