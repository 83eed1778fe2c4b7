import { join } from 'node:path'
import type { Environment } from '../../../scripts/local/environment.ts'
import type { ProcessGroups } from '../../../scripts/local/processes.ts'
import type { Addresses, ReceiverLog } from './log.ts'

/** Receivers, in a process of their own. */
export type Receivers = Addresses & {
  /** Gives them the API secrets, by uid, to verify with. */
  learn(secrets: Readonly<Record<string, string>>): Promise<void>
  /** How many requests they have received. */
  received(): Promise<number>
  log(): Promise<ReceiverLog>
}

/** Starts receivers on free ports; `origins` of them speak plain HTTP. */
export async function startReceivers(
  groups: ProcessGroups,
  env: Environment,
  origins: number,
): Promise<Receivers> {
  const addresses = await new Promise<Addresses>((resolve, reject) => {
    const command = [process.execPath, join(import.meta.dirname, 'server.ts'), String(origins)]
    const group = groups.start([process.execPath, ...command.slice(1)], {
      cwd: import.meta.dirname,
      env,
      onLine: (line) => line.startsWith('{') && resolve(JSON.parse(line)),
    })
    group.ended.then(() => reject(new Error(`the receivers have ended: ${group.output()}`)))
  })
  const { control } = addresses
  return {
    ...addresses,
    async learn(secrets) {
      await fetch(`${control}/secrets`, { method: 'PUT', body: JSON.stringify(secrets) })
    },
    received: async () => (await fetch(`${control}/count`)).json() as Promise<number>,
    log: async () => (await fetch(`${control}/log`)).json() as Promise<ReceiverLog>,
  }
}
