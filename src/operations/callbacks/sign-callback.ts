import type { MerchantContext } from '../../context.ts'
import { signedValues } from '../../rules/callbacks/callback-body.ts'
import {
  type AttemptSignatures,
  type CallbackReport,
  callbackHeaders,
  callbackText,
  unsignedBody,
} from '../../rules/callbacks/callback-request.ts'
import { validSecrets } from '../../rules/merchants/merchant.ts'
import { callbackId } from '../../rules/orders/order-identity.ts'
import { webhookSignature } from '../../signing/callback-headers.ts'
import { signCurrent } from '../../signing/current-style.ts'
import type { StoredMerchant } from '../../store/merchants/merchants.ts'
import { decryptSecrets } from '../merchants/decrypt-secrets.ts'

/** The request of one attempt, and its signatures for a later display. */
type SignedCallback = { readonly request: RequestInit; readonly seal: AttemptSignatures }

/**
 * The request of one attempt at a callback. Each attempt has its own timestamp and signatures, by the merchant's secret
 * in use at that moment (decisions §2 and §4). `other_key` while SECRETS_KEY is not the key of that secret.
 *
 * @param attempt its number, from 1
 * @param now UTC seconds
 */
export async function signCallback({
  context,
  owner,
  callback,
  attempt,
  now,
}: {
  readonly context: MerchantContext
  readonly owner: StoredMerchant
  readonly callback: CallbackReport
  readonly attempt: number
  readonly now: number
}): Promise<SignedCallback | 'other_key'> {
  const decrypted = await decryptSecrets(context, owner)
  if (decrypted === 'other_key') return decrypted
  const secrets = validSecrets(decrypted, now)
  const [inUse = ''] = secrets
  const sign = signOf(callback, inUse, now)
  const body = callbackText(callback.body, now, sign)
  const id = callbackId(callback.tradeNo, callback.eventNumber)
  const seal = {
    signedAt: now,
    sign,
    webhookSignature: webhookSignature({ secrets, id, timestamp: now, body }),
  }
  const headers = callbackHeaders(callback, attempt, seal)
  return { request: { method: 'POST', headers, body }, seal }
}

/** Whether that secret has made both signatures of an attempt. */
export function isSignedWith(
  secret: string,
  callback: CallbackReport,
  seal: AttemptSignatures,
): boolean {
  const { signedAt, sign } = seal
  if (signOf(callback, secret, signedAt) !== sign) return false
  const id = callbackId(callback.tradeNo, callback.eventNumber)
  const own = webhookSignature({
    secrets: [secret],
    id,
    timestamp: signedAt,
    body: callbackText(callback.body, signedAt, sign),
  })
  return seal.webhookSignature.split(' ').includes(own)
}

function signOf({ body }: CallbackReport, secret: string, now: number): string {
  return signCurrent(signedValues(unsignedBody(body, now)), secret)
}
