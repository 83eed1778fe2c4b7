import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import { sayPaid } from '../../../src/operations/links/say-paid.ts'
import { lateSlotStatements } from '../../../src/operations/matcher/take-slot.ts'
import { showCollection } from '../../../src/operations/orders/list-orders.ts'
import { parseTradeNo } from '../../../src/rules/orders/order-identity.ts'
import { commit, openMerchantDatabase } from '../../../src/store/database.ts'
import { collectionTable } from '../../../src/store/orders/collections.ts'
import { failingD1 } from '../../support/failing-database.ts'
import { matchTo } from '../support/bank-accounts.ts'
import { aBankAccount, payersLast5, putOn } from '../support/banking.ts'
import { expectSoundBooks } from '../support/books.ts'
import { ask, exchange, type Page } from '../support/exchange-host.ts'
import { aLink, amountPath, anAmountLink, collectionsOf } from '../support/links.ts'
import { move } from '../support/orders.ts'
import {
  aCollection,
  aContext,
  aMerchant,
  operator,
  post,
  rows,
  rowsOf,
  type Shop,
  setClock,
} from '../support/service.ts'

// The member's button "I have paid" (matching §6).

const noDigits = { payer_account_no: '', payer_account_last5: '' }

/** A link whose account is shown, and its page. */
async function aShown(shop: Shop, fields: Fields = {}) {
  const link = await anAmountLink(shop, fields)
  await move.match(link.trade_no)
  return { ...link, page: pageOf(link) }
}

const pageOf = ({ token }: { token: string }) => `${exchange}/wait/${token}`

function press(page: string, fields: Fields = {}, headers: Record<string, string> = {}) {
  return ask(`${page}/paid`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields as Record<string, string>).toString(),
  })
}

const shown = (tradeNo: string) => showCollection(aContext(), operator, tradeNo)

/** All that is stored of a merchant's orders. */
const stored = async (shop: Shop) => ({
  collections: await collectionsOf(shop),
  links: await rowsOf('payment_links', shop),
  callbacks: await rowsOf('callbacks', shop),
})

const isBack = ({ status, headers }: Page, page: string) =>
  status === 303 && headers.get('location') === new URL(page).pathname

