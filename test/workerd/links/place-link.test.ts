import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import {
  amountLinkCreation,
  plainLinkCreation,
} from '../../../src/contract/links/link-endpoints.ts'
import { placeLink } from '../../../src/operations/links/place-link.ts'
import { readMerchant } from '../../../src/operations/merchants/read-merchant.ts'
import { meter } from '../../support/metered.ts'
import {
  aLink,
  amountPath,
  collectionsOf,
  endpoints,
  expectedSign,
  linksOf,
  plainPath,
  secondsOf,
  tokenOf,
} from '../support/links.ts'
import {
  aContext,
  aMerchant,
  anId,
  expectRefused,
  patchShop,
  post,
  setAmounts,
  setClock,
  spyOnLog,
} from '../support/service.ts'

describe('a link for a chosen amount', () => {
  test(
    'is answered in the wait-page form of §2.6 ' +
      '(§1.1 links, §1.8.2 amount, §1.8.3, §2.4 notify_url, §2.6 ok–data.callback, ' +
      '§4.3 path, answer, §6 event name, other events, §8 life of a link)',
    async () => {
      const shop = await aMerchant()
      const fields = aLink({ amount: 1000, return_url: 'https://m.example/back' })
      const started = Math.floor(Date.now() / 1000)
      const { status, body } = await post(shop, amountPath, fields)

      expect(status).toBe(200)
      expect(amountLinkCreation.response.parse(body)).toEqual(body)
      const url = body.url as string
      expect(url).toMatch(/^https:\/\/exchange\.example\/exchange\/purchase\/wait\/[\w-]{22,32}$/)
      const addresses = { url, redirect_url: url, payment_url: url, wait_url: url, method: 'GET' }
      expect(body).toEqual({
        ok: 1,
        message: 'success',
        ...addresses,
        amount: 1000,
        amount_mode: 'fixed',
        data: {
          ...addresses,
          channel: {
            code: 'exchange_coin',
            name: expect.any(String),
            type: 'redirect',
            method: 'GET',
          },
          merchant_order_no: fields.merchant_order_no,
          third_party_session: expect.stringMatching(/^[\w-]{22,32}$/),
          expires_at: expect.any(String),
          redirect: { method: 'GET', url },
          callback: {
            notify_url: 'https://m.example/notify',
            return_success_body: 'success',
            events: ['collection.completed'],
          },
          orderid: expect.stringMatching(/^.{1,64}$/),
          trade_no: expect.stringMatching(/^C[0-9A-Z]{26}$/),
        },
      })
      expect(secondsOf(body)).toBeGreaterThanOrEqual(started + 1800)
      expect(secondsOf(body)).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 1800)
      expect(body.data.third_party_session).not.toBe(tokenOf(body))
    },
  )

  test(
    'has a pending collection at once, with the payer’s data ' +
      '(§2.4 payer_bank_name, payer_account_no, return_url, extra)',
    async () => {
      const shop = await aMerchant()
      const fields = aLink({
        amount: 1000,
        return_url: 'https://m.example/back',
        extra: { a: '甲' },
      })
      const { data } = (await post(shop, amountPath, fields)).body
      const report = (await shop.status({ merchant_order_no: fields.merchant_order_no })).body
      expect(report).toMatchObject({ status: 'PENDING', paid: 0, tradeNo: data.trade_no })
      expect(report.data).toMatchObject({
        orderid: data.orderid,
        merchant_order_no: fields.merchant_order_no,
        gateway_code: 'gateway_c',
        channel: 'exchange_coin',
        currency: 'TWD',
        amount: 1000,
        status: 'pending',
        collection_status: 'pending',
        user_id: 'member-7',
        user_name: '王小明',
        member_bank_name: '臺灣銀行',
        counterparty_account: '001-2345-67890',
        notify_url: 'https://m.example/notify',
        return_url: 'https://m.example/back',
        extra: { a: '甲' },
        callback_status: 'none',
      })
      expect((await shop.balance()).body.data.summary.collection.pending).toEqual({
        count: 1,
        amount: 1000,
      })
    },
  )

  test('keeps its token in KV with its fixed data, for the link’s lifetime', async () => {
    const shop = await aMerchant()
    const put = vi.spyOn(env.TOKENS, 'put')
    setClock(Date.now())
    const { body } = await post(shop, amountPath, aLink({ amount: 321 }))
    expect(put).toHaveBeenCalledTimes(1)
    expect(put.mock.calls[0]?.[2]).toEqual({ expirationTtl: 1800 })
    const kept = await env.TOKENS.get<Record<string, unknown>>(tokenOf(body), 'json')
    expect(kept).toMatchObject({
      merchantOrderNo: body.data.merchant_order_no,
      amount: 321,
      payerAccountLast5: '67890',
      expiresAt: secondsOf(body),
    })
    const [link] = await linksOf(shop)
    expect(kept).toMatchObject({ linkId: link?.id })
    expect(link?.token).toBe(tokenOf(body))
    expect(JSON.stringify(kept)).not.toContain('001-2345')
  })

  test('is created when KV fails, and the fault is logged', async () => {
    const shop = await aMerchant()
    const logged = spyOnLog()
    vi.spyOn(env.TOKENS, 'put').mockRejectedValue(new Error('KV is away'))
    const fields = aLink({ amount: 500 })
    const first = await post(shop, amountPath, fields)
    expect(first.body.ok).toBe(1)
    const lines = logged()
    const told = lines.filter(({ event }) => event === 'token_not_kept')
    expect(told).toMatchObject([{ fault: expect.stringContaining('KV is away') }])
    expect(JSON.stringify(lines)).not.toContain(tokenOf(first.body))
    expect((await post(shop, amountPath, fields)).body).toEqual(first.body)
  })

  test.each([
    [500, 'fixed'],
    [10_000, 'fixed'],
    ['3000', 'fixed'],
    [100, 'custom'],
    [501, 'custom'],
    [50_000, 'custom'],
  ])(
    'of %j has the mode %s (§2.6 amount_mode, §4.3 amount, §8 link amount)',
    async (amount, mode) => {
      const { body } = await post(await aMerchant(), amountPath, aLink({ amount }))
      expect(body).toMatchObject({ ok: 1, amount: Number(amount), amount_mode: mode })
    },
  )

  test.each([99, 50_001, 0, -500, 9_999_999_999])(
    'of %j is not allowed (§2.4 amount, §4.3 amount, §7 amount, §8 link amount)',
    async (amount) => {
      const shop = await aMerchant()
      const refused = await post(shop, amountPath, aLink({ amount }))
      expectRefused(refused, 422, 'amount_not_allowed')
      expect(refused.body.message).toBe(
        '金額不在可用範圍內。可用：500, 1000, 3000, 5000, 10000；100 至 50000 的整數',
      )
      expect(await linksOf(shop)).toEqual([])
    },
  )

  test.each([undefined, '', null, 1.5, '500.5', 'many', true])(
    'of %j is no amount (§2.4 amount, §4.3 body)',
    async (amount) => {
      const answer = await post(await aMerchant(), amountPath, aLink({ amount }))
      expectRefused(answer, 422, 'validation_error', ['amount'])
    },
  )

  test('has the amounts of the merchant’s settings (§4.3 amount, §7 amount, §8 link amount)', async () => {
    const shop = await aMerchant()
    const amounts = { fixed_amounts: [60_000], allow_custom: false, custom_min: 1, custom_max: 9 }
    await setAmounts(shop.uid, amounts)
    expect((await post(shop, amountPath, aLink({ amount: 60_000 }))).body.amount_mode).toBe('fixed')
    for (const amount of [500, 5]) {
      const refused = await post(shop, amountPath, aLink({ amount }))
      expectRefused(refused, 422, 'amount_not_allowed')
      expect(refused.body.message).toBe('金額不在可用範圍內。可用：60000')
    }
  })

  test('ignores member_email (§2.4 member_email)', async () => {
    const shop = await aMerchant()
    const member_email = 'x'.repeat(300)
    expect((await post(shop, amountPath, aLink({ amount: 500, member_email }))).body.ok).toBe(1)
  })
})

