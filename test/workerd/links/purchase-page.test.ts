import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { showPurchasePage } from '../../../src/operations/links/show-purchase-page.ts'
import { showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { expectSoundBooks } from '../support/books.ts'
import {
  aLink,
  anAmountLink,
  aPlainLink,
  collectionsOf,
  linksOf,
  plainPath,
} from '../support/links.ts'
import {
  aContext,
  aMerchant,
  patchShop,
  post,
  rows,
  setAmounts,
  setClock,
} from '../support/service.ts'

// Decisions §5, "Amount settings" and "Choosing an amount".
describe('a purchase page', () => {
  test('shows stored data: order number, last five digits, the merchant’s amounts', async () => {
    const shop = await aMerchant()
    const amounts = {
      fixed_amounts: [700, 90],
      allow_custom: true,
      custom_min: 50,
      custom_max: 900,
    }
    await setAmounts(shop.uid, amounts)
    const link = await aPlainLink(shop, { return_url: 'https://m.example/back' })
    const view = await showPurchasePage(aContext(), link)
    expect(view).toEqual({
      kind: 'purchase',
      id: link.id,
      session: link.session,
      state: 'open',
      payee: { name: 'Test Merchant', supportUrl: '' },
      merchantOrderNo: link.orderNo,
      payerAccountLast5: '67890',
      fixedAmounts: [700, 90],
      allowCustom: true,
      customMin: 50,
      customMax: 900,
      refused: null,
      returnUrl: 'https://m.example/back',
      now: expect.any(Number),
      endsAt: expect.any(Number),
    })
  })

  test('takes no payments while the merchant’s amounts leave nothing to choose', async () => {
    const shop = await aMerchant()
    const link = await aPlainLink(shop)
    const nothing = { fixedAmounts: [], allowCustom: false, customMin: 0, customMax: 0 }
    const stored = JSON.stringify(nothing)
    await rows('update merchants set payment_amounts = ? where uid = ?', stored, shop.uid)
    expect(await showPurchasePage(aContext(), link)).toMatchObject({ state: 'unavailable' })
  })

  test('changes nothing when it is shown', async () => {
    const shop = await aMerchant()
    const link = await aPlainLink(shop)
    const before = await linksOf(shop)
    for (let n = 0; n < 5; n += 1) await showPurchasePage(aContext(), link)
    expect(await linksOf(shop)).toEqual(before)
    expect(await collectionsOf(shop)).toEqual([])
  })

  test('is found only by an id and the session of the same link', async () => {
    const [one, other] = [await aPlainLink(await aMerchant()), await aPlainLink(await aMerchant())]
    const chosen = await anAmountLink(await aMerchant())
    const { session } = one
    const wrong = [
      { id: other.id, session },
      { id: one.id, session: '' },
      { id: one.id, session: session.slice(0, -1) + (session.endsWith('A') ? 'B' : 'A') },
      { id: one.id + 1, session },
      { id: Number.NaN, session },
      { id: one.id, session: chosen.third_party_session },
    ]
    for (const address of wrong) {
      const shown = showPurchasePage(aContext(), address)
      await expect(shown).rejects.toMatchObject({ code: 'not_found' })
      const submitted = submitPurchase(aContext(), address, '500')
      await expect(submitted).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('accepts no amount after its end, and is not found a day later', async () => {
    const shop = await aMerchant()
    const link = await aPlainLink(shop)
    const view = await showPurchasePage(aContext(), link)
    const endsAt = view.kind === 'purchase' ? view.endsAt : 0
    setClock(endsAt * 1000)
    expect(await showPurchasePage(aContext(), link)).toMatchObject({ state: 'expired' })
    expect(await submitPurchase(aContext(), link, '500')).toMatchObject({ state: 'expired' })
    expect(await collectionsOf(shop)).toEqual([])
    setClock((endsAt + 86_400) * 1000)
    await expect(showPurchasePage(aContext(), link)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('accepts no amount once the cron job has ended its link, whatever the page’s clock', async () => {
    const link = await aPlainLink(await aMerchant())
    const view = await showPurchasePage(aContext(), link)
    const endsAt = view.kind === 'purchase' ? view.endsAt : 0
    await expireLinks(aContext({ now: () => endsAt * 1000 }))
    const earlier = aContext({ now: () => endsAt * 1000 - 500 })
    expect(await submitPurchase(earlier, link, '500')).toMatchObject({ state: 'expired' })
  })

  test('of a disabled merchant accepts no amount; payments in progress go on', async () => {
    const shop = await aMerchant()
    const [open, submitted] = [await aPlainLink(shop), await aPlainLink(shop)]
    const started = await submitPurchase(aContext(), submitted, '500')
    await patchShop(shop.uid, { enabled: false })
    expect(await showPurchasePage(aContext(), open)).toMatchObject({ state: 'unavailable' })
    expect(await submitPurchase(aContext(), open, '500')).toMatchObject({ state: 'unavailable' })
    expect(await showPurchasePage(aContext(), submitted)).toEqual(started)
    expect(await collectionsOf(shop)).toHaveLength(1)
  })
})

describe('submitting an amount', () => {
  test('creates the collection and its wait page, whose time begins then (§1.8.4, §4.4 amount)', async () => {
    const shop = await aMerchant()
    const { body } = await post(shop, plainPath, aLink({ extra: { a: 1.0 } }))
    const id = Number(new URL(body.url).pathname.split('/').at(-1))
    const link = { id, session: body.data.third_party_session }
    const inAWhile = Date.now() + 600_000
    setClock(inAWhile)
    const { waitToken } = waiting(await submitPurchase(aContext(), link, '3000'))
    expect(await showWaitPage(aContext(), waitToken)).toMatchObject({
      state: 'waiting',
      amount: 3000,
      endsAt: Math.floor(inAWhile / 1000) + 1800,
    })
    expect(await collectionsOf(shop)).toMatchObject([
      {
        amount: 300_000,
        status: 'pending',
        collection_status: 'pending',
        merchant_order_no: body.data.merchant_order_no,
        channel: 'exchange_coin',
        user_id: 'member-7',
        user_name: '王小明',
        member_bank_name: '臺灣銀行',
        counterparty_account: '001-2345-67890',
        notify_url: 'https://m.example/notify',
        extra: '{"a":1}',
      },
    ])
    const [event] = await rows<{ actor: string }>(
      'select actor from events where order_id = (select collection_id from payment_links where id = ?)',
      id,
    )
    expect(event?.actor).toBe('member')
    await expectSoundBooks()
  })

  test('again, or another amount, gives the same collection', async () => {
    const shop = await aMerchant()
    const link = await aPlainLink(shop)
    const first = await submitPurchase(aContext(), link, '1000')
    expect(await submitPurchase(aContext(), link, '1000')).toEqual(first)
    expect(await submitPurchase(aContext(), link, '5000')).toEqual(first)
    expect(await submitPurchase(aContext(), link, 'nonsense')).toEqual(first)
    expect(await showPurchasePage(aContext(), link)).toEqual(first)
    expect(await collectionsOf(shop)).toMatchObject([{ amount: 100_000 }])
  })

  test('fifty times at once creates one collection (§4.4 amount)', async () => {
    const shop = await aMerchant()
    const link = await aPlainLink(shop)
    const amounts = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? '1000' : '3000'))
    const led = await Promise.all(amounts.map((one) => submitPurchase(aContext(), link, one)))
    expect(new Set(led.map((one) => waiting(one).waitToken)).size).toBe(1)
    expect(await collectionsOf(shop)).toHaveLength(1)
    await expectSoundBooks()
  })

  test.each([
    ['', 'missing'],
    ['   ', 'missing'],
    ['99', 'not_allowed'],
    ['0', 'not_allowed'],
    ['50001', 'not_allowed'],
    ['9999999999', 'not_allowed'],
    ['10.5', 'not_a_whole_number'],
    ['-500', 'not_a_whole_number'],
    ['1,00', 'not_a_whole_number'],
    ['1e3', 'not_a_whole_number'],
    ['10²', 'not_a_whole_number'],
    ['<b>500</b>', 'not_a_whole_number'],
    ['99999999999', 'not_a_whole_number'],
  ])(
    'of %j is refused as %s, with the text that was sent (§4.4 amount)',
    async (given, problem) => {
      const shop = await aMerchant()
      const link = await aPlainLink(shop)
      const view = await submitPurchase(aContext(), link, given)
      expect(view).toMatchObject({ state: 'open', refused: { text: given, problem } })
      expect(await collectionsOf(shop)).toEqual([])
    },
  )

  test.each([
    ['500', 500],
    ['100', 100],
    [' 1,000 ', 1000],
    ['50,000.00', 50_000],
    ['１２００', 1200],
    ['0777', 777],
  ])('of %j is an amount of %d', async (given, amount) => {
    const shop = await aMerchant()
    waiting(await submitPurchase(aContext(), await aPlainLink(shop), given))
    expect(await collectionsOf(shop)).toMatchObject([{ amount: amount * 100 }])
  })

  test('checks the present settings, not those of the link’s creation', async () => {
    const shop = await aMerchant()
    const link = await aPlainLink(shop)
    const amounts = { fixed_amounts: [777], allow_custom: false, custom_min: 1, custom_max: 1 }
    await setAmounts(shop.uid, amounts)
    expect(await submitPurchase(aContext(), link, '500')).toMatchObject({
      refused: { problem: 'not_allowed' },
      fixedAmounts: [777],
    })
    waiting(await submitPurchase(aContext(), link, '777'))
  })

  test('keeps the token in KV after the commit; the wait page works without it', async () => {
    const [kept, lost] = [await aPlainLink(await aMerchant()), await aPlainLink(await aMerchant())]
    const put = vi.spyOn(env.TOKENS, 'put')
    setClock(Date.now())
    const { waitToken } = waiting(await submitPurchase(aContext(), kept, '500'))
    expect(put.mock.calls).toMatchObject([[waitToken, expect.any(String), { expirationTtl: 1800 }]])
    put.mockRejectedValue(new Error('KV is away'))
    const unkept = waiting(await submitPurchase(aContext(), lost, '500'))
    expect((await showWaitPage(aContext(), unkept.waitToken)).state).toBe('waiting')
  })

  test('takes one read and one batch', async () => {
    const link = await aPlainLink(await aMerchant())
    const { usage, database } = meter()
    const context = aContext({ db: openMerchantDatabase(database(env.DB)) })
    waiting(await submitPurchase(context, link, '500'))
    expect(usage.trips).toBe(2)
  })
})

function waiting(page: Awaited<ReturnType<typeof submitPurchase>>): { waitToken: string } {
  if (page.kind !== 'wait') throw new Error(`leads to no wait page: ${JSON.stringify(page)}`)
  return page
}
