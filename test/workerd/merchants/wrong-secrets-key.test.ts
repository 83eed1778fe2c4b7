import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { resendCallbackById } from '../../../src/operations/callbacks/resend-callback.ts'
import { parkFaulty } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import { testCallback } from '../../../src/operations/callbacks/test-callback.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { aDeliverer, callbackOf, deliverCallback, statesOf } from '../support/deliverer.ts'
import { inEveryDatabase } from '../support/minute.ts'
import {
  anotherKey,
  damageSecret,
  encryptedSecretOf,
  setEncryptedSecret,
  underAnotherKey,
  unmarkSecret,
} from '../support/secrets.ts'
import {
  aContext,
  aMerchant,
  anId,
  expectRefused,
  operator,
  paths,
  post,
  rotateShop,
  rowCounts,
  rows,
  setClock,
  spyOnLog,
} from '../support/service.ts'

// A SECRETS_KEY other than the one that encrypted the secrets is an error of the deployment: it is logged once a minute,
// and counts as no fault of a callback or request.

const url = 'https://shop.example/notify'
const wrongBindings = { ...env, SECRETS_KEY: anotherKey }

describe('under a wrong key', () => {
  test('callbacks are neither attempted nor parked for hours, and delivered once the key is right', async () => {
    const { deliverer, ids, wrong } = await owed(5)
    for (let minute = 0; minute < 240; minute += 30) {
      for (const id of ids) await deliverCallback(wrong, id)
      for (const id of ids) expect(await callbackOf(id)).toMatchObject({ attempts: 0, faults: 0 })
      expect(await inEveryDatabase(wrong, parkFaulty)).toEqual([0, 0])
      deliverer.advance(1_800)
    }
    expect(deliverer.calls).toEqual([])
    expect(await deliverer.sweep()).toEqual(expect.arrayContaining(ids))
    for (const id of ids) await deliverer.deliver(id)
    expect(await statesOf(ids)).toEqual({ delivered: 5 })
  })

  test('a callback is claimed again a minute later each time', async () => {
    const { deliverer, ids, wrong } = await owed(1)
    const [id = 0] = ids
    for (let n = 0; n < 10; n += 1) {
      await deliverCallback(wrong, id)
      expect((await callbackOf(id)).lease_until).toBe(deliverer.now() + 60)
      expect(await deliverer.sweep()).not.toContain(id)
      deliverer.advance(60)
      expect(await deliverer.sweep()).toContain(id)
    }
  })

  test('a callback keeps its earlier faults', async () => {
    const { ids, wrong } = await owed(1)
    const [id = 0] = ids
    await rows('update callbacks set faults = 3 where order_id = ?', id)
    await deliverCallback(wrong, id)
    expect(await callbackOf(id)).toMatchObject({ faults: 3 })
  })

  test('the log has one line a minute, not one for each callback', async () => {
    const { deliverer, ids, uid, wrong } = await owed(20)
    for (const id of ids) await deliverCallback(wrong, id)
    const line = { event: 'wrong_secrets_key', setting: 'SECRETS_KEY', merchant: uid }
    expect(deliverer.logged).toEqual([{ ...line, consequence: expect.any(String) }])
    deliverer.advance(60)
    for (const id of ids) await deliverCallback(wrong, id)
    expect(deliverer.logged).toHaveLength(2)
  })

  test('a requested resend is kept until the key is right', async () => {
    const { deliverer, ids, wrong } = await owed(1)
    const [id = 0] = ids
    await deliverer.deliver(id)
    const { trade_no } = await callbackOf(id)
    await resendCallbackById(deliverer.context, operator, `cb_${trade_no}`)
    await deliverCallback(wrong, id)
    expect(await callbackOf(id)).toMatchObject({
      state: 'delivered',
      resend_trigger: 'back_office',
    })
    deliverer.advance(60)
    await deliverer.deliver(id)
    expect(await callbackOf(id)).toMatchObject({ attempts: 2, resend_trigger: null })
  })

  test('a signed request is refused with retry-after, writes nothing, and is logged (§7 503)', async () => {
    // Another file may have had this line logged within the last minute.
    setClock(Date.now() + 120_000)
    const shop = await aMerchant()
    const logged = spyOnLog()
    const before = await rowCounts()
    for (let n = 0; n < 3; n += 1) {
      const answer = await post(shop, paths.create, { orderid: anId(), amount: 1 }, wrongBindings)
      expectRefused(answer, 503, 'unavailable')
      expect(answer.headers.get('retry-after')).toBe('60')
    }
    expect(await rowCounts()).toEqual(before)
    const lines = logged()
    expect(lines.map(({ event }) => event).sort()).toEqual([
      'request',
      'request',
      'request',
      'wrong_secrets_key',
    ])
    expect(lines.filter(({ error }) => error === 'unavailable')).toHaveLength(3)
    expect(JSON.stringify(lines)).not.toContain(shop.secret)
  })

  test('a sample of a callback is not sent, but refused as unavailable', async () => {
    const { deliverer, uid, wrong } = await owed(0)
    const tried = testCallback(wrong, { merchant_uid: uid, url })
    await expect(tried).rejects.toMatchObject({ code: 'unavailable' })
    expect(deliverer.calls).toEqual([])
  })

  test('a merchant with a new secret is accepted under that key, another is not', async () => {
    const { uid } = await aMerchant()
    const context = underAnotherKey(aContext())
    const { api_secret: secret } = await rotateShop(uid, 0, { context })
    const asked = (shop: { uid: string; secret: string }) =>
      post(shop, paths.balance, {}, wrongBindings)
    expect((await asked({ uid, secret })).status).toBe(200)
    expectRefused(await asked(await aMerchant()), 503, 'unavailable')
  })
})

