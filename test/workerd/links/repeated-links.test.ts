import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'
import {
  aLink,
  amountPath,
  collectionsOf,
  endpoints,
  linksOf,
  plainPath,
  secondsOf,
} from '../support/links.ts'
import { move } from '../support/orders.ts'
import {
  aMerchant,
  expectRefused,
  post,
  postJson,
  rows,
  setAmounts,
  setClock,
} from '../support/service.ts'

const lifetimeMs = 1_800_000

// Decisions §5, "Repeated merchant_order_no".
describe.each(endpoints)('a link, %s', (kind, path, more) => {
  const link = (fields: Fields = {}) => aLink({ ...more, ...fields })

  test('again is the same link, with or without defaults (§2.4 merchant_order_no, payer_name)', async () => {
    const shop = await aMerchant()
    const fields = link()
    const first = await post(shop, path, fields)
    const put = vi.spyOn(env.TOKENS, 'put')
    const said = { channel: 'exchange_coin', payer_name: '王小明', payer_account_last5: '67890' }
    const timestamp = Math.floor(Date.now() / 1000) - 7
    expect((await post(shop, path, { ...fields, ...said, timestamp })).body).toEqual(first.body)
    expect(put).not.toHaveBeenCalled()
    expect(await linksOf(shop)).toHaveLength(1)
  })

  test.each([
    { member_no: 'member-8' },
    { payer_account_no: '00967890' },
    { notify_url: 'https://m.example/other' },
    { return_url: 'https://m.example/other' },
    { extra: { a: 1 } },
    ...(kind === 'amount' ? [{ amount: 1001 }] : [{ member_email: 'b@m.example' }]),
  ])(
    'again with %j is a duplicate (§2.4 merchant_order_no, member_email, extra)',
    async (changes) => {
      const shop = await aMerchant()
      const fields = link()
      await post(shop, path, fields)
      const again = await post(shop, path, { ...fields, ...changes })
      expectRefused(again, 422, 'duplicate_merchant_order_no')
      expect(await linksOf(shop)).toHaveLength(1)
    },
  )

  test('of another merchant or the other endpoint is another link', async () => {
    const [shop, other] = [await aMerchant(), await aMerchant()]
    const fields = link()
    const answers = [
      await post(shop, path, fields),
      await post(other, path, { ...fields, member_no: 'another' }),
      await post(shop, kind === 'plain' ? amountPath : plainPath, { ...fields, amount: 700 }),
    ]
    expect(answers.map(({ body }) => body.ok)).toEqual([1, 1, 1])
    expect(new Set(answers.map(({ body }) => body.data.third_party_session)).size).toBe(3)
  })

  test('200 at once: one link, one collection, 200 equal answers', async () => {
    const shop = await aMerchant()
    const body = signedJson(shop.uid, shop.secret, link())
    const put = vi.spyOn(env.TOKENS, 'put')
    const answers = await Promise.all(Array.from({ length: 200 }, () => postJson(path, body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(200)
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await linksOf(shop)).toHaveLength(1)
    expect(await collectionsOf(shop)).toHaveLength(kind === 'amount' ? 1 : 0)
    expect(put).toHaveBeenCalledTimes(kind === 'amount' ? 1 : 0)
  })

  test('100 different ones at once with one number: one is created', async () => {
    const shop = await aMerchant()
    const fields = link()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => post(shop, path, { ...fields, member_no: `m${n}` })),
    )
    expect(answers.filter(({ body }) => body.ok === 1)).toHaveLength(1)
    const refused = answers.filter(({ body }) => body.error === 'duplicate_merchant_order_no')
    expect(refused).toHaveLength(99)
  })

  test('after its end is replaced by a new one, whatever its content (§8 life of a link)', async () => {
    const shop = await aMerchant()
    const fields = link()
    const first = (await post(shop, path, fields)).body
    setClock(secondsOf(first) * 1000 - 1000)
    expect((await post(shop, path, fields)).body).toEqual(first)
    setClock(secondsOf(first) * 1000)
    const changed = { ...fields, member_no: 'member-8' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(shop, path, changed)))
    const second = answers[0]?.body
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(second.data.third_party_session).not.toBe(first.data.third_party_session)
    expect(secondsOf(second) - secondsOf(first)).toBe(1800)
    const [old, current] = await linksOf(shop)
    expect(old?.replaced_by).toBe(current?.id)
    expect(current?.replaced_by).toBe(0)
    expectRefused(await post(shop, path, fields), 422, 'duplicate_merchant_order_no')
  })
})

