import { beforeEach, expect, test } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import type { Context } from '../../../src/context.ts'
import { balanceQuery } from '../../../src/contract/accounts/balance-endpoint.ts'
import { callbackResend } from '../../../src/contract/callbacks/callback-endpoint.ts'
import { collectionCreation } from '../../../src/contract/orders/collection-endpoints.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import { answerSigned } from '../../../src/http/answer-signed.ts'
import { queryBalance } from '../../../src/operations/accounts/query-balance.ts'
import { resendCallback } from '../../../src/operations/callbacks/resend-callback.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { readMerchant } from '../../../src/operations/merchants/read-merchant.ts'
import { createCollection } from '../../../src/operations/orders/create-collection.ts'
import { validSecrets } from '../../../src/rules/merchants/merchant.ts'
import {
  aContext,
  aMerchant,
  anId,
  json,
  operator,
  patchShop,
  rotateShop,
  rowCounts,
  rows,
  setClock,
} from '../support/service.ts'

// Decisions §2, "Secrets", "Rotation" and "Freshness". Each isolate has a cache of merchants and a clock of its own; all
// share the database.
beforeEach(() => setClock(Date.now()))
test('both secrets are accepted during grace; the new one signs callbacks once it was used', async () => {
  const { uid, secret } = await aMerchant()
  const [here, there] = [isolate(), isolate()]
  expect(await here.creates(uid, secret)).toBe('success')
  const fresh = await rotate(uid, 60)

  for (const one of [here, there]) {
    expect(await one.creates(uid, secret)).toBe('success')
    expect(await one.reads(uid, secret)).toBe('success')
    expect(await one.inUse(uid)).toBe(secret)
  }
  expect(await here.reads(uid, fresh)).toBe('success')
  expect(await there.inUse(uid)).toBe(fresh)
  for (const one of [here, there, isolate()]) {
    for (const either of [secret, fresh]) {
      expect(await one.creates(uid, either)).toBe('success')
      expect(await one.reads(uid, either)).toBe('success')
    }
    expect(await one.inUse(uid)).toBe(fresh)
  }
})

test('after the grace the old secret is refused, and the new one signs callbacks though never used', async () => {
  const { uid, secret } = await aMerchant()
  const one = isolate()
  const fresh = await rotate(uid, 60)

  one.passes(59)
  expect(await one.creates(uid, secret)).toBe('success')
  expect(await one.inUse(uid)).toBe(secret)
  // The isolate's cache still has both secrets, with the end of the older one.
  one.passes(2)
  expect(await one.inUse(uid)).toBe(fresh)
  expect(await one.reads(uid, secret)).toBe('signature_error')
  expect(await one.creates(uid, secret)).toBe('signature_error')
  expect(await one.creates(uid, fresh)).toBe('success')
})

test('a refused request does not put the new secret in use', async () => {
  const { uid, secret } = await aMerchant()
  const one = isolate()
  const fresh = await rotate(uid, 60)
  await patchShop(uid, { enabled: false })
  expect(await one.reads(uid, fresh)).toBe('merchant_not_enabled')
  await patchShop(uid, { enabled: true })
  expect(await one.reads(uid, fresh, { timestamp: 1_700_000_000 })).toBe('timestamp_out_of_range')
  expect(await one.inUse(uid)).toBe(secret)
})

test('without grace the old secret ends at once for writes, and soon for reads', async () => {
  const { uid, secret } = await aMerchant()
  const [elsewhere, unknowing] = [isolate(), isolate()]
  expect(await elsewhere.reads(uid, secret)).toBe('success')
  const fresh = await rotate(uid, 0)
  const before = await rowCounts()

  expect(await unknowing.reads(uid, secret)).toBe('signature_error')
  expect(await elsewhere.creates(uid, secret)).toBe('signature_error')
  expect(await rowCounts()).toEqual(before)
  expect(await elsewhere.inUse(uid)).toBe(fresh)
  expect(await elsewhere.creates(uid, fresh)).toBe('success')
})

test('an isolate that has the old secret cached refuses it after 30 s', async () => {
  const { uid, secret } = await aMerchant()
  const elsewhere = isolate()
  expect(await elsewhere.reads(uid, secret)).toBe('success')
  await rotate(uid, 0)
  elsewhere.passes(30)
  expect(await elsewhere.reads(uid, secret)).toBe('signature_error')
})

