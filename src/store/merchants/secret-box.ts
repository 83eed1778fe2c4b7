const nonceBytes = 12

/**
 * Seals an API secret for storage: AES-256-GCM under the deployment's key, bound to the merchant's uid so that a
 * sealed secret is worth nothing in another merchant's row (decisions §2, "Secrets"). In front of it stands the key's
 * check value, which says of a secret that cannot be opened whether the key is wrong or the secret is damaged.
 */
export async function sealSecret(keyBase64: string, uid: string, secret: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const key = await importKey(keyBase64)
  const sealed = await crypto.subtle.encrypt(algorithm(nonce, uid), key, encoded(secret))
  const text = toBase64([...nonce, ...new Uint8Array(sealed)])
  return `${await checkValueOf(keyBase64)}.${text}`
}

/** A secret, or why it cannot be opened. */
export type Opened = { readonly secret: string } | { readonly fault: SealFault }

/**
 * `other_key`: it was sealed under another key. `damaged`: it was sealed under this key, but not for this uid or not
 * as this text. `unmarked`: it is one of those that were sealed before they carried a check value, so either may be.
 */
export type SealFault = 'other_key' | 'damaged' | 'unmarked'

/**
 * Opens what `sealSecret` sealed. What this isolate has opened it remembers: each callback is signed with its
 * merchant's secret.
 */
export async function openSecret(keyBase64: string, uid: string, sealed: string): Promise<Opened> {
  const box = [keyBase64, uid, sealed].join(' ')
  const known = openedSecrets.get(box)
  if (known !== undefined) return { secret: known }
  const [, check, text = sealed] = marked.exec(sealed) ?? []
  const secret = await decrypted(keyBase64, uid, text)
  if (secret === null) {
    if (check === undefined) return { fault: 'unmarked' }
    return { fault: check === (await checkValueOf(keyBase64)) ? 'damaged' : 'other_key' }
  }
  if (openedSecrets.size >= openedMax) openedSecrets.clear()
  openedSecrets.set(box, secret)
  return { secret }
}

/** Whether a sealed secret says which key it was sealed under. */
export function isMarked(sealed: string): boolean {
  return marked.test(sealed)
}

const marked = /^([A-Za-z0-9+/]{8})\.(.*)$/

const openedSecrets = new Map<string, string>()
const openedMax = 5_000

async function decrypted(keyBase64: string, uid: string, text: string): Promise<string | null> {
  try {
    const bytes = fromBase64(text)
    const nonce = bytes.slice(0, nonceBytes)
    const key = await importKey(keyBase64)
    const opened = await crypto.subtle.decrypt(algorithm(nonce, uid), key, bytes.slice(nonceBytes))
    return new TextDecoder().decode(opened)
  } catch {
    return null
  }
}

// 48 bits of a hash: enough to tell keys apart, and nothing to find one by.
async function checkValueOf(keyBase64: string): Promise<string> {
  const named = encoded(`check value of ${keyBase64}`)
  return toBase64([...new Uint8Array(await crypto.subtle.digest('SHA-256', named))].slice(0, 6))
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

function toBase64(bytes: readonly number[]): string {
  return btoa(String.fromCharCode(...bytes))
}
