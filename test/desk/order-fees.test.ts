import { randomUUID } from 'node:crypto'
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
    ['en', 'the fee is NT$18, and the merchant receives NT$982', 'Platform fee'],
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

const rate = { rate_ppm: 15_000, fixed: 3 }
const amount = 200_000

/** A merchant with a price, and paths of its orders and approvals. */
async function aPricedShop() {
  const shop = await aShop('費率商行')
  const price = { collection: rate, payout: rate, fee_on_reversal: 'keep' }
  await askTwo('PUT', `/merchants/${shop.uid}/pricing`, price)
  return {
    uid: shop.uid,
    async aCollection(more: { status?: 'succeeded' }) {
      const fields = { orderid: randomUUID(), amount, ...more }
      return `/collections/${(await shop.call('collections', fields)).trade_no}`
    },
    async aPayout() {
      const path = `/payouts/${(await aPayout(shop, amount)).trade_no}`
      await ask(operator, 'POST', `${path}/take`, {})
      return path
    },
  }
}

async function asked(path: string, body: object) {
  const { approval_id: id } = await ask(operator, 'POST', path, { reason: 'x', ...body })
  return `/approvals/${id}`
}

const read = async (locale: 'zh-TW' | 'en', path: string, form: string) => {
  const page = await openAs(secondOperator, path, { locale })
  const said = await page.locator(`#${form} .warning`).textContent()
  await page.context().close()
  return said
}

test('forms that move money, and their approvals, say which part the platform takes', async () => {
  const shop = await aPricedShop()
  const [payout, declared] = [await shop.aPayout(), { status: 'succeeded' } as const]
  const paying = await asked(`${await shop.aPayout()}/process`, { override: ['balance'] })
  const settling = await asked(`${await shop.aCollection({})}/settle`, { manual: true })
  const confirming = await asked(`${await shop.aCollection(declared)}/confirm`, {})
  for (const [path, form, said] of [
    [payout, 'process', 'NT$200,000，另扣平台手續費至多 NT$3,003'],
    [payout, 'cancel', 'NT$203,003 退回商戶'],
    [paying, 'approve', '的餘額扣除，另扣平台手續費至多 NT$3,003，並通知商戶'],
    [await shop.aCollection(declared), 'accept', 'NT$200,000 扣除平台手續費（如有）後將成為'],
    [confirming, 'approve', 'NT$200,000 扣除平台手續費（如有）後成為商戶'],
    [settling, 'approve', 'NT$200,000 扣除平台手續費（如有）後記入商戶'],
  ] as const) {
    expect(await read('zh-TW', path, form)).toContain(said)
  }
  expect(await read('en', paying, 'approve')).toContain(
    `${shop.uid} is debited NT$200,000, plus a fee of at most NT$3,003, and is notified.`,
  )
})

test('a reversal says that the fee goes back; its approval, whether the price keeps it', async () => {
  const shop = await aPricedShop()
  const collection = await shop.aCollection({ status: 'succeeded' })
  await askTwo('POST', `${collection}/confirm`, { reason: 'x' })
  const payout = await shop.aPayout()
  await askTwo('POST', `${payout}/process`, { override: ['balance'], reason: 'x' })
  const fee = '，並退還平台手續費 NT$3,003'
  const back = `${fee}（款項已退回而費率保留手續費時除外）`
  expect(await read('zh-TW', collection, 'reverse')).toContain(`收回 NT$200,000${back}，訂單`)
  expect(await read('zh-TW', payout, 'reverse')).toContain(`還給商戶 ${shop.uid}${back}，代付`)
  expect(await read('en', collection, 'reverse')).toContain(
    `is taken back from merchant ${shop.uid}, and the platform fee of NT$3,003 is refunded unless`,
  )
  for (const [path, because, said] of [
    [collection, 'wrong_match', `的餘額扣回${fee}，訂單可再入帳。`],
    [collection, 'money_returned', '的餘額扣回，訂單可再入帳。'],
    [payout, 'wrong_match', `的可用餘額${fee}。`],
    [payout, 'money_returned', '的可用餘額。'],
  ] as const) {
    const approval = await asked(`${path}/reverse`, { because })
    expect(await read('zh-TW', approval, 'approve')).toContain(said)
    await ask(secondOperator, 'POST', `${approval}/reject`, { reason: 'x' })
  }
})
