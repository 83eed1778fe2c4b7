import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepView } from '../browser/support/looks.ts'
import { open, openAs, withoutScripts } from './support/pages.ts'
import { aDeposit, aLink, anAccount, aShop, ask, operator, secondOperator } from './support/shop.ts'

test('transactions are narrowed by a form whose view is a link, and given as CSV by the same filters', async () => {
  const account = await anAccount()
  await aDeposit(account.id, 321, '11111')
  await aDeposit(account.id, 654, '22222')
  const page = await open(`/bank-transactions?bank_account=${account.id}`, withoutScripts)
  expect(await page.locator('#bank-lines tbody tr').count()).toBe(2)
  await page.locator('.filters > summary').click()
  await page.getByLabel('對方末五碼').fill('22222')
  await page.getByRole('button', { name: '套用' }).click()
  await page.waitForURL(/last5=22222/)
  expect(await page.locator('#bank-lines tbody tr').count()).toBe(1)
  await page.getByRole('link', { name: '已認列' }).click()
  await page.waitForURL(/state=claimed/)
  expect(await page.locator('#bank-lines').count()).toBe(0)
  const csv = await page.getByRole('link', { name: '下載 CSV' }).getAttribute('href')
  expect(csv).toMatch(/^\/api\/bank-transactions\.csv\?.*state=claimed&last5=22222/)
})

test('what narrows a list is told as chips, the first row stands in the upper half of a phone', async () => {
  const account = await anAccount()
  const line = await aDeposit(account.id, 321, '11111')
  const to = `/bank-transactions?state=unclaimed&bank_account=${account.id}`
  const page = await open(to, { viewport: { width: 390, height: 844 } })
  expect(await page.locator('.filters').getAttribute('open')).toBe(null)
  const box = await page.locator(`#bank-lines-${line.id}`).boundingBox()
  expect(box?.y).toBeLessThan(422)
  const chips = page.locator('.chips a')
  const account5 = `…${account.account_no.slice(-5)}`
  expect((await chips.allTextContents()).map((text) => text.replace('，移除', ''))).toEqual([
    expect.stringContaining(account5),
    '狀態：未認列 ×',
  ])
  await keepView(page, 'desk/transactions-chips-390')
  await chips.last().click()
  await page.waitForURL((url) => !url.searchParams.has('state'))
  expect(new URL(page.url()).searchParams.get('bank_account')).toBe(String(account.id))
})

test('a deposit shows the orders that it may pay beside one another, each with what differs and a way on', async () => {
  const [shop, account] = await Promise.all([aShop(), anAccount()])
  const links = [await aLink(shop, 910), await aLink(shop, 911)]
  for (const { trade_no: tradeNo } of links) {
    await ask(operator, 'POST', `/collections/${tradeNo}/take`, {})
    await ask(operator, 'POST', `/collections/${tradeNo}/match`, { bank_account: account.id })
  }
  const line = await aDeposit(account.id, 910)
  const page = await open(`/bank-transactions/${line.id}`)
  const rows = page.locator('#candidate tbody tr')
  const [best, other] = [rows.nth(0), rows.nth(1)]
  const ways = await best.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  const way = `/collections/${links[0].trade_no}?transaction=${line.id}#acts`
  expect(ways).toEqual([way, way])
  expect(await best.textContent()).toMatch(
    /\d\d\/\d\d \d\d:\d\d:\d\d指定帳戶 \d\d\/\d\d \d\d:\d\d:\d\d.*入帳$/,
  )
  expect(await best.locator('.differs').count()).toBe(0)
  expect(await other.locator('.differs').allTextContents()).toEqual(['不同：NT$911'])
  expect(await other.textContent()).toMatch(/不符：金額/)
  await ask(operator, 'POST', `/collections/${links[0].trade_no}/settle`, {
    bank_transactions: [line.id],
  })
  await page.reload()
  const claim = page.locator(`a[title="${links[0].trade_no}"]`)
  expect(await claim.getAttribute('href')).toBe(`/collections/${links[0].trade_no}`)
  expect(await page.locator('main').textContent()).toContain('olga')
})

test('orders of another amount and another payer are folded below those that a deposit fits', async () => {
  const shop = await aShop()
  // Offered for no other shop's orders: each is of the same payer, and would be a candidate here.
  const account = await anAccount({ merchants: [shop.uid] })
  const other = { member_name: '林志豪', payer_account_no: '808-0011133333' }
  const links = [await aLink(shop, 920), await aLink(shop, 921, other)]
  for (const { trade_no: tradeNo } of links) {
    await ask(operator, 'POST', `/collections/${tradeNo}/match`, { bank_account: account.id })
  }
  const line = await aDeposit(account.id, 920)
  // Where none fits all of them are folded.
  const unlike = await aDeposit(account.id, 4_321, '13579', { counterpartyName: '不明人士' })
  const page = await open(`/bank-transactions/${unlike.id}`)
  expect(await page.locator('main').textContent()).toContain('沒有可能的訂單。')
  expect(await page.locator('#other-candidates > summary').textContent()).toBe('其他 2 筆')
  await page.goto(`/bank-transactions/${line.id}`)
  expect(await page.locator('#candidate tbody tr').count()).toBe(1)
  const folded = page.locator(`#other-candidate-${links[1].trade_no}`)
  expect(await folded.isVisible()).toBe(false)
  await page.locator('#other-candidates > summary').click()
  expect(await page.locator('#other-candidates > summary').textContent()).toBe('其他 1 筆')
  expect(await folded.textContent()).toContain('不符：金額、末五碼')
  expect((await page.locator('#candidate tbody tr').boundingBox())?.height).toBeLessThanOrEqual(48)
  await keepView(page, 'desk/candidates-1280')
  await page.setViewportSize({ width: 390, height: 844 })
  await keepView(page, 'desk/candidates-390')
})

