import type { Context, MerchantContext } from '../../context.ts'
import type { callbackResend } from '../../contract/callbacks/callback-endpoint.ts'
import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { notFound, Refusal } from '../../contract/refusals.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { callbackId, parseCallbackId } from '../../rules/orders/order-identity.ts'
import type { Principal } from '../../rules/people/principal.ts'
import { callbackStatus, callbackView } from '../../rules/views/callbacks/callback-view.ts'
import {
  findOwnedCallback,
  type OwnedCallback,
  requestOwnResend,
  requestResends,
  type StoredCallback,
} from '../../store/callbacks/callbacks.ts'
import type { NewJournalRow } from '../../store/people/journal.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import { findAnywhere } from '../archive/archived-rows.ts'
import { unarchive, unarchiveOrders } from '../archive/unarchive.ts'
import type { MerchantCommand, MerchantRequest } from '../command.ts'
import { contextOfOrder } from '../merchant-contexts.ts'
import { MerchantChanged } from '../merchants/merchant-changed.ts'
import { findOwnCollection, findOwnPayout } from '../orders/query-order.ts'
import { journalRow } from '../people/journal-rows.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

type Endpoint = typeof callbackResend

/**
 * §4.11: requests one extra attempt at an order's callback, beside the schedule. It returns before the attempt, which
 * goes through the queue. Throws `MerchantChanged`.
 */
export async function resendCallback({
  context,
  merchant,
  request,
}: MerchantRequest<RequestOf<Endpoint>>): Promise<ResponseOf<Endpoint>> {
  const { numbers, callback, isArchived } = await namedOrder(context, merchant, request)
  if (callback === null || callback.endedAt !== null) throw new Refusal('callback_not_available')
  if (isArchived) await unarchive(context, [callback.orderId])
  const { now, notSince } = resendTimes(context)
  const resend = await requestOwnResend({
    db: context.db,
    merchant,
    orderId: callback.orderId,
    now,
    notSince,
  })
  if (resend === 'merchant_changed') throw new MerchantChanged()
  if (resend === 'too_soon') throw tooSoon(callback, notSince)
  await wakeCallbacks(context, [callback.orderId])
  return {
    ok: 1,
    message: 'success',
    data: {
      callback_id: callbackId(callback.tradeNo, callback.eventNumber),
      type: request.type,
      ...numbers,
      url: callback.url,
      callback_status: callbackStatus(callback),
      attempts: callback.attempts,
      last_attempt: lastAttempt(callback),
    },
  }
}

/** Requests a resend of any merchant's callback for the back office. */
export async function resendCallbackById(
  context: Context,
  principal: Principal,
  id: string,
): Promise<ReturnType<typeof callbackView>> {
  const { merchantContext, ...owned } = await requireLivingCallback(context, id)
  const { callback } = owned
  if (callback.endedAt !== null) throw new Refusal('callback_not_available')
  const { now, notSince } = resendTimes(context)
  const journal = journalOfCallbacks({
    context: merchantContext,
    principal,
    action: 'resend',
    target: id,
  })
  const { db } = merchantContext
  const requests = await requestResends({
    db,
    orderIds: [callback.orderId],
    now,
    notSince,
    includeDelivered: true,
    journal,
  })
  if (requests.length === 0) throw tooSoon(callback, notSince)
  await wakeCallbacks(context, [callback.orderId])
  return callbackView(owned)
}

/** The newest callback of the order in a callback's id, with its merchant's context; refuses with `not_found`. */
export async function requireCallback(
  context: Context,
  id: string,
): Promise<OwnedCallback & { readonly merchantContext: MerchantContext }> {
  const ref = parseCallbackId(id)
  const home = ref && contextOfOrder(context, ref.id)
  const owned = home && (await findAnywhere(home, ref.id, (db) => findOwnedCallback(db, ref)))
  if (!owned || ref.eventNumber > owned.found.callback.eventNumber) {
    throw notFound(say('查無此通知，請確認通知編號', 'There is no such callback; check its number'))
  }
  return { ...owned.found, merchantContext: owned.foundIn }
}

/** Like `requireCallback`, for a change: an archived order is moved back first. */
export async function requireLivingCallback(
  context: Context,
  id: string,
): ReturnType<typeof requireCallback> {
  const found = await requireCallback(context, id)
  if (found.merchantContext.isArchived !== true) return found
  await unarchiveOrders(context, [found.callback.orderId])
  return requireCallback(context, id)
}

/** The journal row of a call on callbacks: the action, and the callback's id or the filter of many. */
export function journalOfCallbacks({
  context,
  principal,
  action,
  target,
}: MerchantCommand & {
  readonly action: 'resend' | 'revive'
  readonly target: string | Readonly<Record<string, unknown>>
}): NewJournalRow {
  const isOne = typeof target === 'string'
  const subject = { kind: 'callback', name: isOne ? target : '' } as const
  const after = isOne ? null : target
  return journalRow(context, principal, { action, subject, before: null, after, reason: '' })
}

/** The shortest time between two resends of one order (decisions §6). */
export const resendPauseSeconds = 10

function resendTimes(context: Context) {
  const now = toSeconds(context.now())
  return { now, notSince: now - resendPauseSeconds }
}

function tooSoon({ resendRequestedAt }: StoredCallback, notSince: number): Refusal {
  const askedAt = resendRequestedAt ?? notSince + resendPauseSeconds
  return new Refusal('too_many_requests', { retryAfterSeconds: Math.max(1, askedAt - notSince) })
}

async function namedOrder(
  context: MerchantContext,
  merchant: Merchant,
  request: RequestOf<Endpoint>,
) {
  if (request.type === 'collection') {
    const { order, ...rest } = await findOwnCollection(context, merchant, request)
    return { ...rest, numbers: { orderid: order.orderid } }
  }
  const { order, ...rest } = await findOwnPayout(context, merchant, request)
  return { ...rest, numbers: { serial_no: order.serialNo } }
}

function lastAttempt({ lastAttemptAt, lastOutcome, lastHttpStatus }: StoredCallback) {
  if (lastAttemptAt === null || lastOutcome === null) return null
  return { at: secondsToTaipei(lastAttemptAt), outcome: lastOutcome, http_status: lastHttpStatus }
}
