import { expect, test } from 'vitest'
import { keepView } from '../browser/support/looks.ts'
import { open, openAs } from './support/pages.ts'
import {
  aDeposit,
  aLink,
  anAccount,
  aPayout,
  aShop,
  ask,
  askTwo,
  operator,
} from './support/shop.ts'

// An order whose member or account is held (back office §6), and holding either from the order's page.

test('a member is held from the order’s page, and the order says so until the hold is lifted', async () => {
  const shop = await aShop('管制商行')
  const { trade_no } = await aLink(shop, 1_000, { member_no: 'member-x' })
  const path = `/collections/${trade_no}`
  const page = await open(path)
  expect(await page.locator('#held').count()).toBe(0)
  await page.locator('#hold-ways > summary').click()
  await page.locator('#hold-member-open > summary').click()
  const form = page.locator('form#hold-member')
  expect(await form.locator('.whom').textContent()).toBe('member-x · 王小明')
  await form.locator('#hold-member-reason').fill('疑似詐騙')
  await form.getByRole('button', { name: '管制這位會員' }).click()
  // Back at the order, whose other ways are all in one place.
  await page.waitForURL(`**${path}`)
  expect(await page.locator('#notices .done').textContent()).toBe(
    `管制已生效。 ${shop.uid} member-x`,
  )
  expect(await page.locator('#other-ways #put-aside-open').count()).toBe(1)
  expect(await page.locator('#held').textContent()).toContain('管制中：這筆訂單不入帳也不出款')
  await page.locator('#held a').click()
  const [row] = await page.locator('#holds [data-row]').all()
  expect(await row?.textContent()).toContain('member-x')
  const agent = await openAs('ann:agent', `/desk?order=${trade_no}`, { locale: 'en' })
  expect(await agent.locator('#held').textContent()).toContain('Held: it is neither settled')
  expect(await agent.locator('#held a').count()).toBe(0)
  // Its header has the mark of its row.
  expect(await agent.locator('#panel-title').textContent()).toContain('Held')
  await page.goto(path)
  expect(await page.locator('#stand').textContent()).toContain('管制')
  const { hold } = await ask(operator, 'GET', path)
  await askTwo('POST', `/holds/${hold}/lift`, { reason: '查無異常' })
  await page.goto(path)
  expect(await page.locator('#held').count()).toBe(0)
})

test('whoever lifts the hold of an order reads its amount, payer and number, and why it is held', async () => {
  const { trade_no } = await aLink(await aShop('管制商行'), 1_000)
  const path = `/collections/${trade_no}`
  const { merchant_order_no: number } = await ask(operator, 'GET', path)
  const { id } = await ask(operator, 'POST', '/holds', { trade_no, reason: '警示帳戶' })
  const at = `/holds?cursor=${id + 1}`
  const page = await open(at, { locale: 'en' })
  const row = page.locator(`#holds-${id}`)
  expect(await row.textContent()).toContain(`NT$1,000 · 王小明 · ${number}`)
  expect(await page.locator(`form#lift-${id}`).count()).toBe(1)
  const { approval_id: asked } = await ask(operator, 'POST', `/holds/${id}/lift`, {
    reason: '查明無誤',
  })
  await page.goto(at)
  await keepView(page, 'desk/hold-waits-1280')
  expect(await page.locator(`form#lift-${id}`).count()).toBe(0)
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(44)
  await row.locator(`a[href="/approvals/${asked}"]`).click()
  await page.locator('#decision').waitFor()
  await keepView(page, 'desk/hold-approval-1280')
  expect(await page.locator('h1').textContent()).toMatch(
    new RegExp(`^Lift a hold · NT\\$1,000 · 王小明 · ${number}$`),
  )
  const facts = await page.locator('.facts').first().textContent()
  for (const told of ['警示帳戶', operator.split(':')[0], '查明無誤']) expect(facts).toContain(told)
})

test('the account that a payout goes to is held from its page', async () => {
  const payee = `808-${Math.floor(1e11 + Math.random() * 9e11)}`
  const { trade_no } = await aPayout(await aShop(), 500, { payee_account: payee })
  const phone = { viewport: { width: 390, height: 844 }, locale: 'en' }
  const page = await open(`/payouts/${trade_no}`, phone)
  await page.locator('#hold-ways > summary').click()
  await page.locator('#hold-account-open > summary').click()
  await page.locator('#hold-account-reason').fill('退匯')
  await page.getByRole('button', { name: "Hold the payee's account" }).click()
  await page.locator('#held').waitFor()
  // No address has it.
  expect(page.url()).not.toContain(payee.slice(-5))
  const { hold: id } = await ask(operator, 'GET', `/payouts/${trade_no}`)
  expect(await page.locator('#held a').getAttribute('href')).toBe(`/holds?cursor=${id + 1}`)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
})

test('after a settlement the next order that opens is not held, and the notice has sum and payer', async () => {
  const [shop, account] = await Promise.all([aShop(), anAccount({ agents: ['hana'] })])
  const orders = []
  for (let n = 0; n < 3; n += 1) {
    const last5 = String(36_100 + n)
    const order = await aLink(shop, 1_375 + n, { payer_account_no: `004-00123${last5}` })
    await ask('hana:agent', 'POST', `/collections/${order.trade_no}/match`, {
      bank_account: account.id,
    })
    await aDeposit(account.id, 1_375 + n, last5)
    orders.push(order)
  }
  const [first, held, last] = orders
  await ask(operator, 'POST', '/holds', { trade_no: held.trade_no, reason: '警示帳戶' })
  const at = `/desk?bank_account=${account.id}&in=ready&order=${first.trade_no}`
  const page = await openAs('hana:agent', at)
  await page.locator('#settle').getByRole('button', { name: '入帳' }).click()
  await page.waitForURL(`**order=${last.trade_no}`)
  expect(await page.locator('#notices').textContent()).toMatch(
    new RegExp(`已入帳.*NT\\$1,375 · 王小明.*${first.merchant_order_no}`),
  )
})

test('the next order is found behind a page of held ones, also from an order opened by its address', async () => {
  const [shop, account] = await Promise.all([aShop(), anAccount({ agents: ['hana'] })])
  const orders: string[] = []
  for (let n = 0; n < 24; n += 1) {
    const { trade_no: tradeNo } = await aLink(shop, 1_400 + n)
    await ask('hana:agent', 'POST', `/collections/${tradeNo}/match`, { bank_account: account.id })
    orders.push(tradeNo)
  }
  for (const held of orders.slice(20, 23)) {
    await ask(operator, 'POST', '/holds', { trade_no: held, reason: '警示帳戶' })
  }
  const { id } = await aDeposit(account.id, 1_419)
  const page = await openAs('hana:agent', `/desk?bank_account=${account.id}&order=${orders[18]}`)
  await page.keyboard.press('n')
  await page.waitForURL(`**order=${orders[19]}`)
  await page.locator(`#transaction-${id}`).check()
  await page.locator('#settle button[type=submit]').click()
  await page.waitForURL(`**order=${orders[23]}`)
  const told = page.locator('.notice.done').getByRole('link')
  expect(await told.getAttribute('href')).toBe(`/collections/${orders[19]}`)
})
