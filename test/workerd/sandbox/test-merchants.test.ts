import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { type Context, contextFrom } from '../../../src/context.ts'
import { merchantPatch } from '../../../src/contract/back-office-calls.ts'
import { createMerchant, showMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { settleCollection } from '../../../src/operations/orders/move-collection.ts'
import { isTestId } from '../../../src/rules/orders/order-identity.ts'
import { signedJson } from '../../support/merchant-client.ts'
import { aTestMerchant } from '../support/sandbox.ts'
import {
  aContext,
  aMerchant,
  anId,
  asOrdered,
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
    await settleCollection(context(), operator, created.body.data.trade_no, asOrdered)
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
    ...{ uid: 'M-1', name: 'Test', test: true, database: 0 },
  })
  await expect(elsewhere).rejects.toMatchObject({
    details: { errors: { database: [expect.stringContaining('專屬')] } },
  })
})

test('without DB_SANDBOX a test merchant is refused with what to do, and nothing is written', async () => {
  const bound = { ...env, DB_SANDBOX: undefined } as unknown as Env
  const context: Context = { ...contextFrom(bound), log: () => undefined }
  const refused = createMerchant(context, operator, { uid: 'M-2', name: 'Test', test: true })
  await expect(refused).rejects.toMatchObject({
    details: { errors: { test: [expect.stringContaining('DB_SANDBOX')] } },
  })
  expect(await rows('select uid from directory where uid = ?', 'M-2')).toEqual([])

  const { uid, secret } = await aTestMerchant()
  const balance = await postJson(paths.balance, signedJson(uid, secret), undefined, bound)
  expectRefused(balance, 422, 'merchant_not_enabled')
  const real = await aMerchant()
  expect((await real.balance()).status).toBe(200)
})
