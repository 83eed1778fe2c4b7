import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startLocalServer } from '../../scripts/local/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    deskPayUrl: string
    deskUrl: string
    deskStateDir: string
  }
}

/** One server for all tests of the back office's pages: an empty database, and calls that wait for a second person. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateDir = await mkdtemp(join(tmpdir(), 'merchant-pay-desk-'))
  const server = await startLocalServer({
    port: 0,
    backofficePort: 0,
    stateDir,
    sweepSeconds: 2,
    allowPrivateCallbacks: true,
    vars: { APPROVALS: 'on' },
    // What every other test may have suffered from.
    onLog: (line) => {
      if (/started again|The sweep failed/.test(line)) console.error(line)
    },
  })
  project.provide('deskPayUrl', server.payUrl)
  project.provide('deskUrl', server.backofficeUrl)
  project.provide('deskStateDir', stateDir)
  return async () => {
    await server.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}
