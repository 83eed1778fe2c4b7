import { mkdir, readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'

const touchMs = 1000

/** A directory in which the Workers of one server find each other, and nobody else's. */
export type Registry = { readonly directory: string; close(): void }

/**
 * Opens an empty registry. Its files are touched every second: a Worker that reads another's file while it is being
 * written sees half of it, and looks again only when it changes, which without that takes half a minute.
 */
export async function openRegistry(directory: string): Promise<Registry> {
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  const timer = setInterval(() => touchAll(directory).catch(() => {}), touchMs)
  return { directory, close: () => clearInterval(timer) }
}

async function touchAll(directory: string): Promise<void> {
  const now = new Date()
  for (const name of await readdir(directory)) await utimes(join(directory, name), now, now)
}
