import { inject } from 'vitest'
import type { LocalServer, LocalServerOptions } from '../../../scripts/local/server.ts'
import { startBuilt } from './start-built.ts'

/** Starts a server for one file of tests, on the files built for all of them. */
export function aLocalServer(
  options?: Partial<LocalServerOptions>,
  fill?: (stateDir: string) => void,
): Promise<LocalServer> {
  return startBuilt(inject('built'), options, fill)
}