test('of two deposits that fit an order, the one whose page leads to it is chosen there', async () => {
  const [shop, account] = await Promise.all([aShop(), anAccount()])
  const { trade_no: tradeNo } = await aLink(shop, 915)
  await ask(operator, 'POST', `/collections/${tradeNo}/take`, {})
  await ask(operator, 'POST', `/collections/${tradeNo}/match`, { bank_account: account.id })
  const [one, other] = [await aDeposit(account.id, 915), await aDeposit(account.id, 915)]
  const page = await open(`/bank-transactions/${other.id}`)
  await page.locator('#candidate a').first().click()
  await page.waitForURL(/\/collections\//)
  const box = (id: number) => page.locator(`#settle input[value="${id}"]`)
  expect(await box(other.id).isChecked()).toBe(true)
  expect(await box(one.id).isChecked()).toBe(false)
})

test('a transaction is put aside with its counterpart, and both are taken back', async () => {
  const [one, other] = [await anAccount(), await anAccount()]
  const income = await aDeposit(one.id, 4321)
  const outgo = await aDeposit(other.id, -4321)
  const page = await open(`/bank-transactions/${income.id}`)
  await page.keyboard.press('x')
  expect(await page.locator('#ignore .warning').textContent()).toContain('另一位營運人員核准')
  await page.getByText('自有帳戶互轉', { exact: true }).click()
  expect(await page.locator(`#opposite option[value="${outgo.id}"]`).count()).toBe(1)
  await page.getByLabel('原因').fill('調度')
  await page.getByLabel('對應的交易').fill('1')
  await page.getByRole('button', { name: '列為不處理' }).click()
  await page.locator('#refused').waitFor()
  expect(await page.getByLabel('原因').inputValue()).toBe('調度')
  expect(await page.getByLabel('自有帳戶互轉').isChecked()).toBe(true)
  await page.getByLabel('對應的交易').fill(String(outgo.id))
  await page.getByRole('button', { name: '列為不處理' }).click()
  await page.locator('.notice.done').waitFor()
  expect(await ask(operator, 'GET', `/bank-transactions/${outgo.id}`)).toMatchObject({
    state: 'ignored',
    ignored_as: 'own_transfer',
    counterpart: income.id,
  })
  await page.locator('#reopen-open summary').click()
  await page.getByLabel('原因').fill('弄錯')
  await page.locator('#reopen button').click()
  await page.locator('.notice.done').waitFor()
  for (const { id } of [income, outgo]) {
    expect(await ask(operator, 'GET', `/bank-transactions/${id}`)).toMatchObject({
      state: 'unclaimed',
    })
  }
})

test('a transaction that was recorded by hand is there once a second person approves', async () => {
  const account = await anAccount()
  const page = await open(`/bank-accounts/${account.id}?part=transactions`)
  await page.getByRole('link', { name: '登記一筆' }).click()
  await page.getByLabel('入帳時間').fill('2026-11-20T09:30:15')
  await page.getByLabel('金額（TWD）').fill('-1,250.50')
  await page.getByLabel('銀行的編號').fill(randomUUID())
  await page.getByLabel('對方戶名').fill('林先生')
  expect(await page.locator('.second').count()).toBe(1)
  await page.getByRole('button', { name: '登記' }).click()
  const link = page.locator('.notice.done a')
  const id = ((await link.getAttribute('href')) ?? '').replace('/approvals/', '')
  const line = await ask(secondOperator, 'POST', `/approvals/${id}/approve`, {})
  expect(line).toMatchObject({
    bank_account: account.id,
    amount: -1250.5,
    booked_at: '2026-11-20 09:30:15',
    source: 'hand',
    posted_by: 'olga',
    counterparty_name: '林先生',
  })
})

test('an agent reads a transaction of its account and gets no form', async () => {
  const account = await anAccount({ agents: ['ann'] })
  const line = await aDeposit(account.id, 88)
  const page = await openAs('ann:agent', `/bank-transactions/${line.id}`)
  expect(await page.locator('h1').textContent()).toContain('NT$88')
  expect(await page.locator('main form').count()).toBe(0)
})
