import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { resendCallbackById } from '../../../src/operations/callbacks/resend-callback.ts'
import { parkFaulty } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import { testCallback } from '../../../src/operations/callbacks/test-callback.ts'
import { createMerchant, rotateSecret } from '../../../src/operations/merchants/manage-merchant.ts'
import { signedJson } from '../../support/merchant-client.ts'
import { aCallbackWorld, callbackOf, deliverCallback, statesOf } from '../support/deliverer.ts'
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
  paths,
  postDirectly,
  rowCounts,
  rows,
} from '../support/service.ts'

// A SECRETS_KEY that is not the one that secrets were encrypted under is an error of the deployment: it is seen at the
// first secret, said once a minute, and nobody's callback or request is at fault.

const url = 'https://shop.example/notify'
const wrongBindings = { ...env, SECRETS_KEY: anotherKey }

afterEach(() => {
  vi.restoreAllMocks()
})

describe('under a wrong key', () => {
  test('callbacks of hours are neither attempted nor parked, and arrive once the key is right', async () => {
    const { world, ids, wrong } = await owed(5)
    for (let minute = 0; minute < 240; minute += 30) {
      for (const id of ids) await deliverCallback(wrong, id)
      for (const id of ids) expect(await callbackOf(id)).toMatchObject({ attempts: 0, faults: 0 })
      expect(await parkFaulty(wrong)).toBe(0)
      world.advance(1_800)
    }
    expect(world.calls).toEqual([])
    expect(await world.sweep()).toEqual(expect.arrayContaining(ids))
    for (const id of ids) await world.deliver(id)
    expect(await statesOf(ids)).toEqual({ delivered: 5 })
  })

  test('a callback is claimed again a minute later, however often that was', async () => {
    const { world, ids, wrong } = await owed(1)
    const [id = 0] = ids
    for (let n = 0; n < 10; n += 1) {
      await deliverCallback(wrong, id)
      expect((await callbackOf(id)).lease_until).toBe(world.now() + 60)
      expect(await world.sweep()).not.toContain(id)
      world.advance(60)
      expect(await world.sweep()).toContain(id)
    }
  })

  test('faults that a callback had before stay counted', async () => {
    const { ids, wrong } = await owed(1)
    const [id = 0] = ids
    await rows('update callbacks set faults = 3 where order_id = ?', id)
    await deliverCallback(wrong, id)
    expect(await callbackOf(id)).toMatchObject({ faults: 3 })
  })

  test('the log says so once a minute, by event and setting, and has no line for each callback', async () => {
    const { world, ids, uid, wrong } = await owed(20)
    for (const id of ids) await deliverCallback(wrong, id)
    const line = { event: 'wrong_secrets_key', setting: 'SECRETS_KEY', merchant: uid }
    expect(world.logged).toEqual([{ ...line, consequence: expect.any(String) }])
    world.advance(60)
    for (const id of ids) await deliverCallback(wrong, id)
    expect(world.logged).toHaveLength(2)
  })

  test('a resend that was asked for is kept until it can be made', async () => {
    const { world, ids, wrong } = await owed(1)
    const [id = 0] = ids
    await world.deliver(id)
    const { trade_no } = JSON.parse(JSON.stringify(await callbackOf(id)))
    await resendCallbackById(world.context, `cb_${trade_no}`)
    await deliverCallback(wrong, id)
    expect(await callbackOf(id)).toMatchObject({
      state: 'delivered',
      resend_trigger: 'back_office',
    })
    world.advance(60)
    await world.deliver(id)
    expect(await callbackOf(id)).toMatchObject({ attempts: 2, resend_trigger: null })
  })

  test('a signed request is told to come again; nothing is written, and one line says why (§7 503)', async () => {
    const { uid, secret } = await aMerchant()
    const log = vi.spyOn(console, 'log').mockReturnValue()
    const before = await rowCounts()
    for (let n = 0; n < 3; n += 1) {
      const body = signedJson(uid, secret, { orderid: anId(), amount: 1 })
      const answer = await postDirectly(paths.create, body, undefined, wrongBindings)
      expectRefused(answer, 503, 'unavailable')
      expect(answer.headers.get('retry-after')).toBe('60')
    }
    expect(await rowCounts()).toEqual(before)
    const lines = log.mock.calls.map(([line]) => JSON.parse(line))
    expect(lines.map(({ event }) => event).sort()).toEqual([
      ...['request', 'request', 'request'],
      'wrong_secrets_key',
    ])
    expect(lines.filter(({ error }) => error === 'unavailable')).toHaveLength(3)
    expect(JSON.stringify(lines)).not.toContain(secret)
  })

  test('a sample of a callback is not sent, and the back office is told to come again', async () => {
    const { world, uid, wrong } = await owed(0)
    const tried = testCallback(wrong, { merchant_uid: uid, url })
    await expect(tried).rejects.toMatchObject({ code: 'unavailable' })
    expect(world.calls).toEqual([])
  })

  test('a merchant whose secret is made anew works under that key, and another does not', async () => {
    const { uid } = await aMerchant()
    const context = underAnotherKey(aContext())
    const { api_secret: secret } = await rotateSecret(context, uid, 0)
    const asked = (who: string, key: string) =>
      postDirectly(paths.balance, signedJson(who, key), undefined, wrongBindings)
    expect((await asked(uid, secret)).status).toBe(200)
    const other = await aMerchant()
    expectRefused(await asked(other.uid, other.secret), 503, 'unavailable')
  })
})

