import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { synonyms } from '../../../src/documentation/browser/search/synonyms.ts'
import { aVisit, desktop, type Visit } from '../support/browser.ts'
import { startDocsServer } from '../support/docs-server.ts'
import { chineseWords, englishWords } from './search-words.ts'

const server = await startDocsServer()
let visit: Visit
afterEach(() => visit.close())
afterAll(() => server.close())

const places = {
  en: [
    ['idempotency', 'timeouts'],
    ['refund', 'not-offered'],
    ['cancel link', 'not-offered'],
    ['list orders', 'not-offered'],
    ['rate limit', 'rates'],
    ['time zone', 'limits-formats'],
    ['php', 'signing-code'],
    ['webhook', 'receive'],
    ['verify signature', 'callback-verify'],
    ['sandbox', 'settle'],
    ['bank codes', 'merchant-banks'],
    ['ip whitelist', 'error-ip_not_allowed'],
    ['whitelist', 'callback-addresses'],
    ['partial payment', 'settle-states'],
    ['secret rotation', 'rotate'],
    ['rotate key', 'rotate'],
    ['environment', 'go-live'],
    ['live', 'go-live'],
    ['production', 'go-live'],
    ['test card', 'settle'],
    ['support', 'ask-platform'],
    ['contact', 'ask-platform'],
    ['fee', 'fees'],
    ['error codes', 'errors'],
    ['how to sign', 'signing'],
    ['how do I verify a callback', 'callback-verify'],
    ['status', 'settle-states'],
    ['payout status', 'merchant-payouts-status'],
    ['verify callback', 'callback-verify'],
    ['pagination', 'merchant-ledger'],
    ['polling', 'merchant-collections-status'],
    ['credentials', 'first-steps'],
    ['signture', 'signing'],
    ['idempotancy', 'timeouts'],
    ['overpaid', 'settle-states'],
    ['overpayment', 'settle-states'],
    ['PENDING', 'settle-states'],
    ['422', 'errors'],
    ['withdrawal', 'merchant-withdrawals'],
  ],
  zh: [
    ['冪等', 'timeouts'],
    ['退款', 'not-offered'],
    ['取消連結', 'not-offered'],
    ['訂單列表', 'not-offered'],
    ['限流', 'rates'],
    ['時區', 'limits-formats'],
    ['套件', 'signing-code'],
    ['回調', 'receive'],
    ['驗簽', 'callback-verify'],
    ['沙箱', 'settle'],
    ['銀行代碼', 'merchant-banks'],
    ['白名單', 'callback-addresses'],
    ['部分付款', 'settle-states'],
    ['輪替', 'rotate'],
    ['正式環境', 'go-live'],
    ['測試卡', 'settle'],
    ['客服', 'ask-platform'],
    ['手續費', 'fees'],
    ['錯誤碼', 'errors'],
    ['如何簽章', 'signing'],
    ['怎麼退款', 'not-offered'],
    ['驗章', 'callback-verify'],
    ['狀態', 'settle-states'],
    ['代付狀態', 'merchant-payouts-status'],
    ['重送次數', 'callback-schedule'],
    ['測試金鑰', 'first-steps'],
    ['重複下單', 'timeouts'],
    ['IP 白名單', 'error-ip_not_allowed'],
    ['超付', 'settle-states'],
    ['溢付', 'settle-states'],
    ['重複付款', 'settle-states'],
    ['PENDING', 'settle-states'],
    ['換金鑰', 'rotate'],
    ['金鑰外洩', 'rotate'],
    ['提款', 'merchant-withdrawals'],
    ['提現', 'merchant-withdrawals'],
    ['422', 'errors'],
    ['查單', 'merchant-collections-status'],
  ],
} as const

describe.each([
  ['en', englishWords],
  ['zh', chineseWords],
] as const)('search in %s', (language, words) => {
  test('answers each of the words that engineers type', async () => {
    const page = await opened(`/docs?lang=${language}`)
    const unanswered: string[] = []
    for (const word of words) {
      await page.locator('search input').fill(word)
      const first = page.locator('#found').getByRole('option').first()
      if ((await first.getAttribute('aria-disabled')) === 'true') unanswered.push(word)
    }
    expect(new Set(words).size).toBe(words.length)
    expect(unanswered).toEqual([])
  })

  test('leads to the place that a word means', async () => {
    const page = await opened(`/docs?lang=${language}`)
    const led: (readonly [string, unknown])[] = []
    await page.locator('search input').fill('a')
    await page.locator('#found').getByRole('option').first().waitFor()
    for (const [word] of places[language]) {
      await page.locator('search input').fill(word)
      await page.keyboard.press('Enter')
      // What the test knows of the address comes a little later.
      led.push([word, await page.evaluate('location.hash.slice(1)')])
    }
    expect(led).toEqual(places[language])
    await page.locator('search input').fill(language === 'zh' ? '退款' : 'refund')
    await page.keyboard.press('Enter')
    expect(await page.locator('#not-offered').isVisible()).toBe(true)
  })

  test('has synonyms only for places that the page has', async () => {
    const page = await opened(`/docs?lang=${language}`)
    for (const id of Object.keys(synonyms)) expect(await page.locator(`#${id}`).count(), id).toBe(1)
  })
})

test('finds a sentence below its heading, and the words of a question', async () => {
  const page = await opened('/docs?lang=en')
  const first = page.locator('#found').getByRole('option').first()
  await page.locator('search input').fill('fixed source IP')
  expect(await first.innerText()).toContain('Source addresses')
  expect(await first.innerText()).toMatch(/…(?:\S+ )+fixed source IP/)
  expect(await first.locator('mark').allInnerTexts()).toContain('fixed')
  await page.locator('search input').fill('SLA')
  const found = page.locator('#found').getByRole('option')
  expect((await found.allInnerTexts()).filter((text) => text.includes('slash'))).toEqual([])
  await page.locator('search input').fill('whitelist')
  expect((await found.allInnerTexts()).join()).toContain('ip_not_allowed')
  await page.locator('search input').fill('how do i refund a member')
  expect(await first.innerText()).toContain('refunds')
})

test('has the address of what it leads to, and is empty afterwards', async () => {
  const page = await opened('/docs?lang=en#fees')
  const input = page.locator('search input')
  await input.fill('voucher_no')
  await page.keyboard.press('Enter')
  await page.waitForURL(/#merchant-payouts$/)
  expect(await input.inputValue()).toBe('')
  await input.fill('all limits and formats')
  await page.keyboard.press('Enter')
  const summary = page.locator('summary', { hasText: 'All limits and formats' })
  const header = await page.locator('header').boundingBox()
  expect((await summary.boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? 0)
})

test.each([
  ['wide', desktop],
  ['narrow', { width: 800, height: 900 }],
])('in a %s window, / and Escape leave the reader where he was', async (_, viewport) => {
  const page = await opened('/docs?lang=en#timeouts', viewport)
  await page.waitForFunction('window.scrollY > 2000')
  const before = await page.evaluate('window.scrollY')
  await page.keyboard.press('/')
  await page.keyboard.type('amount')
  // It comes with the program of the search.
  await page.locator('#found').getByRole('option').first().waitFor()
  const box = await page.locator('search input').boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect(box?.y).toBeLessThan(200)
  await page.keyboard.press('Escape')
  expect(await page.evaluate('window.scrollY')).toBe(before)
})

async function opened(path: string, viewport = desktop) {
  visit = await aVisit({ viewport })
  await visit.page.goto(server.url + path)
  return visit.page
}
