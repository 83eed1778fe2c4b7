import { beforeAll, expect, test } from 'vitest'
import { keepPicture } from '../browser/support/looks.ts'
import { isFullForm } from '../support/full-form.ts'
import { openAs } from './support/pages.ts'
import { aLink, anAccount, aShop, ask, askTwo, operator, type Shop } from './support/shop.ts'

// A merchant's statements (fees §4) at the desk: in both languages, on a phone, a screen and a sheet of A4.

const looks = [
  { locale: 'zh-TW', viewport: { width: 360, height: 760 } },
  { locale: 'en', viewport: { width: 360, height: 760 } },
  { locale: 'zh-TW', viewport: { width: 1280, height: 900 } },
  { locale: 'en', viewport: { width: 1280, height: 900 } },
] as const

let shop: Shop
beforeAll(async () => {
  const [made, account] = await Promise.all([aShop('帳單商行'), anAccount()])
  shop = made
  const collection = { rate_ppm: 15_000, fixed: 3, min: 5, max: null }
  await askTwo('PUT', `/merchants/${shop.uid}/pricing`, { collection })
  const { trade_no } = await aLink(shop, 1_000)
  await ask(operator, 'POST', `/collections/${trade_no}/match`, { bank_account: account.id })
  await ask(operator, 'POST', `/collections/${trade_no}/settle`, { manual: true, reason: 'x' })
})

test('the merchant’s page leads to its statements, and each to its sheet and its file', async () => {
  const page = await openAs(operator, `/merchants/${shop.uid}`, looks[3])
  await page.getByRole('link', { name: 'Statements' }).click()
  await page.getByRole('link', { name: 'Number 1' }).click()
  const text = await page.locator('main').innerText()
  expect(text).toMatch(/Opening\s+NT\$0/)
  expect(text).toMatch(/Collections less reversals\s+NT\$1,000/)
  expect(text).toMatch(/Fees\s+[-−]NT\$18/)
  expect(text).toMatch(/Closing\s+NT\$982/)
  const file = page.getByRole('link', { name: /CSV/ })
  expect(await file.getAttribute('href')).toBe(`/api/merchants/${shop.uid}/statements/1.csv`)
  if (isFullForm)
    await page.pdf({ path: '.screenshots/statements/sheet.pdf', preferCSSPageSize: true })
})

test.each(looks)('they fit, %s', async (look) => {
  for (const [name, path] of [
    ['list', `/merchants/${shop.uid}/statements`],
    ['sheet', `/merchants/${shop.uid}/statements/1`],
  ] as const) {
    const page = await openAs(operator, path, look)
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    expect(wide, name).toBeLessThanOrEqual(look.viewport.width)
    const file = `statements/${name}-${look.locale}-${look.viewport.width}`
    await keepPicture(page, file)
    if (name === 'list') continue
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.bar, #menu, .links').filter({ visible: true }).count()).toBe(0)
    await keepPicture(page, `${file}-print`)
  }
})
