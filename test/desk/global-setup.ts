import type { TestProject } from 'vitest/node'
import { startBuilt } from '../support/server/start-built.ts'

declare module 'vitest' {
  interface ProvidedContext {
    deskPayUrl: string
    deskUrl: string
    deskStateDir: string
  }
}

/** One server for all tests of the back office's pages: an empty database, and calls that wait for a second person. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startBuilt(project.getProvidedContext().built, {
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
  project.provide('deskStateDir', server.stateDir)
  return server.stop
}
