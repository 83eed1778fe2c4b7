import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { purchaseOverBridge, showBridgeLink } from '../../../src/operations/links/bridge-link.ts'
import { showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { expectSoundBooks } from '../support/books.ts'
import { anAmountLink, aPlainLink, collectionsOf, expectedSign } from '../support/links.ts'
import { move } from '../support/orders.ts'
import { aContext, aMerchant, patchShop, rows, setClock } from '../support/service.ts'

const exchange = { name: 'exchange.service', role: 'bridge' } as const

describe('an exchange with pages of its own', () => {
  test('gets the member’s and payer’s data, the amounts, and a sign to verify (§1.8.4, §2.4 member_phone)', async () => {
    const shop = await aMerchant()
    const { session, body } = await aPlainLink(shop, {
      member_phone: '0912-345-678',
      member_account: 'login-77',
      payer_name: '王大明',
      payer_bank_code: '004',
      return_url: 'https://m.example/back',
    })
    const found = await showBridgeLink(aContext(), session, {})
    const { link_sign, ...params } = body.data.redirect.query_params
    expect(found).toEqual({
      third_party_session: session,
      merchant_uid: shop.uid,
      ...params,
      member_phone: '0912-345-678',
      payer_name: '王大明',
      customer_bank_code: '004',
      return_url: 'https://m.example/back',
      link_sign: expectedSign(body),
      expires_at: body.data.expires_at,
      state: 'open',
      amount: null,
      payment_amounts: {
        currency: 'TWD',
        fixed_amounts: [500, 1000, 3000, 5000, 10_000],
        allow_custom: true,
        custom_min: 100,
        custom_max: 50_000,
      },
      purchase: null,
    })
    expect(await showBridgeLink(aContext(), session, { link_sign })).toEqual(found)
    expect(await collectionsOf(shop)).toEqual([])
  })

  test('submits the amount: that creates a collection with the member’s data and a wait page (§1.8.4)', async () => {
    const shop = await aMerchant()
    const { session, orderNo } = await aPlainLink(shop)
    const purchase = await buy(session, { amount: 3000 })
    const [collection] = await collectionsOf(shop)
    expect(purchase).toEqual({
      orderid: expect.any(String),
      trade_no: collection?.trade_no,
      amount: 3000,
      status: 'pending',
      collection_status: 'pending',
      wait_url: expect.stringMatching(
        /^https:\/\/exchange\.example\/exchange\/purchase\/wait\/[\w-]{31}$/,
      ),
    })
    expect(collection).toMatchObject({ user_name: '王小明', merchant_order_no: orderNo })
    const token = purchase.wait_url.split('/').at(-1) ?? ''
    expect((await showWaitPage(aContext(), token)).amount).toBe(3000)
    const found = await showBridgeLink(aContext(), session, {})
    expect(found).toMatchObject({ state: 'submitted', amount: 3000, purchase })
    const [event] = await rows<{ actor: string }>(
      'select actor from events where order_id = (select id from collections where trade_no = ?)',
      purchase.trade_no,
    )
    expect(event?.actor).toBe(exchange.name)
    await move.settle(purchase.trade_no)
    expect(await showBridgeLink(aContext(), session, {})).toMatchObject({ state: 'paid' })
    await expectSoundBooks()
  })

  test('that repeats an amount gets the same collection; another amount is already_submitted', async () => {
    const shop = await aMerchant()
    const { session } = await aPlainLink(shop)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => buy(session, { amount: 500 })),
    )
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    await expect(buy(session, { amount: 1000 })).rejects.toMatchObject({
      code: 'already_submitted',
    })
    expect(await collectionsOf(shop)).toHaveLength(1)
  })

  test('may send the link’s data, and each field that differs is refused', async () => {
    const shop = await aMerchant()
    const { session, orderNo, body } = await aPlainLink(shop)
    const claims = {
      link_sign: expectedSign(body),
      third_party_order_no: orderNo,
      user_no: 'member-7',
      user_name: '王小明',
      customer_bank_account: '001-2345-67890',
    }
    for (const field of Object.keys(claims)) {
      const false_claims = { ...claims, [field]: 'x' }
      await expect(buy(session, { amount: 500, ...false_claims })).rejects.toMatchObject({
        code: 'validation_error',
        details: { errors: { [field]: [expect.any(Object)] } },
      })
    }
    await expect(showBridgeLink(aContext(), session, { link_sign: 'x' })).rejects.toMatchObject({
      code: 'validation_error',
    })
    expect(await collectionsOf(shop)).toEqual([])
    expect(await buy(session, { amount: 500, ...claims })).toMatchObject({ amount: 500 })
  })

  test('is refused an amount that is not allowed, an expired link, a disabled merchant, a paid order', async () => {
    const shop = await aMerchant()
    const { session, body } = await aPlainLink(shop)
    await expect(buy(session, { amount: 99 })).rejects.toMatchObject({ code: 'amount_not_allowed' })
    await patchShop(shop.uid, { enabled: false })
    const disabled = buy(session, { amount: 500 })
    await expect(disabled).rejects.toMatchObject({ code: 'merchant_not_enabled' })
    await patchShop(shop.uid, { enabled: true })
    const paid = await anAmountLink(shop)
    const other = await aPlainLink(shop, { merchant_order_no: paid.merchant_order_no })
    await move.settle(paid.trade_no)
    const second = buy(other.session, { amount: 500 })
    await expect(second).rejects.toMatchObject({ code: 'already_paid' })
    setClock(Date.parse(`${body.data.expires_at.replace(' ', 'T')}+08:00`))
    await expect(buy(session, { amount: 500 })).rejects.toMatchObject({ code: 'link_expired' })
    expect(await showBridgeLink(aContext(), session, {})).toMatchObject({ state: 'expired' })
    expect(await collectionsOf(shop)).toHaveLength(1)
  })

  test('gets an amount link’s collection', async () => {
    const link = await anAmountLink(await aMerchant())
    await move.match(link.trade_no)
    const session = link.third_party_session
    const found = await showBridgeLink(aContext(), session, {})
    const purchase = { trade_no: link.trade_no, amount: 1000, collection_status: 'matched' }
    expect(found).toMatchObject({ state: 'submitted', amount: 1000, purchase })
    expect(await buy(session, { amount: 1000 })).toMatchObject(purchase)
    await expect(buy(session, { amount: 500 })).rejects.toMatchObject({ code: 'already_submitted' })
  })

  test.each(['', 'x', 'A'.repeat(31)])('does not find the session %j', async (session) => {
    await expect(showBridgeLink(aContext(), session, {})).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(buy(session, { amount: 500 })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('the signing key is never shown', async () => {
  const { session } = await aPlainLink(await aMerchant())
  const found = JSON.stringify(await showBridgeLink(aContext(), session, {}))
  expect(found).not.toContain(env.LINK_SIGNING_KEY)
})

function buy(session: string, call: Parameters<typeof purchaseOverBridge>[0]['call']) {
  return purchaseOverBridge({ context: aContext(), actor: exchange, session, call })
}
