import type { TestProject } from 'vitest/node'
import { startBuilt } from '../support/server/start-built.ts'

declare module 'vitest' {
  interface ProvidedContext {
    payUrl: string
    backofficeUrl: string
  }
}

/** One server for all end-to-end tests: both Workers on free ports and a database with the demo merchants alone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const options = { sweepSeconds: 2, allowPrivateCallbacks: true }
  const server = await startBuilt(project.getProvidedContext().built, options)
  project.provide('payUrl', server.payUrl)
  project.provide('backofficeUrl', server.backofficeUrl)
  return server.stop
}
