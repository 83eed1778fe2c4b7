import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepView } from '../browser/support/looks.ts'
import { open, openAs, withoutScripts } from './support/pages.ts'
import { served } from './support/served.ts'
import { aLink, aShop, ask, operator, secondOperator } from './support/shop.ts'

test('an adjustment whose form is sent twice is booked once, and the ledger shows it', async () => {
  const shop = await aShop()
  const { trade_no: tradeNo } = await aLink(shop, 700)
  const page = await open(`/merchants/${shop.uid}`)
  await page.locator('summary', { hasText: '調整餘額' }).click()
  expect(await page.locator('#adjust .second').innerText()).toContain('NT$100,000')
  await page.fill('#adjust-amount', '150.5')
  await page.fill('#adjust-reason', '更正手續費')
  await page.fill('#adjust-trade_no', tradeNo)
  const form = page.locator('#adjust')
  const sent: Record<string, string> = {}
  for (const field of await form.locator('[name]').all()) {
    sent[(await field.getAttribute('name')) ?? ''] = await field.inputValue()
  }
  const action = new URL((await form.getAttribute('action')) ?? '', page.url()).href
  const answers = await Promise.all(
    [1, 2].map(() => page.request.post(action, { form: sent, maxRedirects: 0 })),
  )
  expect(answers.map((answer) => answer.status())).toEqual([303, 303])
  await page.getByRole('button', { name: `調整 ${shop.uid} 的餘額` }).click()
  await page.getByText('已調整餘額').waitFor()
  expect(await page.locator('main').innerText()).toContain('NT$150.50')
  await page.goto(`/merchants/${shop.uid}/ledger`)
  const rows = page.locator('#ledger tbody tr')
  expect(await rows.count()).toBe(1)
  expect(await rows.innerText()).toContain('更正手續費')
  const link = rows.locator('a').first()
  expect(await link.getAttribute('href')).toBe(`/collections/${tradeNo}`)
  const csv = await page.getByText('下載 CSV').getAttribute('href')
  expect((await served(operator, csv ?? '')).html).toContain('更正手續費')
})

test('a merchant’s page shows what each channel collected and paid out', async () => {
  const { uid, call } = await aShop()
  const paid = { orderid: randomUUID(), channel: 'elsewhere', amount: 12.5, status: 'succeeded' }
  await call('collections', paid)
  const page = await open(`/merchants/${uid}`, { locale: 'en' })
  const cells = page.locator('#channels-other').locator('th, td')
  expect(await cells.allInnerTexts()).toEqual(['Other', 'NT$0', 'NT$12.50 (1)', 'NT$0 (0)'])
})

test('a refused adjustment keeps its key and what was typed; a large one waits for a second person', async () => {
  const { uid } = await aShop()
  const page = await open(`/merchants/${uid}`, { javaScriptEnabled: false, locale: 'en' })
  const key = await page.locator('[name=idempotency_key]').getAttribute('value')
  await page.locator('summary', { hasText: 'Adjust the balance' }).click()
  await page.fill('#adjust-amount', 'a lot')
  await page.fill('#adjust-reason', 'opening balance')
  await page.getByRole('button', { name: `Adjust the balance of ${uid}` }).click()
  expect(await page.locator('#adjust-amount-problem').innerText()).toMatch(/^Must be an amount/)
  expect(await page.inputValue('#adjust-reason')).toBe('opening balance')
  expect(await page.locator('[name=idempotency_key]').getAttribute('value')).toBe(key)
  await page.fill('#adjust-amount', '250000')
  await page.getByRole('button', { name: `Adjust the balance of ${uid}` }).click()
  const href = await page.locator('#notices a[href^="/approvals/"]').getAttribute('href')
  const available = async () =>
    (await ask(operator, 'GET', `/merchants/${uid}/balance`)).data.summary.available
  expect(await available()).toBe(0)
  await ask(secondOperator, 'POST', `${href}/approve`, {})
  expect(await available()).toBe(250_000)
})

