import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { collectionFilter, payoutFilter } from '../../../src/contract/back-office/orders/filters.ts'
import { listCollections, listPayouts } from '../../../src/operations/orders/list-orders.ts'
import { firstIdAt } from '../../../src/rules/orders/order-identity.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { aContext, aMerchant, anId, operator, paths, rows, type Shop } from '../support/service.ts'

const context = aContext()
const from = Date.UTC(2027, 0, 1) / 1000
const count = 600
const states = { pending: ['pending', 'matched', 'exception'], succeeded: ['pending', 'matched'] }

/** An order as a filter sees it, by the names of the filters; `at` is when it was created. */
type Order = Readonly<Record<string, string | number | boolean | null>> & { readonly id: number }

const orders: { collections: Order[]; payouts: Order[] } = { collections: [], payouts: [] }

// Orders of three merchants with a few values each, so that filters meet; more than a call looks at.
beforeAll(async () => {
  const shops = [await aMerchant(), await aMerchant(), await aMerchant()]
  for (const shop of shops) {
    await shop.create({ orderid: anId() })
    await shop.call(paths.payouts, { serial_no: anId().slice(0, 40), amount: 1, payee_name: 'x' })
  }
  await fill('collections', shops)
  await fill('payouts', shops)
})

const at = (n: number) => from + n * 60
const pick = <Value>(values: readonly Value[], n: number) => values[n % values.length] as Value

async function fill(table: keyof typeof orders, shops: readonly Shop[]): Promise<void> {
  const isCollection = table === 'collections'
  const own = isCollection ? 'orderid' : 'serial_no'
  const account = isCollection ? 'counterparty_account' : 'payee_account'
  const names = await rows<{ name: string }>(`select name from pragma_table_info('${table}')`)
  for (let n = 0; n < count; n += 1) {
    const status = pick(isCollection ? ['succeeded', 'pending'] : ['processed', 'pending'], n % 7)
    const matching = pick(status === 'pending' ? states.pending : states.succeeded, n)
    const ownNo = `own-${n}`
    const order = {
      id: firstIdAt(at(n)) + 32 + (isCollection ? 0 : 1),
      merchant_uid: pick(shops, n * 7).uid,
      status,
      [own]: ownNo,
      merchant_order_no: pick([ownNo, 'SAME', `other-${n % 5}`], n),
      agent: pick(['', 'a@x', 'b@x'], Math.floor(n / 2)),
      bank_account: pick([null, 32, 64], Math.floor(n / 3)),
      amount: pick([100, 250.5], Math.floor(n / 5)),
      last5: pick(['12345', '54321'], Math.floor(n / 4)),
      backed: pick([null, true, false], n),
      ...(isCollection ? { collection_status: matching } : {}),
      ...(isCollection ? { expired: matching === 'exception' && n % 2 === 0 } : {}),
      ...(isCollection ? { said_paid: n % 3 === 0 } : {}),
      ...(isCollection
        ? { settled_by: status === 'pending' ? null : pick(['auto', 'person', 'merchant'], n) }
        : {}),
      ...(isCollection ? { confirmation: pick(['none', 'awaiting'], Math.floor(n / 40)) } : {}),
    }
    const values: Record<string, string> = {
      id: String(order.id),
      trade_no: `'T${table}${n}'`,
      merchant_id: `(select id from merchants where uid = '${order.merchant_uid}')`,
      [own]: `'${ownNo}'`,
      merchant_order_no: `'${order.merchant_order_no}'`,
      status: `'${status}'`,
      agent: `'${order.agent}'`,
      bank_account_id: String(order.bank_account),
      amount: String(Number(order.amount) * 100),
      backed: order.backed === null ? 'null' : String(Number(order.backed)),
      created_at: String(at(n)),
      [account]: `'0012 (${order.last5})'`,
      last5: `'${order.last5}'`,
      collection_status: `'${matching}'`,
      expired: String(Number(order.expired)),
      said_paid_at: order.said_paid ? '1' : 'null',
      settled_by: typeof order.settled_by === 'string' ? `'${order.settled_by}'` : 'null',
      confirmation: isCollection ? `'${order.confirmation}'` : 'confirmation',
      paid_at: status === 'pending' ? 'null' : '1',
      paid_amount: status === 'pending' ? '0' : '1',
      processed_at: status === 'pending' ? 'null' : '1',
    }
    const columns = names.map(({ name }) => values[name] ?? name)
    await rows(`insert into ${table} select ${columns.join()} from ${table} limit 1`)
    orders[table].unshift({ ...order, taken: order.agent !== '' })
  }
}

