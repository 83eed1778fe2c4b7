import { DatabaseSync } from 'node:sqlite'
import { databaseFile, fill } from '../../../bench/growth/fill.ts'
import type { LocalServer } from '../../../scripts/local/server.ts'
import { aLocalServer } from '../../support/server/local-server.ts'

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
export function manyOrders(orders: number): Promise<LocalServer> {
  return aLocalServer({ sweepSeconds: 600 }, (stateDir) => {
    fill(stateDir, { orders, merchants: 1 })
    renameMembers(stateDir)
  })
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
