import { createHash } from 'node:crypto'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A lock on a state directory: two servers on one database would each process the other's queue and sweep. */
type StateLock = { release(): void }

/**
 * Locks a state directory for the lifetime of this process. The lock is a socket, which the system closes even if the
 * process is killed. Throws if another server has locked the directory.
 */
export async function lockState(stateDir: string): Promise<StateLock> {
  await mkdir(stateDir, { recursive: true })
  const path = socketPath(await realpath(stateDir))
  const server = createServer((socket) => socket.destroy())
  server.unref()
  const listen = () =>
    new Promise<boolean>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE') resolve(false)
        else reject(error)
      })
      server.listen(path, () => resolve(true))
    })
  if (await listen()) return { release: () => server.close() }
  if (!(await isLocked(path))) {
    await rm(path, { force: true })
    if (await listen()) return { release: () => server.close() }
  }
  throw new Error(
    `${stateDir} is in use by another server: end it, or set STATE_DIR to another directory.`,
  )
}

// The state directory may be too deep for a socket's path, which has at most about 100 characters.
function socketPath(directory: string): string {
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 32)
  const pipes = process.platform === 'win32' ? '\\\\.\\pipe' : tmpdir()
  return join(pipes, `merchant-pay-${name}.sock`)
}

function isLocked(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const end = (isListening: boolean) => {
      socket.destroy()
      resolve(isListening)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
