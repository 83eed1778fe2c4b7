import { readFile, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** The folder of Linux that is in memory. */
export const memory = '/dev/shm'

/**
 * The folder for temporary files: in memory if it has room for so many bytes, because each write of a database waits for
 * its disk. `TMPDIR` sets another folder.
 */
export async function quickFolder(bytesMin: number): Promise<string> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const [, options = 'noexec'] = / \/dev\/shm tmpfs (\S+)/.exec(mounts) ?? []
  if (process.env.TMPDIR !== undefined || /noexec|\bro\b/.test(options)) return tmpdir()
  const { bavail, bsize } = await statfs(memory)
  const free = Math.min(bavail * bsize, process.availableMemory())
  return free < bytesMin ? tmpdir() : memory
}
