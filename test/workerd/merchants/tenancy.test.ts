import { beforeAll, describe, expect, test } from 'vitest'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import { signedEndpoints } from '../../../src/contract/endpoints.ts'
import { aLink } from '../support/links.ts'
import { move } from '../support/orders.ts'
import { type Answer, aMerchant, anId, paths, post, rows, type Shop } from '../support/service.ts'

// A request with any number of another merchant's order, under any name, shows and changes nothing of that order; its
// answer is the one to an unknown number.

/** Every name of an order's number, of the specification and the earlier protocol. */
const names = ['orderid', 'serial_no', 'merchant_order_no', 'tradeNo', 'trade_no', 'orderNo']

/**
 * The fields of each signed endpoint beside a number, for each way to call it. Some have a number of the caller's own,
 * which the other's number replaces if it has the same name.
 */
const requests: Readonly<Record<string, (own: Orders) => readonly Fields[]>> = {
  '/api/v1/merchant/payment-channels': () => [{}],
  '/api/v1/merchant/payment-amounts': () => [{}],
  '/api/v1/merchant/payment-links/amount': () => [aLink({ amount: 1000 })],
  '/api/v1/merchant/payment-links': () => [aLink()],
  '/api/v1/merchant/collections': () => [{ amount: 1 }, { orderid: anId(), amount: 1 }],
  '/api/v1/merchant/collections/status': ({ orderid }) => [{}, { orderid }],
  '/api/v1/merchant/payouts': () => [{ amount: 1, payee_name: '林' }, aPayout({ amount: 1 })],
  '/api/v1/merchant/payouts/status': ({ serial_no }) => [{}, { serial_no }],
  '/api/v1/merchant/balance': () => [{}],
  '/api/v1/merchant/callbacks/retry': ({ orderid, serial_no }) => [
    { type: 'collection' },
    { type: 'payout' },
    { type: 'collection', orderid },
    { type: 'payout', serial_no },
  ],
  '/api/v1/merchant/ledger': () => [{}],
  '/api/v1/merchant/pricing': () => [{}],
  '/api/v1/merchant/withdrawals': ({ serial_no }) => [{ serial_no, amount: 'all' }],
  '/api/v1/merchant/statements': () => [{}],
  '/api/v1/merchant/callbacks': () => [{}, { type: 'collection' }, { type: 'payout' }],
  // A stranger that is a test merchant: test/workerd/sandbox.
  '/api/v1/merchant/sandbox/outcome': () => [
    { outcome: 'paid' },
    { type: 'payout', outcome: 'paid' },
  ],
  '/api/v1/merchant/sandbox/callback': () => [{ notify_url: 'https://m.example/notify' }],
}

type Orders = { readonly orderid: string; readonly serial_no: string }

/** An amount and a text that only the other merchant's orders have. */
const theirAmount = 4321.09
const theirText = '他家'

let other: Awaited<ReturnType<typeof aBusyShop>>

beforeAll(async () => {
  other = await aBusyShop()
})

test('every signed endpoint is called', () => {
  const paths = signedEndpoints.map(({ path }) => path)
  expect(Object.keys(requests).sort()).toEqual(paths.sort())
})

describe.each(signedEndpoints)('$method $path', ({ path }) => {
  test.each(names)(
    'shows and changes nothing of another merchant’s order, by %s ' +
      '(§4.6 no match, §4.11 orderid, serial_no)',
    async (name) => {
      const stranger = await aMerchant()
      const own = await ordersOf(stranger)
      const ending = crypto.randomUUID().slice(0, 4).toUpperCase()
      const ofNobody = new Map<string, string>()
      const before = await everythingOf(other.shop)
      for (const number of new Set(other.numbers)) {
        for (const way of waysOf(path, own).keys()) {
          for (const [word, caller] of wordsFor(stranger, name).entries()) {
            const by = (sent: string) => {
              return post(stranger, path, { ...waysOf(path, own)[way], ...caller, [name]: sent })
            }
            const answer = await by(number)
            expectNothingOf(other, answer, number)
            const form = [way, word, number[0], number.length].join()
            const unknown = ofNobody.get(form) ?? outcomeOf(await by(nobodysNumber(number, ending)))
            ofNobody.set(form, unknown)
            expect(outcomeOf(answer)).toBe(unknown)
          }
        }
      }
      expect(await everythingOf(other.shop)).toEqual(before)
    },
  )
})

