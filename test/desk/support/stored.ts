import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inject } from 'vitest'
import type { AlarmName } from '../../../src/contract/back-office/alarm-values.ts'

/** Parks the callback of an order, as eight leases in a row that ran out do: that would take three hours. */
export function park(tradeNo: string): void {
  const parked = "update callbacks set state = 'parked', next_at = null where trade_no = ?"
  if (change(parked, tradeNo) !== 1) throw new Error(`no ${tradeNo}`)
}

/** Stores an alarm that has stood for ten minutes, or was over then, as the minute's job would. */
export function storeAlarm(name: AlarmName, subject: string, state: 'standing' | 'over'): void {
  const at = Math.floor(Date.now() / 1000) - 600
  const [since, over] = state === 'standing' ? [at, null] : [null, at]
  const values = [name, subject, 1_320, since, over, at - 120, at, over]
  const told = `'raised', 'raised', ${at}, 1`
  change(`insert or replace into alarms values (?, ?, ?, ?, ?, ?, ?, ?, ${told})`, ...values)
}

// How many rows it has changed.
function change(sql: string, ...values: readonly (string | number | null)[]): number {
  const directory = join(inject('deskStateDir'), 'v3', 'd1', 'miniflare-D1DatabaseObject')
  const file = readdirSync(directory).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
  if (file === undefined) throw new Error(`no database in ${directory}`)
  const database = new DatabaseSync(join(directory, file), { timeout: 5_000 })
  try {
    // The Worker does not wait for another's lock: it is held for no longer than the change takes.
    database.exec('pragma synchronous = off; pragma wal_autocheckpoint = 0')
    return Number(database.prepare(sql).run(...values).changes)
  } finally {
    database.close()
  }
}
