import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { type Context, contextFrom } from '../../../src/context.ts'
import { merchantPatch } from '../../../src/contract/back-office/merchants/merchants.ts'
import { candidatesOfCollection } from '../../../src/operations/banking/find-candidates.ts'
import { listMerchants } from '../../../src/operations/merchants/list-merchants.ts'
import { createMerchant, showMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { listCollections } from '../../../src/operations/orders/list-orders.ts'
import { search } from '../../../src/operations/search/search.ts'
import { isTestId } from '../../../src/rules/orders/order-identity.ts'
import { anAccount, matchTo } from '../support/bank-accounts.ts'
import { move } from '../support/orders.ts'
import { aTestMerchant } from '../support/sandbox.ts'
import {
  aContext,
  aMerchant,
  anId,
  expectRefused,
  operator,
  paths,
  postJson,
  rows,
  rowsIn,
} from '../support/service.ts'
import { bindings } from '../support/three-databases.ts'

// A test merchant is fixed as one at its creation; its records are in a database of their own.

const merchantRows = 'select uid from merchants where uid = ?'

describe.each([
  ['one database', env],
  ['three databases', bindings],
])('beside %s of real merchants', (_name, bound) => {
  const context = () => ({ ...contextFrom(bound), log: () => undefined })

  test('a test merchant is in the sandbox, shows it, and calls as a real one', async () => {
    const shop = await aTestMerchant(context())
    expect(await rowsIn(env.DB_SANDBOX, merchantRows, shop.uid)).toHaveLength(1)
    for (const database of [env.DB, env.SPARE_1, env.SPARE_2]) {
      expect(await rowsIn(database, merchantRows, shop.uid)).toHaveLength(0)
    }
    expect(await showMerchant(context(), shop.uid)).toMatchObject({ test: true, database: 15 })
    const orderid = anId()
    const call = (path: string, fields: object) =>
      postJson(path, signedJson(shop.uid, shop.secret, { ...fields }), undefined, bound)
    const created = await call(paths.create, { orderid, amount: 12 })
    expect(created.status).toBe(200)
    expect(isTestId(created.body.data.id)).toBe(true)
    await move.settle(created.body.data.trade_no, {}, { context: context() })
    expect((await call(paths.status, { orderid })).body).toMatchObject({ status: 'PAID', paid: 12 })
    expect((await call(paths.balance, {})).body).toMatchObject({ balance: 12 })
  })

  test('a uid is unique over real and test merchants', async () => {
    const { uid } = await aTestMerchant(context())
    const real = createMerchant(context(), operator, { uid, name: 'Real' })
    await expect(real).rejects.toMatchObject({ code: 'duplicate_merchant' })
    const again = createMerchant(context(), operator, { uid, name: 'Again', test: true })
    await expect(again).rejects.toMatchObject({ code: 'duplicate_merchant' })

    const shop = `M${crypto.randomUUID().slice(0, 12)}`
    await createMerchant(context(), operator, { uid: shop, name: 'Real' })
    const alike = createMerchant(context(), operator, { uid: shop, name: 'Test', test: true })
    await expect(alike).rejects.toMatchObject({ code: 'duplicate_merchant' })
    expect(await rowsIn(env.DB_SANDBOX, merchantRows, shop)).toHaveLength(0)
    expect(await showMerchant(context(), shop)).toMatchObject({ test: false })
  })

  test('a race of real and test for one uid makes one merchant', async () => {
    const uid = `M${crypto.randomUUID().slice(0, 12)}`
    const race = [true, false, true, false].map((isTest) =>
      createMerchant(context(), operator, { uid, name: 'Shop', test: isTest }),
    )
    const outcomes = await Promise.allSettled(race)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const places = [env.DB, env.SPARE_1, env.SPARE_2, env.DB_SANDBOX]
    const found = await Promise.all(places.map((one) => rowsIn(one, merchantRows, uid)))
    expect(found.flat()).toHaveLength(1)
  })
})

test('a merchant older than the directory keeps its uid from test merchants', async () => {
  const { uid } = await aMerchant()
  await env.DB.prepare('delete from directory where uid = ?').bind(uid).run()
  const test = createMerchant(aContext(), operator, { uid, name: 'Test', test: true })
  await expect(test).rejects.toMatchObject({ code: 'duplicate_merchant' })
})

test('what a merchant is cannot be changed, and a test merchant has no other database', async () => {
  for (const given of [true, false, null]) {
    const read = merchantPatch.safeParse({ test: given })
    expect(read.error?.issues).toMatchObject([
      { path: ['test'], message: expect.stringContaining('建立後不能更改') },
    ])
  }
  const elsewhere = createMerchant(aContext(), operator, {
    uid: 'M-1',
    name: 'Test',
    test: true,
    database: 0,
  })
  await expect(elsewhere).rejects.toMatchObject({
    details: { errors: { database: [{ zh: expect.stringContaining('專屬') }] } },
  })
})

test('without DB_SANDBOX a test merchant is refused with what to do, and nothing is written', async () => {
  const bound = { ...env, DB_SANDBOX: undefined } as unknown as Env
  const context: Context = { ...contextFrom(bound), log: () => undefined }
  const refused = createMerchant(context, operator, { uid: 'M-2', name: 'Test', test: true })
  await expect(refused).rejects.toMatchObject({
    details: { errors: { test: [{ zh: expect.stringContaining('DB_SANDBOX') }] } },
  })
  expect(await rows('select uid from directory where uid = ?', 'M-2')).toEqual([])

  const { uid, secret } = await aTestMerchant()
  const balance = await postJson(paths.balance, signedJson(uid, secret), undefined, bound)
  expectRefused(balance, 422, 'merchant_not_enabled')
  const real = await aMerchant()
  expect((await real.balance()).status).toBe(200)
})

test('a test merchant’s records are in lists that ask for them, or for that merchant', async () => {
  const [shop, real] = [await aTestMerchant(), await aMerchant()]
  for (const one of [shop, real]) {
    await one.create({ orderid: anId(), notify_url: 'https://m.example/n' })
  }
  const uidsOf = async (asked: object) => {
    const { items } = await listCollections(aContext(), operator, { limit: 200, ...asked })
    return new Set(items.map(({ uid }) => uid))
  }
  expect([await uidsOf({}).then((uids) => uids.has(shop.uid))]).toEqual([false])
  expect((await uidsOf({ test: 'only' })).has(real.uid)).toBe(false)
  expect((await uidsOf({ test: 'only' })).has(shop.uid)).toBe(true)
  expect([...(await uidsOf({ test: 'all' }))]).toEqual(expect.arrayContaining([shop.uid, real.uid]))
  expect(await uidsOf({ merchant_uid: shop.uid })).toEqual(new Set([shop.uid]))
  const uids = async (asked: object) => {
    const { items } = await listMerchants(aContext(), { limit: 200, ...asked })
    return items.map((one) => [one.uid, one.test] as const)
  }
  expect((await uids({})).filter(([, isTest]) => isTest)).toEqual([])
  expect((await uids({ test: 'only' })).filter(([, isTest]) => !isTest)).toEqual([])
  expect(await uids({ test: 'all' })).toEqual(
    expect.arrayContaining([
      [shop.uid, true],
      [real.uid, false],
    ]),
  )
})

test('a search finds records of test merchants where it is for them', async () => {
  const shop = await aTestMerchant()
  const orderid = anId()
  const { body } = await shop.create({ orderid })
  for (const q of [shop.uid, orderid, body.data.trade_no]) {
    const found = async (asked: object) =>
      (await search(aContext(), operator, { q, limit: 50, ...asked })).items.map((hit) => hit.test)
    expect([await found({}), await found({ test: 'only' }), await found({ test: 'all' })]).toEqual([
      [],
      [true],
      [true],
    ])
    expect(await found({ merchant_uid: shop.uid })).toEqual([true])
  }
})

test('the list of merchants goes on behind test merchants, and no real one is left out', async () => {
  const expected: string[] = []
  for (let n = 0; n < 4; n += 1) {
    expected.push((await aMerchant()).uid)
    for (let tests = 0; tests < 3; tests += 1) await aTestMerchant()
  }
  const listedFrom = async (order: 'newest' | 'oldest') => {
    const listed: string[] = []
    for (let cursor: number | undefined, pages = 0; pages < 200; pages += 1) {
      const page = await listMerchants(aContext(), { limit: 2, cursor, order })
      listed.push(...page.items.map(({ uid }) => uid))
      if (page.next_cursor === null) break
      cursor = Number(page.next_cursor)
    }
    return listed.filter((uid) => expected.includes(uid))
  }
  expect(await listedFrom('oldest')).toEqual(expected)
  expect(await listedFrom('newest')).toEqual(expected.toReversed())
})

test('no bank account and no bank transaction has to do with a test order', async () => {
  const shop = await aTestMerchant()
  const { id: account } = await anAccount({ backing: 'later' }, aContext())
  const { body } = await shop.create({ amount: 10 })
  const tradeNo = body.data.trade_no
  const matched = matchTo(account, tradeNo, operator, { at: aContext() })
  await expect(matched).rejects.toMatchObject({ code: 'test_order' })
  const settled = move.settle(tradeNo, { bankTransactions: [32] })
  await expect(settled).rejects.toMatchObject({ code: 'test_order' })
  const none = { items: [], equal: 0 }
  expect(await candidatesOfCollection(aContext(), operator, tradeNo)).toEqual(none)
  await move.settle(tradeNo)

  const payout = await shop.call(paths.payouts, {
    serial_no: anId().slice(0, 40),
    amount: 1,
    payee_name: 'x',
  })
  const processed = move.process(payout.body.data.trade_no, {
    actualAmount: null,
    voucherNo: null,
    processedAt: null,
    override: false,
    bankAccount: account,
  })
  await expect(processed).rejects.toMatchObject({ code: 'test_order' })
})

test('nothing about a test order waits for a second person', async () => {
  const shop = await aTestMerchant()
  const context = aContext()
  const { approvals } = context.settings
  const strict = {
    ...context,
    settings: { ...context.settings, approvals: { ...approvals, on: true } },
  }
  const { body } = await shop.create({ amount: 900_000, status: 'succeeded' })
  await confirmAndReverse(strict, body.data.trade_no)
  const uid = `T${crypto.randomUUID().slice(0, 12)}`
  await createMerchant(strict, operator, {
    uid,
    name: 'Trusted',
    test: true,
    settings: { trusted: true },
  })
  expect(await showMerchant(strict, uid)).toMatchObject({ settings: { trusted: true } })
})

// Reverses what the merchant has declared, which of a real one takes two people.
async function confirmAndReverse(context: Context, tradeNo: string): Promise<void> {
  await move.confirm(tradeNo, { accept: true, reason: '', override: false }, { context })
  const mistake = { reason: 'a try', because: 'wrong_match' } as const
  await move.reverse(tradeNo, mistake, { context })
}
