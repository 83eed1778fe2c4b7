import { mkdir, readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'

const touchMs = 1000

/** The directory through which the Workers of a server find each other. */
type Registry = { readonly directory: string; close(): void }

/**
 * Creates an empty registry and touches its files every second: a Worker that read a half-written file reads it again only
 * after a change, which would otherwise take half a minute.
 */
export async function createRegistry(directory: string): Promise<Registry> {
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  const timer = setInterval(() => touchAll(directory).catch(() => {}), touchMs)
  return { directory, close: () => clearInterval(timer) }
}

async function touchAll(directory: string): Promise<void> {
  const now = new Date()
  for (const name of await readdir(directory)) await utimes(join(directory, name), now, now)
}
