import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dayOf } from '../../src/store/accounts/ledger-days.ts'
import { accountsMax, bankingSql, moreAccountSql } from './fill-banking.ts'
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
  for (const sql of merchantSql) run(database, sql, merchants + 1)
  for (const sql of [...onceSql, ...orderSql(owner)]) run(database, sql, orders)
  for (const sql of lastCallbackSql) run(database, sql, orders + 1)
  run(database, moreAccountSql, accountsMax)
  for (const sql of bankingSql) run(database, sql, orders)
  for (const sql of tenthSql(owner)) run(database, sql, Math.max(orders / 10, ownOrders))
  for (const sql of booksSql) database.exec(sql)
}

function run(database: DatabaseSync, sql: string, count: number): void {
  const numbers = 'select 0 union all select n + 1 from numbers where n + 1 < ?'
  database.prepare(`with recursive numbers (n) as (${numbers}) ${sql}`).run(count)
}

/** The file of the only database below that folder. */
export function databaseFile(stateDir: string): string {
  const files = readdirSync(stateDir, { recursive: true, encoding: 'utf8' })
  const file = files.find((name) => /D1DatabaseObject.[0-9a-f]{64}\.sqlite$/.test(name))
  if (file === undefined) throw new Error(`no database below ${stateDir}`)
  return join(stateDir, file)
}

// The first is the demo merchant; the last has no orders, so that no range of the others ends with its table.
const merchantSql = [
  insert(
    'merchants',
    {
      id: 'n + 1',
      uid: `'G' || n`,
      name: 'name',
      enabled: 'enabled',
      version: 'version',
      secret: 'secret',
      secret_in_use: 'secret_in_use',
      ip_whitelist: 'ip_whitelist',
      trusted: 'trusted',
      payout_requires_balance: 'payout_requires_balance',
      callback_vocabulary: 'callback_vocabulary',
      legacy_signature: 'legacy_signature',
      rate_limit: 'rate_limit',
      created_at: 'created_at',
    },
    'from numbers, merchants where merchants.id = 1 and n > 0',
  ),
  insert('directory', { uid: `'G' || n`, database: '0' }, 'from numbers where n > 0'),
]

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
const [nothing, url] = [`''`, `'https://m.example/n'`]

// The account that half of the orders are matched to.
const onceSql = [
  insert(
    'bank_accounts',
    {
      id: '32',
      bank_code: `'004'`,
      account_no: `'0041234567'`,
      holder_name: `'x'`,
      agents: `'[]'`,
      merchants: `'[]'`,
      feeds: `'[]'`,
      use: `'both'`,
      note: nothing,
      backing: `'required'`,
      state: `'active'`,
      version: '1',
      waiting_count: '25',
      waiting_amount: '2500000',
      created_at: '1760000000',
    },
    'from numbers where n = 0',
  ),
  // The demo merchant's receiver has failed.
  insert(
    'endpoints',
    {
      name: `'1 ff297721 https://m.example'`,
      state: `'open'`,
      cost: '100',
      trips: '1',
      until: '4102444800',
    },
    'from numbers where n = 0',
  ),
]

