const nonceBytes = 12

/**
 * Seals an API secret for storage: AES-256-GCM under the deployment's key, bound to the merchant's uid so that a
 * sealed secret is worth nothing in another merchant's row (decisions §2, "Secrets").
 */
export async function sealSecret(keyBase64: string, uid: string, secret: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const key = await importKey(keyBase64)
  const sealed = await crypto.subtle.encrypt(algorithm(nonce, uid), key, encoded(secret))
  return btoa(String.fromCharCode(...nonce, ...new Uint8Array(sealed)))
}

/**
 * Opens what `sealSecret` sealed; throws when the key, the uid or the text is not the one it was sealed with. What this
 * isolate has opened it remembers: each callback is signed with its merchant's secret.
 */
export async function openSecret(keyBase64: string, uid: string, sealed: string): Promise<string> {
  const box = [keyBase64, uid, sealed].join(' ')
  const known = openedSecrets.get(box)
  if (known !== undefined) return known
  const secret = await open(keyBase64, uid, sealed)
  if (openedSecrets.size >= openedMax) openedSecrets.clear()
  openedSecrets.set(box, secret)
  return secret
}

const openedSecrets = new Map<string, string>()
const openedMax = 5_000

async function open(keyBase64: string, uid: string, sealed: string): Promise<string> {
  const bytes = fromBase64(sealed)
  const nonce = bytes.slice(0, nonceBytes)
  const key = await importKey(keyBase64)
  const opened = await crypto.subtle.decrypt(algorithm(nonce, uid), key, bytes.slice(nonceBytes))
  return new TextDecoder().decode(opened)
}

function importKey(keyBase64: string): Promise<CryptoKey> {
  const usages = ['encrypt', 'decrypt']
  return crypto.subtle.importKey('raw', fromBase64(keyBase64), 'AES-GCM', false, usages)
}

function algorithm(iv: Uint8Array, uid: string) {
  return { name: 'AES-GCM', iv, additionalData: encoded(uid) }
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
