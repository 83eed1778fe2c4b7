import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Fields, signedJson, signedSource } from '../../../scripts/client/merchant-client.ts'
import { rotateSecret } from '../../../src/operations/merchants/manage-merchant.ts'
import type { Isolate } from '../support/isolate.ts'
import { type Answer, aContext, aMerchant, expectRefused, operator } from '../support/service.ts'

// Decisions §2, "Cost of what is forged": hashes and database calls that forged requests of one source address cause.

vi.mock('../../../src/signing/md5.ts', () => import('../../support/counted-md5.ts'))

// The setup and earlier files have loaded modules with the real MD5, and later ones are to have it.
vi.resetModules()
afterAll(() => {
  vi.doUnmock('../../../src/signing/md5.ts')
  vi.resetModules()
})
const { hashed } = await import('../../support/counted-md5.ts')
const { aNetwork, anIsolate } = await import('../support/isolate.ts')

beforeEach(() => {
  hashed.length = 0
})

const longest = 65_536
const wrong = '0'.repeat(32)
const everyForm = { amount: '1.0', n: '2.0', b: 'true', x: '{ "a":"\\u738b" }', y: '[1, 2]' }

/** A body of that size with a wrong sign, with values of every kind in every form. */
function forged(uid: string, timestamp: number, bytes = longest): string {
  const sources = Object.entries(everyForm).map(([name, source]) => `"${name}":${source}`)
  const own = `"uid":"${uid}","timestamp":${timestamp},"sign":"${wrong}"`
  const before = `{${own},${sources.join(',')},"text":"`
  return `${before}${'x'.repeat(bytes - before.length - 2)}"}`
}

/** A request signed at the isolate's time. */
function honest(isolate: Isolate, { uid, secret }: Caller, fields: Fields = {}): string {
  return signedJson(uid, secret, { timestamp: isolate.seconds(), ...fields })
}

const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')

type Caller = { readonly uid: string; readonly secret: string }

function expectOver(answer: Answer): void {
  expectRefused(answer, 429, 'too_many_requests')
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(60)
}

describe('1,000 forged bodies of 64 KiB from one /64', () => {
  test.each([
    ['at once', 0],
    ['within ten seconds', 10],
    ['within a minute', 59],
  ])(
    '%s: one hash each after the first 60, few reads, and an honest request passes',
    async (_, apartMs) => {
      const shop = await aMerchant()
      const [isolate, address] = [anIsolate(), aNetwork()]
      expect(await isolate.post(honest(isolate, shop), address())).toMatchObject({ status: 200 })
      isolate.reset()
      for (let n = 0; n < 1_000; n += 1) {
        hashed.length = 0
        const answer = await isolate.post(forged(shop.uid, isolate.seconds()), address())
        if (n < 60) {
          expectRefused(answer, 422, 'signature_error')
          expect(hashed.length).toBeLessThanOrEqual(8)
        } else {
          expectOver(answer)
          expect(hashed.length).toBeLessThanOrEqual(1)
        }
        isolate.passes(apartMs)
      }
      expect(isolate.usage.trips).toBeLessThanOrEqual(60)
      const failures = isolate.asked.filter(({ rate }) => rate === 'failed')
      expect(failures).toHaveLength(60)
      expect(new Set(isolate.asked.map(({ key }) => key)).size).toBe(1)

      const text = 'x'.repeat(65_000)
      for (const body of [honest(isolate, shop), honest(isolate, shop, { text })]) {
        hashed.length = 0
        expect(await isolate.post(body, address())).toMatchObject({ status: 200 })
        expect(hashed).toHaveLength(1)
      }
    },
  )

  test.each([
    ['of one merchant', (shop: Caller, _n: number) => shop.uid],
    ['of one unknown merchant', () => 'nobody'],
    ['of a different one each', (_shop: Caller, n: number) => `nobody-${n}`],
  ])('in parallel, %s: no more than one after another', async (_, uidOf) => {
    const shop = await aMerchant()
    const [isolate, address] = [anIsolate(), aNetwork()]
    const all = Array.from({ length: 1_000 }, (_one, n) =>
      isolate.post(forged(uidOf(shop, n), isolate.seconds(), 2_000), address()),
    )
    const answers = await Promise.all(all)
    const over = answers.filter(({ status }) => status === 429)
    expect(over).toHaveLength(940)
    over.forEach(expectOver)
    expect(hashed.length).toBeLessThanOrEqual(60 * 24 + 940)
    expect(isolate.usage.trips).toBeLessThanOrEqual(60)
  })
})

