import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inject } from 'vitest'

/** Parks the callback of an order, as eight leases in a row that ran out do: that would take three hours. */
export function park(tradeNo: string): void {
  const directory = join(inject('deskStateDir'), 'v3', 'd1', 'miniflare-D1DatabaseObject')
  const file = readdirSync(directory).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
  if (file === undefined) throw new Error(`no database in ${directory}`)
  const database = new DatabaseSync(join(directory, file), { timeout: 5_000 })
  try {
    // The Worker does not wait for another's lock: it is held for no longer than the change takes.
    database.exec('pragma synchronous = off; pragma wal_autocheckpoint = 0')
    const parked = "update callbacks set state = 'parked', next_at = null where trade_no = ?"
    if (database.prepare(parked).run(tradeNo).changes !== 1) throw new Error(`no ${tradeNo}`)
  } finally {
    database.close()
  }
}
