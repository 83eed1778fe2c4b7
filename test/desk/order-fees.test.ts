import { expect, test } from 'vitest'
import { keepPicture } from '../browser/support/looks.ts'
import { openAs } from './support/pages.ts'
import { aLink, anAccount, aShop, ask, askTwo, operator } from './support/shop.ts'

// An order of a merchant with a price says what the platform takes, and what the merchant gets (fees §2, "Shown").

test('the form says what the merchant gets, and the settled order what it got', async () => {
  const shop = await aShop('費率商行')
  const collection = { rate_ppm: 15_000, fixed: 3 }
  await askTwo('PUT', `/merchants/${shop.uid}/pricing`, { collection })
  await ask(operator, 'PUT', `/merchants/${shop.uid}/payment-amounts`, {
    fixed_amounts: [1_000],
    allow_custom: false,
    custom_min: 0,
    custom_max: 0,
  })
  const { trade_no: tradeNo } = await aLink(shop, 1_000)
  const path = `/collections/${tradeNo}`
  await ask('ann:agent', 'POST', `${path}/match`, { bank_account: (await anAccount()).id })
  for (const [locale, gets, fee] of [
    ['zh-TW', '手續費 NT$18，商戶實得 NT$982', '平台手續費'],
    ['en', 'NT$18 is the fee, and the merchant gets NT$982', 'Platform fee'],
  ] as const) {
    const page = await openAs(operator, path, { locale, viewport: { width: 390, height: 844 } })
    expect(await page.locator('#settle .warning').textContent()).toContain(gets)
    expect(await page.locator('#main').textContent()).not.toContain(fee)
    await keepPicture(page, `desk/fee-${locale}`)
    await page.context().close()
  }
  await ask(operator, 'POST', `${path}/settle`, { manual: true, reason: 'x' })
  const page = await openAs(operator, path, { viewport: { width: 1280, height: 900 } })
  const facts = await page.locator('#main').textContent()
  for (const said of ['平台手續費', 'NT$18', '商戶實得', 'NT$982']) expect(facts).toContain(said)
  await keepPicture(page, 'desk/fee-settled')
})
