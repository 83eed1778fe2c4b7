import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { type Fields, signedForm } from '../../../scripts/client/merchant-client.ts'
import { purchaseOverBridge } from '../../../src/operations/links/bridge-link.ts'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { meter } from '../../support/metered.ts'
import { aLink, amountPath, aPlainLink, linksOf, plainPath } from '../support/links.ts'
import { problemsOf } from '../support/query-plans.ts'
import {
  aContext,
  aMerchant,
  anId,
  expectRefused,
  form,
  operator,
  paths,
  post,
  postJson,
  rows,
  rowsOf,
  type Shop,
  setClock,
} from '../support/service.ts'

// Decisions §4, "Input grammar": `extra` has a size limit; the bytes of all texts of an order count for its merchant's day.

const creations = [
  ['a collection', paths.create, () => ({ orderid: anId(), amount: 1 })],
  [
    'a payout',
    paths.payouts,
    () => ({ serial_no: anId().slice(0, 40), amount: 1, payee_name: '林' }),
  ],
  ['a link with its amount', amountPath, () => aLink({ amount: 1000 })],
  ['a link without', plainPath, () => aLink()],
] as const
const [collection, payout, amountLink, plainLink] = creations

describe.each(creations)('extra of %s', (_name, path, fields) => {
  const object = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
  const send = (shop: Shop, extra: unknown) => post(shop, path, { ...fields(), extra })

  test('has 8 KiB at most, as an object and as text', async () => {
    const shop = await aMerchant()
    const chinese = '王'.repeat(2_730)
    for (const fits of [
      object(8_192),
      'x'.repeat(8_192),
      `${chinese}xx`,
      { a: chinese.slice(3) },
    ]) {
      expect(await send(shop, fits)).toMatchObject({ status: 200 })
    }
    for (const large of [
      object(8_193),
      'x'.repeat(8_193),
      `${chinese}xxx`,
      '\u0001'.repeat(1_366),
    ]) {
      const answer = await send(shop, large)
      expectRefused(answer, 422, 'validation_error', ['extra'])
      expect(answer.body.message).toContain('8 KiB')
    }
  })

  test('of a form is counted as its text', async () => {
    const shop = await aMerchant()
    const sent = (extra: unknown) =>
      postJson(path, signedForm(shop.uid, shop.secret, { ...fields(), extra }), form)
    expect(await sent(object(8_192))).toMatchObject({ status: 200 })
    expectRefused(await sent(object(8_193)), 422, 'validation_error', ['extra'])
  })

  test('has the size of a body for a merchant from before the limit', async () => {
    const shop = await aMerchant()
    await rows('update merchants set extra_bytes_max = 65536 where uid = ?', shop.uid)
    expect(await send(shop, object(60_000))).toMatchObject({ status: 200 })
  })
})

test('a merchant that was there before the limit keeps 64 KiB', async () => {
  const column = `select dflt_value from pragma_table_info('merchants') where name = 'extra_bytes_max'`
  expect(await rows(column)).toEqual([{ dflt_value: '65536' }])
})