describe('a plain link', () => {
  test(
    'is answered in the redirect form of §2.6 ' +
      '(§1.1 links, §1.8.2 payment-links, §1.8.3, ' +
      '§2.4 member_no–member_account, payer_bank_name, payer_account_no, §2.6 ok–data, data.url, ' +
      'data.wait_url, data.third_party_session, data.redirect, amount_mode–only redirects, ' +
      '§4.4 path, answer)',
    async () => {
      const shop = await aMerchant()
      const fields = aLink({ member_account: 'login', member_email: 'a@m.example' })
      const { body } = await post(shop, plainPath, fields)
      expect(plainLinkCreation.response.parse(body)).toEqual(body)
      const { third_party_session: session, redirect } = body.data
      const [link] = await linksOf(shop)
      const url = new URL(body.url)
      expect(url.origin + url.pathname).toBe(
        `https://exchange.example/exchange/purchase/${link?.id}`,
      )
      expect([...url.searchParams]).toEqual([
        ['third_party_session', session],
        ['third_party_order_no', fields.merchant_order_no],
        ['user_no', 'member-7'],
        ['user_name', '王小明'],
      ])
      expect(session).toMatch(/^[\w-]{22,32}$/)
      expect([body.redirect_url, body.payment_url, body.data.url, redirect.url]).toEqual(
        Array(4).fill(body.url),
      )
      expect(body).toMatchObject({ amount: null, amount_mode: null, method: 'GET' })
      expect([body, body.data].some((one) => 'wait_url' in one)).toBe(false)
      expect(redirect.query_params).toEqual({
        third_party_order_no: fields.merchant_order_no,
        user_no: 'member-7',
        user_name: '王小明',
        user_account: 'login',
        customer_bank_name: '臺灣銀行',
        customer_bank_account: '001-2345-67890',
        payer_account_last5: '67890',
        payeeAccountNumber: '67890',
        notify_url: 'https://m.example/notify',
        link_sign: expectedSign(body),
      })
    },
  )

  test('has "" for absent fields, which are not signed (§2.4 payer data)', async () => {
    const fields = aLink({ payer_bank_name: '', payer_account_no: null })
    const { body } = await post(await aMerchant(), plainPath, fields)
    const { query_params: params } = body.data.redirect
    const absent = ['user_account', 'customer_bank_name', 'customer_bank_account']
    for (const name of [...absent, 'payer_account_last5', 'payeeAccountNumber']) {
      expect(params[name]).toBe('')
    }
    expect(params.link_sign).toBe(expectedSign(body))
  })

  test('creates no collection, keeps nothing in KV and ignores an amount (§2.4 amount, §4.4 body)', async () => {
    const shop = await aMerchant()
    const put = vi.spyOn(env.TOKENS, 'put')
    const { body } = await post(shop, plainPath, aLink({ amount: 5 }))
    expect(body).toMatchObject({ ok: 1, amount: null })
    expect(put).not.toHaveBeenCalled()
    expect(await linksOf(shop)).toMatchObject([{ kind: 'plain', token: null, collection_id: null }])
    expect(await collectionsOf(shop)).toEqual([])
  })
})

