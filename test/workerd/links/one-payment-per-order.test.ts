import { describe, expect, test, vi } from 'vitest'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { expectSoundBooks } from '../support/books.ts'
import { anAmountLink, aPlainLink, collectionsOf, linksOf } from '../support/links.ts'
import { move } from '../support/orders.ts'
import { aContext, aMerchant, rows, setClock } from '../support/service.ts'

// Two links of one order number, one of each endpoint; an amount was submitted on the plain one.
async function twoLinks() {
  const shop = await aMerchant()
  const chosen = await anAmountLink(shop)
  const plain = await aPlainLink(shop, { merchant_order_no: chosen.merchant_order_no })
  const submitted = await submitPurchase(aContext(), plain, '3000')
  if (submitted.kind !== 'wait') throw new Error('not submitted')
  const other = (await collectionsOf(shop)).find(({ trade_no }) => trade_no !== chosen.trade_no)
  return { shop, chosen, plain, other: { ...submitted, tradeNo: other?.trade_no ?? '' } }
}

describe('settling one link of an order', () => {
  test('closes the other and sets its collection to exception in the same batch', async () => {
    const { shop, chosen, other } = await twoLinks()
    await move.match(other.tradeNo)
    await move.settle(chosen.trade_no)
    expect((await linksOf(shop)).map(({ state, ends_at }) => ({ state, ends_at }))).toEqual([
      { state: 'closed', ends_at: null },
      { state: 'closed', ends_at: null },
    ])
    expect((await collectionsOf(shop)).map((row) => [row.status, row.collection_status])).toEqual([
      ['succeeded', 'pending'],
      ['pending', 'exception'],
    ])
    expect(await lastEvent(other.tradeNo)).toMatchObject({
      seq: 3,
      name: 'exception',
      actor: 'system',
      from_state: 'pending/matched',
      to_state: 'pending/exception',
      fact: JSON.stringify({ name: 'exception', reason: 'paid_elsewhere' }),
    })
    expect((await showWaitPage(aContext(), chosen.token)).state).toBe('paid')
    expect((await showWaitPage(aContext(), other.waitToken)).state).toBe('paid_elsewhere')
    expect(await callbacksOf(other.tradeNo)).toBe(0)
    await expectSoundBooks()
  })

  test('settling the other is refused and writes nothing, without an operator’s override', async () => {
    const { shop, chosen, other } = await twoLinks()
    await move.settle(chosen.trade_no)
    const before = [await collectionsOf(shop), (await shop.balance()).body]
    await expect(move.settle(other.tradeNo)).rejects.toMatchObject({ code: 'already_paid' })
    expect([await collectionsOf(shop), (await shop.balance()).body]).toEqual(before)
    await move.settle(other.tradeNo, { override: true })
    expect((await shop.balance()).body.balance).toBe(4000)
    expect((await collectionsOf(shop)).map(({ status }) => status)).toEqual(['succeeded', 'manual'])
    await expectSoundBooks()
  })

  test('both at once: one is settled, the other refused', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { shop, chosen, other } = await twoLinks()
      const outcomes = await Promise.allSettled([
        move.settle(chosen.trade_no),
        move.settle(other.tradeNo),
      ])
      const refused = outcomes.flatMap((one) =>
        one.status === 'rejected' ? [one.reason.code] : [],
      )
      expect(refused).toEqual(['already_paid'])
      const settled = (await collectionsOf(shop)).filter(({ status }) => status !== 'pending')
      expect(settled).toHaveLength(1)
    }
    await expectSoundBooks()
  })

  test('a link settled three times at once is already_final, not already_paid', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { trade_no } = await anAmountLink(await aMerchant())
      const race = await Promise.allSettled([
        move.settle(trade_no),
        move.settle(trade_no),
        move.settle(trade_no),
      ])
      const refused = race.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
      expect(refused).toEqual(['already_final', 'already_final'])
    }
  })

  test('the other collection cannot be matched again', async () => {
    const { chosen, other } = await twoLinks()
    await move.settle(chosen.trade_no)
    await expect(move.match(other.tradeNo)).rejects.toMatchObject({ code: 'already_paid' })
  })

  test('closes a link without an amount: its page accepts none any more', async () => {
    const shop = await aMerchant()
    const chosen = await anAmountLink(shop)
    const plain = await aPlainLink(shop, { merchant_order_no: chosen.merchant_order_no })
    await move.settle(chosen.trade_no)
    const page = await submitPurchase(aContext(), plain, '500')
    expect(page).toMatchObject({ state: 'paid_elsewhere' })
    expect(await collectionsOf(shop)).toHaveLength(1)
  })

  test('while an amount is submitted on the other leaves no second payable collection', async () => {
    for (let n = 0; n < 10; n += 1) {
      const shop = await aMerchant()
      const chosen = await anAmountLink(shop)
      const plain = await aPlainLink(shop, { merchant_order_no: chosen.merchant_order_no })
      await Promise.all([move.settle(chosen.trade_no), submitPurchase(aContext(), plain, '500')])
      const payable = (await collectionsOf(shop)).filter(
        (row) => row.status === 'pending' && row.collection_status !== 'exception',
      )
      expect(payable).toEqual([])
      expect((await linksOf(shop)).map(({ state }) => state)).toEqual(['closed', 'closed'])
    }
  })

  test('by a late deposit on an expired link closes the link that replaced it', async () => {
    const shop = await aMerchant()
    const first = await anAmountLink(shop)
    setClock((first.endsAt + 60) * 1000)
    await expireLinks(aContext())
    const second = await anAmountLink(shop, { merchant_order_no: first.merchant_order_no })
    await move.settle(first.trade_no)
    expect((await showWaitPage(aContext(), second.token)).state).toBe('paid_elsewhere')
    await expect(move.settle(second.trade_no)).rejects.toMatchObject({ code: 'already_paid' })
    expect((await showWaitPage(aContext(), first.token)).state).toBe('paid')
  })

  test('changes no other order, of the merchant or of others', async () => {
    const [shop, neighbour] = [await aMerchant(), await aMerchant()]
    const paid = await anAmountLink(shop)
    const others = [
      await anAmountLink(shop),
      await anAmountLink(neighbour, { merchant_order_no: paid.merchant_order_no }),
    ]
    const own = await shop.create({ merchant_order_no: paid.merchant_order_no, amount: 50 })
    await move.settle(paid.trade_no)
    for (const { token } of others) {
      expect((await showWaitPage(aContext(), token)).state).toBe('waiting')
    }
    const status = await shop.status({ orderid: own.body.data.orderid })
    expect(status.body.data.collection_status).toBe('pending')
  })
})

