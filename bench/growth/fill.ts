import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dayOf } from '../../src/store/accounts/ledger-days.ts'
import { anAccount, fillBanking } from './fill-banking.ts'
import { insert } from './insert.ts'

/** How many orders and merchants a database has. */
export type Size = { readonly orders: number; readonly merchants: number }

/** Orders that the demo merchant has in any case, so that its pages are full in a small database too. */
const ownOrders = 1_000

/** Fills a stopped Worker's database. It writes into the file: a million orders through the API would take an hour. */
export function fill(stateDir: string, size: Size): void {
  const database = new DatabaseSync(databaseFile(stateDir))
  try {
    database.exec('pragma synchronous = off; pragma temp_store = memory; begin')
    fillTables(database, size)
    database.exec('commit; pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}

/**
 * Fills a database that has the demo merchant alone with paid collections and their delivered callbacks, some pending,
 * some given up, a payout and a link for every tenth (a thousand at least), their bank transactions and as many that are
 * unclaimed, journal rows, approvals, and the books and days that belong to them.
 */
export function fillTables(database: DatabaseSync, { orders, merchants }: Size): void {
  const owner = `case when n < ${ownOrders} then 1 else n % ${merchants} + 1 end`
  fillMerchants(database, merchants + 1)
  fillOnce(database)
  fillOrders(database, owner, orders)
  // Of the last merchant, so that no range of the others ends with its table.
  const last = '(select max(id) from merchants)'
  fillCallbacks(database, last, { count: orders + 1, from: 'from numbers order by n desc limit 1' })
  fillBanking(database, orders)
  fillTenth(database, owner, Math.max(orders / 10, ownOrders))
  fillBooks(database)
}

/** The file of the only database below that folder. */
export function databaseFile(stateDir: string): string {
  const files = readdirSync(stateDir, { recursive: true, encoding: 'utf8' })
  const file = files.find((name) => /D1DatabaseObject.[0-9a-f]{64}\.sqlite$/.test(name))
  if (file === undefined) throw new Error(`no database below ${stateDir}`)
  return join(stateDir, file)
}

// The first is the demo merchant; the last has no orders, so that no range of the others ends with its table.
function fillMerchants(database: DatabaseSync, count: number): void {
  const same = ['name', 'enabled', 'version', 'secret', 'secret_in_use', 'ip_whitelist', 'trusted']
    .concat('payout_requires_balance', 'callback_vocabulary', 'legacy_signature', 'rate_limit')
    .concat('created_at')
  insert(database, 'merchants', {
    count,
    values: { id: 'n + 1', uid: `'G' || n`, ...Object.fromEntries(same.map((one) => [one, one])) },
    from: 'from numbers, merchants where merchants.id = 1 and n > 0',
  })
  const id = '(select max(id) from directory) + n'
  const values = { id, uid: `'G' || n`, database: '0' }
  insert(database, 'directory', { count, values, from: 'from numbers where n > 0' })
}

// Ids of collections of the first database, in the order of their creation.
const id = '(n + 1) * 32'
// Transaction numbers that carry these ids: eleven digits of base 32, and fifteen that are no chance here.
const digit = (place: number) =>
  `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((n + 1) >> ${place * 5} & 31) + 1, 1)`
const tradeNo = `'C000000' || ${[3, 2, 1, 0].map(digit).join(' || ')} || '0' || printf('%015d', n)`
const moment = '1760000000 + n / 10'
// The oldest orders are pending or given up: a fixed number, which queries have to find among all finished ones.
const isPending = 'n < 50'
const isGivenUp = 'n < 100'
const settled = `from numbers where not ${isPending}`
const created_at = moment
const url = `'https://m.example/n'`

function fillOnce(database: DatabaseSync): void {
  // The account that half of the orders are matched to.
  insert(database, 'bank_accounts', {
    count: 1,
    values: {
      ...anAccount,
      id: '32',
      bank_code: `'004'`,
      account_no: `'0041234567'`,
      backing: `'required'`,
      waiting_count: '25',
      waiting_amount: '2500000',
    },
  })
  // The demo merchant's receiver has failed.
  insert(database, 'endpoints', {
    count: 1,
    values: {
      name: `'1 ff297721 https://m.example'`,
      state: `'open'`,
      cost: '100',
      trips: '1',
      until: '4102444800',
    },
  })
}

function fillOrders(database: DatabaseSync, merchant_id: string, count: number): void {
  insert(database, 'collections', {
    count,
    values: {
      id,
      merchant_id,
      trade_no: tradeNo,
      orderid: `'O-' || n`,
      merchant_order_no: `case n % 3 when 0 then 'O-' || n when 1 then 'N-' || n else 'SAME' end`,
      gateway_code: `'gateway_c'`,
      currency: `'TWD'`,
      amount: '100000',
      paid_amount: `iif(${isPending}, 0, 100000)`,
      seq: `iif(${isPending}, 1, 2)`,
      status: `iif(${isPending}, 'pending', 'succeeded')`,
      collection_status: `iif(n % 2, 'matched', 'pending')`,
      collection_account_name: `'a'`,
      collection_account_no: `'1'`,
      collection_bank_name: `'b'`,
      counterparty_account: `'12345'`,
      notify_url: url,
      paid_at: `iif(${isPending}, null, ${moment})`,
      confirmation: `'none'`,
      created_at,
      bank_account_id: 'iif(n % 2, 32, null)',
      backed: `iif(${isPending}, null, 1)`,
    },
  })
  insert(database, 'bank_transactions', {
    count,
    values: {
      id,
      bank_account_id: '32',
      booked_at: moment,
      amount: '100000',
      external_id: `'E-' || n`,
      counterparty_last5: `'12345'`,
      source: `'feed'`,
      confirmed_at: moment,
      created_at,
      state: `iif(${isPending}, 'unclaimed', 'claimed')`,
      order_id: `iif(${isPending}, null, ${id})`,
    },
  })
  insert(database, 'events', {
    count,
    from: settled,
    values: {
      order_id: id,
      seq: '2',
      name: `'settled'`,
      from_state: `'pending/pending'`,
      to_state: `'succeeded/pending'`,
      actor: `'x'`,
      at: moment,
      fact: `'{"name":"settled","paidAmount":100000,"override":false}'`,
    },
  })
  insert(database, 'ledger_entries', {
    count,
    from: settled,
    values: {
      merchant_id,
      at: moment,
      order_id: id,
      seq: '2',
      number: '1',
      channel: `'other'`,
      from_bucket: `'outside'`,
      to_bucket: `'available'`,
      amount: '100000',
    },
  })
  fillCallbacks(database, merchant_id, { count, from: settled })
}

type Rows = { readonly count: number; readonly from: string }

function fillCallbacks(database: DatabaseSync, merchant_id: string, rows: Rows): void {
  insert(database, 'callbacks', {
    ...rows,
    values: {
      order_id: id,
      merchant_id,
      trade_no: tradeNo,
      url,
      body: `'{}'`,
      attempts: '2',
      state: `iif(${isGivenUp}, 'given_up', 'delivered')`,
      created_at,
      scheduled_attempts: '2',
      endpoint: `(${merchant_id}) || ' ff297721 https://m.example'`,
      first_attempt: `json_object(
        'trigger', 'schedule', 'outcome', 'timeout', 'httpStatus', null, 'answer', '',
        'startedAt', ${moment}, 'durationMs', 5, 'eventNumber', 1
      )`,
    },
  })
  insert(database, 'callback_attempts', {
    ...rows,
    values: {
      order_id: id,
      number: '2',
      trigger_name: `'schedule'`,
      outcome: `'delivered'`,
      http_status: '200',
      answer: `'success'`,
      started_at: moment,
      duration_ms: '5',
    },
  })
}

function fillTenth(database: DatabaseSync, merchant_id: string, count: number): void {
  insert(database, 'payouts', {
    count,
    values: {
      id: `${id} + 1`,
      merchant_id,
      trade_no: `'P' || printf('%026d', n)`,
      serial_no: `'S-' || n`,
      merchant_order_no: `'S-' || n`,
      channel: `'代付'`,
      amount: '100000',
      actual_amount: '100000',
      payee_name: `'x'`,
      status: `iif(${isPending}, 'pending', 'processed')`,
      beneficiary_name: `'x'`,
      requested_at: moment,
      processed_at: moment,
      seq: '2',
      created_at,
    },
  })
  insert(database, 'payment_links', {
    count,
    values: {
      id,
      merchant_id,
      kind: `'plain'`,
      merchant_order_no: `'L-' || n`,
      content: `'{}'`,
      state: `'expired'`,
      session: `'session-' || n`,
      expires_at: moment,
      created_at,
    },
  })
}

// All entries are deposits of the channel `other`, and all of their days are over.
function fillBooks(database: DatabaseSync): void {
  insert(database, 'balances', {
    count: 1,
    values: {
      merchant_id: 'merchants.id',
      channel: 'channel',
      day: dayOf('unixepoch()'),
      available: `iif(channel = 'other', coalesce(deposited, 0), 0)`,
    },
    from: `from merchants cross join (select 'other' as channel union all select 'exchange_coin')
      left join (select merchant_id, sum(amount) as deposited from ledger_entries group by 1)
        on merchant_id = merchants.id
      where true on conflict do update set available = excluded.available`,
  })
  insert(database, 'ledger_days', {
    count: 1,
    values: {
      merchant_id: 'merchant_id',
      channel: `'other'`,
      day: 'day',
      available: 'sum(deposited) over (partition by merchant_id order by day)',
    },
    from: `from (
      select merchant_id, ${dayOf('at')} as day, sum(amount) as deposited
      from ledger_entries group by 1, 2
    )`,
  })
}
