import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** An order as stored, with its callback. Amounts in hundredths. */
export type StoredOrder = {
  readonly kind: 'collection' | 'payout'
  readonly uid: string
  readonly number: string
  readonly tradeNo: string
  readonly status: string
  readonly amount: number
  /** `due`, `delivered` …, or null when no callback is owed. */
  readonly callback: string | null
  readonly attempts: number | null
}

/** A bank transaction as stored, with the order that it pays. */
export type StoredLine = {
  /** The bank's own number. */
  readonly externalId: string
  readonly state: string
  readonly number: string | null
  readonly settledBy: string | null
}

/** Money by merchant and bucket, in hundredths. */
export type Sums = Readonly<Record<string, number>>

/** The database of a stopped service. */
export type Books = {
  readonly orders: readonly StoredOrder[]
  readonly lines: readonly StoredLine[]
  /** Stored balances, and the sums of the ledger's entries: `uid/bucket`. */
  readonly balances: Sums
  readonly ledger: Sums
  /** The entries of orders that are not archived, and the events' facts as JSON: `order.seq`. */
  readonly entries: readonly string[]
  readonly events: readonly { readonly key: string; readonly fact: string }[]
  /** Recorded attempts, by outcome. */
  readonly outcomes: Readonly<Record<string, number>>
}

/** Reads the database file; the service must be stopped. */
export function readBooks(stateDir: string): Books {
  const db = connect(stateDir)
  try {
    return {
      orders: rows<StoredOrder>(db, ordersQuery),
      lines: rows<StoredLine>(db, linesQuery),
      balances: sums(db, balancesQuery),
      ledger: sums(db, ledgerQuery),
      entries: rows<{ entry: string }>(db, entriesQuery).map(({ entry }) => entry),
      events: rows(db, `select order_id || '.' || seq as key, fact from events`),
      outcomes: sums(db, outcomesQuery),
    }
  } finally {
    db.close()
  }
}

/** Moves leases, next attempts and breaker pauses that many seconds into the past. The service must be stopped. */
export function shiftTimes(stateDir: string, seconds: number): void {
  const db = connect(stateDir)
  try {
    db.exec(`
      update callbacks set next_at = next_at - ${seconds}, lease_until = lease_until - ${seconds};
      update endpoints set until = until - ${seconds}`)
  } finally {
    db.close()
  }
}

const ordersQuery = `
  select kind, uid, number, o.trade_no as tradeNo, status, amount,
    c.state as callback, c.attempts as attempts
  from (
    select 'collection' as kind, id, merchant_id, orderid as number, trade_no, status, amount
    from collections
    union all
    select 'payout', id, merchant_id, serial_no, trade_no, status, amount from payouts
  ) o
  join merchants m on m.id = o.merchant_id
  left join callbacks c on c.order_id = o.id`

const linesQuery = `
  select external_id as externalId, t.state, orderid as number, settled_by as settledBy
  from bank_transactions t left join collections o on o.id = t.order_id`

const balancesQuery = `
  select uid || '/' || bucket as key, sum(amount) as sum from (
    select merchant_id, 'available' as bucket, available as amount from balances
    union all select merchant_id, 'frozen', frozen from balances
    union all select merchant_id, 'unconfirmed', unconfirmed from balances
  ) join merchants on id = merchant_id group by key`

const ledgerQuery = `
  select uid || '/' || bucket as key, sum(amount) as sum from (
    select merchant_id, to_bucket as bucket, amount from ledger_entries
    union all select merchant_id, from_bucket, -amount from ledger_entries
  ) join merchants on id = merchant_id where bucket <> 'outside' group by key`

const entriesQuery = `
  select order_id || '.' || seq || ': ' || from_bucket || '>' || to_bucket || ' ' || amount as entry
  from ledger_entries where order_id not in (select id from archived_orders)`

const outcomesQuery = `
  select outcome as key, count(*) as sum from (
    select first_attempt ->> 'outcome' as outcome from callbacks where first_attempt is not null
    union all select outcome from callback_attempts
  ) group by outcome`

function connect(stateDir: string): DatabaseSync {
  return new DatabaseSync(databaseFile(stateDir))
}

/** The file of the one database of a state directory that has tables: that of test merchants has none here. */
export function databaseFile(stateDir: string): string {
  const directory = join(stateDir, 'v3', 'd1', 'miniflare-D1DatabaseObject')
  const [path, ...others] = readdirSync(directory)
    .filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file))
    .map((file) => join(directory, file))
    .filter(hasTables)
  if (path === undefined || others.length > 0) throw new Error(`not one database in ${directory}`)
  return path
}

function hasTables(path: string): boolean {
  const db = new DatabaseSync(path, { readOnly: true })
  const found = db.prepare("select 1 from sqlite_master where name = 'merchants'").get()
  db.close()
  return found !== undefined
}

function rows<Row>(db: DatabaseSync, query: string): Row[] {
  return db.prepare(query).all() as Row[]
}

function sums(db: DatabaseSync, query: string): Sums {
  const found = rows<{ key: string; sum: number }>(db, query)
  return Object.fromEntries(found.filter(({ sum }) => sum !== 0).map(({ key, sum }) => [key, sum]))
}
