import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrationNames } from '../../../../scripts/local/database.ts'
import { readProject } from '../../../support/project-files.ts'

test('number 1 opens with what stood when statements came, and what the release of before adds', async () => {
  const db = new DatabaseSync(':memory:')
  const isOfStatements = (name: string) => name.endsWith('_statements.sql')
  const names = await migrationNames()
  const place = names.findIndex(isOfStatements)
  const run = (name: string) => db.exec(readProject(`migrations/${name}`))
  for (const name of names.slice(0, place)) run(name)
  db.exec(`
    insert into ledger_entries (merchant_id, at, order_id, seq, number, channel, from_bucket, to_bucket, amount)
    values (1, 100, 7, 1, 1, 'a', 'outside', 'available', 5000), (1, 200, 8, 1, 1, 'b', 'outside', 'frozen', 70);
    ${balance(1, 'a', 4_900, 0)} ${balance(1, 'b', 0, 70)} ${balance(2, 'a', 0, 0)}
    update balances set collection_fees = 100 where merchant_id = 1 and channel = 'a'`)
  for (const name of names.slice(place)) run(name)
  const ends = () =>
    db
      .prepare(
        `select merchant_id, number, closed_at, available, frozen, unconfirmed, collections, fees
         from statements`,
      )
      .all()
      .map((row) => Object.values(row))
  expect(ends()).toEqual([[1, 0, 200, 4_900, 70, 0, 0, 100]])

  db.exec(`
    insert into ledger_entries (merchant_id, at, order_id, seq, number, channel, from_bucket, to_bucket, amount, fee)
    values (1, 300, 9, 1, 1, 'a', 'available', 'outside', 1000, 15),
      (2, 310, 10, 1, 1, 'a', 'outside', 'unconfirmed', 40, 0),
      (2, 320, 10, 2, 1, 'a', 'unconfirmed', 'available', 40, 4)`)
  expect(ends()).toEqual([
    [1, 0, 300, 3_885, 70, 0, 0, 115],
    [2, 0, 320, 36, 0, 0, 0, 4],
  ])
})

function balance(merchant: number, channel: string, available: number, frozen: number): string {
  const tallies = Array.from({ length: 12 }, () => '0').join(', ')
  return `insert into balances (
    merchant_id, channel, available, frozen, unconfirmed,
    collection_pending_count, collection_pending_amount, collection_succeeded_count,
    collection_succeeded_amount, collection_manual_count, collection_manual_amount,
    payout_pending_count, payout_pending_amount, payout_processed_count, payout_processed_amount,
    payout_cancelled_count, payout_cancelled_amount
  ) values (${merchant}, '${channel}', ${available}, ${frozen}, 0, ${tallies});`
}
