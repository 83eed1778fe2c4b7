import { describe, expect, test } from 'vitest'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { showPurchasePage } from '../../../src/operations/links/show-purchase-page.ts'
import { showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { expectSoundBooks } from '../support/books.ts'
import { aLink, amountPath, anAmountLink, aPlainLink, linksOf } from '../support/links.ts'
import {
  aCollection,
  aPayout,
  aSettled,
  context,
  eventNames,
  eventsOf,
  move,
  wrongMatch,
} from '../support/orders.ts'
import { aMerchant, operator, post, type Shop, setClock } from '../support/service.ts'

const yes = { accept: true, reason: '', override: false }
const refusal = (code: string) => expect.objectContaining({ code })

describe('a wrong settlement is reversed, back to exception', () => {
  test('its money leaves the books, and the merchant reads why', async () => {
    const shop = await aMerchant()
    const tradeNo = await aSettled(shop)
    const moved = await move.reverse(tradeNo)
    const unpaid = { status: 'pending', collection_status: 'exception', paid_amount: 0 }
    expect(moved).toMatchObject({ ...unpaid, paid_at: null, reason: wrongMatch.reason })
    const { body } = await shop.status({ tradeNo })
    expect(body).toMatchObject({ status: 'EXCEPTION', paid: 0, data: unpaid })
    expect(body.data.reason).toBe(wrongMatch.reason)
    const collection = { pending: { count: 1, amount: 100 }, succeeded: { count: 0, amount: 0 } }
    const books = { balance: 0, balance0: 0, data: { summary: { collection } } }
    expect((await shop.balance()).body).toMatchObject(books)
    const [, , event] = await eventsOf(tradeNo)
    expect(event).toMatchObject({
      name: 'reversed',
      actor: operator.name,
      from_state: 'succeeded/pending',
      to_state: 'pending/exception',
    })
    expect(JSON.parse(event?.fact ?? '')).toEqual({
      name: 'reversed',
      paidAmount: 10_000,
      ...wrongMatch,
    })
    await expectSoundBooks()
  })

  test('available becomes negative when the money has gone out', async () => {
    const shop = await aMerchant()
    const tradeNo = await aSettled(shop)
    await move.process(await aPayout(shop))
    await move.reverse(tradeNo)
    expect((await shop.balance()).body).toMatchObject({ balance: -40, balance0: -40, balance1: 0 })
    await expectSoundBooks()
  })

  test('a trusted merchant’s declared money goes, and so does what was accepted', async () => {
    const trusted = await aMerchant({ settings: { trusted: true } })
    const declared = await aCollection(trusted, { status: 'manual' })
    await move.reverse(declared)
    expect((await trusted.balance()).body).toMatchObject({ balance: 0, balance0: 0 })
    const shop = await aMerchant()
    const accepted = await aCollection(shop, { status: 'succeeded' })
    await move.confirm(accepted, yes)
    await move.reverse(accepted)
    expect((await shop.balance()).body).toMatchObject({ balance: 0, balance0: 0, balance2: 0 })
    expect((await shop.status({ tradeNo: accepted })).body.status).toBe('EXCEPTION')
    await expectSoundBooks()
  })

  test('what awaits confirmation is rejected, not reversed; what is pending is neither', async () => {
    const shop = await aMerchant()
    const awaiting = await aCollection(shop, { status: 'succeeded' })
    await expect(move.reverse(awaiting)).rejects.toEqual(refusal('move_not_allowed'))
    await expect(move.reverse(await aCollection(shop))).rejects.toEqual(refusal('move_not_allowed'))
    expect((await shop.balance()).body).toMatchObject({ balance: 0, balance2: 100 })
  })

  test('a second reversal is refused and changes nothing', async () => {
    const shop = await aMerchant()
    const tradeNo = await aSettled(shop)
    await move.reverse(tradeNo)
    await expect(move.reverse(tradeNo)).rejects.toEqual(refusal('move_not_allowed'))
    expect((await shop.balance()).body.balance).toBe(0)
    expect(await eventNames(tradeNo)).toEqual(['created', 'settled', 'reversed'])
  })

  test('a reversed collection is settled again, as manual, and reversed again', async () => {
    const shop = await aMerchant()
    const tradeNo = await aSettled(shop, { notify_url: 'https://m.example/n' })
    for (const balance of [100, 0]) {
      await move.reverse(tradeNo)
      await move.settle(tradeNo)
      const { body } = await shop.status({ tradeNo })
      expect(body).toMatchObject({ status: 'MANUAL PAID', paid: 100, data: { reason: '' } })
      expect((await shop.balance()).body.balance).toBe(100)
      if (balance === 0) await move.reverse(tradeNo)
    }
    expect((await shop.balance()).body.balance).toBe(0)
    await expectSoundBooks()
  })
})

describe('every link of its order number becomes expired', () => {
  test('pages say that it is being checked, whether or not their time is over', async () => {
    const { shop, chosen, other } = await paidLinks()
    await move.reverse(chosen.trade_no)
    expect((await linksOf(shop)).map(({ state, ends_at }) => ({ state, ends_at }))).toEqual([
      { state: 'expired', ends_at: null },
      { state: 'expired', ends_at: null },
    ])
    expect((await showWaitPage(context, chosen.token)).state).toBe('review')
    expect(await showPurchasePage(context, other)).toMatchObject({ state: 'expired' })
    setClock((chosen.endsAt + 60) * 1000)
    await expireLinks(context)
    expect((await showWaitPage(context, chosen.token)).state).toBe('review')
  })

  test('a new link of that number is made, and one of them settles without override', async () => {
    const { shop, chosen } = await paidLinks()
    await expectNoNewLink(shop, chosen.merchant_order_no)
    await move.reverse(chosen.trade_no)
    const next = await anAmountLink(shop, { merchant_order_no: chosen.merchant_order_no })
    expect(next.trade_no).not.toBe(chosen.trade_no)
    expect((await showWaitPage(context, next.token)).state).toBe('waiting')
    await move.settle(next.trade_no)
    await expect(move.settle(chosen.trade_no)).rejects.toEqual(refusal('already_paid'))
    expect((await showWaitPage(context, chosen.token)).state).toBe('paid_elsewhere')
    expect((await shop.balance()).body.balance).toBe(1000)
    await expectSoundBooks()
  })

  test('the reversed one can be matched and settled too', async () => {
    const { shop, chosen } = await paidLinks()
    await move.reverse(chosen.trade_no)
    await move.match(chosen.trade_no)
    expect((await showWaitPage(context, chosen.token)).state).toBe('transfer')
    await move.settle(chosen.trade_no)
    expect((await showWaitPage(context, chosen.token)).state).toBe('paid')
    expect((await linksOf(shop)).map(({ state }) => state)).toEqual(['closed', 'closed'])
  })

  test('unless another settlement of that order number stands', async () => {
    const { shop, chosen } = await paidLinks()
    await move.reverse(chosen.trade_no)
    const next = await anAmountLink(shop, { merchant_order_no: chosen.merchant_order_no })
    await move.settle(chosen.trade_no)
    await move.settle(next.trade_no, { override: true })
    await move.reverse(chosen.trade_no)
    expect(new Set((await linksOf(shop)).map(({ state }) => state))).toEqual(new Set(['closed']))
    await expect(move.settle(chosen.trade_no)).rejects.toEqual(refusal('already_paid'))
    await expectNoNewLink(shop, chosen.merchant_order_no)
    await move.reverse(next.trade_no)
    expect(new Set((await linksOf(shop)).map(({ state }) => state))).toEqual(new Set(['expired']))
    await move.settle(chosen.trade_no)
    expect((await shop.balance()).body.balance).toBe(1000)
    await expectSoundBooks()
  })

  test('and links of other numbers and merchants stay as they are', async () => {
    const { shop, chosen } = await paidLinks()
    const other = await anAmountLink(shop)
    const neighbour = await aMerchant()
    const same = await anAmountLink(neighbour, { merchant_order_no: chosen.merchant_order_no })
    await move.settle(same.trade_no)
    await move.reverse(chosen.trade_no)
    expect((await showWaitPage(context, other.token)).state).toBe('waiting')
    expect((await showWaitPage(context, same.token)).state).toBe('paid')
  })
})

async function expectNoNewLink(shop: Shop, orderNo: string): Promise<void> {
  const { body } = await post(shop, amountPath, aLink({ amount: 1000, merchant_order_no: orderNo }))
  expect(body.error).toBe('duplicate_merchant_order_no')
}

// An order of two links, one of each endpoint, paid by the first.
async function paidLinks() {
  const shop = await aMerchant()
  const chosen = await anAmountLink(shop)
  const other = await aPlainLink(shop, { merchant_order_no: chosen.merchant_order_no })
  await move.settle(chosen.trade_no)
  return { shop, chosen, other }
}