const choices = (table: keyof typeof orders): Readonly<Record<string, readonly string[]>> => {
  const [first] = orders[table]
  const names = Object.keys(first ?? {}).filter((name) => name !== 'id')
  const given = names.map((name) => {
    const values = new Set(orders[table].map((order) => order[name] ?? null))
    return [name, [...values].filter((one) => one !== null && one !== '').map(String)] as const
  })
  return Object.fromEntries(given)
}

/** Some of the filters, each with a value that an order has; a range of time; and the size of a page. */
function filters(table: keyof typeof orders) {
  const some = Object.entries(choices(table)).map(
    ([name, values]) => [name, fc.constantFrom(...values)] as const,
  )
  const minute = fc.integer({ min: 0, max: count })
  return fc.record({
    named: fc.record(Object.fromEntries(some), { requiredKeys: [] }),
    range: fc.record({ from: minute, to: minute }, { requiredKeys: [] }),
    limit: fc.constantFrom(20, 57, 200),
    order: fc.constantFrom('newest', 'oldest'),
  })
}

test.each([
  ['collections', collectionFilter, listCollections],
  ['payouts', payoutFilter, listPayouts],
] as const)(
  '%s that any filters name are listed once, newest or oldest first, page by page',
  async (table, schema, list) => {
    await fc.assert(
      fc.asyncProperty(filters(table), async ({ named, range, limit, order }) => {
        const times = Object.entries(range).map(([name, n]) => [name, secondsToTaipei(at(n))])
        const given = { from: secondsToTaipei(from), ...Object.fromEntries(times), ...named }
        const [low, high] = [range.from ?? 0, range.to ?? count]
        const expected = orders[table].filter((order, place) => {
          const n = count - 1 - place
          const isNamed = Object.entries(named).every(([name, one]) => String(order[name]) === one)
          return isNamed && n >= low && n < high
        })
        const found: number[] = []
        let calls = 0
        let cursor: string | null = ''
        while (cursor !== null) {
          const page: object = {
            ...given,
            limit: String(limit),
            order,
            ...(cursor === '' ? {} : { cursor }),
          }
          const answer: Awaited<ReturnType<typeof list>> = await list(
            context,
            operator,
            schema.parse(page) as never,
          )
          expect(answer.items.length).toBeLessThanOrEqual(limit)
          found.push(...answer.items.map(({ id }) => id))
          calls += 1
          cursor = answer.next_cursor
        }
        const ids = expected.map(({ id }) => id)
        expect(found).toEqual(order === 'oldest' ? ids.reverse() : ids)
        // A call that thins looks at 195 orders or finds a full page.
        expect(calls).toBeLessThanOrEqual(2 + count / Math.min(limit, 195))
      }),
      { numRuns: 60 },
    )
  },
)

test('an order is shown with its bank account and whether it is backed', async () => {
  const { items } = await listCollections(context, operator, collectionFilter.parse({ limit: '3' }))
  const [first] = orders.collections
  expect(items[0]).toMatchObject({ bank_account: first?.bank_account, backed: first?.backed })
  const paid = await listPayouts(
    context,
    operator,
    payoutFilter.parse({ backed: 'true', limit: '1' }),
  )
  expect(paid.items[0]).toMatchObject({ backed: true })
})