describe('expiry', () => {
  test('sets an unmatched collection to exception, without a callback; a late deposit can be settled', async () => {
    const shop = await aMerchant()
    const link = await anAmountLink(shop)
    setClock((link.endsAt - 1) * 1000)
    await expireLinks(aContext())
    expect((await linksOf(shop))[0]?.state).toBe('open')
    setClock(link.endsAt * 1000)
    await expireLinks(aContext())
    expect((await linksOf(shop))[0]).toMatchObject({ state: 'expired', ends_at: null })
    expect(await lastEvent(link.trade_no)).toMatchObject({
      seq: 2,
      name: 'exception',
      actor: 'system',
      at: link.endsAt,
      from_state: 'pending/pending',
      to_state: 'pending/exception',
      fact: JSON.stringify({ name: 'exception', reason: 'expired' }),
    })
    expect(await callbacksOf(link.trade_no)).toBe(0)
    const report = await shop.status({ orderid: link.orderid })
    expect(report.body).toMatchObject({ status: 'EXCEPTION' })
    await move.settle(link.trade_no)
    expect((await collectionsOf(shop))[0]).toMatchObject({ status: 'manual' })
    expect(await callbacksOf(link.trade_no)).toBe(1)
    await expectSoundBooks()
  })

  test('sets a matched collection to exception after its grace', async () => {
    const shop = await aMerchant()
    const link = await anAmountLink(shop)
    await move.match(link.trade_no)
    setClock((link.endsAt + 3599) * 1000)
    await expireLinks(aContext())
    expect((await collectionsOf(shop))[0]?.collection_status).toBe('matched')
    setClock((link.endsAt + 3600) * 1000)
    await expireLinks(aContext())
    expect((await collectionsOf(shop))[0]?.collection_status).toBe('exception')
    expect((await linksOf(shop))[0]?.state).toBe('expired')
  })

  test('of a collection in exception ends the link and writes no second event', async () => {
    const shop = await aMerchant()
    const link = await anAmountLink(shop)
    await move.match(link.trade_no)
    await move.putAside(link.trade_no)
    setClock(link.endsAt * 1000)
    await expireLinks(aContext())
    expect((await linksOf(shop))[0]).toMatchObject({ state: 'expired', ends_at: null })
    expect(await lastEvent(link.trade_no)).toMatchObject({ seq: 3 })
  })

  test('of a collection matched after its end comes again after the grace', async () => {
    const shop = await aMerchant()
    const link = await anAmountLink(shop)
    setClock((link.endsAt + 100) * 1000)
    await expireLinks(aContext())
    expect(await showWaitPage(aContext(), link.token)).toMatchObject({ hadAccount: false })
    await move.match(link.trade_no)
    const end = link.endsAt + 100 + 3600
    const checking = { state: 'checking', hadAccount: true, endsAt: end }
    expect(await showWaitPage(aContext(), link.token)).toMatchObject(checking)
    setClock(end * 1000)
    await expireLinks(aContext())
    expect((await showWaitPage(aContext(), link.token)).state).toBe('expired')
    expect((await collectionsOf(shop))[0]?.collection_status).toBe('exception')
  })

  test('at the moment of a match leaves the collection matched', async () => {
    for (let n = 0; n < 10; n += 1) {
      const shop = await aMerchant()
      const link = await anAmountLink(shop)
      setClock(link.endsAt * 1000)
      await Promise.all([expireLinks(aContext()), move.match(link.trade_no)])
      const [row] = await collectionsOf(shop)
      expect(row?.collection_status).toBe('matched')
      expect((await showWaitPage(aContext(), link.token)).state).toBe('checking')
      vi.useRealTimers()
    }
  })

  test('ends a link without an amount, and no paid link', async () => {
    const shop = await aMerchant()
    await aPlainLink(shop)
    const paid = await anAmountLink(shop)
    await move.settle(paid.trade_no)
    setClock((paid.endsAt + 60) * 1000)
    await expireLinks(aContext())
    expect((await linksOf(shop)).map(({ state }) => state)).toEqual(['expired', 'closed'])
  })
})

type EventRow = { seq: number; name: string; actor: string; from_state: string; to_state: string }

async function lastEvent(tradeNo: string): Promise<EventRow | undefined> {
  const [row] = await rows<EventRow>(
    `select * from events where order_id = (select id from collections where trade_no = ?)
     order by seq desc limit 1`,
    tradeNo,
  )
  return row
}

async function callbacksOf(tradeNo: string): Promise<number> {
  return (await rows('select 1 from callbacks where trade_no = ?', tradeNo)).length
}