describe('a press', () => {
  test('leads back and keeps when it was; nothing else of the order changes', async () => {
    const { page, trade_no: tradeNo } = await aShown(await aMerchant())
    const before = await shown(tradeNo)
    expect(before.said_paid_at).toBeNull()
    expect((await ask(page)).text).toContain('action="/exchange/purchase/wait/')
    const pressed = await press(page)
    expect(isBack(pressed, page)).toBe(true)
    expect(pressed.text).toBe('')
    const after = await shown(tradeNo)
    expect(after.said_paid_at).toMatch(/^\d{4}-\d\d-\d\d /)
    expect({ ...after, said_paid_at: null }).toEqual(before)
    expect((await ask(`${page}?lang=zh-TW`)).text).toContain('您的付款核對中')
    expect((await ask(`${page}?lang=en`)).text).toContain('Your payment is being checked')
    await expectSoundBooks()
  })

  test('counts once a minute, and five times; from the sixth on it is 429', async () => {
    const shop = await aMerchant()
    const { page } = await aShown(shop)
    const begin = Date.now()
    const times: unknown[] = []
    for (let n = 0; n < 5; n += 1) {
      setClock(begin + n * 60_000)
      expect(isBack(await press(page), page)).toBe(true)
      const counted = await stored(shop)
      times.push((counted.collections[0] as unknown as { said_paid_at: number }).said_paid_at)
      setClock(begin + n * 60_000 + 58_000)
      expect(isBack(await press(page), page)).toBe(true)
      expect(await stored(shop)).toEqual(counted)
    }
    expect(new Set(times).size).toBe(5)
    const before = await stored(shop)
    for (const minute of [5, 6]) {
      setClock(begin + minute * 60_000)
      const { status, text, headers } = await press(page)
      expect(status).toBe(429)
      expect(headers.get('content-type')).toContain('text/html')
      expect(text).toContain('您已經告知過付款')
    }
    expect(await stored(shop)).toEqual(before)
  })

  test('that would not count is not asked for digits with it', async () => {
    const { page } = await aShown(await aMerchant(), noDigits)
    const begin = Date.now()
    for (let n = 0; n < 5; n += 1) {
      setClock(begin + n * 61_000)
      expect((await ask(page)).text).toContain('name="last5"')
      await press(page)
    }
    setClock(begin + 5 * 61_000)
    const { text } = await ask(page)
    expect(text).toContain('id="have-paid"')
    expect(text).not.toContain('name="last5"')
  })

  test('while no account is shown leads back and changes nothing', async () => {
    const shop = await aMerchant()
    const link = await anAmountLink(shop, noDigits)
    const page = pageOf(link)
    const unchanged = async () => {
      const before = await stored(shop)
      for (const fields of [{}, { last5: '12345' }, { last5: 'x' }]) {
        expect(isBack(await press(page, fields), page)).toBe(true)
      }
      expect(await stored(shop)).toEqual(before)
      expect((await ask(page)).text).not.toContain('id="have-paid"')
    }
    await unchanged()
    await move.match(link.trade_no)
    await move.putAside(link.trade_no)
    await unchanged()
    await move.settle(link.trade_no)
    await unchanged()
  })

  test('is taken of a page of this host alone, by POST, where there is such a page', async () => {
    const shop = await aMerchant()
    const { page } = await aShown(shop)
    const before = await stored(shop)
    const foreign = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://other.example' }]
    for (const headers of foreign) {
      const refused = await press(page, {}, headers)
      expect(refused.status).toBe(403)
      // Whoever presses has mostly paid.
      expect(refused.text).toContain('請勿重複轉帳')
    }
    // Opened again, a refusal leads back to the page and presses nothing.
    const got = await ask(`${page}/paid?lang=en`)
    expect(got.status).toBe(303)
    expect(got.headers.get('location')).toBe(`${new URL(page).pathname}?lang=en`)
    const broken = await ask(page.replace(/[^/]*$/, 'a%0Ab/paid'))
    expect(broken.headers.get('location')).toMatch(/\/wait\/a%0Ab$/)
    expect((await press(`${page.slice(0, -1)}~`)).status).toBe(404)
    expect((await press(page.replace(/.{22}$/, 'A'.repeat(22)))).status).toBe(404)
    expect(await stored(shop)).toEqual(before)
  })

  test('of several at once counts once', async () => {
    const shop = await aMerchant()
    const { page, trade_no: tradeNo } = await aShown(shop, noDigits)
    const given = ['12345', '54321', '', '', '11111'].map((last5) => press(page, { last5 }))
    for (const one of await Promise.all(given)) expect(isBack(one, page)).toBe(true)
    const { said_paid_at: at, events, last5 } = await shown(tradeNo)
    expect(at).not.toBeNull()
    expect((await collectionsOf(shop))[0]).toMatchObject({ said_paid_times: 1 })
    expect(events.filter(({ name }) => name === 'last5_given')).toHaveLength(last5 === '' ? 0 : 1)
  })

  test('and a move of the order at once both stand', async () => {
    const shop = await aMerchant()
    const { page, trade_no: tradeNo } = await aShown(shop, noDigits)
    await Promise.all([press(page, { last5: '12345' }), move.settle(tradeNo)])
    const { status, events } = await shown(tradeNo)
    expect(status).toBe('succeeded')
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1))
    await expectSoundBooks()
  })
})

