import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { keepPicture } from '../browser/support/looks.ts'
import { open, openAs, withoutScripts } from './support/pages.ts'
import { aDeposit, aLink, anAccount, aShop, ask, operator, secondOperator } from './support/shop.ts'

const digits = () => randomUUID().replace(/\D/g, '').padEnd(12, '3').slice(0, 12)

async function approvalOf(page: Page): Promise<string> {
  const link = page.locator('#notices a')
  return ((await link.getAttribute('href')) ?? '').replace('/approvals/', '')
}

async function approve(id: string) {
  return ask(secondOperator, 'POST', `/approvals/${id}/approve`, {})
}

test('two people register an account: one asks on a page, and it is there once the other approves', async () => {
  const page = await open('/bank-accounts')
  await page.getByRole('link', { name: '登記帳戶' }).click()
  await page.getByLabel('銀行代碼').fill('999')
  const number = digits()
  await page.getByLabel('帳號', { exact: true }).fill(`${number.slice(0, 4)}-${number.slice(4)}`)
  await page.getByLabel('戶名').fill('信義商行')
  await page.getByLabel('可使用的專員 1').fill('ann')
  await page.getByLabel('可使用的專員 2').fill('bea')
  await page.getByLabel('對帳單格式').selectOption('demo_utf8')
  await expect.poll(() => page.locator('.second').count()).toBe(1)
  await page.getByRole('button', { name: '登記' }).click()
  await page.locator('#create-bank_code-problem').waitFor()
  expect(await page.getByLabel('戶名').inputValue()).toBe('信義商行')
  await page.getByLabel('銀行代碼').fill('013')
  await page.getByRole('button', { name: '登記' }).click()
  const approval = await page.waitForURL(/new$/).then(() => approvalOf(page))
  const account = await approve(approval)
  expect(account).toMatchObject({
    bank_code: '013',
    account_no: number,
    agents: ['ann', 'bea'],
    daily_cap: null,
    note: '',
    statement_format: 'demo_utf8',
  })
  const other = await openAs(secondOperator, `/bank-accounts/${account.id}?part=settings`)
  expect(await other.locator('h1').textContent()).toContain(number.slice(-5))
  expect(await other.locator('main').textContent()).toContain(number)
})

test('a setting that is changed is sent alone, so that what somebody else changed meanwhile stays', async () => {
  const account = await anAccount({ note: 'old', agents: ['ann'] })
  const page = await open(`/bank-accounts/${account.id}?part=settings`, withoutScripts)
  await ask(operator, 'PATCH', `/bank-accounts/${account.id}`, { note: 'new' })
  await page.getByText('用途、商戶、上限、備註').click()
  await page.getByLabel('每日上限（TWD）').fill('50,000')
  await page.locator('#limits button').click()
  await page.locator('.notice.done').waitFor()
  const changed = await ask(operator, 'GET', `/bank-accounts/${account.id}`)
  expect(changed).toMatchObject({ daily_cap: 50_000, note: 'new', agents: ['ann'] })
})

test('who may use an account waits for a second person', async () => {
  const account = await anAccount()
  const page = await open(`/bank-accounts/${account.id}?part=settings`)
  await page.getByText('戶名、可使用的專員、即時明細來源').click()
  await page.locator('#people [name=agents]').first().fill('zoe')
  await page.locator('#people button').click()
  await page.locator('.notice.done a').waitFor()
  expect(await approve(await approvalOf(page))).toMatchObject({ agents: ['zoe'] })
})