describe('the quota of a day', () => {
  const kibibytes = (count: number) => ({ extra: 'x'.repeat(count * 1024 - 2) })
  const bindings = { ...env, DAILY_BYTES: String(5 * 1024) }
  type Creation = (typeof creations)[number]
  const send = (shop: Shop, [, path, fields]: Creation, more: Fields = {}) =>
    post(shop, path, { ...fields(), ...more }, bindings)
  const accepts = async (shop: Shop, creation: Creation, more: Fields = {}) => {
    expect(await send(shop, creation, more)).toMatchObject({ status: 200, body: { ok: 1 } })
  }
  const refuses = async (shop: Shop, creation: Creation, more: Fields = {}) => {
    const answer = await send(shop, creation, more)
    expectRefused(answer, 429, 'too_many_requests')
    return answer
  }

  test('may be exceeded by one order; the next is refused until midnight in Taipei', async () => {
    const shop = await aMerchant()
    setClock(Date.parse('2026-03-01T23:59:00+08:00'))
    for (const _n of [1, 2, 3]) await accepts(shop, collection, kibibytes(2))
    const { headers, body } = await refuses(shop, collection, kibibytes(2))
    expect(headers.get('retry-after')).toBe('60')
    expect(body.message).toContain('1 KiB')
    setClock(Date.parse('2026-03-02T00:00:00+08:00'))
    for (const _n of [1, 2, 3]) await accepts(shop, collection, kibibytes(2))
    await refuses(shop, collection, kibibytes(2))
  })

  test('refuses no order of 1 KiB or less, but counts them', async () => {
    const shop = await aMerchant()
    for (let n = 0; n < 7; n += 1) await accepts(shop, collection, { extra: 'x'.repeat(900) })
    for (const creation of creations) {
      const { bytes } = await broughtBy(creation, { extra: 'x' })
      const room = 1024 - bytes
      await accepts(shop, creation, { extra: 'x'.repeat(1 + room) })
      await accepts(shop, creation)
      await refuses(shop, creation, { extra: 'x'.repeat(2 + room) })
    }
  })

  test('counts all texts of an order: none of them fills a database uncounted', async () => {
    const long = (length: number) => '王'.repeat(length)
    const names = {
      user_name: long(120),
      member_bank_name: long(120),
      counterparty_account: long(120),
    }
    const address = `https://m.example/${'x'.repeat(200)}`
    const payee = { payee_name: long(120), beneficiary_name: long(120), note: long(2000) }
    const payer = { member_name: long(120), payer_name: long(120), payer_bank_name: long(120) }
    for (const [creation, texts] of [
      [collection, { ...names, collection_account_name: long(120), notify_url: address }],
      [payout, { ...payee, voucher_no: long(80), reverse_url: address }],
      [amountLink, { ...payer, member_account: long(120), return_url: address }],
      [plainLink, { ...payer, member_email: long(255), return_url: address }],
    ] as const) {
      const least = Object.values(texts).reduce((sum, text) => sum + utf8(text), 0)
      const { shop, bytes } = await broughtBy(creation, texts)
      expect(bytes).toBeGreaterThan(least)
      expect(bytes).toBeLessThan(least + 400)
      const filling = []
      for (let n = 0; n < 6; n += 1) filling.push((await send(shop, collection, names)).status)
      expect(filling.at(-1)).toBe(429)
      await refuses(shop, creation, texts)
    }
  })

  test('is one for all kinds of order, and counts notes', async () => {
    const shop = await aMerchant()
    await accepts(shop, amountLink, kibibytes(2))
    await accepts(shop, payout, { note: '王'.repeat(683) })
    await accepts(shop, collection, kibibytes(2))
    for (const creation of creations) await refuses(shop, creation, kibibytes(2))
    const room = 1024 - (await broughtBy(payout, {})).bytes
    await refuses(shop, payout, { note: '王'.repeat(Math.floor(room / 3) + 1) })
    await accepts(shop, payout, { note: '王'.repeat(Math.floor(room / 3)) })
    // Another merchant has its own quota.
    for (const creation of creations) await accepts(await aMerchant(), creation, kibibytes(2))
  })

  test('counts a plain link when its amount is submitted, and refuses no member', async () => {
    const shop = await aMerchant()
    const context = aContext({ settings: { ...aContext().settings, dailyBytes: 5 * 1024 } })
    const links = []
    for (const _n of [1, 2, 3, 4]) links.push(await aPlainLink(shop, kibibytes(2)))
    const [first, second, third, fourth] = links as [Link, Link, Link, Link]
    await accepts(shop, plainLink, kibibytes(2))
    for (const link of [first, second]) await submitPurchase(context, link, '500')
    await accepts(shop, plainLink, kibibytes(2))
    await purchaseOverBridge({
      context,
      actor: operator,
      session: third.session,
      call: { amount: 500 },
    })
    await refuses(shop, plainLink, kibibytes(2))
    await refuses(shop, collection, kibibytes(2))
    expect(await submitPurchase(context, fourth, '500')).toHaveProperty('waitToken')
  })

  test('refuses no repeated request for an existing order', async () => {
    const shop = await aMerchant()
    const link = aLink({ amount: 1000, ...kibibytes(2) })
    const plain = aLink(kibibytes(2))
    const orderid = anId()
    const first = [await send(shop, amountLink, link), await send(shop, plainLink, plain)]
    for (const _n of [1, 2]) await accepts(shop, collection, kibibytes(2))
    await refuses(shop, collection, kibibytes(2))
    expect((await send(shop, amountLink, link)).body).toEqual(first[0]?.body)
    expect((await send(shop, plainLink, plain)).body).toEqual(first[1]?.body)
    await accepts(shop, collection, { orderid })
    const again = await send(shop, collection, { orderid, ...kibibytes(2) })
    expectRefused(again, 422, 'duplicate_orderid')
  })

  test('accepts as many of 50 at once as one after another', async () => {
    const shop = await aMerchant()
    const sent = Array.from({ length: 50 }, (_, n) => {
      return send(shop, n % 2 === 0 ? collection : payout, kibibytes(2))
    })
    const answers = await Promise.all(sent)
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 200, 200, ...Array.from({ length: 47 }, () => 429)])
  })

  test('needs no further row and no further database call, and reads by keys', async () => {
    const shop = await aMerchant({ settings: { rate_limit: 'off' } })
    for (const creation of creations) {
      const [small, large] = [
        await usageOf(shop, creation, {}),
        await usageOf(shop, creation, kibibytes(2)),
      ]
      const { trips, rowsWritten } = large
      expect({ trips, rowsWritten }).toEqual({ trips: small.trips, rowsWritten: small.rowsWritten })
      for (const { sql } of large.statements) expect(await problemsOf(sql)).toEqual([])
      // Counted in the row that the batch writes anyway; a plain link has no order yet.
      const counting = small.statements.filter(({ sql }) => /kept_bytes/.test(sql))
      expect(counting).toHaveLength(creation === plainLink ? 0 : 1)
    }
  })

  test.each([undefined, ''])('is 256 MiB where DAILY_BYTES is %j', async (setting) => {
    const { DAILY_BYTES: _unset, ...rest } = env
    const unset = setting === undefined ? rest : { ...rest, DAILY_BYTES: setting }
    const shop = await aMerchant()
    await accepts(shop, collection, kibibytes(2))
    const filled = `update balances set kept_bytes = ? where merchant_id = (select id from merchants where uid = ?)`
    const [, path, fields] = collection
    for (const [kept, status] of [
      [268_435_456, 200],
      [268_435_457, 429],
    ]) {
      await rows(filled, kept, shop.uid)
      const answer = await post(shop, path, { ...fields(), ...kibibytes(2) }, unset as Env)
      expect(answer.status).toBe(status)
    }
  })

  type Link = Awaited<ReturnType<typeof aPlainLink>>

  /** A new merchant with one order, and the bytes that it brought. A plain link's amount is submitted. */
  async function broughtBy(creation: Creation, more: Fields) {
    const shop = await aMerchant()
    const { body } = await send(shop, creation, more)
    if (creation === plainLink) {
      const { third_party_session: session, url } = body.data
      const id = Number(new URL(url).pathname.split('/').at(-1))
      expect(await submitPurchase(aContext(), { id, session }, '500')).toHaveProperty('waitToken')
    }
    const [row] = await rowsOf<{ kept_bytes: number }>('balances', shop)
    return { shop, bytes: row?.kept_bytes ?? 0 }
  }

  async function usageOf(shop: Shop, [, path, fields]: Creation, more: Fields) {
    await accepts(shop, collection)
    const counter = meter()
    const metered = { ...env, DB: counter.database(env.DB) }
    expect((await post(shop, path, { ...fields(), ...more }, metered)).status).toBe(200)
    return counter.usage
  }
})

