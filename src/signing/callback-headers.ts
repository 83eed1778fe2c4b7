/**
 * The `webhook-signature` header of a callback, by Standard Webhooks 1.0.0 (§5.8): for each secret
 * one `v1,<base64>`, parted by blanks, the HMAC-SHA256 of `{id}.{timestamp}.{body}` under the UTF-8
 * bytes of that secret.
 *
 * @param secrets the merchant's valid API secrets, none of them empty
 * @param id the `webhook-id`, the same for every attempt of one event
 * @param timestamp the `webhook-timestamp`, UNIX time in whole seconds
 * @param body the body as it is sent
 */
export async function webhookSignature(
  secrets: readonly string[],
  id: string,
  timestamp: number,
  body: string,
): Promise<string> {
  const message = utf8.encode(`${id}.${timestamp}.${body}`)
  const signatures = await Promise.all(secrets.map((secret) => hmacSha256(secret, message)))
  return signatures.map((signature) => `v1,${base64(signature)}`).join(' ')
}

const utf8 = new TextEncoder()

async function hmacSha256(secret: string, message: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, message))
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
