import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'
import { type Context, contextFrom } from '../../../src/context.ts'
import { listLedger } from '../../../src/operations/accounts/adjust-balance.ts'
import { showBalance } from '../../../src/operations/accounts/query-balance.ts'
import { resendCallbackById } from '../../../src/operations/callbacks/resend-callback.ts'
import { listCallbacks } from '../../../src/operations/callbacks/show-callbacks.ts'
import { sweepCallbacks } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import { createProduct } from '../../../src/operations/catalogue/manage-products.ts'
import { purchaseOverBridge, showBridgeLink } from '../../../src/operations/links/bridge-link.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { listMerchants } from '../../../src/operations/merchants/list-merchants.ts'
import { createMerchant, showMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { readMerchant } from '../../../src/operations/merchants/read-merchant.ts'
import { listCollections, showCollection } from '../../../src/operations/orders/list-orders.ts'
import { databaseOf } from '../../../src/rules/orders/order-identity.ts'
import { openMerchantDatabase, openPlatformDatabase } from '../../../src/store/database.ts'
import { deliverCallback, sweep } from '../support/deliverer.ts'
import { aLink, amountPath, plainPath } from '../support/links.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { account, move } from '../support/orders.ts'
import {
  adjustShop,
  anId,
  expectRefused,
  failingDatabase,
  newCaches,
  operator,
  patchShop,
  paths,
  postJson,
} from '../support/service.ts'
import { bindings, databases } from '../support/three-databases.ts'

// A deployment with three databases answers as one with a single database.

/** The context of that deployment. */
function three(parts: Partial<Context> = {}): Context {
  const quiet = { wake: async () => undefined, log: () => undefined, caches: newCaches() }
  return { ...contextFrom(bindings), ...quiet, ...parts }
}

async function aShop(database?: number) {
  const uid = `M${crypto.randomUUID().slice(0, 12)}`
  const wanted = database === undefined ? {} : { database }
  const { api_secret: secret } = await createMerchant(three(), operator, {
    uid,
    name: 'Shop',
    ...wanted,
  })
  const call = (path: string, fields: Fields = {}) =>
    postJson(path, signedJson(uid, secret, fields), undefined, bindings)
  return { uid, secret, call }
}

async function eachShop() {
  return Promise.all(databases.map((_, number) => aShop(number)))
}

function withSecondDown() {
  return [env.DB, failingDatabase(), env.SPARE_2].map(openMerchantDatabase)
}

async function countIn(database: D1Database, query: string, ...values: unknown[]) {
  const found = await database
    .prepare(query)
    .bind(...values)
    .first<{ n: number }>()
  return found?.n ?? 0
}

const merchantRows = 'select count(*) as n from merchants where uid = ?'
const orderRows = 'select count(*) as n from collections where orderid = ?'

describe('a merchant', () => {
  test('is in the database it was given, else in the last, and in no other', async () => {
    const shops = [...(await eachShop()), await aShop()]
    for (const [n, { uid }] of shops.entries()) {
      const counts = await Promise.all(databases.map((one) => countIn(one, merchantRows, uid)))
      const expected = Math.min(n, 2)
      expect(counts).toEqual([0, 1, 2].map((number) => (number === expected ? 1 : 0)))
      expect(await showMerchant(three(), uid)).toMatchObject({ uid, database: expected })
    }
  })

  test('has a uid that is unique over all databases', async () => {
    const { uid } = await aShop(1)
    for (const database of [0, 1, 2]) {
      const again = createMerchant(three(), operator, { uid, name: 'Another', database })
      await expect(again).rejects.toMatchObject({ code: 'duplicate_merchant' })
    }
    const counts = await Promise.all(databases.map((one) => countIn(one, merchantRows, uid)))
    expect(counts).toEqual([0, 1, 0])
  })

  test('is created once in a race for one uid', async () => {
    const uid = `M${crypto.randomUUID().slice(0, 12)}`
    const race = [0, 1, 2, 0, 1, 2].map((database) =>
      createMerchant(three(), operator, { uid, name: 'Shop', database }),
    )
    const outcomes = await Promise.allSettled(race)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const counts = await Promise.all(databases.map((one) => countIn(one, merchantRows, uid)))
    expect(counts.reduce((sum, one) => sum + one)).toBe(1)
  })

  test('whose creation failed half way is created again in the directory’s database', async () => {
    const uid = `M${crypto.randomUUID().slice(0, 12)}`
    await env.DB.prepare('insert into directory (uid, database) values (?, 2)').bind(uid).run()
    await expect(showMerchant(three(), uid)).rejects.toMatchObject({ code: 'not_found' })
    await createMerchant(three(), operator, { uid, name: 'Shop', database: 1 })
    expect(await showMerchant(three(), uid)).toMatchObject({ database: 2 })
  })

  test('without a directory entry is found, and its uid is not given again', async () => {
    const { uid, call } = await aShop(0)
    await env.DB.prepare('delete from directory where uid = ?').bind(uid).run()
    expect(await showMerchant(three(), uid)).toMatchObject({ database: 0 })
    expect((await call(paths.balance)).status).toBe(200)
    const again = createMerchant(three(), operator, { uid, name: 'Another', database: 1 })
    await expect(again).rejects.toMatchObject({ code: 'duplicate_merchant' })
  })

  test('cannot be created in a database that does not exist', async () => {
    const away = createMerchant(three(), operator, { uid: 'M1', name: 'Shop', database: 3 })
    await expect(away).rejects.toMatchObject({
      details: { errors: { database: expect.anything() } },
    })
  })

  test('is changed in its database, and listed with the merchants of all', async () => {
    const shops = await eachShop()
    for (const { uid, call } of shops) {
      await patchShop(uid, { enabled: false }, { context: three() })
      expectRefused(await call(paths.balance), 422, 'merchant_not_enabled')
    }
    const listed: string[] = []
    for (let cursor: number | undefined, pages = 0; pages < 100; pages += 1) {
      const page = await listMerchants(three(), { cursor, limit: 7 })
      listed.push(...page.items.map(({ uid }) => uid))
      if (page.next_cursor === null) break
      cursor = Number(page.next_cursor)
    }
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed).toEqual(expect.arrayContaining(shops.map(({ uid }) => uid)))
  })
})