describe('secrets from before there were check values', () => {
  test('are opened as they are', async () => {
    const { uid, secret } = await aMerchant()
    await unmarkSecret(uid)
    expect((await postDirectly(paths.balance, signedJson(uid, secret))).status).toBe(200)
  })

  test('tell a wrong key by others of their time', async () => {
    const { ids, uid, wrong } = await owed(1)
    await unmarkAllBeside(uid)
    await deliverCallback(wrong, ids[0] ?? 0)
    expect(await callbackOf(ids[0] ?? 0)).toMatchObject({ faults: 0, attempts: 0 })
    // One that was encrypted under the wrong key, while that was in force, is no proof that it is right.
    await createMerchant(wrong, { uid: `W${anId().slice(2, 14)}`, name: 'Sealed meanwhile' })
    await rows('update callbacks set lease_until = null where order_id = ?', ids[0])
    await deliverCallback(wrong, ids[0] ?? 0)
    expect(await callbackOf(ids[0] ?? 0)).toMatchObject({ faults: 0, attempts: 0 })
    expect(await encryptedSecretOf(uid)).not.toContain('.')
  })

  test('tell a damaged one by others of their time', async () => {
    const { world, ids, uid } = await owed(1)
    await unmarkAllBeside(uid)
    await setEncryptedSecret(uid, btoa('x'.repeat(68)))
    await expect(deliverCallback(world.context, ids[0] ?? 0)).rejects.toThrow('damaged')
    expect(await callbackOf(ids[0] ?? 0)).toMatchObject({ faults: 1 })
  })
})

test('a damaged secret of one merchant is told apart from a wrong key, and from other merchants', async () => {
  const { world, ids, uid } = await owed(1)
  const { ids: others } = await owed(1, world)
  await damageSecret(uid)
  await expect(deliverCallback(world.context, ids[0] ?? 0)).rejects.toThrow(`${uid} is damaged`)
  await world.deliver(others[0] ?? 0)
  expect(await callbackOf(ids[0] ?? 0)).toMatchObject({ state: 'due', attempts: 0, faults: 1 })
  expect(await callbackOf(others[0] ?? 0)).toMatchObject({ state: 'delivered' })
})

test('an encrypted secret says which key it was encrypted under, and nothing of it', async () => {
  const [one, other] = [await aMerchant(), await aMerchant()]
  const marks = await Promise.all(
    [one, other].map(async ({ uid }) => (await encryptedSecretOf(uid)).split('.')[0]),
  )
  expect(marks[0]).toMatch(/^[A-Za-z0-9+/]{8}$/)
  expect(marks[1]).toBe(marks[0])
  expect(env.SECRETS_KEY).not.toContain(marks[0])
})

/** Callbacks that are due of a merchant of their own, and the same world under a wrong key. */
async function owed(count: number, world = aCallbackWorld()) {
  const { uid } = await aMerchant()
  const ids = await world.owe(uid, count, url)
  return { world, uid, ids, wrong: underAnotherKey(world.context) }
}

// All whose secrets were encrypted under the same key as this merchant's.
async function unmarkAllBeside(uid: string): Promise<void> {
  const [mark = ''] = (await encryptedSecretOf(uid)).split('.')
  const query = 'select uid from merchants where substr(secret, 1, 9) = ?'
  for (const one of await rows<{ uid: string }>(query, `${mark}.`)) await unmarkSecret(one.uid)
}
