import { vi } from 'vitest'

// Stands in for src/signing/md5.ts where a test counts hashes: it answers as that does, and notes what it is asked for.

const real = await vi.importActual<typeof import('../../src/signing/md5.ts')>(
  '../../src/signing/md5.ts',
)

/** The texts that were hashed, in their order; emptied by whoever counts. */
export const hashed: string[] = []

/** MD5 as it is made in `src/signing/md5.ts`. */
export function md5Hex(text: string): string {
  hashed.push(text)
  return real.md5Hex(text)
}
