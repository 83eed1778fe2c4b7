import { createHmac } from 'node:crypto'

/**
 * The `link_sign` of a payment link (§2.6): HMAC-SHA256 as 64 lower-case hexadecimal characters, over `name=value`
 * joined by `&`, names in ascending order of code units, empty values left out (§5.3.2–5 without the key).
 *
 * @param keyBase64 the deployment's link signing key; its decoded bytes are the HMAC's key
 */
export function linkSign(fields: Readonly<Record<string, string>>, keyBase64: string): string {
  const text = Object.keys(fields)
    .filter((name) => fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  return createHmac('sha256', Buffer.from(keyBase64, 'base64')).update(text, 'utf8').digest('hex')
}