test('a merchant’s own numbers show it its orders (§4.11 orderid, serial_no)', async () => {
  const found: string[] = []
  for (const path of Object.keys(requests).filter((one) => /status$|retry$/.test(one))) {
    for (const name of names) {
      for (const number of other.numbers) {
        for (const fields of waysOf(path, { orderid: '', serial_no: '' })) {
          const { status } = await post(other.shop, path, { ...fields, [name]: number })
          // A second resend within ten seconds is refused, but its order is found.
          if (status === 200 || status === 429) found.push(`${path} ${name}`)
        }
      }
    }
  }
  const every = (path: string, own: readonly string[]) => own.map((name) => `${path} ${name}`)
  const shared = ['merchant_order_no', 'tradeNo', 'trade_no', 'orderNo']
  expect([...new Set(found)].sort()).toEqual(
    [
      ...every('/api/v1/merchant/collections/status', ['orderid', ...shared]),
      ...every(paths.payoutStatus, ['serial_no', ...shared]),
      ...every('/api/v1/merchant/callbacks/retry', names),
    ].sort(),
  )
})

/** A merchant with an order of every kind, with due callbacks. */
async function aBusyShop() {
  const shop = await aMerchant()
  const { orderid, serial_no } = await ordersOf(shop, {
    amount: theirAmount,
    merchant_order_no: anId(),
    user_name: theirText,
    payee_name: theirText,
    note: theirText,
  })
  const payout = (await post(shop, paths.payoutStatus, { serial_no })).body
  const collection = (await shop.status({ orderid })).body
  await move.settle(collection.tradeNo)
  await move.cancel(payout.tradeNo, 'no')
  const link = aLink({ member_name: theirText, amount: 1000 })
  const linked = (await post(shop, '/api/v1/merchant/payment-links/amount', link)).body.data
  const numbers: readonly string[] = [
    orderid,
    collection.tradeNo,
    collection.data.merchant_order_no,
    serial_no,
    payout.tradeNo,
    payout.data.merchant_order_no,
    linked.merchant_order_no,
    linked.orderid,
    linked.trade_no,
    linked.third_party_session,
    String(collection.data.id),
    String(payout.data.id),
  ]
  return { shop, numbers }
}

/** A pending collection and a pending payout. */
async function ordersOf(shop: Shop, fields: Fields = {}): Promise<Orders> {
  const notify_url = 'https://m.example/notify'
  const collection = { orderid: anId(), amount: 1, notify_url, ...fields }
  const payout = aPayout({ notify_url, ...fields, ...second(fields) })
  expect((await shop.create(collection)).status).toBe(200)
  expect((await post(shop, '/api/v1/merchant/payouts', payout)).status).toBe(200)
  return { orderid: collection.orderid, serial_no: payout.serial_no }
}

function second({ merchant_order_no: number }: Fields): Fields {
  return number === undefined ? {} : { merchant_order_no: anId() }
}

function aPayout(fields: Fields = {}) {
  return { serial_no: anId(), amount: 1, payee_name: '林', ...fields }
}

/** Expects that an answer has nothing of the other's orders but the number that was sent. */
function expectNothingOf({ shop, numbers }: typeof other, { body }: Answer, sent: string): void {
  const told = JSON.stringify(body)
  // A short number may be in any text by accident.
  const foreign = numbers.filter((number) => number !== sent && number.length > 20)
  for (const secret of [shop.uid, String(theirAmount), theirText, ...foreign]) {
    expect(told).not.toContain(secret)
  }
}

/** The ways to call an endpoint, with new numbers of the caller's own. */
function waysOf(path: string, own: Orders): readonly Fields[] {
  return requests[path]?.(own) ?? []
}

/** The caller's own fields; for the earlier protocol's `orderNo` also with that protocol's `merchantNo`. */
function wordsFor({ uid }: Shop, name: string): readonly Fields[] {
  return name === 'orderNo' ? [{}, { uid: undefined, merchantNo: uid }] : [{}]
}

/** An unknown number of the same form. */
function nobodysNumber(number: string, ending: string): string {
  return number.length > 20 ? `${number.slice(0, -4)}${ending}` : `9${number}${ending}`
}

function outcomeOf({ status, body }: Answer): string {
  return `${status} ${body.error ?? 'ok'}`
}

/** All rows of a merchant. */
async function everythingOf({ uid }: Shop): Promise<Record<string, unknown>> {
  const mine = 'merchant_id = (select id from merchants where uid = ?1)'
  const orders = `select id from collections where ${mine} union select id from payouts where ${mine}`
  const found = (table: string, condition: string) =>
    rows(`select * from ${table} where ${condition} order by 1, 2`, uid)
  return {
    collections: await found('collections', mine),
    payouts: await found('payouts', mine),
    links: await found('payment_links', mine),
    callbacks: await found('callbacks', mine),
    ledger: await found('ledger_entries', mine),
    balances: await found('balances', mine),
    events: await found('events', `order_id in (${orders})`),
    attempts: await found('callback_attempts', `order_id in (${orders})`),
  }
}
