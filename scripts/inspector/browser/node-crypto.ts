import { md5 } from 'js-md5'

// In place of node:crypto in the page: the signing code asks it for the MD5 of long texts only.

/** A hash in progress, as Node's `createHash('md5')`. */
export function createHash(_algorithm: 'md5') {
  const hasher = md5.create()
  const hash = {
    update: (text: string, _encoding: 'utf8') => {
      hasher.update(text)
      return hash
    },
    digest: (_form: 'hex') => hasher.hex(),
  }
  return hash
}

/** Whether two byte sequences of one length are the same; nobody measures the time that this page takes. */
export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.every((byte, at) => byte === other[at])
}
