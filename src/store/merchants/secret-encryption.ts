const nonceBytes = 12

/**
 * Encrypts an API secret for storage: AES-256-GCM under the deployment's key, bound to the merchant's uid, so that a
 * copy of it in another merchant's row cannot be decrypted (decisions §2, "Secrets"). The key's check value comes
 * first, to tell a wrong key from a damaged secret.
 */
export async function encryptSecret(
  keyBase64: string,
  uid: string,
  secret: string,
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const key = await importKey(keyBase64)
  const encrypted = await crypto.subtle.encrypt(algorithm(nonce, uid), key, encoded(secret))
  const text = toBase64([...nonce, ...new Uint8Array(encrypted)])
  return `${await keyMark(keyBase64)}.${text}`
}

/** A decrypted secret, or why it could not be decrypted. */
type Decryption =
  | { readonly kind: 'decrypted'; readonly secret: string }
  | { readonly kind: 'unreadable'; readonly fault: DecryptionFault }

/**
 * `other_key`: another key encrypted it. `damaged`: one of these keys encrypted it, but the text or its uid has
 * changed. `unmarked`: it is from before check values, so it may be either.
 */
type DecryptionFault = 'other_key' | 'damaged' | 'unmarked'

/**
 * Decrypts a stored secret with the one of the keys that encrypted it: several while keys rotate. The isolate caches
 * the result, because each callback is signed with a secret.
 */
export async function decryptSecret(
  keys: readonly string[],
  uid: string,
  encrypted: string,
): Promise<Decryption> {
  const entry = [...keys, uid, encrypted].join(' ')
  const known = decryptedSecrets.get(entry)
  if (known !== undefined) return { kind: 'decrypted', secret: known }
  const [, mark, text = encrypted] = marked.exec(encrypted) ?? []
  for (const key of keys) {
    const secret = await decrypted(key, uid, text)
    if (secret === null) continue
    if (decryptedSecrets.size >= decryptedMax) decryptedSecrets.clear()
    decryptedSecrets.set(entry, secret)
    return { kind: 'decrypted', secret }
  }
  if (mark === undefined) return { kind: 'unreadable', fault: 'unmarked' }
  const marks = await Promise.all(keys.map(keyMark))
  return { kind: 'unreadable', fault: marks.includes(mark) ? 'damaged' : 'other_key' }
}

/** The check value in an encrypted secret; "" for one from before check values. */
export function markIn(encrypted: string): string {
  return marked.exec(encrypted)?.[1] ?? ''
}

/** The check value of a key: 48 bits of a hash, which distinguish keys and reveal none. */
export async function keyMark(keyBase64: string): Promise<string> {
  const bytes = encoded(`check value of ${keyBase64}`)
  return toBase64([...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].slice(0, 6))
}

const marked = /^([A-Za-z0-9+/]{8})\.(.*)$/

const decryptedSecrets = new Map<string, string>()
const decryptedMax = 5_000

async function decrypted(keyBase64: string, uid: string, text: string): Promise<string | null> {
  try {
    const bytes = fromBase64(text)
    const nonce = bytes.slice(0, nonceBytes)
    const key = await importKey(keyBase64)
    const plain = await crypto.subtle.decrypt(algorithm(nonce, uid), key, bytes.slice(nonceBytes))
    return new TextDecoder().decode(plain)
  } catch {
    return null
  }
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