describe.each(endpoints)('a link, %s', (kind, path, more) => {
  const link = (fields: Fields = {}) => aLink({ ...more, ...fields })

  test('takes one database call on a warm isolate', async () => {
    const shop = await aMerchant()
    await post(shop, path, link())
    const counter = meter()
    const bindings = { ...env, DB: counter.database(env.DB) }
    const put = vi.spyOn(env.TOKENS, 'put')
    const fields = link()
    const answer = await post(shop, path, fields, bindings)
    expect(answer.body.ok).toBe(1)
    expect(counter.usage.trips).toBe(1)
    expect(put).toHaveBeenCalledTimes(kind === 'amount' ? 1 : 0)

    // A repeated request finds the link with a second call.
    counter.reset()
    const again = await post(shop, path, fields, bindings)
    expect(again.body).toEqual(answer.body)
    expect(counter.usage.trips).toBe(2)
  })

  test('is not created for a merchant that was disabled meanwhile', async () => {
    const shop = await aMerchant()
    await post(shop, path, link())
    await patchShop(shop.uid, { enabled: false })
    expectRefused(await post(shop, path, link()), 422, 'merchant_not_enabled')
    expect(await linksOf(shop)).toHaveLength(1)
  })

  test('draws another id when its id is taken', async () => {
    const shop = await aMerchant()
    const known = await readMerchant(aContext(), shop.uid)
    if (known === null) throw new Error('no merchant')
    const stillMs = Date.now()
    const create = async () => {
      await post(shop, path, link())
      const content = JSON.parse((await linksOf(shop))[0]?.content ?? '')
      const draws = [0.25]
      const { random } = aContext()
      const context = aContext({ now: () => stillMs, random: () => draws.shift() ?? random() })
      return placeLink({
        context,
        merchant: known.merchant,
        kind,
        content: { ...content, merchantOrderNo: anId() },
        earlier: null,
      })
    }
    expect([await create(), await create()]).toMatchObject([{ isNew: true }, { isNew: true }])
  })
})

test('a link lives as long as the setting says, and at least a minute (§2.6 data.expires_at, §8 life of a link)', async () => {
  const shop = await aMerchant()
  const logged = spyOnLog()
  const put = vi.spyOn(env.TOKENS, 'put')
  const send = (LINK_LIFETIME_SECONDS: string) =>
    post(shop, amountPath, aLink({ amount: 500 }), { ...env, LINK_LIFETIME_SECONDS })
  setClock(Date.now())
  const { body } = await send('60')
  expect(secondsOf(body)).toBe(Math.floor(Date.now() / 1000) + 60)
  expect(put.mock.calls[0]?.[2]).toEqual({ expirationTtl: 60 })
  expectRefused(await send('59'), 500, 'internal_error')
  expect(JSON.stringify(logged())).toContain('LINK_LIFETIME_SECONDS')
})
