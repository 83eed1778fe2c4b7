import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { type EventFact, entriesFor } from '../../../src/rules/orders/order-events.ts'
import { rowsIn } from './service.ts'

type Sums = Record<string, number>

/** Compares balances with the ledger's entries, the entries with the journal's events, and tallies with the orders. */
export async function expectSoundBooks(database: D1Database = env.DB): Promise<void> {
  expect(await balances(database)).toEqual(await sumsOfEntries(database))
  expect(await bookedEntries(database)).toEqual(await entriesOfEvents(database))
  expect(await tallies(database)).toEqual(await countedOrders(database))
}

async function balances(database: D1Database): Promise<Sums> {
  const kept = await rowsIn<{ key: string; sum: number }>(
    database,
    `
    select merchant_id || '/' || channel || '/available' as key, available as sum from balances
    union all select merchant_id || '/' || channel || '/frozen', frozen from balances
    union all select merchant_id || '/' || channel || '/unconfirmed', unconfirmed from balances`,
  )
  return withoutZeroes(kept)
}

async function sumsOfEntries(database: D1Database): Promise<Sums> {
  const summed = await rowsIn<{ key: string; sum: number }>(
    database,
    `
    select merchant_id || '/' || channel || '/' || bucket as key, sum(amount) as sum from (
      select merchant_id, channel, to_bucket as bucket, amount from ledger_entries
      union all select merchant_id, channel, from_bucket, -amount from ledger_entries
    ) where bucket <> 'outside' group by 1`,
  )
  return withoutZeroes(summed)
}

async function bookedEntries(database: D1Database): Promise<string[]> {
  const booked = await rowsIn<{ entry: string }>(
    database,
    `
    select order_id || '.' || seq || ': ' || from_bucket || '>' || to_bucket || ' ' || amount as entry
    from ledger_entries`,
  )
  return booked.map(({ entry }) => entry).sort()
}

async function entriesOfEvents(database: D1Database): Promise<string[]> {
  const events = await rowsIn<{ order_id: number; seq: number; fact: string }>(
    database,
    'select order_id, seq, fact from events',
  )
  return events
    .flatMap(({ order_id: orderId, seq, fact }) =>
      entriesFor(JSON.parse(fact) as EventFact).map(
        ({ from, to, amount }) => `${orderId}.${seq}: ${from}>${to} ${amount}`,
      ),
    )
    .sort()
}

async function tallies(database: D1Database): Promise<Sums> {
  const names = [
    ['collection', 'pending'],
    ['collection', 'succeeded'],
    ['collection', 'manual'],
    ['payout', 'pending'],
    ['payout', 'processed'],
    ['payout', 'cancelled'],
  ]
  const parts: Sums[] = []
  for (const [kind, status] of names) {
    for (const what of ['count', 'amount']) {
      const kept = await rowsIn<{ key: string; sum: number }>(
        database,
        `select merchant_id || '/${kind}/${status}/${what}' as key,
           sum(${kind}_${status}_${what}) as sum from balances group by 1`,
      )
      parts.push(withoutZeroes(kept))
    }
  }
  return Object.assign({}, ...parts)
}

async function countedOrders(database: D1Database): Promise<Sums> {
  const collectionAmount = `case status when 'pending' then amount else paid_amount end`
  const payoutAmount = `case status when 'processed' then actual_amount else amount end`
  const counted = async (kind: string, amount: string) => [
    ...(await rowsIn<{ key: string; sum: number }>(
      database,
      `select merchant_id || '/${kind}/' || status || '/count' as key, count(*) as sum
       from ${kind}s group by 1`,
    )),
    ...(await rowsIn<{ key: string; sum: number }>(
      database,
      `select merchant_id || '/${kind}/' || status || '/amount' as key, sum(${amount}) as sum
       from ${kind}s group by 1`,
    )),
  ]
  return withoutZeroes([
    ...(await counted('collection', collectionAmount)),
    ...(await counted('payout', payoutAmount)),
  ])
}

function withoutZeroes(found: readonly { key: string; sum: number }[]): Sums {
  return Object.fromEntries(found.filter(({ sum }) => sum !== 0).map(({ key, sum }) => [key, sum]))
}
