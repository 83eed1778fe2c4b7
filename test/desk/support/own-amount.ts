import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * A random amount in dollars, from `min` to below `max`, that no other test of the run draws: a search for it, and what
 * fits it, is the test's own.
 */
export function anOwnAmount(min = 1_000, max = 49_000): number {
  const drawn = join(inject('deskStateDir'), 'drawn-amounts')
  mkdirSync(drawn, { recursive: true })
  for (;;) {
    const amount = randomInt(min, max)
    // The file system lets one process alone make a folder.
    if (madeFolder(join(drawn, String(amount)))) return amount
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
