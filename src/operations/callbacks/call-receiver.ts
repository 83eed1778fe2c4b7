import type { Context } from '../../context.ts'
import { callbackTimeoutMs } from '../../contract/limits.ts'
import { callbackAddressProblem } from '../../rules/callbacks/callback-address.ts'
import {
  type AttemptResult,
  outcomeOf,
  retryAfterSeconds,
} from '../../rules/callbacks/callback-schedule.ts'
import { underDeadline } from '../../units/time-limit.ts'
import { checkReceiverName } from './check-receiver-name.ts'
import { postCallback } from './post-callback.ts'

/** The result of a call, and the first 2 KiB of the answer or the runtime's error. */
type CallResult = { readonly result: AttemptResult; readonly answer: string }

/**
 * Calls a receiver, unless no callback may go to its address (decisions §6, "Addresses"). One deadline covers all of
 * it. Never throws.
 */
export async function callReceiver(
  context: Context,
  url: string,
  request: RequestInit,
): Promise<CallResult> {
  if (callbackAddressProblem(url, context.settings.callbackAddresses) !== null) {
    return { result: unanswered('blocked_address'), answer: '' }
  }
  return underDeadline(callbackTimeoutMs, (signal) => callWithin(context, { url, request, signal }))
}

async function callWithin(
  context: Context,
  {
    url,
    request,
    signal,
  }: { readonly url: string; readonly request: RequestInit; readonly signal: AbortSignal },
): Promise<CallResult> {
  const name = await checkReceiverName(context, url, signal)
  if (name?.problem === 'not_public') {
    return { result: unanswered('blocked_address'), answer: `leads to ${name.address}` }
  }
  if (name?.problem === 'no_address') {
    return { result: unanswered('dns'), answer: 'the name has no address' }
  }
  const posted = await postCallback({ fetch: context.fetch, url, request, signal })
  if (!posted.answered) {
    const result = { ...unanswered(posted.outcome), httpStatus: posted.httpStatus }
    return { result, answer: posted.fault }
  }
  const { httpStatus, body, cut, retryAfter } = posted
  // A truncated answer acknowledges nothing, because its rest is unknown.
  const result = {
    outcome: outcomeOf(httpStatus, cut ? `${body}…` : body),
    httpStatus,
    retryAfterSeconds: retryAfterSeconds(retryAfter, context.now()),
  }
  return { result, answer: body }
}

function unanswered(outcome: AttemptResult['outcome']): AttemptResult {
  return { outcome, httpStatus: null, retryAfterSeconds: null }
}
