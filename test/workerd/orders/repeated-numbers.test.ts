import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import { aMerchant, anId, paths, post, type Shop } from '../support/service.ts'

// Decisions §4, "Status lookups": of a repeated merchant_order_no the newest paid order is found, else the newest.

const kinds = {
  collection: {
    create: paths.create,
    status: paths.status,
    own: 'orderid',
    statuses: ['pending', 'succeeded', 'manual'],
    paid: ['succeeded', 'manual'],
  },
  payout: {
    create: paths.payouts,
    status: paths.payoutStatus,
    own: 'serial_no',
    statuses: ['pending', 'processed', 'cancelled'],
    paid: ['processed'],
  },
} as const

type Kind = (typeof kinds)[keyof typeof kinds]
type Order = { readonly id: number; readonly status: string; readonly hasNumberAsOwn: boolean }

describe.each(Object.entries(kinds))('a %s', (_name, kind) => {
  test('that was paid wins where its number repeats, else the newest', async () => {
    const shop = await aMerchant()
    const order = fc.constantFrom(...kind.statuses)
    // One of them may have the number as its own, to which merchant_order_no defaults.
    const orders = fc.record({
      statuses: fc.array(order, { minLength: 1, maxLength: 6 }),
      own: fc.option(fc.nat({ max: 5 }), { nil: null }),
    })
    const law = fc.asyncProperty(orders, async ({ statuses, own }) => {
      const number = anId().slice(0, 38)
      const made: Order[] = []
      for (const [n, status] of statuses.entries()) {
        made.push(await create(shop, kind, number, status, own === n))
      }
      const told = async (fields: Fields) => (await post(shop, kind.status, fields)).body.data.id
      expect(await told({ merchant_order_no: number })).toBe(best(kind, made).id)
      const ownFirst = made.find(({ hasNumberAsOwn }) => hasNumberAsOwn) ?? best(kind, made)
      expect(await told({ orderNo: number })).toBe(ownFirst.id)
    })
    await fc.assert(law, { numRuns: 40 })
  })
})

test('a cancelled payout hides neither the processed one of its number nor the retry', async () => {
  const shop = await aMerchant()
  const number = anId()
  const shown = async () => {
    return (await post(shop, paths.payoutStatus, { merchant_order_no: number })).body.status
  }
  await create(shop, kinds.payout, number, 'cancelled', false)
  expect(await shown()).toBe('CANCELLED')
  await create(shop, kinds.payout, number, 'pending', false)
  expect(await shown()).toBe('PENDING')
  await create(shop, kinds.payout, number, 'processed', false)
  await create(shop, kinds.payout, number, 'cancelled', false)
  expect(await shown()).toBe('PAID')
})

test('a resend names the same payout as the query does', async () => {
  const shop = await aMerchant()
  const number = anId()
  const notify_url = 'https://m.example/n'
  const sent = { amount: 1, payee_name: '林', merchant_order_no: number, notify_url }
  for (const [serial_no, status] of [
    ['paid', 'processed'],
    ['given up', 'cancelled'],
  ] as const) {
    await shop.call(paths.payouts, {
      ...sent,
      serial_no: `${serial_no} ${number.slice(-12)}`,
      status,
    })
  }
  const retry = { type: 'payout', merchant_order_no: number }
  const { body } = await shop.call(paths.resend, retry)
  expect(body.data.serial_no).toBe(`paid ${number.slice(-12)}`)
})

function best({ paid }: Kind, made: readonly Order[]): Order {
  const wasPaid = made.filter(({ status }) => (paid as readonly string[]).includes(status))
  const among = wasPaid.length > 0 ? wasPaid : made
  return among.reduce((one, other) => (other.id > one.id ? other : one))
}

async function create(
  shop: Shop,
  kind: Kind,
  number: string,
  status: string,
  hasNumberAsOwn: boolean,
): Promise<Order> {
  const own = { [kind.own]: hasNumberAsOwn ? number : anId().slice(0, 38) }
  const fields = { ...own, merchant_order_no: number, amount: 1, payee_name: '林', status }
  const { body } = await post(shop, kind.create, fields)
  return { id: body.data.id, status, hasNumberAsOwn }
}