test('an account’s merchants are chosen from the known ones; an unknown one is refused before an approval', async () => {
  const { uid } = await aShop('信義商行')
  const account = await anAccount({ merchants: [uid] })
  const page = await open(`/bank-accounts/${account.id}?part=settings`)
  await page.getByText('用途、商戶、上限、備註').click()
  const merchants = page.locator('#limits [name=merchants]')
  const offered = page.locator(`#${await merchants.first().getAttribute('list')} option`)
  expect(await offered.evaluateAll((all) => all.map((one) => one.outerHTML))).toContain(
    `<option value="${uid}">信義商行</option>`,
  )
  await merchants.nth(1).fill('NOBODY')
  await page.locator('#limits button').click()
  expect(await page.locator('#limits-merchants-problem').textContent()).toContain('查無商戶 NOBODY')
  expect(await merchants.evaluateAll((all) => all.map((one) => one.value))).toEqual([
    uid,
    'NOBODY',
    '',
    '',
  ])
  await keepPicture(page, 'desk/unknown-merchant')
  await merchants.nth(1).fill((await aShop()).uid)
  await page.locator('#limits button').click()
  await page.locator('.notice.done a').waitFor()
})

test('a format of its own is declared field by field, by names and by numbers of columns', async () => {
  const account = await anAccount({ statement_format: null })
  const page = await open(`/bank-accounts/${account.id}?part=settings`)
  expect(await page.locator('#statement').count()).toBe(0)
  await page.getByText('對帳單格式：自訂').click()
  const form = page.locator('#own-format')
  await form.getByLabel('編碼').selectOption('utf-8')
  await form.getByLabel('分隔符號').selectOption({ label: '定位字元' })
  await form.getByLabel('標題行數').fill('1')
  await form.getByLabel('日期寫法').selectOption('YYYYMMDD')
  for (const name of await form.locator('.columns input').all()) await name.fill('')
  await form.getByLabel('日期欄').fill('0')
  await form.getByLabel('金額欄').fill('Amount')
  await form.getByRole('button').click()
  await page.locator('.notice.done').waitFor()
  expect(await ask(operator, 'GET', `/bank-accounts/${account.id}`)).toMatchObject({
    statement_format: {
      encoding: 'utf-8',
      delimiter: '\t',
      header_lines: 1,
      date_format: 'YYYYMMDD',
      columns: { date: 0, amount: 'Amount' },
    },
  })
})

test('who freezes an account is told what becomes of its waiting orders, and that is what happens', async () => {
  const [shop, account] = await Promise.all([aShop(), anAccount()])
  const { trade_no: tradeNo } = await aLink(shop, 640)
  await ask(operator, 'POST', `/collections/${tradeNo}/take`, {})
  await ask(operator, 'POST', `/collections/${tradeNo}/match`, { bank_account: account.id })
  const page = await open(`/bank-accounts/${account.id}`)
  await page.locator('#to-frozen-open summary').click()
  const told = await page.locator('#to-frozen .warning').textContent()
  expect(told).toContain('1 筆訂單（NT$640）')
  // The words of the member's page.
  expect(told).toContain('改為「專人確認中」')
  await page.locator('#to-frozen button').click()
  await page.locator('.notice.done').waitFor()
  expect(await page.locator('main .badge').first().textContent()).toBe('凍結')
  expect(await ask(operator, 'GET', `/collections/${tradeNo}`)).toMatchObject({
    collection_status: 'exception',
  })
  await page.getByRole('link', { name: '設定', exact: true }).click()
  await page.locator('#to-active-open summary').click()
  expect(await page.locator('#to-active .second').count()).toBe(1)
})

test('an agent sees the accounts that it may use, and nothing that it may not do', async () => {
  const [hers, others] = await Promise.all([
    anAccount({ agents: ['ann'] }),
    anAccount({ agents: ['bea'] }),
  ])
  await aDeposit(hers.id, 77)
  const page = await openAs('ann:agent', '/bank-accounts')
  const list = await page.locator('#accounts').innerHTML()
  expect(list).toContain(String(hers.id))
  expect(list).not.toContain(String(others.id))
  expect(await page.getByRole('link', { name: '登記帳戶' }).count()).toBe(0)
  await page.goto(`${inject('deskUrl')}/bank-accounts/${hers.id}`)
  expect(await page.locator('main').textContent()).toContain('NT$77')
  expect(await page.locator('main form').count()).toBe(0)
  const refused = await page.goto(`${inject('deskUrl')}/bank-accounts/${others.id}`)
  expect(refused?.status()).toBe(404)
})
