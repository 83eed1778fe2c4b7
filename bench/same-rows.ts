import type { Pair } from './compare.ts'
import { sendAll } from './load.ts'
import type { Runtime } from './platform.ts'
import { kinds } from './requests.ts'

const tables = ['collections', 'payouts', 'payment_links', 'events', 'ledger_entries', 'balances']

// Columns with random values or times.
const drawn = new Set([
  'id',
  'order_id',
  'collection_id',
  'link_id',
  'trade_no',
  'session',
  'token',
  // The bare Worker has no daily limit to count for.
  'kept_bytes',
  'day',
  'at',
  'created_at',
  'requested_at',
  'expires_at',
  'wait_expires_at',
  'ends_at',
])

/**
 * Throws unless the bare Worker writes the same rows as ours. Both get the same requests of every kind, and then all
 * rows are compared, but for random values and times.
 */
export async function requireSameRows(pair: Pair): Promise<void> {
  for (const kind of kinds) {
    for (const running of [pair.ours, pair.bare]) {
      await sendAll(running.url, await kind.calls(running, 0, 64), kind.begins)
    }
  }
  for (const table of tables) {
    const [ours, bare] = await Promise.all([rowsOf(pair.ours, table), rowsOf(pair.bare, table)])
    const odd = ours.findIndex((row, index) => row !== bare[index])
    if (ours.length === bare.length && odd < 0) continue
    throw new Error(`${table} differs:\nours ${ours[odd]}\nbare ${bare[odd]}`)
  }
}

async function rowsOf({ database }: Runtime, table: string): Promise<string[]> {
  const { results } = await database.prepare(`select * from ${table}`).all()
  return results.map((row) => JSON.stringify(kept(row))).sort()
}

// The orderid of a link's collection is its random trade_no.
function kept(row: Record<string, unknown>): [string, unknown][] {
  return Object.entries(row).filter(([name, value]) => {
    return !drawn.has(name) && !(name === 'orderid' && value === row.trade_no)
  })
}
