import { beforeAll, expect, test } from 'vitest'
import { open, openAs } from './support/pages.ts'
import { anAccount, type Body } from './support/shop.ts'
import { storeAlarm } from './support/stored.ts'

let account: Body
beforeAll(async () => {
  account = await anAccount()
  storeAlarm('callback_backlog', 'database:0', 'standing')
  storeAlarm('account_silent', `bank_account:${account.id}`, 'standing')
  storeAlarm('server_errors', '', 'over')
})

test('an alarm that stands is on the overview, with what it means and what to do, in both languages', async () => {
  const page = await open('/overview')
  const told = await page.locator('#alarms').textContent()
  expect(told).toMatch(/緊急 · 通知積壓.*（資料庫 0）.*商戶收不到入帳通知.*處置：.*docs\/runbooks/s)
  expect(told).not.toContain('伺服器錯誤偏多')
  const english = await open('/overview', { locale: 'en' })
  const said = await english.locator('#alarms').textContent()
  expect(said).toMatch(/Urgent · Callbacks pile up.*\(database 0\).*What to do:/s)
})

test('the page of alarms leads to what they are about, and lists those that are over', async () => {
  const page = await open('/alarms')
  expect(await page.locator('#over').textContent()).toContain('伺服器錯誤偏多')
  expect(await page.locator('#channels').textContent()).toMatch(/未設定，不會送出.*靜音時段.*無/s)
  const link = page.locator(`#alarms a[href="/bank-accounts/${account.id}"]`)
  expect(await link.textContent()).toContain(account.account_no.slice(-5))
  await link.click()
  await page.waitForURL(`**/bank-accounts/${account.id}`)
})

test.each([true, false])(
  'an operator tries the channels, with scripts: %j',
  async (javaScriptEnabled) => {
    const page = await open('/alarms', { javaScriptEnabled })
    await page.getByRole('button', { name: '送出測試' }).click()
    await page.locator('#tested').waitFor()
    expect(await page.locator('#tested').textContent()).toMatch(
      /Webhook.*未設定.*Telegram.*未設定/s,
    )
  },
)

test.each([true, false])(
  'an operator acknowledges an alarm with a note, with scripts: %j',
  async (javaScriptEnabled) => {
    storeAlarm('books_unchecked', 'database:0', 'standing')
    const page = await open('/alarms', { javaScriptEnabled })
    const alarm = page.locator('#alarms li').filter({ hasText: '帳目久未檢查' })
    await alarm.locator('summary').click()
    await alarm.getByLabel('備註（選填）').fill('查核 <b>中</b>')
    await alarm.getByRole('button', { name: '確認此警報' }).click()
    await page.getByText('已確認，解除前不再通知。').waitFor()
    expect(await alarm.textContent()).toMatch(/已確認：.*查核 <b>中<\/b>/s)
    expect(await alarm.locator('form').count()).toBe(0)
    const others = page.locator('#alarms li').filter({ hasText: '通知積壓' })
    expect(await others.locator('form').count()).toBe(1)
  },
)

test('an auditor sees alarms and tries nothing; an agent sees none', async () => {
  const page = await openAs('audrey:auditor', '/alarms')
  expect(await page.locator('#alarms li').count()).toBeGreaterThan(1)
  expect(await page.locator('main form[method=post]').count()).toBe(0)
  const agent = await openAs('ann:agent', '/alarms')
  expect(await agent.locator('h1').textContent()).toBe('您的角色看不到這一頁')
  expect(await agent.locator('#menu a[href="/alarms"]').count()).toBe(0)
})
