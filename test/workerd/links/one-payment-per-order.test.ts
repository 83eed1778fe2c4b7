import { afterEach, describe, expect, test, vi } from 'vitest'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { expectSoundBooks } from '../support/books.ts'
import {
  anAmountLink,
  aPlainLink,
  at,
  collectionsOf,
  linksOf,
  match,
  setAside,
  settle,
} from '../support/links.ts'
import { aContext, aMerchant, rows } from '../support/service.ts'

afterEach(() => {
  vi.useRealTimers()
})

// Two links of one order number: one of each endpoint, the member having submitted an amount on the plain one.
async function twoLinks() {
  const shop = await aMerchant()
  const chosen = await anAmountLink(shop)
  const plain = await aPlainLink(shop, { merchant_order_no: chosen.merchant_order_no })
  const submitted = await submitPurchase(aContext(), plain, '3000')
  if (!('waitToken' in submitted)) throw new Error('not submitted')
  const other = (await collectionsOf(shop)).find(({ trade_no }) => trade_no !== chosen.trade_no)
  return { shop, chosen, plain, other: { ...submitted, tradeNo: other?.trade_no ?? '' } }
}

describe('settling one link of an order', () => {
  test('closes the other in the same batch and puts aside what would have paid it', async () => {
    const { shop, chosen, other } = await twoLinks()
    await match(other.tradeNo)
    await settle(chosen.trade_no)
    expect((await linksOf(shop)).map(({ state, ends_at }) => ({ state, ends_at }))).toEqual([
      { state: 'closed', ends_at: null },
      { state: 'closed', ends_at: null },
    ])
    expect((await collectionsOf(shop)).map((row) => [row.status, row.collection_status])).toEqual([
      ['succeeded', 'pending'],
      ['pending', 'exception'],
    ])
    expect(await lastEvent(other.tradeNo)).toMatchObject({
      ...{ seq: 3, name: 'exception', actor: 'system' },
      ...{ from_state: 'pending/matched', to_state: 'pending/exception' },
      fact: JSON.stringify({ name: 'exception', reason: 'paid_elsewhere' }),
    })
    expect((await showWaitPage(aContext(), chosen.token)).state).toBe('paid')
    expect((await showWaitPage(aContext(), other.waitToken)).state).toBe('paid_elsewhere')
    expect(await callbacksOf(other.tradeNo)).toBe(0)
    await expectSoundBooks()
  })

  test('a second one is refused, nothing is written, and an operator’s override allows it', async () => {
    const { shop, chosen, other } = await twoLinks()
    await settle(chosen.trade_no)
    const before = [await collectionsOf(shop), (await shop.balance()).body]
    await expect(settle(other.tradeNo)).rejects.toMatchObject({ code: 'already_paid' })
    expect([await collectionsOf(shop), (await shop.balance()).body]).toEqual(before)
    await settle(other.tradeNo, true)
    expect((await shop.balance()).body.balance).toBe(4000)
    expect((await collectionsOf(shop)).map(({ status }) => status)).toEqual(['succeeded', 'manual'])
    await expectSoundBooks()
  })

  test('both at once: one is settled, the other refused', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { shop, chosen, other } = await twoLinks()
      const outcomes = await Promise.allSettled([settle(chosen.trade_no), settle(other.tradeNo)])
      const refused = outcomes.flatMap((one) =>
        one.status === 'rejected' ? [one.reason.code] : [],
      )
      expect(refused).toEqual(['already_paid'])
      const settled = (await collectionsOf(shop)).filter(({ status }) => status !== 'pending')
      expect(settled).toHaveLength(1)
    }
    await expectSoundBooks()
  })

  test('one that is settled twice at once is final, not paid elsewhere', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { trade_no } = await anAmountLink(await aMerchant())
      const race = await Promise.allSettled([settle(trade_no), settle(trade_no), settle(trade_no)])
      const refused = race.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
      expect(refused).toEqual(['already_final', 'already_final'])
    }
  })

  test('what it has put aside is not matched again: it would never end', async () => {
    const { chosen, other } = await twoLinks()
    await settle(chosen.trade_no)
    await expect(match(other.tradeNo)).rejects.toMatchObject({ code: 'already_paid' })
  })

  test('closes a link that no amount was submitted on: its page takes none any more', async () => {
    const shop = await aMerchant()
    const chosen = await anAmountLink(shop)
    const plain = await aPlainLink(shop, { merchant_order_no: chosen.merchant_order_no })
    await settle(chosen.trade_no)
    const page = await submitPurchase(aContext(), plain, '500')
    expect(page).toMatchObject({ state: 'paid_elsewhere' })
    expect(await collectionsOf(shop)).toHaveLength(1)
  })

  test('and submitting on the other at once: never a payable second one', async () => {
    for (let n = 0; n < 10; n += 1) {
      const shop = await aMerchant()
      const chosen = await anAmountLink(shop)
      const plain = await aPlainLink(shop, { merchant_order_no: chosen.merchant_order_no })
      await Promise.all([settle(chosen.trade_no), submitPurchase(aContext(), plain, '500')])
      const open = (await collectionsOf(shop)).filter(
        (row) => row.status === 'pending' && row.collection_status !== 'exception',
      )
      expect(open).toEqual([])
      expect((await linksOf(shop)).map(({ state }) => state)).toEqual(['closed', 'closed'])
    }
  })

  test('by a late deposit on an expired link closes the one that took its place', async () => {
    const shop = await aMerchant()
    const first = await anAmountLink(shop)
    at((first.endsAt + 60) * 1000)
    await expireLinks(aContext())
    const second = await anAmountLink(shop, { merchant_order_no: first.merchant_order_no })
    await settle(first.trade_no)
    expect((await showWaitPage(aContext(), second.token)).state).toBe('paid_elsewhere')
    await expect(settle(second.trade_no)).rejects.toMatchObject({ code: 'already_paid' })
    expect((await showWaitPage(aContext(), first.token)).state).toBe('paid')
  })

  test('leaves other orders alone, of the merchant and of others', async () => {
    const [shop, neighbour] = [await aMerchant(), await aMerchant()]
    const paid = await anAmountLink(shop)
    const others = [
      await anAmountLink(shop),
      await anAmountLink(neighbour, { merchant_order_no: paid.merchant_order_no }),
    ]
    const own = await shop.create({ merchant_order_no: paid.merchant_order_no, amount: 50 })
    await settle(paid.trade_no)
    for (const { token } of others) {
      expect((await showWaitPage(aContext(), token)).state).toBe('waiting')
    }
    const status = await shop.status({ orderid: own.body.data.orderid })
    expect(status.body.data.collection_status).toBe('pending')
  })
})

