import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The purpose of a port, and the environment variable that chooses another. */
export type PortPurpose = { readonly serves: string; readonly variable: string }

/** A port to listen on, 0 for any free one; `preferred` where any free one will do when it is taken. */
export type WantedPort = number | { readonly preferred: number }

/** Listens on the loopback address and returns the port. Throws when a port that was asked for is not available. */
export async function listenOnLoopback(
  server: Server,
  wanted: WantedPort,
  { serves, variable }: PortPurpose,
): Promise<number> {
  const port = typeof wanted === 'number' ? wanted : wanted.preferred
  const code = await faultOfListening(server, port)
  if (code === 'EADDRINUSE' && typeof wanted !== 'number') {
    return listenOnLoopback(server, 0, { serves, variable })
  }
  if (code !== undefined) {
    const because = code === 'EADDRINUSE' ? 'is in use' : `cannot be had (${code})`
    throw new Error(
      `Port ${port} for ${serves} ${because}: set ${variable} to another port, or end what listens there.`,
    )
  }
  return (server.address() as AddressInfo).port
}

function faultOfListening(server: Server, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    server.once('error', fail)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail)
      resolve(undefined)
    })
  })
}