describe('extra is stored once', () => {
  const extra = { mark: `m${crypto.randomUUID()}`, list: [1.5, '王', null], deep: { a: { b: 1 } } }

  test.each([
    ['amount', amountPath, { amount: 1000 }],
    ['plain', plainPath, {}],
  ])('of a link, %s, before and after its collection', async (kind, path, more) => {
    // A plain link ends later once it is submitted in a later second.
    setClock(Date.now())
    const shop = await aMerchant()
    const fields = aLink({ ...more, extra })
    const send = (changes: Fields = {}) => post(shop, path, { ...fields, ...changes })
    const first = (await send()).body
    const stored = async () => {
      const [link] = await linksOf(shop)
      const collections = await rowsOf<{ extra: string }>('collections', shop)
      return [link?.content ?? '', ...collections.map((row) => row.extra)]
    }
    const holders = async () => (await stored()).filter((text) => text.includes(extra.mark)).length
    const asked = async () => {
      // The same value in another spelling is the same link, another value is a duplicate.
      const { deep, list, mark } = extra
      for (const same of [{}, { extra: { list, mark, deep } }]) {
        expect((await send(same)).body).toEqual(first)
      }
      for (const other of [{ ...extra, more: 1 }, { mark, list }, mark, '']) {
        expectRefused(await send({ extra: other }), 422, 'duplicate_merchant_order_no')
      }
    }
    expect(await holders()).toBe(1)
    await asked()
    if (kind === 'plain') {
      const { third_party_session: session, url } = first.data
      const id = Number(new URL(url).pathname.split('/').at(-1))
      expect(await submitPurchase(aContext(), { id, session }, '1000')).toHaveProperty('waitToken')
    }
    expect(await holders()).toBe(1)
    await asked()
    const shown = await shop.status({ merchant_order_no: fields.merchant_order_no })
    expect(shown.body.data.extra).toEqual(extra)
  })
})

function utf8(text: string): number {
  return new TextEncoder().encode(text).length
}