describe('expiry', () => {
  test('puts an unmatched collection aside, without a callback, and a late deposit is settled', async () => {
    const shop = await aMerchant()
    const link = await anAmountLink(shop)
    at((link.endsAt - 1) * 1000)
    await expireLinks(aContext())
    expect((await linksOf(shop))[0]?.state).toBe('open')
    at(link.endsAt * 1000)
    await expireLinks(aContext())
    expect((await linksOf(shop))[0]).toMatchObject({ state: 'expired', ends_at: null })
    expect(await lastEvent(link.trade_no)).toMatchObject({
      ...{ seq: 2, name: 'exception', actor: 'system', at: link.endsAt },
      ...{ from_state: 'pending/pending', to_state: 'pending/exception' },
      fact: JSON.stringify({ name: 'exception', reason: 'expired' }),
    })
    expect(await callbacksOf(link.trade_no)).toBe(0)
    const report = await shop.status({ orderid: link.orderid })
    expect(report.body).toMatchObject({ status: 'EXCEPTION' })
    await settle(link.trade_no)
    expect((await collectionsOf(shop))[0]).toMatchObject({ status: 'manual' })
    expect(await callbacksOf(link.trade_no)).toBe(1)
    await expectSoundBooks()
  })

  test('a matched one keeps its grace, then is put aside', async () => {
    const shop = await aMerchant()
    const link = await anAmountLink(shop)
    await match(link.trade_no)
    at((link.endsAt + 3599) * 1000)
    await expireLinks(aContext())
    expect((await collectionsOf(shop))[0]?.collection_status).toBe('matched')
    at((link.endsAt + 3600) * 1000)
    await expireLinks(aContext())
    expect((await collectionsOf(shop))[0]?.collection_status).toBe('exception')
    expect((await linksOf(shop))[0]?.state).toBe('expired')
  })

  test('one set aside by a person ends with its own time, and has no second event', async () => {
    const shop = await aMerchant()
    const link = await anAmountLink(shop)
    await match(link.trade_no)
    await setAside(link.trade_no)
    at(link.endsAt * 1000)
    await expireLinks(aContext())
    expect((await linksOf(shop))[0]).toMatchObject({ state: 'expired', ends_at: null })
    expect(await lastEvent(link.trade_no)).toMatchObject({ seq: 3 })
  })

  test('one matched after its end has the grace from then on, and ends again', async () => {
    const shop = await aMerchant()
    const link = await anAmountLink(shop)
    at((link.endsAt + 100) * 1000)
    await expireLinks(aContext())
    await match(link.trade_no)
    expect((await showWaitPage(aContext(), link.token)).state).toBe('checking')
    at((link.endsAt + 100 + 3600) * 1000)
    await expireLinks(aContext())
    expect((await showWaitPage(aContext(), link.token)).state).toBe('expired')
    expect((await collectionsOf(shop))[0]?.collection_status).toBe('exception')
  })

  test('meeting an agent who matches at that moment: one of the two comes first, nothing is lost', async () => {
    for (let n = 0; n < 10; n += 1) {
      const shop = await aMerchant()
      const link = await anAmountLink(shop)
      at(link.endsAt * 1000)
      await Promise.all([expireLinks(aContext()), match(link.trade_no)])
      const [row] = await collectionsOf(shop)
      expect(row?.collection_status).toBe('matched')
      expect((await showWaitPage(aContext(), link.token)).state).toBe('checking')
      vi.useRealTimers()
    }
  })

  test('ends a link that no amount was submitted on, and touches no paid one', async () => {
    const shop = await aMerchant()
    await aPlainLink(shop)
    const paid = await anAmountLink(shop)
    await settle(paid.trade_no)
    at((paid.endsAt + 60) * 1000)
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
