import { join } from 'node:path'
import type { Environment } from '../../../scripts/local/environment.ts'
import type { ProcessGroups } from '../../../scripts/local/processes.ts'
import type { Addresses, Journal } from './log.ts'

/** Merchants' servers, in a process of their own. */
export type MerchantServer = Addresses & {
  /** Tells it the API secrets, by uid, under which it verifies. */
  learn(secrets: Readonly<Record<string, string>>): Promise<void>
  /** How many requests it has received. */
  received(): Promise<number>
  journal(): Promise<Journal>
}

/** Starts merchants' servers on free ports, with that many plain origins. */
export async function startMerchantServer(
  groups: ProcessGroups,
  env: Environment,
  origins: number,
): Promise<MerchantServer> {
  const addresses = await new Promise<Addresses>((resolve, reject) => {
    const command = [process.execPath, join(import.meta.dirname, 'server.ts'), String(origins)]
    const group = groups.start([process.execPath, ...command.slice(1)], {
      cwd: import.meta.dirname,
      env,
      onLine: (line) => line.startsWith('{') && resolve(JSON.parse(line)),
    })
    group.ended.then(() => reject(new Error(`the merchants' server has ended: ${group.output()}`)))
  })
  const { control } = addresses
  return {
    ...addresses,
    async learn(secrets) {
      await fetch(`${control}/secrets`, { method: 'PUT', body: JSON.stringify(secrets) })
    },
    received: async () => (await fetch(`${control}/count`)).json() as Promise<number>,
    journal: async () => (await fetch(`${control}/journal`)).json() as Promise<Journal>,
  }
}
