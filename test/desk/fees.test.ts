import { beforeAll, expect, test } from 'vitest'
import { keepPicture } from '../browser/support/looks.ts'
import { openAs } from './support/pages.ts'
import { served } from './support/served.ts'
import {
  aLink,
  anAccount,
  aShop,
  ask,
  askTwo,
  type Body,
  operator,
  type Shop,
} from './support/shop.ts'

// What the platform earns (fees §5), on the desk in both languages, at the widths of a phone and of a screen.

const looks = [
  { locale: 'zh-TW', viewport: { width: 360, height: 760 } },
  { locale: 'en', viewport: { width: 360, height: 760 } },
  { locale: 'zh-TW', viewport: { width: 1280, height: 900 } },
  { locale: 'en', viewport: { width: 1280, height: 900 } },
] as const

let shop: Shop
let account: Body
beforeAll(async () => {
  ;[shop, account] = await Promise.all([aShop('費率商行'), anAccount()])
  const collection = { rate_ppm: 15_000, fixed: 3, min: 5, max: null }
  await askTwo('PUT', `/merchants/${shop.uid}/pricing`, { collection, payout: { fixed: 10 } })
})

/** An order on the account; its page. */
async function anOrder(amount: number): Promise<string> {
  const { trade_no } = await aLink(shop, amount)
  await ask(operator, 'POST', `/collections/${trade_no}/match`, { bank_account: account.id })
  return `/collections/${trade_no}`
}

async function eachLook(
  name: string,
  path: string,
  look: (text: string, of: (typeof looks)[number]) => void,
) {
  for (const one of looks) {
    const page = await openAs(operator, path, one)
    look(await page.locator('main').innerText(), one)
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    expect(wide, `${name} ${one.locale}`).toBeLessThanOrEqual(one.viewport.width)
    await keepPicture(page, `fees/${name}-${one.locale}-${one.viewport.width}`)
  }
}

test('the overview has what was earned today and this month', async () => {
  await eachLook('overview', '/overview', (_, { locale }) => {
    expect(locale).toBeTruthy()
  })
  const page = await openAs(operator, '/overview', { locale: 'en' })
  const card = page.locator('.day-figures li', { hasText: 'Fees earned' })
  expect(await card.innerText()).toMatch(
    /^Fees earned\s+(?:NT\$[\d,.]+|—)\s+Yesterday .+\s+A week ago .+\s+This month /,
  )
  await card.locator('a').first().click()
  await page.waitForURL(/\/fees\?from=\d{4}-\d\d-\d\d$/)
})

test('what was earned is listed by merchant and day, and can be downloaded', async () => {
  const path = await anOrder(1_000)
  await ask(operator, 'POST', `${path}/settle`, { manual: true, reason: 'x' })
  const correction = { bucket: 'fees', amount: 2.5, reason: '多收', idempotency_key: path }
  await ask(operator, 'POST', `/merchants/${shop.uid}/adjustments`, correction)
  await eachLook('fees', `/fees?merchant_uid=${shop.uid}`, (text) => {
    expect(text).toContain(shop.uid)
    expect(text).toMatch(/NT\$18\b/)
    expect(text).toContain('−NT$2.50')
    expect(text).toContain('NT$15.50')
  })
  // Too many days for one page.
  const year = await openAs(operator, '/fees?test=only&from=2026-01-01&to=2026-12-31', {
    locale: 'zh-TW',
  })
  expect(await year.locator('main [type=hidden][name=test]').inputValue()).toBe('only')
  expect(await year.locator('.tabs [aria-current]').innerText()).toBe('測試商戶')
  expect(await year.locator('main [title=from]').allInnerTexts()).toEqual(['日期起'])
  expect(await year.getByLabel('日期迄（含）').inputValue()).toBe('2026-12-31')
  const { html } = await served(operator, `/api/fees.csv?merchant_uid=${shop.uid}`)
  expect(html).toMatch(new RegExp(`^${shop.uid},\\d{4}-\\d\\d-\\d\\d,18,0,0,-2.5,15.5\r?$`, 'm'))
})
