import { callbackId } from '../orders/order-identity.ts'
import type { CallbackBody } from '../orders/orders.ts'

export type AttemptSignatures = {
  /** The timestamp of body and headers, UTC seconds. */
  readonly signedAt: number
  readonly sign: string
  readonly webhookSignature: string
}

/** The fields of a callback from which its requests are built. */
export type CallbackReport = {
  readonly tradeNo: string
  readonly eventNumber: number
  readonly body: CallbackBody
}

/** The fields that `sign` covers (§5.8). */
export function unsignedBody(body: CallbackBody, signedAt: number): CallbackBody {
  return { ...body, timestamp: signedAt }
}

export function callbackText(body: CallbackBody, signedAt: number, sign: string): string {
  return JSON.stringify({ ...unsignedBody(body, signedAt), sign })
}

/** The headers of an attempt, except those of the connection. `attempt` is its number, from 1. */
export function callbackHeaders(
  { tradeNo, eventNumber }: Omit<CallbackReport, 'body'>,
  attempt: number,
  { signedAt, webhookSignature }: Omit<AttemptSignatures, 'sign'>,
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    accept: 'text/plain, */*',
    'user-agent': userAgent,
    'webhook-id': callbackId(tradeNo, eventNumber),
    'webhook-timestamp': String(signedAt),
    'webhook-signature': webhookSignature,
    'webhook-attempt': String(attempt),
  }
}

const userAgent = 'merchant-payment-callbacks/1.0'
