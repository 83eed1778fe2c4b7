import { createHash } from 'node:crypto'
import { md5 } from 'js-md5'

/** MD5 of the text's UTF-8 bytes as 32 upper-case hexadecimal characters (§5.3.7). */
export function md5Hex(text: string): string {
  // The library would read a lone surrogate together with what follows it; UTF-8 writes U+FFFD.
  const wellFormed = text.toWellFormed()
  if (wellFormed.length >= platformFrom) {
    return createHash('md5').update(wellFormed, 'utf8').digest('hex').toUpperCase()
  }
  hasher = md5.create().update(wellFormed)
  return hasher.hex().toUpperCase()
}

// In characters. The platform's own takes some 4 µs to ask and half as long for each byte. What it spares is a new
// isolate's first long texts: the library, which the engine has not compiled yet, takes 10 ms for 64 KiB, it 0.1 ms.
const platformFrom = 2_000

// Kept for the engine only. Where a collection of garbage finds no object of a shape, what was compiled for the shape
// goes too, and until it is compiled again, some thousand requests later, the hash takes many times as long.
let hasher = md5.create()
