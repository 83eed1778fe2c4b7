import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { fillTables } from '../../../bench/growth/fill.ts'
import { filesIn, readProject } from '../../support/project-files.ts'

// A short form of `npm run long -- growth`: what it fills the database with fits the migrations.

let database: DatabaseSync

afterEach(() => database.close())

test.each([
  { orders: 1_000, merchants: 1 },
  { orders: 1_000, merchants: 10 },
])('%j fill a migrated database, with sound books', (size) => {
  database = migrated()
  fillTables(database, size)

  const counts = ['collections', 'payouts', 'payment_links', 'callbacks', 'ledger_entries']
    .concat('bank_transactions', 'bank_accounts', 'journal', 'approvals')
    .map((table) => numberOf(`select count(*) as n from ${table}`))
  expect(counts).toEqual([1_000, 1_000, 1_000, 951, 950, 2_002, 101, 1_000, 1_000])
  // The demo merchant, the others, and one without orders.
  expect(numberOf('select count(*) as n from merchants')).toBe(size.merchants + 1)
  expect(numberOf('select sum(available) as n from balances')).toBe(950 * 100_000)
  expect(
    numberOf(
      'select count(*) as n from merchants where id not in (select merchant_id from balances)',
    ),
  ).toBe(0)
  expect(database.prepare('pragma foreign_key_check').all()).toEqual([])
})

test('each order has the states and the sums that the service would have written', () => {
  database = migrated()
  fillTables(database, { orders: 1_000, merchants: 10 })
  const unsound = [
    // Where its newest event led.
    `select count(*) as n from collections join events
       on order_id = id and events.seq = collections.seq
     where substr(to_state, 1, length(status)) <> status`,
    // The paid amount is booked.
    `select count(*) as n from collections left join ledger_entries on order_id = id
     where coalesce(ledger_entries.amount, 0) <> paid_amount`,
    // What stood at the end of a day.
    `select count(*) as n from ledger_days where available <> (
       select sum(amount) from ledger_entries
       where ledger_entries.merchant_id = ledger_days.merchant_id and (at + 28800) / 86400 <= day
     )`,
  ]
  expect(unsound.map(numberOf)).toEqual([0, 0, 0])
})

/** A database of today's schema with one merchant. */
function migrated(): DatabaseSync {
  const made = new DatabaseSync(':memory:')
  const files = filesIn('migrations').toSorted()
  for (const path of files) made.exec(readProject(path))
  made.exec(
    `insert into merchants (id, uid, name, enabled, version, secret, secret_in_use, ip_whitelist,
       trusted, payout_requires_balance, callback_vocabulary, legacy_signature, rate_limit, created_at)
     values (1, 'DEMO0001', 'x', 1, 1, 'x', 1, '[]', 0, 0, 'current', 1, 'off', 0)`,
  )
  return made
}

function numberOf(query: string): number {
  return Number(database.prepare(query).get()?.n)
}
