import { md5 } from 'js-md5'

/** MD5 of the text's UTF-8 bytes as 32 upper-case hexadecimal characters (§5.3.7). */
export function md5Hex(text: string): string {
  // The library would read a lone surrogate together with what follows it; UTF-8 writes U+FFFD.
  hasher = md5.create().update(text.toWellFormed())
  return hasher.hex().toUpperCase()
}

// Kept for the engine only. Where a collection of garbage finds no object of a shape, what was compiled for the shape
// goes too, and until it is compiled again, some thousand requests later, the hash takes many times as long.
let hasher = md5.create()