describe('an order that was paid', () => {
  test('is a duplicate, before and after the end of its link', async () => {
    const shop = await aMerchant()
    const fields = aLink({ amount: 1000 })
    const { data } = (await post(shop, amountPath, fields)).body
    await move.settle(data.trade_no)
    expectRefused(await post(shop, amountPath, fields), 422, 'duplicate_merchant_order_no')
    setClock(Date.now() + 2 * lifetimeMs)
    expectRefused(await post(shop, amountPath, fields), 422, 'duplicate_merchant_order_no')
    expect(await linksOf(shop)).toHaveLength(1)
  })

  test('by a late deposit on a replaced link is a duplicate', async () => {
    const shop = await aMerchant()
    const fields = aLink({ amount: 1000 })
    const { data } = (await post(shop, amountPath, fields)).body
    setClock(Date.now() + 2 * lifetimeMs)
    expect((await post(shop, amountPath, fields)).body.ok).toBe(1)
    await move.settle(data.trade_no)
    expectRefused(await post(shop, amountPath, fields), 422, 'duplicate_merchant_order_no')
  })

  test('on one endpoint is a duplicate on the other, with or without a link there', async () => {
    for (const withLink of [true, false]) {
      const shop = await aMerchant()
      const fields = aLink({ amount: 1000 })
      if (withLink) await post(shop, plainPath, fields)
      const { data } = (await post(shop, amountPath, fields)).body
      await move.settle(data.trade_no)
      const refused = await post(shop, plainPath, fields)
      expectRefused(refused, 422, 'duplicate_merchant_order_no')
      expect(refused.body.message).toContain('另一個端點 payment-links/amount ')
      expect(refused.body.data).toEqual({ trade_no: data.trade_no })
      expect(await linksOf(shop)).toHaveLength(withLink ? 2 : 1)
      const again = await post(shop, amountPath, fields)
      expect(again.body.message).not.toContain('另一個端點')
    }
  })

  test('has the link’s numbers in its callback (§1.8.5, §2.4 notify_url)', async () => {
    const shop = await aMerchant()
    const { data } = (await post(shop, amountPath, aLink({ amount: 1000 }))).body
    await move.settle(data.trade_no)
    const owed = await rows<{ body: string; url: string }>(
      'select body, url from callbacks where trade_no = ?',
      data.trade_no,
    )
    expect(owed).toMatchObject([{ url: 'https://m.example/notify' }])
    const { orderid, merchant_order_no } = data
    expect(JSON.parse(owed[0]?.body ?? '')).toMatchObject({ orderid, merchant_order_no })
  })
})

test('a link whose collection is matched lives an hour longer', async () => {
  const shop = await aMerchant()
  const fields = aLink({ amount: 1000 })
  const first = (await post(shop, amountPath, fields)).body
  await move.match(first.data.trade_no)
  setClock((secondsOf(first) + 3599) * 1000)
  const again = (await post(shop, amountPath, fields)).body
  const expires_at = expect.any(String)
  expect(again).toEqual({ ...first, data: { ...first.data, expires_at } })
  expect(secondsOf(again)).toBe(secondsOf(first) + 3600)
  setClock((secondsOf(first) + 3600) * 1000)
  const second = (await post(shop, amountPath, fields)).body
  expect(second.data.trade_no).not.toBe(first.data.trade_no)
})

test('a repeated request finds its link after the settings have changed, and a new one is refused', async () => {
  const shop = await aMerchant()
  const fields = aLink({ amount: 1234 })
  const first = (await post(shop, amountPath, fields)).body
  const amounts = { fixed_amounts: [500], allow_custom: false, custom_min: 1, custom_max: 1 }
  await setAmounts(shop.uid, amounts)
  expect((await post(shop, amountPath, fields)).body).toEqual(first)
  const others = [aLink({ amount: 1234 }), { ...fields, member_no: 'x' }]
  for (const other of others) {
    expectRefused(await post(shop, amountPath, other), 422, 'amount_not_allowed')
  }
  setClock(secondsOf(first) * 1000)
  expectRefused(await post(shop, amountPath, fields), 422, 'amount_not_allowed')
})

test('an order whose earlier link is matched late gets no new link during its grace', async () => {
  const shop = await aMerchant()
  const fields = aLink({ amount: 1000 })
  const first = (await post(shop, amountPath, fields)).body
  setClock(secondsOf(first) * 1000)
  const second = (await post(shop, amountPath, fields)).body
  setClock((secondsOf(second) - 60) * 1000)
  await move.match(first.data.trade_no)
  setClock((secondsOf(second) + 60) * 1000)
  expectRefused(await post(shop, amountPath, fields), 422, 'duplicate_merchant_order_no')
  setClock((secondsOf(second) - 60 + 3600) * 1000)
  expect((await post(shop, amountPath, fields)).body.ok).toBe(1)
})

test('a repeated call gives its own merchant’s link, though others have the same order number', async () => {
  const shops = [await aMerchant(), await aMerchant(), await aMerchant()]
  const fields = aLink()
  const sessions: string[] = []
  for (const shop of [...shops, ...shops]) {
    sessions.push((await post(shop, plainPath, fields)).body.data.third_party_session)
  }
  expect(new Set(sessions).size).toBe(3)
  expect(sessions.slice(3)).toEqual(sessions.slice(0, 3))
})

test('the link and its collection are written together or not at all', async () => {
  const shop = await aMerchant()
  const fields = aLink({ amount: 1000 })
  await post(shop, amountPath, fields)
  const [before, balance] = [await collectionsOf(shop), (await shop.balance()).body]
  await post(shop, amountPath, { ...fields, amount: 3000 })
  expect(await collectionsOf(shop)).toEqual(before)
  expect((await shop.balance()).body).toEqual(balance)
})
