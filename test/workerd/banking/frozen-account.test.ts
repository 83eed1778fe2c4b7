import { describe, expect, test } from 'vitest'
import { putAsideFrozenIn } from '../../../src/operations/banking/put-aside-frozen.ts'
import { listCallbacks } from '../../../src/operations/callbacks/show-callbacks.ts'
import { showBridgeLink } from '../../../src/operations/links/bridge-link.ts'
import { refreshWaitPage, showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { anAccount, expectSoundAccounts, matchTo, patch } from '../support/bank-accounts.ts'
import { anAmountLink, atOnce } from '../support/links.ts'
import { aCollection, context, eventsOf, move, outcomesOf } from '../support/orders.ts'
import { aMerchant, failingDatabase, rows, type Shop } from '../support/service.ts'

// Freezing an account (back office §2): from that moment no page shows its number.

const waitingRows = `select count(*) as n from collections
  where bank_account_id = ? and status = 'pending' and collection_status = 'matched'`

async function waitingOn(id: number): Promise<number> {
  const [row] = await rows<{ n: number }>(waitingRows, id)
  return row?.n ?? 0
}

/** Freezes an account as a call does that dies before it has put anything aside. */
async function freezeOnly(id: number): Promise<void> {
  await rows(`update bank_accounts set state = 'frozen', version = version + 1 where id = ?`, id)
}

async function numbersShown(shop: Shop, link: { token: string; trade_no: string }) {
  const pages = [
    await showWaitPage(context, link.token),
    await refreshWaitPage(context, link.token, atOnce),
  ]
  const { body } = await shop.status({ tradeNo: link.trade_no })
  return {
    states: pages.map(({ state }) => state),
    accounts: pages.map(({ account }) => account?.accountNo ?? null),
    report: [body.data.payment_bank_account, body.data.collection_account_no],
    reason: body.data.reason,
  }
}

/** A link whose order is matched to an account of its own. */
async function aMatchedLink() {
  const shop = await aMerchant()
  const { id, account_no: number } = await anAccount()
  const link = await anAmountLink(shop)
  await matchTo(id, link.trade_no)
  return { shop, id, number, link }
}

/** What a link's pages and report show while its account takes no money. */
const inReview = {
  states: ['review', 'review'],
  accounts: [null, null],
  report: ['', ''],
  reason: '',
}

describe('while its orders still wait', () => {
  test('a frozen account’s number is on no page and in no report, and comes back with it', async () => {
    const { shop, id, number, link } = await aMatchedLink()
    const shown = { accounts: [number, number], report: [number, number], reason: '' }
    const open = { ...shown, states: ['transfer', 'transfer'] }
    expect(await numbersShown(shop, link)).toEqual(open)
    await freezeOnly(id)
    expect(await numbersShown(shop, link)).toEqual(inReview)
    const bridge = await showBridgeLink(context, link.third_party_session, {})
    expect(JSON.stringify(bridge)).not.toContain(number)
    await patch(id, { state: 'active' })
    expect(await numbersShown(shop, link)).toEqual(open)
  })

  test('a page of an order on a closed account says the same, and the order stays', async () => {
    const { shop, id, number, link } = await aMatchedLink()
    await patch(id, { state: 'closed' })
    expect(await numbersShown(shop, link)).toEqual({ ...inReview, report: [number, number] })
    expect(await waitingOn(id)).toBe(1)
  })

  test('a page shows the holder that the bank shows now, once that has changed', async () => {
    const { id, link } = await aMatchedLink()
    await patch(id, { holder_name: '大安商行有限公司' })
    const pages = [
      await showWaitPage(context, link.token),
      await refreshWaitPage(context, link.token, atOnce),
    ]
    expect(pages.map(({ account }) => account?.accountName)).toEqual(
      Array(2).fill('大安商行有限公司'),
    )
  })

  test('a page out of KV has no number', async () => {
    const { id, number, link } = await aMatchedLink()
    await freezeOnly(id)
    const down = [openMerchantDatabase(failingDatabase())]
    const page = await showWaitPage({ ...context, databases: down }, link.token)
    expect(page.state).toBe('unknown')
    expect(JSON.stringify(page)).not.toContain(number)
  })

  test('a settled order’s report has no number either', async () => {
    const shop = await aMerchant()
    const { id } = await anAccount({ backing: 'later' })
    const tradeNo = await aCollection(shop)
    await matchTo(id, tradeNo)
    await move.settle(tradeNo)
    await patch(id, { state: 'frozen' })
    const { body } = await shop.status({ tradeNo })
    expect(body.data).toMatchObject({ payment_bank_account: '', status: 'succeeded' })
    expect(await eventsOf(tradeNo)).toHaveLength(3)
  })
})

describe('freezing', () => {
  test('makes exceptions of what waits, with the reason, and writes one row of the journal', async () => {
    const shop = await aMerchant({ settings: { collection_events: 'all' } })
    const { id } = await anAccount({ daily_cap: 100_000 })
    const link = await anAmountLink(shop)
    const plain = await aCollection(shop)
    const unmatched = await aCollection(shop)
    await matchTo(id, link.trade_no)
    await matchTo(id, plain)
    const frozen = await patch(id, { state: 'frozen' })
    expect(frozen).toMatchObject({ state: 'frozen', waiting: 0, handed_out_today: 0 })
    for (const tradeNo of [link.trade_no, plain]) {
      expect((await eventsOf(tradeNo)).at(-1)).toMatchObject({
        name: 'exception',
        actor: 'system',
        to_state: 'pending/exception',
        fact: JSON.stringify({ name: 'exception', reason: 'account_frozen' }),
      })
    }
    expect(await eventsOf(unmatched)).toHaveLength(1)
    expect(await numbersShown(shop, link)).toEqual({ ...inReview, reason: 'account_frozen' })
    const journal = await rows(`select action, after from journal where subject = ?`, String(id))
    expect(journal.slice(1)).toEqual([{ action: 'patch', after: '{"state":"frozen"}' }])
    const filter = { merchant_uid: shop.uid, limit: 10 }
    expect((await listCallbacks(context, filter)).items).toEqual([])
    await expectSoundAccounts()
  })

  test('ends the grace of a link, whose page says that it is checked also when time is over', async () => {
    const { id, link } = await aMatchedLink()
    await patch(id, { state: 'frozen' })
    const ends = await rows(
      'select ends_at - wait_expires_at as more from payment_links where token = ?',
      link.token,
    )
    expect(ends).toEqual([{ more: 0 }])
    const later = { ...context, now: () => Date.now() + 3_600_000 }
    expect((await showWaitPage(later, link.token)).state).toBe('review')
  })

  test('lets an order go on another account', async () => {
    const shop = await aMerchant()
    const [one, other] = [await anAccount(), await anAccount()]
    const link = await anAmountLink(shop)
    await matchTo(one.id, link.trade_no)
    await patch(one.id, { state: 'frozen' })
    await matchTo(other.id, link.trade_no)
    expect(await numbersShown(shop, link)).toMatchObject({
      states: ['transfer', 'transfer'],
      report: [other.account_no, other.account_no],
    })
    await expectSoundAccounts()
  })

  test('in bounded steps: the minute’s job does what the call has left', async () => {
    const shop = await aMerchant()
    const { id } = await anAccount()
    const orders = await Promise.all(Array.from({ length: 8 }, () => aCollection(shop)))
    for (const tradeNo of orders) await matchTo(id, tradeNo)
    await freezeOnly(id)
    expect(await waitingOn(id)).toBe(8)
    expect(await putAsideFrozenIn(context)).toBe(8)
    expect(await putAsideFrozenIn(context)).toBe(0)
    expect(await waitingOn(id)).toBe(0)
    await expectSoundAccounts()
  })

  test('leaves alone what waits on an account that works again', async () => {
    const shop = await aMerchant()
    const { id } = await anAccount()
    const tradeNo = await aCollection(shop)
    await matchTo(id, tradeNo)
    await patch(id, { state: 'paused' })
    expect(await putAsideFrozenIn(context, 1)).toBe(0)
    expect(await waitingOn(id)).toBe(1)
  })

  test('against matches: nothing waits on it after, and each order has one story', async () => {
    for (let round = 0; round < 8; round += 1) {
      const shop = await aMerchant()
      const { id } = await anAccount()
      const orders = await Promise.all(Array.from({ length: 10 }, () => aCollection(shop)))
      const [frozen, ...matched] = await outcomesOf([
        patch(id, { state: 'frozen' }),
        ...orders.map((tradeNo) => matchTo(id, tradeNo)),
      ])
      expect(frozen).toBe('done')
      expect(['done', 'bank_account_not_active']).toEqual(
        expect.arrayContaining([...new Set(matched)]),
      )
      await putAsideFrozenIn(context)
      expect(await waitingOn(id)).toBe(0)
      for (const [n, tradeNo] of orders.entries()) {
        const names = (await eventsOf(tradeNo)).map(({ name }) => name)
        const expected = matched[n] === 'done' ? ['matched', 'exception'] : []
        expect(names).toEqual(['created', ...expected])
      }
      await expectSoundAccounts()
    }
  })

  test('against settlements: an order is paid, or put aside and paid by hand', async () => {
    for (let round = 0; round < 8; round += 1) {
      const shop = await aMerchant()
      const { id } = await anAccount({ backing: 'later' })
      const orders = await Promise.all(Array.from({ length: 6 }, () => aCollection(shop)))
      for (const tradeNo of orders) await matchTo(id, tradeNo)
      const outcomes = await outcomesOf([
        patch(id, { state: 'frozen' }),
        ...orders.map((one) => move.settle(one)),
      ])
      expect(new Set(outcomes)).toEqual(new Set(['done']))
      await expectSoundAccounts()
    }
  })
})
