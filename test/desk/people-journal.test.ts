import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { open, openAs, withoutScripts } from './support/pages.ts'
import { served } from './support/served.ts'
import { aLink, anAccount, aShop, ask, askTwo, type Body } from './support/shop.ts'

// Somebody whose day is all their own.
const name = `jo${randomUUID().slice(0, 8)}`
const jo = `${name}:operator`
let shop: Body
let order: Body
let account: Body

beforeAll(async () => {
  shop = await aShop('日誌商行')
  order = await aLink(shop, 900)
  account = await anAccount({ agents: [] })
  await ask(jo, 'POST', `/collections/${order.trade_no}/take`, {})
  await ask(jo, 'POST', `/collections/${order.trade_no}/exception`, { reason: '戶名不符' })
  await ask(jo, 'PATCH', `/merchants/${shop.uid}`, { name: '日誌二店', enabled: false })
  await ask(jo, 'PATCH', `/bank-accounts/${account.id}`, { holder_name: '信義商行' })
})

test('what somebody has done today is one click from their name, in words', async () => {
  const page = await openAs('audrey:auditor', `/journal?subject=merchant:${shop.uid}`)
  await page.locator('#journal').getByRole('link', { name }).first().click()
  expect(await page.locator('main').textContent()).toContain(`${name} 今天的操作`)
  const rows = page.locator('#journal tbody tr')
  const actions = await rows.locator('th').allTextContents()
  expect(actions).toEqual([
    expect.stringContaining(`申請：更改銀行帳戶 銀行帳戶 …${String(account.id).slice(-6)}`),
    expect.stringContaining(`更改 商戶 ${shop.uid}`),
    expect.stringContaining(`列為例外 代收 …${order.trade_no.slice(-6)}`),
    expect.stringContaining(`領取 代收 …${order.trade_no.slice(-6)}`),
  ])
  const changed = await rows.nth(1).locator('td[data-name=異動] li').allTextContents()
  expect(changed.sort()).toEqual([
    '名稱：日誌商行，改為 日誌二店',
    '啟用：是，改為 否',
    '會員看到的收款方 · 名稱：日誌商行，改為 日誌二店',
  ])
  expect(await rows.nth(2).locator('td[data-name=原因]').textContent()).toBe('戶名不符')
  expect(await rows.nth(2).locator('th a').getAttribute('href')).toBe(
    `/collections/${order.trade_no}`,
  )
  expect(await page.locator('main form[method=post]').count()).toBe(0)
})

test('the journal is narrowed by its form without scripts, and the file has the same rows', async () => {
  const page = await openAs('audrey:auditor', '/journal', withoutScripts)
  await page.locator('.filters > summary').click()
  await page.getByLabel('人員').fill(name)
  await page.getByLabel('操作').selectOption('take')
  await page.getByRole('button', { name: '套用' }).click()
  await page.waitForLoadState()
  expect(new URL(page.url()).searchParams.get('action')).toBe('take')
  expect(await page.locator('#journal tbody tr').count()).toBe(1)
  const csv = await page.getByRole('link', { name: '下載 CSV' }).getAttribute('href')
  const { html: file } = await served('audrey:auditor', csv ?? '')
  const lines = file.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(order.trade_no)
})

test('a row that a second person approved has both names, and days are asked for as days', async () => {
  const role = `${name}@platform.example`
  await askTwo('PUT', `/people/${role}`, { role: 'agent' })
  const page = await open(`/journal?subject=person:${role}`, { locale: 'en' })
  const row = await page.locator('#journal tbody tr').first().textContent()
  expect(row).toContain(`Gave a role person ${role}`)
  expect(row).toContain('Role: Agent')
  expect(row).toContain('approved by otto')
  await page.goto(`/journal?subject=person:${role}&to=2025-01-02`)
  expect(await page.locator('.empty').textContent()).toBe('No entry fits.')
  await page.goto('/journal?from=never')
  expect(await page.locator('main [title=validation_error]').count()).toBe(1)
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('never')
})
