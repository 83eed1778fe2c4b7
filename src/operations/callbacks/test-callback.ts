import type { Context } from '../../context.ts'
import type { CallbackTest } from '../../contract/back-office/callbacks.ts'
import type { Outcome } from '../../contract/callbacks/callback-states.ts'
import { callbackAddressProblem } from '../../rules/callbacks/callback-address.ts'
import { sampleCallbackBody } from '../../rules/callbacks/callback-body.ts'
import { orderId, tradeNo } from '../../rules/orders/order-identity.ts'
import { toSeconds } from '../../units/clock.ts'
import { wrongKeyRefusal } from '../merchants/decrypt-secrets.ts'
import { requireMerchant } from '../merchants/read-merchant.ts'
import { notPublic } from '../orders/place-order.ts'
import { callReceiver } from './call-receiver.ts'
import { signCallback } from './sign-callback.ts'

type SampleResult = {
  readonly outcome: Outcome
  readonly http_status: number | null
  readonly duration_ms: number
  readonly answer: string
}

/**
 * Sends a sample collection callback to an address, signed like the merchant's callbacks, and waits for the answer.
 * Stores nothing. Refuses an address that no callback may use.
 */
export async function testCallback(context: Context, call: CallbackTest): Promise<SampleResult> {
  const { merchantContext, ...owner } = await requireMerchant(context, call.merchant_uid)
  if (callbackAddressProblem(call.url, context.settings.callbackAddresses) !== null) {
    throw notPublic('url')
  }
  const nowMs = context.now()
  const now = toSeconds(nowMs)
  const id = orderId({
    kind: 'collection',
    nowMs,
    random: context.random(),
    database: merchantContext.databaseNumber,
  })
  const number = tradeNo(id, context.random)
  const body = sampleCallbackBody(owner.merchant, number, now)
  const sample = { tradeNo: number, eventNumber: 1, body }
  const signed = await signCallback({
    context: merchantContext,
    owner,
    callback: sample,
    attempt: 1,
    now,
  })
  if (signed === 'other_key') throw wrongKeyRefusal()
  const { result, answer } = await callReceiver(context, call.url, signed.request)
  const tried = {
    outcome: result.outcome,
    http_status: result.httpStatus,
    duration_ms: context.now() - nowMs,
  }
  const host = URL.parse(call.url)?.host
  context.log({ event: 'callback_test', merchant: call.merchant_uid, host, ...tried })
  return { ...tried, answer }
}
