import { afterEach, beforeAll, expect, test } from 'vitest'
import { aPerson, type Person } from './support/people.ts'
import { anAccount, type Body, operator } from './support/shop.ts'
import { storeAlarm } from './support/stored.ts'

let person: Person
afterEach(() => person.close())

let account: Body
beforeAll(async () => {
  account = await anAccount()
  storeAlarm('callback_backlog', 'database:0', 'standing')
  storeAlarm('account_silent', `bank_account:${account.id}`, 'standing')
  storeAlarm('server_errors', '', 'over')
})

test('an alarm that stands is on the overview, with what it means and what to do, in both languages', async () => {
  person = await aPerson(operator)
  const { page, problems } = person
  await person.goTo('/overview')
  const told = await page.locator('#alarms').textContent()
  expect(told).toMatch(/緊急 · 通知積壓.*（資料庫 0）.*商戶收不到入帳通知.*處置：.*docs\/runbooks/s)
  expect(told).not.toContain('伺服器錯誤偏多')
  await person.close()

  person = await aPerson(operator, { locale: 'en' })
  await person.goTo('/overview')
  const said = await person.page.locator('#alarms').textContent()
  expect(said).toMatch(/Urgent · Callbacks pile up.*\(database 0\).*What to do:/s)
  expect(problems).toEqual([])
})

test('the page of alarms leads to what they are about, and lists those that are over', async () => {
  person = await aPerson(operator)
  const { page, problems } = person
  await person.goTo('/alarms')
  expect(await page.locator('#over').textContent()).toContain('伺服器錯誤偏多')
  expect(await page.locator('#channels').textContent()).toMatch(/未設定，不會送出.*靜音時段.*無/s)
  await page.locator(`#alarms a[href="/bank-accounts/${account.id}"]`).click()
  await page.waitForURL(`**/bank-accounts/${account.id}`)
  expect(problems).toEqual([])
})

test.each([true, false])(
  'an operator tries the channels, with scripts: %j',
  async (javaScriptEnabled) => {
    person = await aPerson(operator, { javaScriptEnabled })
    const { page } = person
    await person.goTo('/alarms')
    await page.getByRole('button', { name: '送出測試' }).click()
    await page.locator('#tested').waitFor()
    expect(await page.locator('#tested').textContent()).toMatch(
      /Webhook.*未設定.*Telegram.*未設定/s,
    )
  },
)

test('an auditor sees alarms and tries nothing; an agent sees none', async () => {
  person = await aPerson('audrey:auditor')
  await person.goTo('/alarms')
  expect(await person.page.locator('#alarms li').count()).toBeGreaterThan(1)
  expect(await person.page.locator('main form[method=post]').count()).toBe(0)
  await person.close()

  person = await aPerson('ann:agent')
  await person.goTo('/alarms')
  expect(await person.page.locator('h1').textContent()).toBe('您的角色看不到這一頁')
  expect(await person.page.locator('#menu a[href="/alarms"]').count()).toBe(0)
})
