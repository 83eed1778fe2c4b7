import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile, fill } from '../../../bench/growth/fill.ts'
import { prepareDatabase } from '../../../scripts/local/database.ts'
import { wranglerEnvironment } from '../../../scripts/local/environment.ts'
import { localKeys } from '../../../scripts/local/keys.ts'
import { createProcessGroups } from '../../../scripts/local/processes.ts'
import { type LocalServer, startLocalServer } from '../../../scripts/local/server.ts'

/** Both Workers on a database with so many collections, whose texts would hurt a spreadsheet. */
export type ManyOrders = {
  readonly server: LocalServer
  /** Ends the server and removes its database. */
  stop(): Promise<void>
}

/** What a spreadsheet would run as a formula, take for a number, or break a line at; in turn the names of members. */
export const awkwardNames = [
  `=HYPERLINK("http://x","y")`,
  '+886912345678',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1+1',
  ' =1+1',
  '0912345678',
  'a "b", c\r\nd',
  '王小明',
] as const

/** Fills the database before the Workers start: through the API it would take many minutes. */
export async function manyOrders(orders: number): Promise<ManyOrders> {
  const stateDir = await mkdtemp(join(tmpdir(), 'export-'))
  const remove = () => rm(stateDir, { recursive: true, force: true, maxRetries: 5 })
  try {
    await prepare(stateDir)
    fill(stateDir, { orders, merchants: 1 })
    renameMembers(stateDir)
    const server = await startLocalServer({
      ...{ port: 0, backofficePort: 0, stateDir, sweepSeconds: 600 },
    })
    return { server, stop: () => server.stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

async function prepare(stateDir: string): Promise<void> {
  const groups = createProcessGroups()
  try {
    const [keys, env] = [await localKeys(stateDir), wranglerEnvironment(stateDir)]
    await prepareDatabase(groups, { stateDir, keys, env, onLog: () => {}, withAccounts: false })
  } finally {
    await groups.stopAll()
  }
}

function renameMembers(stateDir: string): void {
  const database = new DatabaseSync(databaseFile(stateDir))
  try {
    const place = `cast(substr(orderid, 3) as integer) % ${awkwardNames.length}`
    database
      .prepare(`update collections set user_name = json_extract(?, printf('$[%d]', ${place}))`)
      .run(JSON.stringify(awkwardNames))
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}
