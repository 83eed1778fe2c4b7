import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { judgeLine } from '../../../src/operations/matcher/judge-line.ts'
import { doubtsOf } from '../../../src/rules/matcher/verdict.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { aContext, rows } from '../support/service.ts'
import { aLine, anOrderInSlot, aPlace, outcomeOf } from './pairs.ts'

// The rows that a verdict reads, among few and many transactions of the account and amount (matching §3, §4).

const counter = meter()
const counted = aContext({ db: openMerchantDatabase(counter.database(env.DB)) })

type Copies = {
  readonly of: number
  readonly count: number
  /** Columns in SQL, of which `n` counts the copies. */
  readonly changed: Readonly<Record<string, string>>
}

async function copy(table: string, { of, count, changed }: Copies): Promise<void> {
  const columns = await rows<{ name: string }>(`select name from pragma_table_info('${table}')`)
  const names = columns.map(({ name }) => name)
  const values = names.map((name) => changed[name] ?? `one.${name}`)
  await rows(
    `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ?2 - 1)
     insert into ${table} (${names.join(', ')})
     select ${values.join(', ')} from ${table} as one, numbers where one.id = ?1`,
    of,
    count,
  )
}

let kinds = 0

/** Copies an order; the ids of the copies stand before that of the order. */
async function copyOrder(
  copies: Copies,
): Promise<{ readonly first: number; readonly last: number }> {
  kinds += 1
  const { of, count, changed } = copies
  const last = of - kinds * 1_000_000
  const numbers = ['trade_no', 'orderid', 'merchant_order_no'].map(
    (name) => [name, `'${kinds}-' || n || one.${name}`] as const,
  )
  const id = `${last} - n`
  await copy('collections', {
    of,
    count,
    changed: { ...Object.fromEntries(numbers), id, ...changed },
  })
  return { first: last - count, last }
}

const otherDigits = `printf('%05d', 70000 + n)`
const onWord = { status: `'manual'`, paid_at: 'one.created_at', waits_in_slot: '0', backed: '0' }

/** An order with the line that pays it, among so many orders that may not be its own, and lines of three in ten. */
async function aLineAmong(orders: number) {
  const count = Math.ceil(orders / 5)
  const place = await aPlace()
  const { id: of } = await anOrderInSlot(place)
  const line = await aLine(place, { bookedAt: Math.floor(Date.now() / 1000) + 2 })
  await copyOrder({ of, count, changed: { last5: otherDigits } })
  await copyOrder({ of, count, changed: { last5: otherDigits, waits_in_slot: '0' } })
  await copyOrder({ of, count, changed: { last5: `''`, waits_in_slot: '0', amount: '77700 + n' } })
  await copyOrder({ of, count, changed: { ...onWord, last5: otherDigits } })
  await copyOrder({ of, count, changed: { ...onWord, last5: `''` } })
  await copy('bank_transactions', {
    of: line,
    count: Math.ceil(orders * 0.3),
    changed: {
      id: `one.id - 500000000 - n`,
      state: `'claimed'`,
      order_id: `${of}`,
      doubts: 'null',
      counterparty_last5: otherDigits,
      booked_at: 'one.booked_at - 30 - n',
    },
  })
  return { place, of, line }
}

test('a transaction is judged by as many rows among many orders as among ten', async () => {
  const judged = async (count: number) => {
    const { line } = await aLineAmong(count)
    counter.reset()
    const record = await judgeLine(counted, { id: line })
    return { doubts: record && doubtsOf(record.verdict), read: counter.usage.rowsRead }
  }
  const [few, many] = [await judged(10), await judged(Number(env.JUDGED_ORDERS))]
  expect([few.doubts, many.doubts]).toEqual([[], []])
  console.info(`among ${env.JUDGED_ORDERS} orders ${many.read} rows, among 10 ${few.read}`)
  expect(many.read).toBe(few.read)
  expect(many.read).toBeLessThanOrEqual(60)
})

test('a hundred orders that left an account are looked at; one more is a doubt', async () => {
  const { place, of, line } = await aLineAmong(1)
  const { first, last } = await copyOrder({
    of,
    count: 101,
    changed: {
      last5: otherDigits,
      bank_account_id: 'null',
      account_since: 'null',
      waits_in_slot: '0',
    },
  })
  const leave = (from: number) =>
    rows(
      `insert into former_accounts (bank_account_id, amount, order_id, account_since, left_at)
       select ?1, amount, id, null, created_at from collections where id > ?2 and id <= ?3
       on conflict do nothing`,
      place.account,
      from,
      last,
    )
  await leave(first + 1)
  counter.reset()
  expect((await judgeLine(counted, { id: line }))?.verdict.kind).toBe('certain')
  const read = counter.usage.rowsRead
  await leave(first)
  expect(await outcomeOf(line)).toEqual(['two_orders'])
  expect(read).toBeLessThan(1_000)
})

test('an order that was settled without a transaction is one more that the money may be for', async () => {
  const { of, line } = await aLineAmong(1)
  await copyOrder({ of, count: 1, changed: onWord })
  expect(await outcomeOf(line)).toEqual(['two_orders'])
})