test.each([true, false])(
  'without grace an older secret ends too, whatever its grace; the newest was used: %s',
  async (used) => {
    const { uid, secret } = await aMerchant()
    const one = isolate()
    const second = await rotate(uid, 600)
    if (used) expect(await one.reads(uid, second)).toBe('success')
    const third = await rotate(uid, 0)
    for (const ended of [secret, second]) {
      expect(await one.creates(uid, ended)).toBe('signature_error')
    }
    expect(await one.inUse(uid)).toBe(third)
    expect(await one.creates(uid, third)).toBe('success')
  },
)

test('rotating again before the newest was used replaces it; the older one keeps its end', async () => {
  const { uid, secret } = await aMerchant()
  const one = isolate()
  const second = await rotate(uid, 60)
  const third = await rotate(uid, 600)

  expect(await one.creates(uid, second)).toBe('signature_error')
  expect(await one.creates(uid, secret)).toBe('success')
  expect(await one.inUse(uid)).toBe(secret)
  one.passes(61)
  expect(await one.creates(uid, secret)).toBe('signature_error')
  expect(await one.creates(uid, third)).toBe('success')
})

test('rotating again after the newest was used gives that one the grace', async () => {
  const { uid, secret } = await aMerchant()
  const one = isolate()
  const second = await rotate(uid, 600)
  expect(await one.creates(uid, second)).toBe('success')
  const third = await rotate(uid, 60)

  expect(await one.creates(uid, secret)).toBe('signature_error')
  expect(await one.creates(uid, second)).toBe('success')
  expect(await one.inUse(uid)).toBe(second)
  expect(await one.creates(uid, third)).toBe('success')
  expect(await one.inUse(uid)).toBe(third)
  one.passes(61)
  expect(await one.creates(uid, second)).toBe('signature_error')
})

test('rotating again after the end of grace gives the newest one the grace, used or not', async () => {
  const { uid } = await aMerchant()
  const second = await rotate(uid, 60)
  const later = isolate()
  later.passes(61)
  const { api_secret: third } = await rotateShop(uid, 60, { context: later.context })
  expect(await later.creates(uid, second)).toBe('success')
  expect(await later.inUse(uid)).toBe(second)
  expect(await later.creates(uid, third)).toBe('success')
})

test('with the old secret cached, the new one is accepted', async () => {
  const { uid, secret } = await aMerchant()
  const elsewhere = isolate()
  expect(await elsewhere.reads(uid, secret)).toBe('success')
  const fresh = await rotate(uid, 600)
  expect(await elsewhere.reads(uid, fresh)).toBe('success')
  expect(await elsewhere.reads(uid, secret)).toBe('success')
})

test('a disabled merchant writes nothing, even where it is cached as enabled (§5.6 uid, §7 merchant)', async () => {
  const { uid, secret } = await aMerchant()
  const [here, elsewhere] = [isolate(), isolate()]
  for (const one of [here, elsewhere]) expect(await one.reads(uid, secret)).toBe('success')
  await patchShop(uid, { enabled: false }, { context: here.context })
  const before = await rowCounts()

  expect(await here.reads(uid, secret)).toBe('merchant_not_enabled')
  expect(await here.creates(uid, secret)).toBe('merchant_not_enabled')
  // Cached as enabled; the batch's guard refuses.
  expect(elsewhere.context.caches.merchants.get(uid, Date.now())?.merchant.enabled).toBe(true)
  expect(await elsewhere.creates(uid, secret)).toBe('merchant_not_enabled')
  expect(await elsewhere.reads(uid, secret)).toBe('merchant_not_enabled')
  expect(await rowCounts()).toEqual(before)
})

test('a resend needs the present merchant, also where an older state is cached', async () => {
  const shop = await aMerchant()
  const { uid, secret } = shop
  const orderid = anId()
  await shop.create({ orderid, status: 'succeeded', notify_url: 'https://m.example/n' })
  const elsewhere = isolate()
  const resend = (key: string) => elsewhere.resends(uid, key, orderid)
  const asked = () => rows(resendsAsked, uid)
  expect(await elsewhere.reads(uid, secret)).toBe('success')

  await patchShop(uid, { enabled: false })
  expect(await resend(secret)).toBe('merchant_not_enabled')
  await patchShop(uid, { enabled: true })
  expect(await elsewhere.reads(uid, secret)).toBe('success')
  const fresh = await rotate(uid, 0)
  expect(await resend(secret)).toBe('signature_error')
  expect(await asked()).toEqual([{ resend_requested_at: null }])

  expect(await resend(fresh)).toBe('success')
  expect(await asked()).toEqual([{ resend_requested_at: expect.any(Number) }])
  // too_many_requests is answered only for an unchanged merchant.
  expect(await resend(fresh)).toBe('too_many_requests')
  await patchShop(uid, { enabled: false })
  expect(await resend(fresh)).toBe('merchant_not_enabled')
})

