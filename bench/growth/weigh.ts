import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { root } from '../../scripts/local/environment.ts'
import { insert, type Values } from './insert.ts'

// What a row of each kind takes with all its indexes: `npm run long -- weigh`. docs/growing.md has the figures.

const rows = 50_000
/** An id as of today, of which five of each of a hundred merchants leave together. */
const archivedId = '562949953421312 + (n / 500 * 500 + n % 5 * 100 + n % 500 / 5) * 2457600'
const merchantId = 'n % 500 / 5 + 1'
const tradeNo = `'C0DWK998X5M0FHNR' || printf('%011d', n)`

/** What any line of a bank has. */
const bankLine = {
  bank_account_id: 'n % 50 * 32',
  booked_at: '1760000000 + n',
  amount: '(n % 997 + 1) * 100',
  external_id: `'20261122-' || printf('%012d', n)`,
  counterparty_account: `'0040012367890'`,
  counterparty_last5: `'67890'`,
  counterparty_name: `'王小明'`,
  memo: `'轉帳 手機'`,
  source: `'feed'`,
  posted_by: `'service:bank'`,
  created_at: '1760000000 + n',
}

/** Columns of a typical row as SQL over `n`, by table; what is left out is its default, empty or 0. */
const kinds: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
  merchant: {
    merchants: {
      uid: `'SHOP' || n`,
      name: `'Some Merchant ' || n`,
      secret: `hex(randomblob(46))`,
      ip_whitelist: `'["203.0.113.7"]'`,
      callback_vocabulary: `'current'`,
      rate_limit: `'standard'`,
      created_at: '1760000000 + n',
    },
    directory: { uid: `'SHOP' || n` },
  },
  'bank account': {
    bank_accounts: {
      bank_code: `'013'`,
      account_no: `printf('%012d', n)`,
      holder_name: `'大安商行股份有限公司'`,
      agents: `'["ann@platform.example"]'`,
      merchants: `'[]'`,
      feeds: `'["service:bank"]'`,
      use: `'both'`,
      backing: `'later'`,
      state: `'active'`,
      created_at: '1760000000 + n',
    },
    bank_account_directory: {
      id: '(n + 1) * 32',
      bank_code: `'013'`,
      account_no: `printf('%012d', n)`,
    },
  },
  'bank transaction, claimed': {
    bank_transactions: {
      ...bankLine,
      state: `'claimed'`,
      order_id: '(n + 1) * 32',
      claimed_by: tradeNo,
      confirmed_at: '1760086400 + n',
    },
  },
  'bank transaction, unclaimed': { bank_transactions: { ...bankLine, state: `'unclaimed'` } },
  'archived, by API': archived({}),
  'archived, with a second number': archived({ merchant_order_no: `'SHOP-' || n` }),
  'archived, by a link': archived({
    merchant_order_no: `'SHOP-' || n`,
    number: `''`,
    link_id: `${archivedId} - 8192000`,
  }),
  'ledger entry': {
    ledger_entries: {
      merchant_id: merchantId,
      at: '1760000000 + n',
      order_id: archivedId,
      seq: '2',
      number: '0',
      channel: `'銀行卡'`,
      from_bucket: `'outside'`,
      to_bucket: `'available'`,
      amount: '100000 + n',
      fee: '1500',
      statement: '20500',
    },
  },
  'journal row': {
    journal: {
      at: '1760000000 + n',
      actor: `'someone@platform.example'`,
      role: `'agent'`,
      action: `'settle'`,
      subject_kind: `'collection'`,
      subject: tradeNo,
      after: `'{"bank_transactions":[1999110144],"paid_amount":1000}'`,
      request_id: `'ad176c4f-1286-4215-8591-' || printf('%012d', n)`,
    },
  },
}

// A fiftieth of an object's row is 3 bytes more. Its place among orders of the same time is by its merchant.
function archived(more: Values) {
  return {
    archived_orders: {
      id: archivedId,
      merchant_id: merchantId,
      number: `'A' || printf('%012d', n * 7919 % 100000)`,
      secret: `'X5M0' || printf('%011d', n)`,
      paid: '1',
      object_id: '562949953421312 + n / 50',
      booked: `'[' || (n % 900) || ']'`,
      ...more,
    },
  }
}

for (const [kind, tables] of Object.entries(kinds)) {
  const database = new DatabaseSync(':memory:')
  database.exec('pragma page_size = 4096; pragma foreign_keys = off; pragma temp_store = memory')
  const migrations = readdirSync(join(root, 'migrations')).sort()
  for (const file of migrations) database.exec(readFileSync(join(root, 'migrations', file), 'utf8'))
  const before = bytesOf(database)
  for (const [table, values] of Object.entries(tables)) {
    insert(database, table, { values, count: rows })
  }
  const each = Math.round((bytesOf(database) - before) / rows)
  console.log(`${kind.padEnd(28)} ${String(each).padStart(5)} bytes`)
  database.close()
}

function bytesOf(database: DatabaseSync): number {
  const { n } = database.prepare('select page_count * 4096 as n from pragma_page_count').get() as {
    n: number
  }
  return n
}