function orderSql(merchant_id: string): readonly string[] {
  return [
    insert('collections', {
      id,
      merchant_id,
      trade_no: tradeNo,
      orderid: `'O-' || n`,
      merchant_order_no: `case n % 3 when 0 then 'O-' || n when 1 then 'N-' || n else 'SAME' end`,
      gateway_code: `'gateway_c'`,
      channel: nothing,
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
      member_bank_name: nothing,
      user_id: nothing,
      user_name: nothing,
      notify_url: url,
      return_url: nothing,
      paid_at: `iif(${isPending}, null, ${moment})`,
      extra: nothing,
      agent: nothing,
      confirmation: `'none'`,
      created_at,
      bank_account_id: 'iif(n % 2, 32, null)',
      backed: `iif(${isPending}, null, 1)`,
    }),
    insert('bank_transactions', {
      id,
      bank_account_id: '32',
      booked_at: moment,
      day_only: '0',
      amount: '100000',
      external_id: `'E-' || n`,
      counterparty_account: nothing,
      counterparty_name: nothing,
      counterparty_last5: `'12345'`,
      memo: nothing,
      source: `'feed'`,
      posted_by: nothing,
      confirmed_at: moment,
      claimed_by: nothing,
      ignored_reason: nothing,
      created_at,
      state: `iif(${isPending}, 'unclaimed', 'claimed')`,
      order_id: `iif(${isPending}, null, ${id})`,
    }),
    insert(
      'events',
      {
        order_id: id,
        seq: '2',
        name: `'settled'`,
        from_state: `'pending/pending'`,
        to_state: `'succeeded/pending'`,
        actor: `'x'`,
        at: moment,
        fact: `'{"name":"settled","paidAmount":100000,"override":false}'`,
      },
      settled,
    ),
    insert(
      'ledger_entries',
      {
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
      settled,
    ),
    ...callbackSql(merchant_id, settled),
  ]
}

function callbackSql(merchant_id: string, from: string): readonly string[] {
  return [
    insert(
      'callbacks',
      {
        order_id: id,
        merchant_id,
        trade_no: tradeNo,
        url,
        body: `'{}'`,
        attempts: '2',
        state: `iif(${isGivenUp}, 'given_up', 'delivered')`,
        next_at: 'null',
        created_at,
        scheduled_attempts: '2',
        endpoint: `(${merchant_id}) || ' ff297721 https://m.example'`,
        first_attempt: `json_object(
          'trigger', 'schedule', 'outcome', 'timeout', 'httpStatus', null, 'answer', '',
          'startedAt', ${moment}, 'durationMs', 5, 'eventNumber', 1
        )`,
      },
      from,
    ),
    insert(
      'callback_attempts',
      {
        order_id: id,
        number: '2',
        trigger_name: `'schedule'`,
        outcome: `'delivered'`,
        http_status: '200',
        answer: `'success'`,
        started_at: moment,
        duration_ms: '5',
      },
      from,
    ),
  ]
}

// Of the last merchant, so that no range of the others ends with its table.
const lastCallbackSql = callbackSql(
  '(select max(id) from merchants)',
  'from numbers order by n desc limit 1',
)

function tenthSql(merchant_id: string): readonly string[] {
  return [
    insert('payouts', {
      id: `${id} + 1`,
      merchant_id,
      trade_no: `'P' || printf('%026d', n)`,
      serial_no: `'S-' || n`,
      merchant_order_no: `'S-' || n`,
      channel: `'代付'`,
      amount: '100000',
      actual_amount: '100000',
      payee_name: `'x'`,
      payee_bank: nothing,
      status: `iif(${isPending}, 'pending', 'processed')`,
      payee_account: nothing,
      payment_tag: nothing,
      beneficiary_name: `'x'`,
      requested_at: moment,
      processed_at: moment,
      voucher_no: nothing,
      note: nothing,
      is_delayed: '0',
      notify_url: nothing,
      reverse_url: nothing,
      extra: nothing,
      agent: nothing,
      seq: '2',
      created_at,
    }),
    insert('payment_links', {
      id,
      merchant_id,
      kind: `'plain'`,
      merchant_order_no: `'L-' || n`,
      content: `'{}'`,
      state: `'expired'`,
      session: `'session-' || n`,
      expires_at: moment,
      replaced_by: '0',
      created_at,
    }),
  ]
}

const tallies = ['collection_pending', 'collection_succeeded', 'collection_manual']
  .concat('payout_pending', 'payout_processed', 'payout_cancelled')
  .flatMap((tally) => [`${tally}_count`, `${tally}_amount`])

// All entries are deposits of the channel `other`, and all of their days are over.
const booksSql = [
  `${insert(
    'balances',
    {
      merchant_id: 'merchants.id',
      channel: 'channel',
      frozen: '0',
      unconfirmed: '0',
      day: dayOf('unixepoch()'),
      available: `iif(channel = 'other', coalesce(deposited, 0), 0)`,
      ...Object.fromEntries(tallies.map((tally) => [tally, '0'])),
    },
    `from merchants cross join (select 'other' as channel union all select 'exchange_coin')
     left join (select merchant_id, sum(amount) as deposited from ledger_entries group by 1)
       on merchant_id = merchants.id
     where true`,
  )} on conflict do update set available = excluded.available`,
  insert(
    'ledger_days',
    {
      merchant_id: 'merchant_id',
      channel: `'other'`,
      day: 'day',
      available: 'sum(deposited) over (partition by merchant_id order by day)',
      frozen: '0',
      unconfirmed: '0',
    },
    `from (
       select merchant_id, ${dayOf('at')} as day, sum(amount) as deposited
       from ledger_entries group by 1, 2
     )`,
  ),
]
