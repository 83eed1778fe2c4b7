import type { Context } from '../env.ts'
import { callbackAddressProblem } from '../rules/callback-address.ts'
import { signedTexts } from '../rules/callback-body.ts'
import {
  type AttemptResult,
  afterAttempt,
  type Next,
  outcomeOf,
  retryAfterSeconds,
} from '../rules/callback-schedule.ts'
import { validSecrets } from '../rules/merchant.ts'
import { callbackId } from '../rules/order-identity.ts'
import { webhookSignature } from '../signing/callback-headers.ts'
import { signCurrent } from '../signing/current-style.ts'
import { claimCallback, recordAttempt, type StoredCallback } from '../store/callbacks.ts'
import { commit } from '../store/database.ts'
import { findMerchantById } from '../store/merchants.ts'
import { post } from './post-callback.ts'
import { openedSecrets } from './read-merchant.ts'
import { wakeCallbacks } from './wake-callbacks.ts'

/**
 * Makes one attempt at a callback that is due (decisions §6): claims it, POSTs it, logs the attempt and says what
 * follows. Nothing happens when it is not due or someone else holds it. A fault of our own is thrown and is no
 * attempt: the lease runs out and the sweep comes back to it.
 */
export async function deliverCallback(context: Context, orderId: number): Promise<void> {
  const now = Math.floor(context.now() / 1000)
  const claimed = await claimCallback(context.db, orderId, now, now + leaseSeconds)
  if (claimed === null) return
  const request = await requestFor(context, claimed, now)
  const startedMs = context.now()
  const posted = await attempt(context, claimed.url, request)
  const endedMs = context.now()
  const trigger = claimed.resendTrigger ?? 'schedule'
  const made = {
    trigger,
    result: posted.result,
    answer: posted.answer,
    startedAt: Math.floor(startedMs / 1000),
    durationMs: endedMs - startedMs,
  } as const
  const next = followingFor(context, claimed, posted.result, endedMs)
  const outcome = await commit(context.db, recordAttempt(context.db, claimed, made, next))
  context.log({
    event: 'callback_attempt',
    callback_id: callbackId(claimed.tradeNo),
    attempt: claimed.attempts + 1,
    host: URL.parse(claimed.url)?.host,
    outcome: posted.result.outcome,
    http_status: posted.result.httpStatus,
    duration_ms: made.durationMs,
    trigger,
    state: outcome === 'committed' ? (next?.state ?? claimed.state) : 'superseded',
  })
  if (outcome === 'committed') await wakeLater(context, orderId, next, endedMs)
}

// A resend that succeeds settles the callback; one that fails leaves state and schedule as they were (decisions §6).
function followingFor(
  context: Context,
  { scheduledAttempts, resendTrigger }: StoredCallback,
  result: AttemptResult,
  nowMs: number,
): Next | null {
  if (resendTrigger !== null && result.outcome !== 'delivered') return null
  return afterAttempt(scheduledAttempts + 1, result, nowMs, context.random())
}

/** Longer than an attempt and its two database calls can take. */
const leaseSeconds = 60

/** A wait up to this long is slept in the queue; a longer one stays in the database until the sweep finds it due. */
const queueWaitSecondsMax = 900

async function wakeLater(
  context: Context,
  orderId: number,
  next: Next | null,
  nowMs: number,
): Promise<void> {
  if (next?.state !== 'due') return
  const waitSeconds = Math.ceil(next.nextAt - nowMs / 1000)
  if (waitSeconds <= queueWaitSecondsMax) await wakeCallbacks(context, [orderId], waitSeconds)
}

type Posted = { readonly result: AttemptResult; readonly answer: string }

async function attempt(context: Context, url: string, request: RequestInit): Promise<Posted> {
  if (callbackAddressProblem(url, context.settings.callbackAddresses) !== null) {
    const result = {
      outcome: 'blocked_address',
      httpStatus: null,
      retryAfterSeconds: null,
    } as const
    return { result, answer: '' }
  }
  const posted = await post(context.fetch, url, request)
  if (!posted.answered) {
    return {
      result: { outcome: posted.outcome, httpStatus: posted.httpStatus, retryAfterSeconds: null },
      answer: posted.fault,
    }
  }
  const { httpStatus, body, cut, retryAfter } = posted
  // What was cut off is not known, so it acknowledges nothing.
  const result = {
    outcome: outcomeOf(httpStatus, cut ? `${body}…` : body),
    httpStatus,
    retryAfterSeconds: retryAfterSeconds(retryAfter, context.now()),
  }
  return { result, answer: body }
}

// Each attempt has its own timestamp and signatures, with the secret in use at that moment (decisions §2 and §4).
async function requestFor(
  context: Context,
  claimed: StoredCallback,
  now: number,
): Promise<RequestInit> {
  const stored = await findMerchantById(context.db, claimed.merchantId)
  if (stored === null) throw new Error(`callback of ${claimed.tradeNo}: its merchant is gone`)
  const secrets = validSecrets(await openedSecrets(context, stored), now)
  const unsigned = { ...claimed.body, timestamp: now }
  const [inUse = ''] = secrets
  const body = JSON.stringify({ ...unsigned, sign: signCurrent(signedTexts(unsigned), inUse) })
  const id = callbackId(claimed.tradeNo)
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/plain, */*',
      'user-agent': userAgent,
      'webhook-id': id,
      'webhook-timestamp': String(now),
      'webhook-signature': await webhookSignature(secrets, id, now, body),
      'webhook-attempt': String(claimed.attempts + 1),
    },
    body,
  }
}

const userAgent = 'merchant-payment-callbacks/1.0'
