import { beforeAll, describe, expect, test } from 'vitest'
import { keepView } from '../browser/support/looks.ts'
import { openAs, withoutScripts } from './support/pages.ts'
import {
  aDeposit,
  aLink,
  anAccount,
  aPayout,
  aShop,
  ask,
  type Body,
  operator,
  type Shop,
} from './support/shop.ts'

// The button and the sentence of an act say what is booked, and a heading what was.

let shop: Shop
let account: Body
beforeAll(async () => {
  ;[shop, account] = await Promise.all([aShop(), anAccount()])
})

/** An order of NT$1,000 on the account, and a deposit of NT$985 of its payer. */
async function aShortPaid(): Promise<{ tradeNo: string; deposit: number }> {
  const { trade_no: tradeNo } = await aLink(shop, 1_000)
  const match = { bank_account: account.id }
  await ask(operator, 'POST', `/collections/${tradeNo}/match`, match)
  const { id } = await aDeposit(account.id, 985)
  return { tradeNo, deposit: id }
}

describe('a deposit of NT$985 for an order of NT$1,000', () => {
  test('is what the button and the sentence say, from the choice on', async () => {
    const { tradeNo, deposit } = await aShortPaid()
    for (const [locale, before, button, sentence] of [
      ['zh-TW', '入帳 NT$1,000', '入帳 NT$985，少 NT$15', '：NT$985，少 NT$15。'],
      ['en', 'Settle NT$1,000', 'Settle NT$985, NT$15 less', ' with NT$985, NT$15 less,'],
    ] as const) {
      for (const width of [390, 1280]) {
        const viewport = { width, height: 844 }
        const page = await openAs(operator, `/desk?order=${tradeNo}`, { locale, viewport })
        const form = page.locator('#settle')
        expect(await form.locator('.buttons span').first().textContent()).toBe(before)
        // Nothing is sent that the service refuses for want of a transaction, and the page says why.
        expect(await form.locator('button[type=submit]').isDisabled()).toBe(true)
        expect(await form.locator('[data-shown-if=proof]').isVisible()).toBe(true)
        await page.locator(`#transaction-${deposit}`).check()
        // Less is booked by hand alone: its tick stands beside the button.
        expect(await form.locator('button[type=submit]').isEnabled()).toBe(false)
        expect(await form.locator('[data-shown-if=more]').isVisible()).toBe(false)
        await form.locator('[data-shown-if=less] input').check()
        expect(await form.locator('button[type=submit]').isEnabled()).toBe(true)
        expect(await form.locator('[data-shown-if=proof]').isVisible()).toBe(false)
        expect(await form.locator('.buttons span').first().textContent()).toBe(button)
        expect(await form.locator('.warning').textContent()).toContain(sentence)
        await keepView(page, `desk/booked-${locale}-${width}`)
        await form
          .locator('details', { hasText: /編號|by number/ })
          .last()
          .click()
        await form.locator('[name=bank_transactions][type=text]').fill('7')
        expect(await form.locator('.buttons').textContent()).not.toContain('985')
      }
    }
  })

  test('is not contradicted where no script runs', async () => {
    const { tradeNo } = await aShortPaid()
    const page = await openAs(operator, `/desk?order=${tradeNo}`, withoutScripts)
    expect(await page.locator('#settle button[type=submit]').isEnabled()).toBe(true)
    const said = await page.locator('#settle .warning').textContent()
    expect(said).toContain('所選交易的總和計入商戶')
    expect(said).not.toContain('NT$1,000 計入商戶')
  })

  test('is in the heading of the settled order’s panel and page', async () => {
    const { tradeNo, deposit } = await aShortPaid()
    const short = { bank_transactions: [deposit], manual: true, reason: '會員少匯' }
    await ask(operator, 'POST', `/collections/${tradeNo}/settle`, short)
    const page = await openAs(operator, `/desk?order=${tradeNo}`)
    expect(await page.locator('#panel-title').textContent()).toContain('NT$1,000 實付 NT$985 ·')
    await page.goto(`/collections/${tradeNo}`)
    expect(await page.locator('#title').textContent()).toContain('NT$1,000 實付 NT$985')
    expect(await page.locator('#stand').textContent()).toContain('訂單金額NT$1,000')
    expect(await page.locator('#stand .badge').first().textContent()).toBe('部分收款')
    // So it does in the list, where one settled with all of it by a person is paid like any other.
    const { trade_no: whole } = await aLink(shop, 1_000)
    const { id: own } = await anAccount()
    await ask(operator, 'POST', `/collections/${whole}/match`, { bank_account: own })
    const { id } = await aDeposit(own, 1_000)
    await ask(operator, 'POST', `/collections/${whole}/settle`, {
      bank_transactions: [id],
      manual: true,
      reason: '已查證',
    })
    expect(await ask(operator, 'GET', `/collections/${whole}`)).toMatchObject({ status: 'manual' })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`/collections?merchant_uid=${shop.uid}`)
      const row = page.locator(`#collections-${tradeNo}`)
      expect(await row.textContent()).toMatch(/NT\$985 \/ NT\$1,000.*部分收款/)
      const other = await page.locator(`#collections-${whole}`).textContent()
      expect(other).toContain('已付款')
      expect(other).not.toContain('/ NT$')
      expect((await row.boundingBox())?.height).toBeLessThanOrEqual(60)
      await keepView(page, `desk/part-paid-${width}`)
    }
  })
})

test('a payout’s button says the amount that is filled in as paid out, else the order’s', async () => {
  const { trade_no: tradeNo } = await aPayout(shop, 700)
  await ask(operator, 'POST', `/payouts/${tradeNo}/take`, {})
  const page = await openAs(operator, `/desk/payouts?order=${tradeNo}`)
  const button = page.locator('#process .buttons span').first()
  expect(await button.textContent()).toBe('已出款 NT$700')
  // Nothing says that it was paid out.
  const isDisabled = () => page.locator('#process button[type=submit]').isDisabled()
  expect(await isDisabled()).toBe(true)
  for (const more of await page.locator('#process details.more > summary').all()) await more.click()
  await page.locator('#process [name=actual_amount]').fill('690')
  expect(await button.textContent()).toBe('已出款 NT$690，少 NT$10')
  expect(await page.locator('#process .warning').textContent()).toContain('：NT$690，少 NT$10。')
  await page.locator('#process [name=reason]').fill('臨櫃')
  expect(await isDisabled()).toBe(false)
})
