import { vi } from 'vitest'

// Replaces src/signing/md5.ts where a test counts hashes: it calls it and records the texts.

const real = await vi.importActual<typeof import('../../src/signing/md5.ts')>(
  '../../src/signing/md5.ts',
)

/** The texts that were hashed, in order; a test empties it. */
export const hashed: string[] = []

export function md5Hex(text: string): string {
  hashed.push(text)
  return real.md5Hex(text)
}
