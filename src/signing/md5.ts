import { md5 } from 'js-md5'

/** MD5 of the text's UTF-8 bytes as 32 upper-case hexadecimal characters (§5.3.7). */
export function md5Hex(text: string): string {
  // The library would read a lone surrogate together with what follows it; UTF-8 writes U+FFFD.
  return md5(text.toWellFormed()).toUpperCase()
}
