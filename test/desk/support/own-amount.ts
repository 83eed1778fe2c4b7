import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * A random amount in dollars, from `min` to below `max`, that differs from every other drawn in the run by more than a
 * bank's fee: a search for it, and what fits it with or without a fee, is the test's own.
 */
export function anOwnAmount(min = 1_000, max = 49_000): number {
  const drawn = join(inject('deskStateDir'), 'drawn-amounts')
  mkdirSync(drawn, { recursive: true })
  for (;;) {
    const hundred = randomInt(Math.ceil(min / 100), Math.floor(max / 100))
    // The file system lets one process alone make a folder.
    if (madeFolder(join(drawn, String(hundred)))) return hundred * 100 + randomInt(50, 90)
  }
}

function madeFolder(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}
