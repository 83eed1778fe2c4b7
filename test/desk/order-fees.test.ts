import { expect, test } from 'vitest'
import { keepPicture } from '../browser/support/looks.ts'
import { openAs } from './support/pages.ts'
import {
  aLink,
  anAccount,
  aPayout,
  aShop,
  ask,
  askTwo,
  operator,
  secondOperator,
} from './support/shop.ts'

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

test('forms that move money, and their approvals, say which part the platform takes', async () => {
  const shop = await aShop('費率商行')
  const rate = { rate_ppm: 15_000, fixed: 3 }
  await askTwo('PUT', `/merchants/${shop.uid}/pricing`, { collection: rate, payout: rate })
  const declared = { orderid: 'D', amount: 200_000, status: 'succeeded' }
  const { trade_no: collection } = await shop.call('collections', declared)
  const aTaken = async () => {
    const path = `/payouts/${(await aPayout(shop, 200_000)).trade_no}`
    await ask(operator, 'POST', `${path}/take`, {})
    return path
  }
  const payout = await aTaken()
  const asked = { override: ['balance'], reason: 'x' }
  const { approval_id: id } = await ask(operator, 'POST', `${await aTaken()}/process`, asked)
  for (const [path, form, said] of [
    [payout, 'process', 'NT$200,000，另扣平台手續費至多 NT$3,003'],
    [payout, 'cancel', 'NT$203,003 退回商戶'],
    [`/approvals/${id}`, 'approve', '的餘額扣除，另扣平台手續費至多 NT$3,003，並通知商戶'],
    [`/collections/${collection}`, 'accept', 'NT$200,000 扣除平台手續費後將成為可用餘額'],
  ] as const) {
    const page = await openAs(secondOperator, path, { locale: 'zh-TW' })
    expect(await page.locator(`#${form} .warning`).textContent()).toContain(said)
    await page.context().close()
  }
})
