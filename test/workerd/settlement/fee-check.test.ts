import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { beginPass, checkIn } from '../../../src/operations/books/check-books.ts'
import { setPricing } from '../../../src/operations/settlement/manage-pricing.ts'
import { type FeeRate, feeOf } from '../../../src/rules/pricing/price.ts'
import { sumColumns } from '../../../src/store/accounts/ledger-columns.ts'
import { netChanges } from '../../../src/store/accounts/ledger-days.ts'
import { findingsOf } from '../support/book-check.ts'
import { aSettled, context } from '../support/orders.ts'
import { aContext, aMerchant, operator, rows } from '../support/service.ts'

// As many settled orders as FEE_ORDERS says, each of another sum: the check of the books adds up the fee of each again,
// by the price that it names, and names the one that is off by one hundredth. `npm run long -- fee-check` has 100,000.

const count = Number(env.FEE_ORDERS)
const patience = { timeout: 3_600_000 }

const prices: readonly FeeRate[] = [
  { ratePpm: 15_000, fixed: 300, min: 500, max: null },
  { ratePpm: 7_777, fixed: 1, min: 0, max: 40_000 },
]

let merchantId = 0
const originals: { id: number; tradeNo: string }[] = []
beforeAll(async () => {
  const shop = await aMerchant()
  for (const [version, { ratePpm, fixed, min, max }] of prices.entries()) {
    const at = { ...context, now: () => Date.now() - (2 - version) * 1_000 }
    const change = { collection: { rate_ppm: ratePpm, fixed, min, max } }
    await setPricing({ context: at, principal: operator, uid: shop.uid, change })
  }
  const tradeNo = await aSettled(shop, { amount: 1_000 })
  const [found] = await rows<{ id: number; merchant_id: number }>(
    'select id, merchant_id from collections where trade_no = ?',
    tradeNo,
  )
  if (found === undefined) throw new Error('no order')
  merchantId = found.merchant_id
  originals.push({ id: found.id, tradeNo })
  for (let from = 0; from < count; from += chunk) await copy(found.id, from)
  await addSums()
}, patience.timeout)

const chunk = 2_000

/** What was paid of the n-th copy, by which price, and the fee of that. */
function madeOf(n: number) {
  const version = n % 2
  const paid = n % 5 === 0 ? n + 1 : ((n * 7_919) % 9_999_991) * 10 + (n % 10) + 1
  return { n, paid, pricing: version + 1, fee: feeOf(paid, prices[version] as FeeRate) }
}

// Older than all that the service makes; the last bit is the kind.
const idOf = (n: number) => (n + 1) * 32

const columnValues: Readonly<Record<string, string>> = {
  id: '32 * (n + 1)',
  order_id: '32 * (n + 1)',
  trade_no: `'C' || printf('%026d', n)`,
  orderid: `'F-' || n`,
  merchant_order_no: `'F-' || n`,
  paid_amount: 'paid',
  pricing: 'price',
  fee: 'charge',
  fact: `json_set(one.fact, '$.paidAmount', paid, '$.orderAmount', paid, '$.charged', charge, '$.pricing', price)`,
}

/** Copies an order with its event and its entry. */
async function copy(original: number, from: number): Promise<void> {
  const made = Array.from({ length: Math.min(chunk, count - from) }, (_, n) => madeOf(from + n))
  for (const [table, key] of Object.entries(tables)) {
    const columns = await rows<{ name: string }>(`select name from pragma_table_info('${table}')`)
    const names = columns.map(({ name }) => name)
    const values = names.map((name) =>
      name === 'amount' ? 'paid' : (columnValues[name] ?? `one."${name}"`),
    )
    await rows(
      `with made as (
         select value ->> 'n' as n, value ->> 'paid' as paid, value ->> 'pricing' as price,
           value ->> 'fee' as charge
         from json_each(?)
       )
       insert into ${table} (${names.map((name) => `"${name}"`)}) select ${values}
       from made cross join (select * from ${table} where ${key} = ?) as one`,
      JSON.stringify(made),
      original,
    )
  }
}

const tables = { collections: 'id', events: 'order_id', ledger_entries: 'order_id' }

/** What the balance adds up to: its entries and its orders. */
async function addSums(): Promise<void> {
  await rows(
    `update balances set ${sumColumns.map((name) => `${name} = summed.${name}`)}
     from (select ${netChanges} from ledger_entries where merchant_id = ?1) as summed
     where merchant_id = ?1`,
    merchantId,
  )
  await rows(
    `update balances set
       collection_succeeded_count = counted.n, collection_succeeded_amount = counted.paid,
       unbacked_count = counted.n
     from (
       select count(*) as n, sum(paid_amount) as paid from collections where merchant_id = ?1
     ) as counted
     where merchant_id = ?1`,
    merchantId,
  )
}

/** The orders are checked from the first to the last; the sums are those of `many-books.test.ts`. */
async function found(): Promise<string[]> {
  await beginPass(aContext())
  await checkIn(aContext(), Number.POSITIVE_INFINITY)
  return findingsOf(aContext())
}

test(`of ${count} orders each fee is what its price makes of what was paid`, patience, async () => {
  expect(await found()).toEqual([])
  const [sums] = await rows<{ fees: number; entries: number }>(
    `select collection_fees as fees, (select sum(fee) from ledger_entries) as entries
     from balances where merchant_id = ?`,
    merchantId,
  )
  expect(sums?.fees).toBe(sums?.entries)
})

test(
  'the one that is off by a hundredth is named, in any of its rows, and it alone',
  patience,
  async () => {
    for (const [table, change, field] of [
      ['collections', (by: string) => `fee = fee ${by}`, 'fee'],
      ['ledger_entries', (by: string) => `fee = fee ${by}`, 'fee'],
      [
        'events',
        (by: string) => `fact = json_set(fact, '$.charged', (fact ->> '$.charged') ${by})`,
        'fact.charged',
      ],
    ] as const) {
      const n = Math.floor(Math.random() * count)
      const { fee } = madeOf(n)
      const which = `where ${tables[table]} = ${idOf(n)}`
      await rows(`update ${table} set ${change('+ 1')} ${which}`)
      const ofOrders = (await found()).filter((one) => !/^(?:balances|ledger_days) /.test(one))
      await rows(`update ${table} set ${change('- 1')} ${which}`)
      const text = (hundredths: number) => (hundredths / 100).toFixed(2)
      expect(ofOrders).toHaveLength(1)
      expect(ofOrders[0]).toMatch(new RegExp(`^${table} C0*${n}\\b`))
      expect(ofOrders[0]).toContain(`${field}: ${text(fee + 1)}, not ${text(fee)}`)
      console.log(`found: ${ofOrders[0]}`)
    }
    expect(await found()).toEqual([])
  },
)