describe('the last five digits', () => {
  test('fill those of an order that has none, by an event of the member', async () => {
    const shop = await aMerchant()
    const fields = aLink({ amount: 1000, ...noDigits })
    const { body: created } = await post(shop, amountPath, fields)
    const tradeNo = String(created.data.trade_no)
    const page = pageOf({ token: String(created.data.url).split('/').at(-1) ?? '' })
    await move.match(tradeNo)
    expect((await ask(page)).text).toContain('name="last5"')
    const { body: repeated } = await post(shop, amountPath, fields)
    const before = await stored(shop)
    expect(isBack(await press(page, { last5: '12345' }), page)).toBe(true)
    const { events, ...order } = await shown(tradeNo)
    expect(order).toMatchObject({
      counterparty_account: '12345',
      payer_account_last5: '12345',
      last5: '12345',
      collection_status: 'matched',
    })
    expect(events.at(-1)).toMatchObject({
      name: 'last5_given',
      actor: 'member',
      from: 'pending/matched',
      to: 'pending/matched',
      told: null,
    })
    const after = await stored(shop)
    expect({ links: after.links, callbacks: after.callbacks }).toEqual({
      links: before.links,
      callbacks: before.callbacks,
    })
    const { text } = await ask(page)
    expect(text).toContain('<dd>12345</dd>')
    expect(text).not.toContain('name="last5"')
    // The merchant's own request, repeated, is still the same one.
    expect((await post(shop, amountPath, fields)).body.data).toEqual(repeated.data)
    await move.settle(tradeNo)
    await expectSoundBooks()
  })

  test('that an order has stay', async () => {
    const shop = await aMerchant()
    const { page, trade_no: tradeNo } = await aShown(shop)
    for (const last5 of ['12345', 'x']) {
      expect(isBack(await press(page, { last5 }), page)).toBe(true)
    }
    const { last5, counterparty_account: account, events } = await shown(tradeNo)
    expect({ last5, account }).toEqual({ last5: '67890', account: '001-2345-67890' })
    expect(events.map(({ name }) => name)).not.toContain('last5_given')
  })

  test.each(['1234', '123456', '1234a', '１２３４５', ' 12345', '<b>12'])(
    'are told to be wrong beside the field: %j',
    async (last5) => {
      const shop = await aMerchant()
      const { page } = await aShown(shop, noDigits)
      const before = await stored(shop)
      const { status, headers } = await press(`${page}`, { last5 })
      expect(status).toBe(303)
      const location = `${new URL(page).pathname}?last5=wrong`
      expect(headers.get('location')).toBe(location)
      const told = await ask(new URL(location, page).href)
      expect(told.status).toBe(422)
      expect(told.text).toContain('aria-invalid="true"')
      expect(told.text).toContain('role="alert"')
      expect(told.text).not.toContain('http-equiv="refresh"')
      expect(await stored(shop)).toEqual(before)
    },
  )

  test('may be left out, and given a minute later', async () => {
    const shop = await aMerchant()
    const { page, trade_no: tradeNo } = await aShown(shop, noDigits)
    const begin = Date.now()
    setClock(begin)
    await press(page, { last5: '' })
    // Nobody types what would not be taken.
    expect((await ask(page)).text).not.toContain('name="last5"')
    await press(page, { last5: '12345' })
    expect((await shown(tradeNo)).last5).toBe('')
    setClock(begin + 61_000)
    expect((await ask(page)).text).toContain('name="last5"')
    await press(page, { last5: '12345' })
    expect((await shown(tradeNo)).last5).toBe('12345')
  })

  test('take their slot in the call that stores them: nothing of a press is kept by halves', async () => {
    const account = await aBankAccount({ auto: 'settle' })
    const link = await anAmountLink(await aMerchant(), noDigits)
    await putOn(link.trade_no, account)
    const calls: boolean[] = []
    const d1 = failingD1(env.DB, ({ isWrite }) => {
      if (isWrite) calls.push(isWrite)
      return calls.length > 1 ? { message: 'Network connection lost.', when: 'before' } : null
    })
    expect(await sayPaid(aContext({ db: openMerchantDatabase(d1) }), link.token, '12345')).toBe(
      'counted',
    )
    const query = 'select last5, waits_in_slot from collections where trade_no = ?'
    expect(await rows(query, link.trade_no)).toEqual([{ last5: '12345', waits_in_slot: 1 }])
  })

  test('take no slot of an account that the order has left meanwhile', async () => {
    const [former, next] = [await aBankAccount({ auto: 'assign' }), await aBankAccount()]
    const payer = { counterparty_account: payersLast5 }
    const { tradeNo } = await aCollection(await aMerchant(), payer)
    await putOn(tradeNo, former)
    const [context, ref] = [aContext(), parseTradeNo(tradeNo)]
    const read = ref && (await collectionTable.findOfAnyone(context.db, ref))
    if (read === null) throw new Error(`${tradeNo} is not there`)
    await putOn(tradeNo, next)
    const { tradeNo: holder } = await aCollection(await aMerchant(), payer)
    await matchTo(former, holder)
    const later = aContext({ now: () => Date.now() + 3 * 86_400_000 })
    for (const one of lateSlotStatements(later, read.order)) await commit(later.db, [one])
    const query = 'select waits_in_slot from collections where trade_no = ?'
    expect(await rows(query, tradeNo)).toEqual([{ waits_in_slot: 0 }])
    // Nor is anybody else's taken from it.
    expect(await rows(query, holder)).toEqual([{ waits_in_slot: 1 }])
  })
})