test('a disabled merchant reads nothing after 30 s, wherever it was cached', async () => {
  const { uid, secret } = await aMerchant()
  const elsewhere = isolate()
  expect(await elsewhere.reads(uid, secret)).toBe('success')
  await patchShop(uid, { enabled: false })
  elsewhere.passes(30)
  expect(await elsewhere.reads(uid, secret)).toBe('merchant_not_enabled')
})

test('a new allow-list and a new setting apply to writes at once', async () => {
  const { uid, secret } = await aMerchant()
  const elsewhere = isolate()
  expect(await elsewhere.reads(uid, secret)).toBe('success')
  await patchShop(uid, { settings: { trusted: true } })
  expect(await elsewhere.creates(uid, secret)).toBe('success')
  expect(await rows(trustedCredits, uid)).toEqual([{ to_bucket: 'available' }])

  await patchShop(uid, { ip_whitelist: ['203.0.113.5'] })
  expect(await elsewhere.creates(uid, secret)).toBe('ip_not_allowed')
  expect(await elsewhere.creates(uid, secret, {}, '203.0.113.5')).toBe('success')
})

test('a uid that was unknown is accepted as soon as it exists (§5.1)', async () => {
  const uid = `L${crypto.randomUUID().slice(0, 12)}`
  const one = isolate()
  for (let n = 0; n < 2; n += 1) {
    expect(await one.reads(uid, 'guess')).toBe('merchant_not_enabled')
  }
  const { api_secret: secret } = await createMerchant(aContext(), operator, { uid, name: 'Later' })
  expect(await one.reads(uid, secret)).toBe('success')
  expect(await one.creates(uid, secret)).toBe('success')
})

test('secrets are long and all different, and never stored as they are (§2.1 API secret, §5.2)', async () => {
  const { uid, secret } = await aMerchant()
  const fresh = await rotate(uid, 600)
  expect(secret).not.toBe(fresh)
  for (const one of [secret, fresh]) expect(one).toMatch(/^[!-~]{32,}$/)
  const stored = JSON.stringify(await rows('select * from merchants where uid = ?', uid))
  expect(stored).not.toContain(secret)
  expect(stored).not.toContain(fresh)
})

const resendsAsked = `select resend_requested_at from callbacks
  where merchant_id = (select id from merchants where uid = ?)`

const trustedCredits = `select to_bucket from ledger_entries
  where merchant_id = (select id from merchants where uid = ?)`

/** An isolate with a cache and a clock of its own. */
function isolate() {
  let aheadMs = 0
  const context = aContext({ now: () => Date.now() + aheadMs })
  const now = () => Math.floor(context.now() / 1000)
  const send = (text: string, from?: string) => {
    const headers = { ...json, ...(from === undefined ? {} : { 'cf-connecting-ip': from }) }
    const url = 'https://pay.example/'
    const request = new Request(url, { method: 'POST', headers, body: text })
    const record = { requestId: '', url: new URL(url), address: from ?? null }
    return { request, record }
  }
  return {
    context,
    passes: (seconds: number) => {
      aheadMs += seconds * 1000
    },
    /** The outcome of a request that writes. */
    creates: (uid: string, secret: string, fields = {}, from?: string) => {
      const collection = { orderid: anId(), amount: 1, status: 'succeeded' }
      const all = { timestamp: now(), ...collection, ...fields }
      const call = send(signedJson(uid, secret, all), from)
      return outcome(
        answerSigned({ context, call, endpoint: collectionCreation, operation: createCollection }),
      )
    },
    /** The outcome of a request for a resend. */
    resends: (uid: string, secret: string, orderid: string) => {
      const fields = { timestamp: now(), type: 'collection', orderid }
      const call = send(signedJson(uid, secret, fields))
      return outcome(
        answerSigned({ context, call, endpoint: callbackResend, operation: resendCallback }),
      )
    },
    /** The outcome of a request that reads. */
    reads: (uid: string, secret: string, fields = {}) => {
      const call = send(signedJson(uid, secret, { timestamp: now(), ...fields }))
      return outcome(
        answerSigned({ context, call, endpoint: balanceQuery, operation: queryBalance }),
      )
    },
    /** The secret that signs a callback now. */
    inUse: async (uid: string) => {
      const known = await readMerchant(aContext(), uid)
      return known === null ? null : validSecrets(known.secrets, now())[0]
    },
  }
}

async function outcome(answered: Promise<{ message: string }>): Promise<string> {
  try {
    return (await answered).message
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

async function rotate(uid: string, graceSeconds: number, context: Context = aContext()) {
  return (await rotateShop(uid, graceSeconds, { context })).api_secret
}
