import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import type { Caches } from '../../../src/context.ts'
import { showPurchasePage } from '../../../src/operations/links/show-purchase-page.ts'
import { refreshWaitPage, showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { getToken } from '../../../src/store/links/link-tokens.ts'
import { meter } from '../../support/metered.ts'
import { interruptedD1 } from '../../support/watched.ts'
import { aBankAccount } from '../support/banking.ts'
import { ask, exchange, submit } from '../support/exchange-host.ts'
import { anAmountLink, aPlainLink, atOnce, linksOf } from '../support/links.ts'
import { account, move } from '../support/orders.ts'
import {
  aContext,
  aMerchant,
  failingDatabase,
  newCaches,
  patchShop,
  rows,
  rowsOf,
  type Shop,
  setClock,
} from '../support/service.ts'

const day = 86_400

describe('a wait page', () => {
  test('is waiting, then transfer once matched, then paid once settled (§4.3 wait page)', async () => {
    const link = await anAmountLink(await aMerchant(), { return_url: 'https://m.example/back' })
    const fixed = {
      token: link.token,
      amount: 1000,
      merchantOrderNo: link.merchant_order_no,
      payerAccountLast5: '67890',
      returnUrl: 'https://m.example/back',
      endsAt: link.endsAt,
      payee: { name: 'Test Merchant', supportUrl: '' },
    }
    const now = link.endsAt - 600
    const waiting = await showWaitPage(aContext({ now: () => now * 1000 }), link.token)
    const asOpened = { state: 'waiting', account: null, receipt: null, now }
    expect(waiting).toMatchObject({ ...fixed, ...asOpened })
    await move.match(link.trade_no)
    expect(await showWaitPage(aContext(), link.token)).toMatchObject({
      ...fixed,
      state: 'transfer',
      receipt: null,
      account: {
        bankName: account.collectionBankName,
        bankCode: '013',
        accountNo: account.collectionAccountNo,
        accountName: account.collectionAccountName,
      },
    })
    await move.settle(link.trade_no)
    const receipt = { tradeNo: link.trade_no, paidAmount: 100_000, paidAt: expect.any(Number) }
    const paid = { ...fixed, state: 'paid', account: null, receipt }
    expect(await showWaitPage(aContext(), link.token)).toMatchObject(paid)
    expect(await refreshWaitPage(aContext(), link.token, atOnce)).toMatchObject(paid)
  })

  test('shows the payee that the merchant’s setting names now', async () => {
    const shop = await aMerchant()
    const [chosen, plain] = [await anAmountLink(shop), await aPlainLink(shop)]
    const payees = async () => {
      const views = [showWaitPage(aContext(), chosen.token), showPurchasePage(aContext(), plain)]
      return (await Promise.all(views)).map((view) => ('payee' in view ? view.payee : undefined))
    }
    const set = (display: { name: string; support_url: string } | null) =>
      patchShop(shop.uid, { settings: { display } })
    const shown = { name: '大安商行', support_url: 'https://m.example/help' }
    expect((await set(shown)).settings.display).toEqual(shown)
    const payee = { name: shown.name, supportUrl: shown.support_url }
    expect(await payees()).toEqual([payee, payee])
    await patchShop(shop.uid, { settings: { trusted: true } })
    expect(await payees()).toEqual([payee, payee])
    await set(null)
    await patchShop(shop.uid, { name: 'Other Name' })
    const own = { name: 'Other Name', supportUrl: '' }
    expect(await payees()).toEqual([own, own])
    expect(await getToken(env.TOKENS, chosen.token)).not.toHaveProperty('payee')
  })

  test('shows nothing of the payer but the last five digits', async () => {
    const link = await anAmountLink(await aMerchant(), {
      member_phone: '0912345678',
      member_account: 'login-77',
    })
    await move.match(link.trade_no)
    const shown = JSON.stringify(await showWaitPage(aContext(), link.token))
    for (const hidden of [
      '001-2345',
      '王小明',
      '0912345678',
      'login-77',
      'member-7',
      'm.example',
    ]) {
      expect(shown).not.toContain(hidden)
    }
  })

  test('shows no account during an exception', async () => {
    const link = await anAmountLink(await aMerchant())
    await move.match(link.trade_no)
    await move.putAside(link.trade_no)
    const view = await showWaitPage(aContext(), link.token)
    expect(view).toMatchObject({ state: 'review', account: null })
    await move.match(link.trade_no)
    expect((await showWaitPage(aContext(), link.token)).state).toBe('transfer')
  })

  test('expires by the clock, before the cron job has run', async () => {
    const [waiting, matched] = [
      await anAmountLink(await aMerchant()),
      await anAmountLink(await aMerchant()),
    ]
    await move.match(matched.trade_no)
    const states = async (seconds: number) => {
      setClock(seconds * 1000)
      const views = [waiting, matched].map(({ token }) => showWaitPage(aContext(), token))
      return (await Promise.all(views)).map(({ state }) => state)
    }
    const end = Math.min(waiting.endsAt, matched.endsAt)
    const late = Math.max(waiting.endsAt, matched.endsAt)
    expect(await states(end - 1)).toEqual(['waiting', 'transfer'])
    expect(await states(late)).toEqual(['expired', 'checking'])
    expect(await states(end + 3599)).toEqual(['expired', 'checking'])
    expect(await states(late + 3600)).toEqual(['expired', 'expired'])
  })

  test('is not found a day after its end, paid or not', async () => {
    const [paid, unpaid] = [
      await anAmountLink(await aMerchant()),
      await anAmountLink(await aMerchant()),
    ]
    await move.settle(paid.trade_no)
    setClock((Math.min(paid.endsAt, unpaid.endsAt) + day - 1) * 1000)
    expect((await showWaitPage(aContext(), paid.token)).state).toBe('paid')
    expect((await showWaitPage(aContext(), unpaid.token)).state).toBe('expired')
    setClock((Math.max(paid.endsAt, unpaid.endsAt) + day) * 1000)
    for (const { token } of [paid, unpaid]) {
      await expect(showWaitPage(aContext(), token)).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('changes nothing when it is shown, and takes one database call', async () => {
    const shop = await aMerchant()
    const link = await anAmountLink(shop)
    const before = await linksOf(shop)
    const { usage, database } = meter()
    const context = aContext({ db: openMerchantDatabase(database(env.DB)) })
    for (let n = 0; n < 5; n += 1) await showWaitPage(context, link.token)
    for (let n = 0; n < 5; n += 1) await refreshWaitPage(context, link.token, atOnce)
    expect(usage.trips).toBe(10)
    expect(await linksOf(shop)).toEqual(before)
    expect(await eventsOf(link.trade_no)).toBe(0)
  })
})

// Matching §6: the first view of a page whose account came at once.
describe('the first view of a page', () => {
  const arranging = /正在安排收款帳號|Arranging an account/
  const amountLink = async (shop: Shop) => (await anAmountLink(shop)).token
  const purchase = async (shop: Shop) => {
    const bought = await submit(await aPlainLink(shop), { amount: '1000' })
    return bought.headers.get('location')?.split('/').at(-1) ?? ''
  }

  describe.each([
    ['an amount link', amountLink],
    ['a purchase', purchase],
  ])('of %s', (_kind, order) => {
    test.each(['assign', 'settle'] as const)('has the account of one that is %s', async (auto) => {
      const shop = await aMerchant({ settings: { auto: 'assign' } })
      const accountNo = String(await aBankAccount({ auto, merchants: [shop.uid] }))
      const page = `${exchange}/wait/${await order(shop)}`
      await expect.poll(() => assignmentsOf(shop)).toEqual(['done'])
      const { status, text } = await ask(page)
      expect(status).toBe(200)
      expect(text).toContain(accountNo)
      expect(text).not.toMatch(arranging)
    })

    test('says that one is arranged where none has come', async () => {
      const shop = await aMerchant({ settings: { auto: 'assign' } })
      await aBankAccount({ auto: 'off', merchants: [shop.uid] })
      const page = `${exchange}/wait/${await order(shop)}`
      await expect.poll(() => assignmentsOf(shop)).toEqual(['no_account_free'])
      expect((await ask(page)).text).toMatch(arranging)
    })
  })

  const assignmentsOf = async (shop: Shop) =>
    (await rowsOf<{ assignment: string }>('collections', shop)).map((one) => one.assignment)
})

describe('a refresh that is held', () => {
  const waited: number[] = []
  const held = (
    link: { token: string },
    isNews: () => boolean,
    then = async (_n: number) => {},
  ) => {
    waited.length = 0
    const pause = async (milliseconds: number) => then(waited.push(milliseconds))
    const has = { bookmark: null, isNews, heldMs: 999_000 }
    return refreshWaitPage(aContext({ pause }), link.token, has)
  }

  test('is answered without news after 55 seconds, having looked each second at first', async () => {
    const link = await anAmountLink(await aMerchant())
    expect(await held(link, () => false)).toMatchObject({ state: 'waiting' })
    expect(waited).toEqual([...Array(10).fill(1_000), ...Array(9).fill(5_000)])
    await move.match(link.trade_no)
    expect(await held(link, () => false)).toMatchObject({ state: 'transfer' })
    expect(waited).toEqual(Array(11).fill(5_000))
  })

  test('is held no longer than whoever asks prefers to wait', async () => {
    const link = await anAmountLink(await aMerchant())
    waited.length = 0
    const pause = async (milliseconds: number) => void waited.push(milliseconds)
    const has = { bookmark: null, isNews: () => false, heldMs: 3_000 }
    await refreshWaitPage(aContext({ pause }), link.token, has)
    expect(waited).toEqual([1_000, 1_000, 1_000])
  })

  test('is answered at once where the page shows something else', async () => {
    const link = await anAmountLink(await aMerchant())
    await held(link, () => true)
    expect(waited).toEqual([])
  })

  test('is answered once there is news', async () => {
    const link = await anAmountLink(await aMerchant())
    await move.match(link.trade_no)
    let looks = 0
    const paid = await held(
      link,
      () => ++looks === 4,
      async (n) => void (n === 3 && (await move.settle(link.trade_no))),
    )
    expect(paid.state).toBe('paid')
    expect(waited).toHaveLength(3)
  })

  test('reads what is as new as the page, of a replica, and the page itself of the primary', async () => {
    const link = await anAmountLink(await aMerchant())
    const { usage, database } = meter()
    const context = aContext({ db: openMerchantDatabase(database(env.DB)) })
    const { bookmark = null } = await showWaitPage(context, link.token)
    expect(bookmark).toMatch(/^[0-9a-f-]+$/)
    const has = { bookmark, isNews: () => true, heldMs: 55_000 }
    const refreshed = await refreshWaitPage(context, link.token, has)
    expect((refreshed.bookmark ?? '') >= (bookmark ?? '')).toBe(true)
    await refreshWaitPage(context, link.token, { ...has, bookmark: 'first-unconstrained' })
    expect(usage.sessions).toEqual(['first-primary', bookmark, 'first-primary'])
  })
})

describe('a token that names no page', () => {
  test.each([
    '',
    'x',
    'A'.repeat(31),
    'A'.repeat(32),
    'ÄAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    "' or 1=1 --AAAAAAAAAAAAAAAAAAAA",
  ])('%j is not found', async (token) => {
    await expect(showWaitPage(aContext(), token)).rejects.toMatchObject({ code: 'not_found' })
    await expect(refreshWaitPage(aContext(), token, atOnce)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('with a right id and a wrong secret is not found', async () => {
    const { token } = await anAmountLink(await aMerchant())
    const guess = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
    await expect(showWaitPage(aContext(), guess)).rejects.toMatchObject({ code: 'not_found' })
  })
})

// Caches with replaced calls of the wait pages' KV.
function withPages(replaced: Partial<Caches['waitPages']>): Caches {
  const caches = newCaches()
  return { ...caches, waitPages: { ...caches.waitPages, ...replaced } }
}

// KV may be stale, lose an entry or fail, and the database may stall: either of them is enough for the page. KV is paid
// for each time it is asked.
describe('with a fault of a store', () => {
  const requests = 100

  test.each([
    ['forgets', { get: async () => null }],
    ['fails', { get: () => Promise.reject(new Error('KV is away')) }],
    ['never answers', { get: () => new Promise<never>(() => undefined) }],
    ['refuses to be written to', { put: () => Promise.reject(new Error('429')) }],
  ])('KV that %s: the page is shown a hundred times', async (_name, fault) => {
    const link = await anAmountLink(await aMerchant())
    const context = aContext({ caches: withPages(fault) })
    let shown = 0
    for (let n = 0; n < requests; n += 1) {
      if ((await showWaitPage(context, link.token)).state === 'waiting') shown += 1
    }
    expect(shown).toBe(requests)
  })

  test('a database that answers: KV is not asked', async () => {
    const link = await anAmountLink(await aMerchant())
    const get = vi.fn(async () => null)
    expect(await showWaitPage(aContext({ caches: withPages({ get }) }), link.token)).toMatchObject({
      state: 'waiting',
    })
    expect(get).not.toHaveBeenCalled()
  })

  test('KV that is stale: the page shows the present state a hundred times', async () => {
    const link = await anAmountLink(await aMerchant())
    const stale = await getToken(env.TOKENS, link.token)
    await move.settle(link.trade_no)
    const context = aContext({
      caches: withPages({ get: async () => stale && { ...stale, expiresAt: 1 } }),
    })
    for (let n = 0; n < requests; n += 1) {
      expect((await showWaitPage(context, link.token)).state).toBe('paid')
    }
  })

  test('a database that stalls: the page shows KV’s data, or waits for the database without KV', async () => {
    const link = await anAmountLink(await aMerchant())
    const slow = (milliseconds: number) =>
      openMerchantDatabase(interruptedD1(env.DB, /^/, () => scheduler.wait(milliseconds)))
    const stalled = aContext({ db: slow(10_000) })
    expect(await showWaitPage(stalled, link.token)).toMatchObject({ state: 'unknown' })
    const late = aContext({ db: slow(3_500), caches: withPages({ get: async () => null }) })
    expect(await showWaitPage(late, link.token)).toMatchObject({ state: 'waiting' })
  })

  test('a database that fails: the page shows KV’s data and the state unknown', async () => {
    const link = await anAmountLink(await aMerchant())
    const db = openMerchantDatabase(failingDatabase())
    const context = aContext({ db })
    expect(await showWaitPage(context, link.token)).toMatchObject({
      state: 'unknown',
      amount: 1000,
      merchantOrderNo: link.merchant_order_no,
      payerAccountLast5: '67890',
      endsAt: link.endsAt,
      payee: null,
      account: null,
    })
    await expect(refreshWaitPage(context, link.token, atOnce)).rejects.toThrow()
    const neither = aContext({ db, caches: withPages({ get: async () => null }) })
    await expect(showWaitPage(neither, link.token)).rejects.toThrow(/is down|Failed query/)
  })
})

/** A statement that answers after the time. */
async function eventsOf(tradeNo: string): Promise<number> {
  const [row] = await rows<{ n: number }>(
    'select count(*) as n from events where order_id = (select id from collections where trade_no = ?)',
    tradeNo,
  )
  return row?.n ?? 0
}
