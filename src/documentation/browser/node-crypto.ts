// Replaces `node:crypto` in the browser, for the signing code alone: one call computes a digest, without promises.
import { md5Of } from './js-md5.ts'
import { sha256 } from './sha256.ts'

type Hash = { update(content: string | Uint8Array): Hash; digest(encoding: 'hex'): string }

/** MD5 or SHA-256 of one content. */
export function createHash(algorithm: 'md5' | 'sha256'): Hash {
  let bytes: Uint8Array = new Uint8Array()
  const hash: Hash = {
    update(content) {
      bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
      return hash
    },
    digest: () => (algorithm === 'md5' ? md5Of(bytes) : sha256(bytes)),
  }
  return hash
}

/** Whether two contents of one length are equal. Nobody measures the reader's own browser. */
export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.every((byte, at) => byte === other[at])
}
