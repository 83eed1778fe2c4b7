import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a port is for, and the environment variable that chooses another. */
export type PortPurpose = { readonly serves: string; readonly variable: string }

/** Listens on the loopback address and returns the port; 0 takes any free one. Throws when it is not available. */
export async function listenOnLoopback(
  server: Server,
  port: number,
  { serves, variable }: PortPurpose,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const because = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be had (${error.code})`
      reject(
        new Error(
          `Port ${port} for ${serves} ${because}: set ${variable} to another port, or end what listens there.`,
        ),
      )
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}
