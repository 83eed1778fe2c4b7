import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepView } from '../browser/support/looks.ts'
import { anOwnAmount } from './support/own-amount.ts'
import { openAs } from './support/pages.ts'
import { served } from './support/served.ts'
import { aDebit, anAccount, aPayout, aShop, ask, openBalance, operator } from './support/shop.ts'

const money = (dollars: number) => dollars.toLocaleString('en-US')

test.each([
  ['zh-TW', 390, 'light', true],
  ['en', 390, 'dark', false],
  ['zh-TW', 1280, 'dark', false],
  ['en', 1280, 'light', true],
] as const)(
  'in %s at %i, %s, scripts %s: a payout is not given back unasked, and what is sent is told to whoever opens it',
  async (locale, width, colorScheme, javaScriptEnabled) => {
    const [account, shop] = await Promise.all([anAccount({ use: 'out' }), aShop()])
    await openBalance(shop, 50_000)
    const payee = { payee_account: `808-${randomInt(1e10, 9e10)}` }
    const { trade_no: no, amount } = await aPayout(shop, anOwnAmount(), payee)
    await ask('ana:agent', 'POST', `/payouts/${no}/take`, {})
    const to = `/desk/payouts?order=${no}`
    const viewport = { width, height: width === 390 ? 844 : 800 }
    const page = await openAs('ana:agent', to, { locale, viewport, colorScheme, javaScriptEnabled })
    const look = (what: string) => keepView(page, `desk/sent-${what}-${locale}-${width}`)
    const agent = async () => (await ask(operator, 'GET', `/payouts/${no}`)).agent
    const band = async (actor: string, id: string, at = to) => {
      const { html } = await served(actor, at)
      const [, text = ''] = new RegExp(`id="${id}">(.*?)</p>`, 's').exec(html) ?? []
      return text.replaceAll(/<[^>]*>/g, '')
    }
    await page.locator('#sent button').waitFor()
    await look('taken')
    await (javaScriptEnabled
      ? page.keyboard.press('r')
      : page.locator('#release-open > summary').click())
    await page.locator('#release button').waitFor()
    await page.locator('#release-open').scrollIntoViewIfNeeded()
    await look('asked')
    expect(await agent()).toBe('ana')
    await page.locator('#keep button').click()
    await page.locator('#sent-by').waitFor()
    await look('sent')
    const isEnglish = locale === 'en'
    const pill = isEnglish ? 'Sent, no debit yet' : '已送出，等扣款'
    expect(await page.locator('.notice.done').textContent()).toContain(
      isEnglish
        ? `Recorded: NT$${money(amount)} is sent at the bank's own page`
        : `已記錄： NT$${money(amount)} 已在網銀送出`,
    )
    expect(await page.locator('#panel .badge').first().textContent()).toBe(pill)
    expect(await agent()).toBe('ana')
    // In the list it stands below those to pay, is not one of them, and is not the next.
    const { trade_no: older } = await aPayout(shop, 701)
    await ask('ana:agent', 'POST', `/payouts/${older}/take`, {})
    await page.goto('/desk/payouts?who=mine')
    await page.locator(`#waiting-sent ~ #waits-${no} .badge.care`, { hasText: pill }).waitFor()
    const due = page.locator(
      '#waiting-rows > [data-row]:not(#waiting-sent ~ *, #waiting-stuck ~ *)',
    )
    expect(await due.evaluateAll((all) => all.map(({ id }) => id))).toContain(`waits-${older}`)
    const count = await page.locator('#waiting-title small').first().textContent()
    expect(count).toBe(String(await due.count()))
    const { html: beside } = await served('ana:agent', `/desk/payouts?who=mine&order=${older}`)
    expect(beside).not.toMatch(new RegExp(`order=${no}[^>]* data-key="n"`))
    await page.locator('#waiting-sent').scrollIntoViewIfNeeded()
    await look('listed')
    await ask('ana:agent', 'POST', `/payouts/${older}/release`, {})
    await page.goto(to)
    // Nothing of it is copied, cancelled or given back until somebody says that it was not sent.
    for (const actor of ['ana:agent', operator]) {
      for (const at of [to, `/payouts/${no}`]) {
        const { html } = await served(actor, at)
        expect(html).not.toMatch(/data-copy="808|\/acts\/releasePayout/)
        expect(html).toMatch(/id="cancel".*?<button[^>]* disabled=""/s)
      }
    }
    for (const at of [to, `/payouts/${no}`]) {
      expect(await band('ben:agent', 'sent-by', at)).toMatch(
        /^已送出 ana .+，等待扣款。請勿再匯款。$/,
      )
    }
    await page.locator('#unsent-open > summary').click()
    await page.locator('#unsent .act-bar').scrollIntoViewIfNeeded()
    await look('unsent')
    await page.locator('#unsent button').click()
    await page.locator('#sent button').waitFor()
    await page.locator('#release-open > summary').click()
    await page.locator('#release button').click()
    await page.locator('#undo').waitFor()
    expect(await agent()).toBe('')
    // Who comes next is told who had it, also once it is theirs.
    const next = /^ana 於 .+ 領取，.+ 由 ana 放回；.*沒有匯款/
    expect(await band('ben:agent', 'handed-back')).toMatch(next)
    await page.goto(to)
    await look('given-back')
    await ask('ben:agent', 'POST', `/payouts/${no}/take`, {})
    expect(await band('ben:agent', 'handed-back')).toMatch(next)
    expect(await band('ben:agent', 'sent-by')).toBe('')
    const other = await openAs('ben:agent', to, { locale })
    await other.keyboard.press('b')
    await other.locator('#sent-by').waitFor()
    // Its debit is what was waited for.
    await aDebit(account.id, amount, payee.payee_account)
    expect(await band('ben:agent', 'sent-by')).toMatch(/^已送出 ben [^，]+。請勿再匯款。$/)
    await other.reload()
    await other.locator('#process .act-bar button').click()
    await other.locator('.notice.done').waitFor()
    expect(await ask(operator, 'GET', `/payouts/${no}`)).toMatchObject({ status: 'processed' })
  },
)
