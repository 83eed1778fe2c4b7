import { createHash } from 'node:crypto'

/** SHA-256 of the text's UTF-8 bytes as 64 lower-case hexadecimal characters. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** SHA-256 of bytes as 64 lower-case hexadecimal characters. */
export function sha256HexOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