describe('old secrets without check values', () => {
  test('are decrypted', async () => {
    const shop = await aMerchant()
    await unmarkSecret(shop.uid)
    expect((await post(shop, paths.balance)).status).toBe(200)
  })

  test('show a wrong key by other old secrets', async () => {
    const { ids, uid, wrong } = await owed(1)
    await unmarkAllBeside(uid)
    await deliverCallback(wrong, ids[0] ?? 0)
    expect(await callbackOf(ids[0] ?? 0)).toMatchObject({ faults: 0, attempts: 0 })
    // A secret that was encrypted under the wrong key does not prove the key right.
    await createMerchant(wrong, operator, { uid: `W${anId().slice(2, 14)}`, name: 'Meanwhile' })
    await rows('update callbacks set lease_until = null where order_id = ?', ids[0])
    await deliverCallback(wrong, ids[0] ?? 0)
    expect(await callbackOf(ids[0] ?? 0)).toMatchObject({ faults: 0, attempts: 0 })
    expect(await encryptedSecretOf(uid)).not.toContain('.')
  })

  test('show a damaged secret by other old secrets', async () => {
    const { deliverer, ids, uid } = await owed(1)
    await unmarkAllBeside(uid)
    await setEncryptedSecret(uid, btoa('x'.repeat(68)))
    await expect(deliverCallback(deliverer.context, ids[0] ?? 0)).rejects.toThrow('damaged')
    expect(await callbackOf(ids[0] ?? 0)).toMatchObject({ faults: 1 })
  })
})

test('a damaged secret of one merchant is no wrong key, and affects no other merchant', async () => {
  const { deliverer, ids, uid } = await owed(1)
  const { ids: others } = await owed(1, deliverer)
  await damageSecret(uid)
  await expect(deliverCallback(deliverer.context, ids[0] ?? 0)).rejects.toThrow(`${uid} is damaged`)
  await deliverer.deliver(others[0] ?? 0)
  expect(await callbackOf(ids[0] ?? 0)).toMatchObject({ state: 'due', attempts: 0, faults: 1 })
  expect(await callbackOf(others[0] ?? 0)).toMatchObject({ state: 'delivered' })
})

test('an encrypted secret has a check value of its key, and nothing of the key', async () => {
  const [one, other] = [await aMerchant(), await aMerchant()]
  const marks = await Promise.all(
    [one, other].map(async ({ uid }) => (await encryptedSecretOf(uid)).split('.')[0]),
  )
  expect(marks[0]).toMatch(/^[A-Za-z0-9+/]{8}$/)
  expect(marks[1]).toBe(marks[0])
  expect(env.SECRETS_KEY).not.toContain(marks[0])
})

/** Due callbacks of a new merchant, and the context under a wrong key. */
async function owed(count: number, deliverer = aDeliverer()) {
  const { uid } = await aMerchant()
  const ids = await deliverer.owe(uid, count, url)
  return { deliverer, uid, ids, wrong: underAnotherKey(deliverer.context) }
}

// All secrets of the same key as this merchant's.
async function unmarkAllBeside(uid: string): Promise<void> {
  const [mark = ''] = (await encryptedSecretOf(uid)).split('.')
  const query = 'select uid from merchants where substr(secret, 1, 9) = ?'
  for (const one of await rows<{ uid: string }>(query, `${mark}.`)) await unmarkSecret(one.uid)
}
