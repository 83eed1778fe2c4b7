import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** How many orders and merchants a database has. */
export type Size = { readonly orders: number; readonly merchants: number }

/** Orders that the demo merchant has in any case, so that its pages are full in a small database too. */
const ownOrders = 500

/**
 * Fills a stopped Worker's empty database with paid collections and their delivered callbacks, some pending, some given
 * up, and a payout and a link for every tenth. It writes into the file, because a million orders through the API would
 * take an hour.
 */
export function fill(stateDir: string, { orders, merchants }: Size): void {
  const database = new DatabaseSync(databaseFile(stateDir))
  try {
    database.exec('pragma synchronous = off; pragma temp_store = memory; begin')
    const owner = `case when n < ${ownOrders} then 1 else n % ${merchants} + 1 end`
    for (const sql of merchantSql) run(database, sql, merchants + 1)
    for (const sql of orderSql(owner)) run(database, sql, orders)
    for (const sql of tenthSql(owner)) run(database, sql, orders / 10)
    database.exec(balancesSql)
    database.exec('commit; pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}

function run(database: DatabaseSync, sql: string, count: number): void {
  const numbers = 'select 0 union all select n + 1 from numbers where n + 1 < ?'
  database.prepare(`with recursive numbers (n) as (${numbers}) ${sql}`).run(count)
}

function databaseFile(stateDir: string): string {
  const files = readdirSync(stateDir, { recursive: true, encoding: 'utf8' })
  const file = files.find((name) => /D1DatabaseObject.[0-9a-f]{64}\.sqlite$/.test(name))
  if (file === undefined) throw new Error(`no database below ${stateDir}`)
  return join(stateDir, file)
}

// The first is the demo merchant; the last has no orders, so that no range of the others ends with its table.
const merchantSql = [
  `insert into merchants
  select n + 1, 'G' || n, name, enabled, version, secret, secret_in_use, previous_secret,
    previous_secret_until, ip_whitelist, trusted, payout_requires_balance, callback_vocabulary,
    legacy_signature, rate_limit, created_at, payment_amounts, extra_bytes_max, collection_events,
    legacy_signed_at, display
  from numbers, merchants where merchants.id = 1 and n > 0`,
  `insert into directory (uid, database) select 'G' || n, 0 from numbers where n > 0`,
]

// Ids of collections of the first database, in the order of their creation.
const id = '(n + 1) * 32'
const tradeNo = `'C' || printf('%026d', n)`
const moment = '1760000000 + n / 10'
// The oldest orders are pending or given up: a fixed number, which queries have to find among all finished ones.
const isPending = 'n < 50'
const isGivenUp = 'n < 100'

function orderSql(owner: string): readonly string[] {
  return [
    `insert into collections
     select ${id}, ${owner}, ${tradeNo}, 'O-' || n,
       case n % 3 when 0 then 'O-' || n when 1 then 'N-' || n else 'SAME' end,
       'gateway_c', '', 'TWD', 100000, iif(${isPending}, 0, 100000),
       iif(${isPending}, 'pending', 'succeeded'), iif(n % 2, 'matched', 'pending'),
       'a', '1', 'b', '12345', '', '', '', 'https://m.example/n', '',
       iif(${isPending}, null, ${moment}), '', '', 'none', 2, ${moment}, null, null, ''
     from numbers`,
    `insert into events
     select ${id}, 1, 'created', '', 'pending/pending', 'DEMO0001', ${moment}, '{}', null
     from numbers`,
    `insert into events
     select ${id}, 2, 'settled', 'pending/pending', 'succeeded/pending', 'x', ${moment},
       '{"name":"settled","paidAmount":100000,"override":false}', null
     from numbers where not ${isPending}`,
    `insert into ledger_entries
     select ${owner}, ${moment}, ${id}, 2, 1, 'other', 'outside', 'available', 100000
     from numbers where not ${isPending}`,
    `insert into callbacks (order_id, merchant_id, trade_no, url, body, state, attempts, next_at,
       created_at, scheduled_attempts)
     select ${id}, ${owner}, ${tradeNo}, 'https://m.example/n', '{}',
       iif(${isGivenUp}, 'given_up', 'delivered'), 1, null, ${moment}, 1
     from numbers where not ${isPending}`,
    `insert into callback_attempts
       (order_id, number, trigger_name, outcome, http_status, answer, started_at, duration_ms)
     select ${id}, 1, 'schedule', 'delivered', 200, 'success', ${moment}, 5
     from numbers where not ${isPending}`,
  ]
}

function tenthSql(owner: string): readonly string[] {
  return [
    `insert into payouts
     select ${id} + 1, ${owner}, 'P' || printf('%026d', n), 'S-' || n, 'S-' || n, '代付', 100000,
       100000, iif(${isPending}, 'pending', 'processed'), 'x', '', '', '', 'x', ${moment}, ${moment},
       '', '', 0, '', '', '', '', 2, ${moment}, null, ''
     from numbers`,
    `insert into payment_links
     select ${id}, ${owner}, 'plain', 'L-' || n, '{}', 'expired', 'session-' || n, null, null, null,
       ${moment}, 0, ${moment}, null, null, null, null
     from numbers`,
  ]
}

const balancesSql = `insert or ignore into balances
  select id, channel, 100000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null
  from merchants, (select 'other' as channel union all select 'exchange_coin')`