test('a correction of fees says which way it goes, in the form, at the approval and in the ledger', async () => {
  const { uid } = await aShop()
  const page = await open(`/merchants/${uid}`, { locale: 'en' })
  await page.locator('summary', { hasText: 'Adjust the balance' }).click()
  await page.selectOption('#adjust-bucket', { label: 'Platform fees' })
  await page.fill('#adjust-amount', '-200000')
  await page.fill('#adjust-reason', 'too little was charged')
  await page.getByRole('button', { name: `Adjust the balance of ${uid}` }).click()
  const href = await page.locator('#notices a[href^="/approvals/"]').getAttribute('href')
  const second = await openAs('otto:operator', href ?? '', { locale: 'en' })
  const main = await second.locator('main').innerText()
  expect(main).toMatch(/Charged to .+'s available balance as a platform fee/)
  const sides = await second.locator('table.sides tbody tr').innerText()
  expect(sides).toMatch(/^Available\s+NT\$0\s+−NT\$200,000/)
  await ask(secondOperator, 'POST', `${href}/approve`, {})
  await page.goto(`/merchants/${uid}/ledger`)
  const row = await page.locator('#ledger tbody tr').innerText()
  expect(row).toContain('From available to platform fees')
  expect(row).toContain('−NT$200,000')
})

test('a dangerous act is coloured before it is opened, and no other is', async () => {
  const { uid } = await aShop()
  const page = await open(`/merchants/${uid}`)
  const colourOf = (id: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('#${id}-open > summary')).color`)
  const [danger, plain] = await Promise.all([colourOf('adjust'), colourOf('settings')])
  expect(danger).not.toBe(plain)
  for (const id of ['rotate', 'disable', 'hold-member']) expect(await colourOf(id)).toBe(danger)
  expect(await colourOf('allow-list')).toBe(plain)
})

test('a member is held from the merchant’s page; two people lift the hold', async () => {
  const { uid } = await aShop()
  const page = await open(`/merchants/${uid}`)
  await page.locator('summary', { hasText: '管制一位會員' }).click()
  const form = page.locator('#hold-member')
  await form.locator('[name=user_id]').fill('member-7')
  await form.locator('[name=reason][type=text]').fill('疑似人頭帳戶')
  await form.getByRole('button').click()
  await page.getByText('管制已生效').waitFor()
  await page.goto('/holds')
  const row = page.locator('#holds tbody tr', { hasText: uid })
  expect(await row.innerText()).toContain('member-7')
  await row.locator('details.act > summary').click()
  expect(await row.locator('.second').isVisible()).toBe(true)
  await row.locator('[name=reason]').fill('查核完成')
  await row.getByRole('button', { name: '解除管制' }).click()
  const href = await page.locator('#notices a[href^="/approvals/"]').getAttribute('href')
  expect(await row.innerText()).toContain('管制中')
  await ask(secondOperator, 'POST', `${href}/approve`, {})
  await page.goto('/holds')
  expect(await row.innerText()).toMatch(/已解除.*olga，核准：otto/s)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await row.getByText('已解除').isVisible()).toBe(true)
  await keepView(page, 'desk/holds-390')
  const [lifted] = (await ask(operator, 'GET', '/journal?subject=hold&action=lift')).items
  expect(lifted).toMatchObject({ reason: '查核完成', approved_by: 'otto' })
})

test('an order that does not exist is no hold: the refusal keeps the reason', async () => {
  const page = await open('/holds', { javaScriptEnabled: false, locale: 'en' })
  const form = page.locator('#hold-order')
  await page.locator('summary', { hasText: 'Hold one order' }).click()
  await form.locator('[name=trade_no]').fill('C999')
  await form.locator('[name=reason][type=text]').fill('letter of the police')
  await form.getByRole('button').click()
  expect(await page.locator('#hold-order-trade_no-problem').innerText()).toMatch(/^There is no/)
  expect(await form.locator('[name=reason][type=text]').inputValue()).toBe('letter of the police')
})

test('a product is added, changed and removed', async () => {
  const { uid } = await aShop()
  const page = await open('/products/new', withoutScripts)
  const sku = `S-${randomUUID().slice(0, 8)}`
  await page.fill('[name="uid"]', uid)
  await page.fill('[name=sku]', sku)
  await page.fill('[name=name]', '高山茶 <b>')
  await page.fill('[name=currency]', 'USDT')
  await page.fill('[name="price_hkd_cents"]', '120000')
  await page.getByRole('button', { name: '新增商品' }).click()
  const row = page.locator('#products tbody tr', { hasText: sku })
  expect(await row.innerText()).toContain('HK$1,200.00')
  await row.locator('a', { hasText: '高山茶 <b>' }).click()
  await page.fill('[name="price_hkd_cents"]', '99')
  await page.getByRole('button', { name: '儲存商品' }).click()
  expect(await page.locator('#notices').innerText()).toContain('已更新商品')
  const [changed] = (await ask(operator, 'GET', '/journal?action=patch&subject=product')).items
  expect(changed).toMatchObject({
    before: { price_hkd_cents: 120_000 },
    after: { price_hkd_cents: 99 },
  })
  await page.locator('summary', { hasText: '移除商品' }).click()
  await page.getByRole('button', { name: `移除 ${sku}` }).click()
  expect(await page.locator('h1').innerText()).toBe('商品')
  expect(await row.count()).toBe(0)
})
