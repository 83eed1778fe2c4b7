import { createHash } from 'node:crypto'

/** MD5 of the text's UTF-8 bytes as 32 upper-case hexadecimal characters (§5.3.7). */
export function md5Hex(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex').toUpperCase()
}

/** MD5 of bytes as 32 upper-case hexadecimal characters. */
export function md5HexOfBytes(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex').toUpperCase()
}