describe('a forged request reads the database once for each merchant, address and second', () => {
  test.each(['known', 'unknown'])('a merchant that is %s', async (which) => {
    const shop = await aMerchant()
    const uid = which === 'known' ? shop.uid : 'nobody'
    const [isolate, address, elsewhere] = [anIsolate(), aNetwork(), aNetwork()]
    await isolate.post(honest(isolate, shop), address())
    const tripsOf = async (from: () => string, of = uid) => {
      isolate.reset()
      await isolate.post(forged(of, isolate.seconds(), 2_000), from())
      return isolate.usage.trips
    }
    expect(await tripsOf(address)).toBe(1)
    expect(await tripsOf(address)).toBe(0)
    expect(await tripsOf(elsewhere)).toBe(1)
    expect(await tripsOf(address, 'another')).toBe(1)
    isolate.passes(999)
    expect(await tripsOf(address)).toBe(0)
    isolate.passes(1)
    expect(await tripsOf(address)).toBe(1)
  })

  test('over the rate once a minute, and an unknown merchant’s honest request is accepted', async () => {
    const [shop, other] = [await aMerchant(), await aMerchant()]
    const [isolate, address] = [anIsolate(), aNetwork()]
    await failOften(isolate, address, 'nobody')
    for (const one of [shop, other]) {
      isolate.reset()
      expect(await isolate.post(honest(isolate, one), address())).toMatchObject({ status: 200 })
      // The merchant, and its balance.
      expect(isolate.usage.trips).toBe(2)
    }
    isolate.reset()
    for (const uid of ['nobody', 'nobody', 'someone', 'someone']) {
      expectOver(await isolate.post(forged(uid, isolate.seconds(), 2_000), address()))
      isolate.passes(2_000)
    }
    expect(isolate.usage.trips).toBe(1)
  })

  test('after a database fault the next request reads again', async () => {
    const shop = await aMerchant()
    const [isolate, address] = [anIsolate(), aNetwork()]
    const select = vi.spyOn(isolate.context.db, 'select').mockImplementationOnce(() => {
      throw new Error('D1 is down')
    })
    const all = Array.from({ length: 5 }, () => isolate.post(honest(isolate, shop), address()))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 500])
    select.mockRestore()
  })
})

