import { createHmac } from 'node:crypto'

/**
 * The `webhook-signature` header of a callback, by Standard Webhooks 1.0.0 (§5.8): for each secret one `v1,<base64>`,
 * separated by spaces, the HMAC-SHA256 of `{id}.{timestamp}.{body}` under the UTF-8 bytes of that secret.
 *
 * @param secrets the merchant's valid API secrets, none of them empty
 * @param id the `webhook-id`, the same for every attempt of one event
 * @param timestamp the `webhook-timestamp`, UNIX time in whole seconds
 * @param body the body as it is sent
 */
export function webhookSignature({
  secrets,
  id,
  timestamp,
  body,
}: {
  readonly secrets: readonly string[]
  readonly id: string
  readonly timestamp: number
  readonly body: string
}): string {
  const message = `${id}.${timestamp}.${body}`
  return secrets.map((secret) => `v1,${hmacSha256(secret, message)}`).join(' ')
}

/**
 * An API secret as libraries of Standard Webhooks take it: `whsec_` and the Base64 of its UTF-8 bytes. The bare secret
 * is valid Base64 to them, and another key.
 */
export function webhookSecret(apiSecret: string): string {
  return `whsec_${Buffer.from(apiSecret, 'utf8').toString('base64')}`
}

function hmacSha256(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message, 'utf8').digest('base64')
}
