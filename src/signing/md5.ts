import { createHash } from 'node:crypto'
import { md5 } from 'js-md5'

/** MD5 of the text's UTF-8 bytes as 32 upper-case hexadecimal characters (§5.3.7). */
export function md5Hex(text: string): string {
  // The library would join a lone surrogate with what follows it. UTF-8 writes U+FFFD instead.
  const wellFormed = text.toWellFormed()
  if (wellFormed.length >= platformFrom) {
    return createHash('md5').update(wellFormed, 'utf8').digest('hex').toUpperCase()
  }
  hasher = md5.create().update(wellFormed)
  return hasher.hex().toUpperCase()
}

/** MD5 of bytes as 32 upper-case hexadecimal characters. */
export function md5HexOfBytes(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex').toUpperCase()
}

// In characters. A call of the platform's MD5 costs some 4 µs, and half as much per byte as the library. It is for a
// new isolate's first long texts: 64 KiB take 10 ms in the library, which is not compiled yet, and 0.1 ms here.
const platformFrom = 2_000

// Keeps one hasher alive. Where garbage collection finds no object of a hidden class, V8 drops the code compiled for
// it. The hash then takes many times as long until, some thousand requests later, it is compiled again.
let hasher = md5.create()
