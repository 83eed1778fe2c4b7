import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startLocalServer } from '../../scripts/local/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    payUrl: string
    backofficeUrl: string
  }
}

/** One server for all end-to-end tests: both Workers as `npm start` runs them, on free ports and an empty database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateDir = await mkdtemp(join(tmpdir(), 'merchant-pay-e2e-'))
  const server = await startLocalServer({
    port: 0,
    backofficePort: 0,
    stateDir,
    sweepSeconds: 2,
    allowPrivateCallbacks: true,
  })
  project.provide('payUrl', server.payUrl)
  project.provide('backofficeUrl', server.backofficeUrl)
  return async () => {
    await server.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}
