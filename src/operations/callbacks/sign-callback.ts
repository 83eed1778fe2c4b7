import type { MerchantContext } from '../../context.ts'
import { signedTexts } from '../../rules/callbacks/callback-body.ts'
import { validSecrets } from '../../rules/merchants/merchant.ts'
import { callbackId } from '../../rules/orders/order-identity.ts'
import type { CallbackBody } from '../../rules/orders/orders.ts'
import { webhookSignature } from '../../signing/callback-headers.ts'
import { signCurrent } from '../../signing/current-style.ts'
import type { StoredMerchant } from '../../store/merchants/merchants.ts'
import { decryptSecrets } from '../merchants/decrypt-secrets.ts'

/**
 * The request of one attempt at a callback. Each attempt has its own timestamp and signatures, with the merchant's
 * secret in use at that moment (decisions §2 and §4). `other_key` while SECRETS_KEY is not the key that the secret was
 * encrypted under.
 *
 * @param attempt its number, from 1
 * @param now UTC seconds
 */
export async function signCallback(
  context: MerchantContext,
  owner: StoredMerchant,
  callback: {
    readonly tradeNo: string
    readonly eventNumber: number
    readonly body: CallbackBody
  },
  attempt: number,
  now: number,
): Promise<RequestInit | 'other_key'> {
  const decrypted = await decryptSecrets(context, owner)
  if (decrypted === 'other_key') return decrypted
  const secrets = validSecrets(decrypted, now)
  const unsigned = { ...callback.body, timestamp: now }
  const [inUse = ''] = secrets
  const body = JSON.stringify({ ...unsigned, sign: signCurrent(signedTexts(unsigned), inUse) })
  const id = callbackId(callback.tradeNo, callback.eventNumber)
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/plain, */*',
      'user-agent': userAgent,
      'webhook-id': id,
      'webhook-timestamp': String(now),
      'webhook-signature': webhookSignature(secrets, id, now, body),
      'webhook-attempt': String(attempt),
    },
    body,
  }
}

const userAgent = 'merchant-payment-callbacks/1.0'
