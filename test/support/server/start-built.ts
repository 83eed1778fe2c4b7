import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type LocalServer,
  type LocalServerOptions,
  startLocalServer,
} from '../../../scripts/local/server.ts'
import type { Builds } from './global-setup.ts'

/**
 * Starts a server of `npm start` on free ports, with the Workers that are built and a copy of the databases that are
 * prepared for all tests. `fill` puts into its folder what it starts on. The folder is removed when it is stopped.
 */
export async function startBuilt(
  { configurations, state }: Builds,
  options: Partial<LocalServerOptions> = {},
  fill: (stateDir: string) => void = () => {},
): Promise<LocalServer> {
  const stateDir = await mkdtemp(join(tmpdir(), 'merchant-pay-'))
  const remove = () => rm(stateDir, { recursive: true, force: true, maxRetries: 5 })
  try {
    await cp(state, stateDir, { recursive: true })
    fill(stateDir)
    const own = { port: 0, backofficePort: 0, sweepSeconds: 60 }
    const server = await startLocalServer({ ...own, ...options, stateDir, configurations })
    return { ...server, stop: () => server.stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