describe('honest requests from an address that has failed often', () => {
  test('are accepted as long as it fails, also after the cache has expired', async () => {
    const shop = await aMerchant()
    const [isolate, address] = [anIsolate(), aNetwork()]
    await isolate.post(honest(isolate, shop), address())
    for (let minute = 0; minute < 3; minute += 1) {
      await failOften(isolate, address, shop.uid)
      for (let n = 0; n < 5; n += 1) {
        isolate.passes(10_000)
        expectOver(await isolate.post(forged(shop.uid, isolate.seconds()), address()))
        expect(await isolate.post(honest(isolate, shop), address())).toMatchObject({ status: 200 })
      }
      isolate.passes(10_000)
    }
  })

  test('are accepted beside those of a server with a wrong clock', async () => {
    const shop = await aMerchant()
    const [isolate, address] = [anIsolate(), aNetwork()]
    const late = () => honest(isolate, shop, { timestamp: isolate.seconds() - 3600 })
    for (let n = 0; n < 60; n += 1) {
      expectRefused(await isolate.post(late(), address()), 422, 'timestamp_out_of_range')
    }
    hashed.length = 0
    isolate.reset()
    expectOver(await isolate.post(late(), address()))
    expect(hashed).toEqual([])
    expect(isolate.usage.trips).toBe(0)
    expect(await isolate.post(honest(isolate, shop), address())).toMatchObject({ status: 200 })
  })

  test('are accepted with the earlier signature', async () => {
    const { uid, secret } = await aMerchant()
    const [isolate, address] = [anIsolate(), aNetwork()]
    await failOften(isolate, address, uid)
    const joined = `merchantNo=${uid}&time=${isolate.seconds()}${secret}`
    const sign = digest('md5', digest('sha256', joined)).toUpperCase()
    const body = JSON.stringify({ merchantNo: uid, time: isolate.seconds(), sign })
    hashed.length = 0
    expect(await isolate.post(body, address())).toMatchObject({ status: 200 })
    // The current style's text, and the earlier one's inner hash of 64 characters.
    expect(hashed.map(({ length }) => length)).toEqual([expect.any(Number), 64])
  })

  test('are accepted under a new secret, once it has been read', async () => {
    const shop = await aMerchant()
    const [isolate, address] = [anIsolate(), aNetwork()]
    await isolate.post(honest(isolate, shop), address())
    await failOften(isolate, address, 'nobody')
    const { api_secret: secret } = await rotateSecret({
      context: aContext(),
      principal: operator,
      uid: shop.uid,
      graceSeconds: 0,
    })
    const fresh = { uid: shop.uid, secret }
    for (let n = 0; n < 3; n += 1) {
      expect(await isolate.post(honest(isolate, fresh), address())).toMatchObject({ status: 200 })
      expectOver(await isolate.post(honest(isolate, shop), address()))
    }
  })

  test('are verified as sent: another form of a value is not tried', async () => {
    const shop = await aMerchant()
    const [isolate, address, elsewhere] = [anIsolate(), aNetwork(), aNetwork()]
    const timestamp = String(isolate.seconds())
    const body = signedSource(shop.uid, shop.secret, { timestamp, n: '1.5' })
    const asSent = await isolate.post(body, address())
    expect(asSent).toMatchObject({ status: 200 })
    await failOften(isolate, address, shop.uid)
    const reserialised = body.replace('"n":1.5', '"n":1.50')
    expectOver(await isolate.post(reserialised, address()))
    expect(await isolate.post(reserialised, elsewhere())).toMatchObject({ status: 200 })
  })
})

describe('honest requests at once in a new isolate', () => {
  test('of one merchant: all are accepted with one read', async () => {
    const shop = await aMerchant({ settings: { rate_limit: 'off' } })
    const [isolate, address] = [anIsolate(), aNetwork()]
    const path = '/api/v1/merchant/payment-channels'
    const all = Array.from({ length: 100 }, () =>
      isolate.post(honest(isolate, shop), address(), path),
    )
    for (const { status } of await Promise.all(all)) expect(status).toBe(200)
    expect(isolate.usage.trips).toBe(1)
  })

  test('of more merchants than an address has reads: all are accepted', async () => {
    const shops = await Promise.all(Array.from({ length: 80 }, () => aMerchant()))
    const [isolate, address] = [anIsolate(), aNetwork()]
    const answers = await Promise.all(
      shops.map((shop) => isolate.post(honest(isolate, shop), address())),
    )
    for (const { status } of answers) expect(status).toBe(200)
    expectRefused(
      await isolate.post(forged(shops[0]?.uid ?? '', isolate.seconds()), address()),
      422,
      'signature_error',
    )
  })
})

/** Sends failing requests from an address until it is over its rate. */
async function failOften(isolate: Isolate, address: () => string, uid: string): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    await isolate.post(forged(uid, isolate.seconds(), 2_000), address())
  }
  expectOver(await isolate.post(forged(uid, isolate.seconds(), 2_000), address()))
}
