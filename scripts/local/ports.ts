import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The purpose of a port, and the environment variable that sets it. */
export type PortPurpose = { readonly serves: string; readonly variable: string }

/** A fixed port, 0 for any free port, or a preferred port with any free port as the alternative. */
export type PortChoice = number | { readonly preferred: number }

/** Listens on the loopback address and returns the port. Throws if a fixed port is not available. */
export async function listenOnLoopback(
  server: Server,
  choice: PortChoice,
  { serves, variable }: PortPurpose,
): Promise<number> {
  const port = typeof choice === 'number' ? choice : choice.preferred
  const code = await listenError(server, port)
  if (code === 'EADDRINUSE' && typeof choice !== 'number') {
    return listenOnLoopback(server, 0, { serves, variable })
  }
  if (code !== undefined) {
    const reason = code === 'EADDRINUSE' ? 'is in use' : `is not available (${code})`
    throw new Error(
      `Port ${port} for ${serves} ${reason}: set ${variable} to another port, or end the process that listens there.`,
    )
  }
  return (server.address() as AddressInfo).port
}

function listenError(server: Server, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    server.once('error', fail)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail)
      resolve(undefined)
    })
  })
}
