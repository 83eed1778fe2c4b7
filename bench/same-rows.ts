import type { Pair } from './compare.ts'
import { sendAll } from './load.ts'
import type { Running } from './platform.ts'
import { kinds } from './requests.ts'

const tables = ['collections', 'payouts', 'payment_links', 'events', 'ledger_entries', 'balances']

// What is drawn or taken from the clock, on either side.
const drawn = new Set([
  ...['id', 'order_id', 'collection_id', 'link_id', 'trade_no', 'session', 'token'],
  ...['at', 'created_at', 'requested_at', 'expires_at', 'wait_expires_at', 'ends_at'],
])

/**
 * Throws unless the bare Worker writes what ours does: the same request of every kind to both, and then every row of
 * every table compared, but for what is drawn or timed. A bare Worker that wrote less would be no measure.
 */
export async function requireSameRows(pair: Pair): Promise<void> {
  for (const kind of kinds) {
    for (const running of [pair.ours, pair.bare]) {
      await sendAll(running.url, await kind.calls(running, 0, 64), kind.begins)
    }
  }
  for (const table of tables) {
    const [ours, bare] = await Promise.all([pair.ours, pair.bare].map((one) => rowsOf(one, table)))
    const odd = ours?.findIndex((row, index) => row !== bare?.[index]) ?? 0
    if (ours?.length === bare?.length && odd < 0) continue
    throw new Error(`${table} differs:\nours ${ours?.[odd]}\nbare ${bare?.[odd]}`)
  }
}

async function rowsOf({ database }: Running, table: string): Promise<string[]> {
  const { results } = await database.prepare(`select * from ${table}`).all()
  return results.map((row) => JSON.stringify(kept(row))).sort()
}

// A link's collection is called by its own transaction number.
function kept(row: Record<string, unknown>): [string, unknown][] {
  return Object.entries(row).filter(([name, value]) => {
    return !drawn.has(name) && !(name === 'orderid' && value === row.trade_no)
  })
}
