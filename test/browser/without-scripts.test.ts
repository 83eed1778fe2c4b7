import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { aPayment, aPurchase, payments, session, token } from '../support/member-views.ts'
import { aVisit, type Visit } from './support/browser.ts'
import { keepPicture } from './support/looks.ts'
import { startPagesServer } from './support/pages-server.ts'

// Without scripts the pages have everything but the countdown and the copy buttons.

const server = await startPagesServer()
let visit: Visit
afterEach(() => visit.close())
afterAll(() => server.close())

const noScripts = { javaScriptEnabled: false, locale: 'zh-TW' }

describe('a wait page without scripts', () => {
  test('shows everything, with the deadline in Taipei’s time, and refreshes', async () => {
    server.payments.set(token, aPayment('transfer', { endsAt: 1_795_229_940 }))
    visit = await aVisit(noScripts)
    const { page } = visit
    await page.goto(`${server.url}/wait/${token}`)
    for (const text of ['NT$3,000', 'TOPUP-20261121-0042', '67890', '004-123456789012', '王大明']) {
      expect(await page.getByText(text).first().isVisible()).toBe(true)
    }
    expect(await page.locator('time').textContent()).toBe('11/21 10:59')
    expect(await page.locator('noscript').innerHTML()).toContain(
      'http-equiv="refresh" content="10"',
    )
    expect(await page.getByRole('button').count()).toBe(1)
    expect(await page.getByRole('timer').count()).toBe(0)
    await keepPicture(page, 'without-scripts-zh-TW-phone-light')
  })

  test('stops its refreshing for whoever types digits, which it would wipe out', async () => {
    server.payments.set(token, payments.transfer_asked ?? aPayment('transfer'))
    visit = await aVisit(noScripts)
    const { page } = visit
    await page.goto(`${server.url}/wait/${token}?lang=en`)
    expect(await page.locator('head noscript').count()).toBe(1)
    await keepPicture(page, 'without-scripts-digits-en')
    await page.getByRole('link', { name: 'Stop the reloading before you type' }).click()
    expect(await page.locator('head noscript').count()).toBe(0)
    expect(await page.getByLabel('Last five digits').isVisible()).toBe(true)
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.getByRole('link', { name: 'Start the reloading again' }).click()
    expect(await page.locator('head noscript').count()).toBe(1)
  })

  test.each(Object.keys(payments))(
    'refreshes in state %s only while it may change',
    async (name) => {
      const payment = payments[name] ?? aPayment('waiting')
      server.payments.set(token, payment)
      visit = await aVisit(noScripts)
      await visit.page.goto(`${server.url}/wait/${token}`)
      const isFinal = ['paid', 'paid_elsewhere', 'expired'].includes(payment.state)
      expect(await visit.page.locator('head noscript').count()).toBe(isFinal ? 0 : 1)
      expect(await visit.page.locator('#return').count()).toBe(payment.returnUrl === '' ? 0 : 1)
    },
  )
})

describe('a purchase page without scripts', () => {
  const purchase = aPurchase('open', { id: 42 })
  const address = `/42?third_party_session=${session}`

  test('posts the chosen amount once it is confirmed, and leads to the wait page', async () => {
    const given: string[] = []
    server.purchases.set(42, purchase)
    server.payments.set(token, aPayment('waiting', { amount: 5000 }))
    server.submit.set(42, (amount) => {
      given.push(amount)
      return { kind: 'wait', waitToken: token }
    })
    visit = await aVisit(noScripts)
    const { page } = visit
    await page.goto(server.url + address)
    await page.getByRole('radio', { name: 'NT$1,000' }).check()
    await page.getByRole('radio', { name: 'NT$5,000' }).check()
    expect(given).toEqual([])
    await page.getByRole('button', { name: '確認金額' }).click()
    await page.waitForURL(`**/wait/${token}*`)
    expect(await page.getByText('NT$5,000').first().isVisible()).toBe(true)
    expect(given).toEqual(['5000'])
  })

  test('posts nothing before an amount is chosen', async () => {
    server.purchases.set(42, purchase)
    visit = await aVisit(noScripts)
    const { page } = visit
    await page.goto(server.url + address)
    const before = server.requests.length
    await page.getByRole('button', { name: '確認金額' }).click()
    expect(await page.locator('input[type=radio]:invalid').count()).toBeGreaterThan(0)
    expect(server.requests.slice(before)).toEqual([])
  })

  test.each([
    ['among fixed ones', [500, 1000]],
    ['where no other can be chosen', []],
  ])('takes an amount of the member’s own, %s', async (_, fixedAmounts) => {
    const given: string[] = []
    server.purchases.set(42, { ...purchase, fixedAmounts })
    server.payments.set(token, aPayment('waiting', { amount: 1234 }))
    server.submit.set(42, (amount) => {
      given.push(amount)
      return { kind: 'wait', waitToken: token }
    })
    visit = await aVisit({ ...noScripts, locale: 'en' })
    const { page } = visit
    await page.goto(server.url + address)
    const field = page.getByLabel('Amount in NT$')
    if (fixedAmounts.length > 0) {
      expect(await field.isVisible()).toBe(false)
      await page.getByRole('radio', { name: 'Other' }).check()
    }
    await field.fill('1,234')
    await page.getByRole('button', { name: 'Confirm amount' }).click()
    await page.waitForURL(`**/wait/${token}*`)
    expect(given).toEqual(['1,234'])
  })

  test('shows the problem beside the field, and keeps the text', async () => {
    server.purchases.set(42, purchase)
    server.submit.set(42, (text) => ({ ...purchase, refused: { text, problem: 'not_allowed' } }))
    visit = await aVisit({ ...noScripts, locale: 'en' })
    const { page } = visit
    await page.goto(server.url + address)
    await page.getByRole('radio', { name: 'Other' }).check()
    const field = page.getByLabel('Amount in NT$')
    await field.fill('99')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await field.inputValue()).toBe('99')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.getAttribute('aria-describedby')).toBe('problem bounds')
    expect(await page.title()).toBe('Please correct the amount · Choose an amount')
  })

  test('changes its language without losing its link', async () => {
    server.purchases.set(42, purchase)
    visit = await aVisit(noScripts)
    const { page } = visit
    await page.goto(server.url + address)
    await page.getByRole('link', { name: 'English' }).click()
    expect(await page.getByRole('heading', { name: 'Choose an amount' }).isVisible()).toBe(true)
  })
})
