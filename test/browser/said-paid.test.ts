import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aPayment, token } from '../support/member-views.ts'
import { aVisit, phone, type Visit } from './support/browser.ts'
import { keepPicture, looksOf, looksWell } from './support/looks.ts'
import { startPagesServer } from './support/pages-server.ts'

// The member's button "I have paid" (matching §6).

const server = await startPagesServer()
let visit: Visit
const given: string[] = []

const payment = (said: object, last5 = '') =>
  aPayment('transfer', {
    payerAccountLast5: last5,
    report: { hasPaid: false, asksLast5: last5 === '', last5: null, ...said },
  })

server.sayPaid.set(token, (last5) => {
  given.push(last5)
  if (last5 !== '' && !/^\d{5}$/.test(last5)) return 'wrong_last5'
  if (given.length > 3) return 'too_often'
  server.payments.set(token, payment({ hasPaid: true }, last5))
  return 'counted'
})
beforeEach(() => {
  given.length = 0
  server.requests.length = 0
  server.payments.set(token, payment({}))
})
afterEach(() => visit.close())
afterAll(() => server.close())

const words = {
  'zh-TW': {
    button: '我已付款',
    field: /末五碼/,
    wrong: '請輸入五位數字',
    checking: '您的付款核對中',
    often: '您已經告知過付款',
    again: '再次告知',
  },
  en: {
    button: 'I have paid',
    field: /Last five digits/,
    wrong: 'exactly five digits',
    checking: 'Your payment is being checked',
    often: 'You have told us already',
    again: 'Tell us again',
  },
} as const

const ways = [true, false].flatMap((scripts) =>
  (['zh-TW', 'en'] as const).map((locale) => [scripts, locale] as const),
)

test.each(['zh-TW', 'en'])(
  'on a laptop the button is above the fold, the optional digits beside it, in %s',
  async (locale) => {
    visit = await aVisit({ locale, viewport: { width: 1280, height: 800 } })
    await visit.page.goto(`${server.url}/wait/${token}`)
    const [field, button] = await Promise.all(
      ['#last5', '#have-paid'].map((one) => visit.page.locator(one).boundingBox()),
    )
    expect((button?.y ?? 800) + (button?.height ?? 0)).toBeLessThan(790)
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBe((button?.y ?? 0) + (button?.height ?? 0))
    const label = await visit.page.locator('label[for=last5]').textContent()
    expect(label).toMatch(/選填|optional/)
    expect(await visit.page.locator('#last5').getAttribute('required')).toBe(null)
  },
)

test.each(['zh-TW', 'en'])(
  'a payment that is looked into has its time and what support asks for, in %s',
  async (locale) => {
    server.payments.set(token, aPayment('review'))
    visit = await aVisit({ locale, viewport: phone })
    await visit.page.goto(`${server.url}/wait/${token}`)
    expect(await visit.page.locator('#status time').textContent()).toMatch(/^\d\d\/\d\d \d\d:\d\d$/)
    expect(await visit.page.locator('[role=timer]').count()).toBe(0)
    expect(await visit.page.locator('#status').textContent()).toMatch(
      /訂單編號與轉帳明細|the details of your transfer/,
    )
    expect(await visit.page.locator('#references').textContent()).toContain('TOPUP-')
    expect(await visit.page.locator('#support a').count()).toBe(1)
  },
)

describe.each(ways)('with scripts: %s, in %s, on a phone', (javaScriptEnabled, locale) => {
  const { button, field, wrong, checking, often, again } = words[locale]
  const open = async () => {
    visit = await aVisit({ viewport: phone, javaScriptEnabled, locale })
    await visit.page.goto(`${server.url}/wait/${token}`)
    return visit.page
  }

  test('the button is in sight; once it is pressed the account is folded below what is checked', async () => {
    server.payments.set(token, payment({}, '16789'))
    const page = await open()
    const pressed = page.getByRole('button', { name: button, exact: true })
    const [box, value, copy] = await Promise.all(
      [pressed, page.locator('.copied dd').first(), page.locator('.copied dd').last()].map((one) =>
        one.boundingBox(),
      ),
    )
    await keepPicture(page, `said-paid-before-${locale}-${javaScriptEnabled}`)
    expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
    const centre = (of: typeof box) => (of?.y ?? 0) + (of?.height ?? 0) / 2
    if (javaScriptEnabled) expect(Math.abs(centre(value) - centre(copy))).toBeLessThan(4)
    await pressed.click()
    await page.getByText(checking).waitFor()
    const [first, then] = [page.locator('#status'), page.locator('#summary')]
    expect((await first.boundingBox())?.y).toBeLessThan((await then.boundingBox())?.y ?? 0)
    expect(await page.locator('.number').isVisible()).toBe(false)
    // Whoever has transferred is not hurried, and the account is not what is to be copied next.
    expect(await page.locator('.deadline').count()).toBe(0)
    await keepPicture(page, `said-paid-after-${locale}-${javaScriptEnabled}`)
    await page.locator('#account summary').click()
    expect(await page.locator('.number').isVisible()).toBe(true)
    if (javaScriptEnabled) expect(await looksOf(page)).toEqual(looksWell)
  })

  test('the digits are told to be wrong beside their field, and then taken', async () => {
    const page = await open()
    await page.getByLabel(field).fill('123')
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain(wrong)
    expect(await page.getByLabel(field).getAttribute('aria-invalid')).toBe('true')
    if (javaScriptEnabled) expect(await looksOf(page)).toEqual(looksWell)
    await keepPicture(page, `said-paid-wrong-${locale}-${javaScriptEnabled}`)
    await page.getByLabel(field).fill('12345')
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByText(checking).waitFor()
    expect(given).toEqual(['123', '12345'])
    expect(page.url()).not.toContain('wrong')
    expect(await page.getByLabel(field).count()).toBe(0)
    expect(await page.locator('#status h2').textContent()).toBe(checking)
    expect(await page.locator('#references').textContent()).toContain('12345')
    if (javaScriptEnabled) expect(await looksOf(page)).toEqual(looksWell)
    await keepPicture(page, `said-paid-${locale}-${javaScriptEnabled}`)
  })

  test('the button works without digits, and too many presses are told so', async () => {
    const page = await open()
    for (const name of [button, again, again]) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByText(checking).waitFor()
    }
    await page.getByRole('button', { name: again, exact: true }).click()
    await page.getByText(often).waitFor()
    expect(given).toEqual(['', '', '', ''])
  })
})

test('what is typed stays while the page asks for news, also beside what was wrong', async () => {
  visit = await aVisit({ viewport: phone, locale: 'en' })
  const { page } = visit
  const asked = () => server.requests.filter((one) => one.includes('/state')).length
  for (const query of ['', '?last5=wrong']) {
    await page.goto(`${server.url}/wait/${token}${query}`)
    const field = page.getByLabel(/Last five digits/)
    await field.fill('12')
    const before = asked()
    await expect.poll(asked).toBeGreaterThan(before)
    await page.waitForTimeout(100)
    expect(await field.inputValue()).toBe('12')
    expect(await page.getByRole('alert').count()).toBe(query === '' ? 0 : 1)
  }
})