describe('orders', () => {
  test('are created, found, matched, settled and booked in their merchant’s database', async () => {
    for (const [number, { uid, call }] of (await eachShop()).entries()) {
      const orderid = anId()
      const created = await call(paths.create, { orderid, amount: 12.5 })
      expect(databaseOf(created.body.data.id)).toBe(number)
      const { tradeNo } = (await call(paths.status, { orderid })).body
      await move.match(tradeNo, account, { context: three() })
      await move.settle(tradeNo, {}, { context: three() })
      expect((await call(paths.status, { tradeNo })).body).toMatchObject({
        status: 'PAID',
        paid: 12.5,
      })
      expect((await call(paths.balance)).body).toMatchObject({ balance: 12.5 })
      expect(await showBalance(three(), uid)).toMatchObject({ balance: 12.5 })
      expect((await call(paths.ledger)).body.data).toMatchObject({
        items: [{ orderid, trade_no: tradeNo, amount: 12.5 }],
        closing: { available: 12.5 },
      })
      const shown = await showCollection(three(), operator, tradeNo)
      expect(shown.events.map(({ name }) => name)).toEqual(['created', 'matched', 'settled'])
      const counts = await Promise.all(databases.map((one) => countIn(one, orderRows, orderid)))
      expect(counts).toEqual([0, 1, 2].map((one) => (one === number ? 1 : 0)))
    }
  })

  test('have an orderid that is unique for a merchant, and may be another merchant’s', async () => {
    const orderid = anId()
    for (const { call } of await eachShop()) {
      const race = await Promise.all(
        Array.from({ length: 10 }, () => call(paths.create, { orderid, amount: 1 })),
      )
      expect(race.filter(({ status }) => status === 200)).toHaveLength(1)
      expect((await call(paths.status, { orderid })).status).toBe(200)
    }
  })

  test('are found by no other merchant, by any number', async () => {
    const shops = await eachShop()
    for (const owner of shops) {
      const orderid = anId()
      await owner.call(paths.create, { orderid, amount: 1 })
      const { tradeNo } = (await owner.call(paths.status, { orderid })).body
      for (const other of shops.filter((one) => one !== owner)) {
        for (const named of [{ orderid }, { tradeNo }, { merchant_order_no: orderid }]) {
          expectRefused(await other.call(paths.status, named), 422, 'order_not_found')
        }
      }
    }
  })

  test('are listed newest or oldest first across the databases, page by page, and by merchant', async () => {
    const shops = await eachShop()
    const expected: string[] = []
    for (let n = 0; n < 9; n += 1) {
      const orderid = anId()
      await shops[n % 3]?.call(paths.create, { orderid, amount: 1 })
      expected.unshift(orderid)
    }
    const listed: string[] = []
    for (let cursor: number | undefined; listed.length < expected.length; ) {
      const page = await listCollections(three(), operator, { limit: 4, cursor })
      listed.push(...page.items.map(({ orderid }) => orderid))
      cursor = Number(page.next_cursor)
    }
    expect(listed.slice(0, expected.length)).toEqual(expected)

    const oldest: string[] = []
    for (let cursor: number | null = 0; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof listCollections>> = await listCollections(
        three(),
        operator,
        { limit: 4, cursor, order: 'oldest' },
      )
      oldest.push(...page.items.map(({ orderid }) => orderid))
      cursor = page.next_cursor === null ? null : Number(page.next_cursor)
    }
    expect(oldest.slice(-expected.length)).toEqual(expected.toReversed())
    const merchant_uid = shops[1]?.uid
    const own = await listCollections(three(), operator, { merchant_uid, limit: 200 })
    expect(own.items).toHaveLength(3)
    expect(new Set(own.items.map(({ uid }) => uid))).toEqual(new Set([merchant_uid]))
  })

  test('with a transaction number of a database that does not exist are not found', async () => {
    const { call } = await aShop(2)
    const orderid = anId()
    await call(paths.create, { orderid, amount: 1 })
    const { tradeNo } = (await call(paths.status, { orderid })).body
    const two = { ...env, DB_1: env.SPARE_1 }
    const settling = move.settle(tradeNo, {}, { context: { ...three(), ...contextFrom(two) } })
    await expect(settling).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('links, their pages and the bridge find their database by the link’s token', async () => {
  for (const { call } of await eachShop()) {
    const { data } = (await call(amountPath, aLink({ amount: 1000 }))).body
    const token = String(data.wait_url).split('/').at(-1) ?? ''
    expect(await showWaitPage(three(), token)).toMatchObject({ state: 'waiting', amount: 1000 })
    await move.settle(data.trade_no, {}, { context: three() })
    expect((await showWaitPage(three(), token)).state).toBe('paid')

    const [picked, bridged] = [
      (await call(plainPath, aLink())).body,
      (await call(plainPath, aLink())).body,
    ]
    const id = Number(new URL(picked.url).pathname.split('/').at(-1))
    const session = picked.data.third_party_session
    const submitted = await submitPurchase(three(), { id, session }, '500')
    const waitToken = submitted.kind === 'wait' ? submitted.waitToken : ''
    expect(await showWaitPage(three(), waitToken)).toMatchObject({ state: 'waiting', amount: 500 })

    const bridge = bridged.data.third_party_session
    expect(await showBridgeLink(three(), bridge, {})).toMatchObject({ state: 'open' })
    const purchase = await purchaseOverBridge({
      context: three(),
      actor: operator,
      session: bridge,
      call: { amount: 700 },
    })
    expect(purchase).toMatchObject({ amount: 700 })
    const later = three({ now: () => Date.now() + 3_600_000 })
    await inEveryDatabase(later, expireLinks)
    expect((await showWaitPage(later, waitToken)).state).toBe('expired')
    const report = await call(paths.status, { orderid: purchase.orderid })
    expect(report.body).toMatchObject({ status: 'EXCEPTION' })
  }
})

test('callbacks are owed, swept, delivered and resent in their orders’ database', async () => {
  const told: string[] = []
  const fetch: Context['fetch'] = async (_url, { body }) => {
    told.push(JSON.parse(String(body)).orderid)
    return new Response('success')
  }
  const expected: string[] = []
  const context = three({ fetch })
  for (const { call } of await eachShop()) {
    const orderid = anId()
    const order = { orderid, amount: 1, notify_url: 'https://m.example/n' }
    await call(paths.create, order)
    const { tradeNo } = (await call(paths.status, { orderid })).body
    await move.settle(tradeNo, {}, { context })
    expected.push(orderid)
  }
  const deliver = async (ids: readonly number[]) => {
    for (const id of ids) await deliverCallback(context, id)
    return []
  }
  await inEveryDatabase(context, (one) => sweepCallbacks(one, deliver))
  expect(told.filter((one) => expected.includes(one)).sort()).toEqual([...expected].sort())
  const before = told.length
  const { items } = await listCallbacks(context, { state: 'delivered', limit: 200 })
  for (const { callback_id } of items.slice(0, 3))
    await resendCallbackById(context, operator, callback_id)
  await inEveryDatabase(context, (one) => sweepCallbacks(one, deliver))
  expect(told).toHaveLength(before + 3)
})

test('while one database is down, callbacks of the others are swept', async () => {
  const orderids = await Promise.all(
    (await eachShop()).map(async ({ call }) => {
      const orderid = anId()
      const order = { orderid, amount: 1, status: 'succeeded', notify_url: 'https://m.example/n' }
      await call(paths.create, order)
      return (await call(paths.status, { orderid })).body.data.id as number
    }),
  )
  const [first, , third] = orderids
  const swept = await sweep(three({ databases: withSecondDown() }))
  expect(swept).toEqual(expect.arrayContaining([first, third]))
  expect(swept).not.toContain(orderids[1])
})

describe('while the first database is down', () => {
  const dark = (parts: Partial<Context> = {}) => {
    const down = failingDatabase()
    const [first, ...others] = [down, env.SPARE_1, env.SPARE_2].map(openMerchantDatabase)
    if (first === undefined) throw new Error('there are three')
    const platformDb = openPlatformDatabase(down)
    return three({ platformDb, databases: [first, ...others], ...parts })
  }

  test('merchants of the others are served, by isolates that know them and by new ones', async () => {
    const [own, second, third] = await eachShop()
    const caches = newCaches()
    await readMerchant(three({ caches }), second?.uid ?? '')
    // Long after what it knows of the merchant is fresh enough to act on.
    const later = { now: () => Date.now() + 600_000 }
    const places = { ...caches.places, get: () => Promise.reject(new Error('KV is away')) }
    const knowing = await readMerchant(
      dark({ caches: { ...caches, places }, ...later }),
      second?.uid ?? '',
    )
    expect(knowing).toMatchObject({ databaseNumber: 1 })
    expect(await readMerchant(dark(), third?.uid ?? '')).toMatchObject({ databaseNumber: 2 })
    await expect(readMerchant(dark(), own?.uid ?? '')).rejects.toThrow()
  })

  test('a merchant that nobody has noted is not taken for an unknown one', async () => {
    const { uid } = await aShop(1)
    await env.TOKENS.delete(`merchant:${uid}`)
    await expect(readMerchant(dark(), uid)).rejects.toThrow()
  })

  test('a merchant that is changed meanwhile is read as it is in its own database', async () => {
    const { uid } = await aShop(1)
    const caches = newCaches()
    await readMerchant(three({ caches }), uid)
    await env.SPARE_1.prepare('update merchants set enabled = 0 where uid = ?').bind(uid).run()
    const known = await readMerchant(dark({ caches }), uid)
    expect(known?.merchant.enabled).toBe(false)
  })
})

test('while one database is down, links of the others expire', async () => {
  const { call } = await aShop(0)
  const { data } = (await call(amountPath, aLink({ amount: 1000 }))).body
  const databases = withSecondDown()
  await inEveryDatabase(three({ now: () => Date.now() + 3_600_000, databases }), expireLinks)
  const report = await call(paths.status, { orderid: data.orderid })
  expect(report.body).toMatchObject({ status: 'EXCEPTION' })
})

test('adjustments are booked, and the ledger is read, in the merchant’s database', async () => {
  for (const { uid, call } of await eachShop()) {
    const adjustment = {
      amount: 500,
      bucket: 'available',
      reason: 'x',
      idempotency_key: 'k',
    } as const
    await adjustShop(uid, adjustment, { context: three() })
    expect((await call(paths.balance)).body.balance).toBe(5)
    expect((await listLedger(three(), uid, { limit: 10 })).items).toHaveLength(1)
    await createProduct(three(), operator, {
      uid,
      sku: anId(),
      name: 'Tea',
      currency: 'HKD',
      price_hkd_cents: 1,
    })
  }
})
