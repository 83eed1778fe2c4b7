import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { open, openAs, withoutScripts } from './support/pages.ts'
import { served } from './support/served.ts'
import { aShop, ask, type Body, call, operator, secondOperator } from './support/shop.ts'

const newUid = () => `d${randomUUID().slice(0, 12)}`

/** The approval that the page’s notice leads to. */
async function approvalOf(page: Page): Promise<number> {
  const link = page.locator('#notices a[href^="/approvals/"]')
  return Number((await link.getAttribute('href'))?.split('/').at(-1))
}

const journalOf = async (uid: string): Promise<Body[]> =>
  (await ask(operator, 'GET', `/journal?subject=merchant:${uid}`)).items

test('a merchant is created: its secret is shown on the next page with its sheet, and then nowhere', async () => {
  const page = await open('/merchants/~new')
  const uid = newUid()
  await page.fill('[name=uid]', uid)
  await page.fill('[name=name]', '大安茶行')
  await page.fill('[name="ip_whitelist"]', '203.0.113.7\n198.51.100.0/24')
  await page.check('[id=create-settings-payout_requires_balance]')
  await page.getByRole('button', { name: '建立商戶' }).click()
  const sheet = await page.locator('.sheet').innerText()
  const [secret = ''] = /\b[A-Za-z0-9]{40}\b/.exec(sheet) ?? []
  expect(secret).not.toBe('')
  expect(sheet).toContain('whsec_')
  expect(sheet).toContain('/docs')
  expect(await page.getByText('無法再查看').count()).toBe(1)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.bar').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  for (const path of [`/merchants/${uid}`, `/journal?subject=merchant:${uid}`, '/merchants']) {
    await page.goto(path)
    expect(await page.content()).not.toContain(secret)
  }
  expect(await ask(operator, 'GET', `/merchants/${uid}`)).toMatchObject({
    name: '大安茶行',
    ip_whitelist: ['203.0.113.7', '198.51.100.0/24'],
    settings: { trusted: false, payout_requires_balance: true, legacy_signature: true },
  })
})

test('a uid that exists is refused, in the reader’s language, and what was typed stays', async () => {
  const { uid } = await aShop()
  const page = await open('/merchants/~new', { javaScriptEnabled: false, locale: 'en' })
  await page.fill('[name=uid]', uid)
  await page.fill('[name=name]', 'The same again')
  await page.check('[id=create-settings-payout_requires_balance]')
  await page.uncheck('[id=create-settings-legacy_signature]')
  await page.getByRole('button', { name: 'Create the merchant' }).click()
  expect(await page.locator('#refused').innerText()).toContain(
    'A merchant with this uid already exists',
  )
  expect(await page.inputValue('[name=name]')).toBe('The same again')
  expect(await page.isChecked('[id=create-settings-payout_requires_balance]')).toBe(true)
  expect(await page.isChecked('[id=create-settings-legacy_signature]')).toBe(false)
})

test('of a form of settings only what was changed is sent, and journaled', async () => {
  const { uid } = await aShop()
  const page = await open(`/merchants/${uid}`)
  // Somebody else changes another setting meanwhile.
  await ask(operator, 'PATCH', `/merchants/${uid}`, { settings: { rate_limit: 'high' } })
  await page.locator('summary', { hasText: '更改設定' }).click()
  await page.uncheck('#settings-settings-legacy_signature')
  await page.selectOption('#settings-settings-collection_events', 'all')
  await page.getByRole('button', { name: '儲存設定' }).click()
  await page.getByText('已更新商戶').waitFor()
  expect(await ask(operator, 'GET', `/merchants/${uid}`)).toMatchObject({
    settings: { legacy_signature: false, collection_events: 'all', rate_limit: 'high' },
  })
  const [newest] = await journalOf(uid)
  expect(newest).toMatchObject({
    before: { legacy_signature: true, collection_events: 'completed' },
    after: { legacy_signature: false, collection_events: 'all' },
  })
  expect(Object.keys(newest.after)).toHaveLength(2)
})

test('an allow-list is cleared, and a merchant trusted, only once a second person agrees', async () => {
  const { uid } = await aShop()
  await ask(operator, 'PATCH', `/merchants/${uid}`, { ip_whitelist: ['203.0.113.7'] })
  const page = await open(`/merchants/${uid}`)
  await page.locator('summary', { hasText: '更改白名單' }).click()
  expect(await page.locator('#allow-list .second').isVisible()).toBe(true)
  await page.fill('#allow-list-ip_whitelist', '')
  await page.getByRole('button', { name: '儲存白名單' }).click()
  const listed = async () => (await ask(operator, 'GET', `/merchants/${uid}`)).ip_whitelist
  expect(await listed()).toEqual(['203.0.113.7'])
  await ask(secondOperator, 'POST', `/approvals/${await approvalOf(page)}/approve`, {})
  expect(await listed()).toEqual([])

  await page.locator('summary', { hasText: '更改設定' }).click()
  await page.check('#settings-settings-trusted')
  await page.getByRole('button', { name: '儲存設定' }).click()
  const shown = async () => (await ask(operator, 'GET', `/merchants/${uid}`)).settings.trusted
  const approval = await approvalOf(page)
  expect(await shown()).toBe(false)
  await ask(secondOperator, 'POST', `/approvals/${approval}/approve`, {})
  expect(await shown()).toBe(true)
})

test('two people replace a secret: the approver sees it, and the page shows when the older one ends', async () => {
  const { uid } = await aShop()
  const page = await open(`/merchants/${uid}`)
  await page.locator('summary', { hasText: '更換金鑰' }).click()
  expect(await page.locator('#rotate .second').isVisible()).toBe(true)
  await page.selectOption('#rotate-grace_seconds', '14400')
  await page.getByRole('button', { name: `更換 ${uid} 的金鑰` }).click()
  const approval = await approvalOf(page)
  expect(await page.content()).toContain('只有一組金鑰有效')
  // Whoever approves it is shown the secret, as the page of approvals sends it.
  const second = await openAs(secondOperator, `/merchants/${uid}`)
  const token = await second.locator('[name=_token]').first().inputValue()
  const action = new URL(`/acts/approve?id=${approval}`, second.url()).href
  const form = { _token: token, _from: '/approvals' }
  const sheet = await (await second.request.post(action, { form })).text()
  expect(sheet).toContain(`${uid} 的新金鑰`)
  const [, newest = ''] = />([A-Za-z0-9]{40})</.exec(sheet) ?? []
  await page.goto(`/merchants/${uid}`)
  const { previous_secret_until: until } = await ask(operator, 'GET', `/merchants/${uid}`)
  expect(await page.locator('main').innerText()).toContain(until.replaceAll('-', '/'))
  expect(await page.locator('main').innerText()).toContain('商戶尚未使用新金鑰')
  expect(await page.locator('#rotate').textContent()).toContain('舊金鑰的期限不變')
  // Once the new one is used, a further one ends the older one at once.
  await call(uid, newest, 'balance', {})
  await page.goto(`/merchants/${uid}`)
  expect(await page.locator('#rotate').textContent()).toContain('舊金鑰立即失效')
})

test('an amount outside of its bounds is refused at its field; then the amounts are set', async () => {
  const { uid } = await aShop()
  const page = await open(`/merchants/${uid}`)
  await page.locator('summary', { hasText: '更改金額' }).click()
  await page.fill('[name="fixed_amounts"]', '100\n250')
  await page.fill('[name="custom_min"]', '900')
  await page.fill('[name="custom_max"]', '800')
  await page.getByRole('button', { name: '儲存金額' }).click()
  expect(await page.locator('#amounts-custom_max-problem').innerText()).toContain('自訂下限')
  expect(await page.inputValue('[name="fixed_amounts"]')).toBe('100\n250')
  await page.fill('[name="custom_max"]', '9000')
  await page.getByRole('button', { name: '儲存金額' }).click()
  await page.getByText('已更新金額').waitFor()
  expect(await ask(operator, 'GET', `/merchants/${uid}/payment-amounts`)).toEqual({
    fixed_amounts: [100, 250],
    allow_custom: true,
    custom_min: 900,
    custom_max: 9000,
  })
})

test('the payee’s name is set, follows the merchant’s name again, and the merchant is disabled', async () => {
  const { uid } = await aShop('大安茶行')
  const page = await open(`/merchants/${uid}`, withoutScripts)
  const set = async () => (await ask(operator, 'GET', `/merchants/${uid}`)).settings.display
  const approveIt = async () =>
    ask(secondOperator, 'POST', `/approvals/${await approvalOf(page)}/approve`, {})
  await page.locator('summary', { hasText: '更改顯示' }).click()
  const support = 'https://shop.example/help'
  await page.fill('[name="settings.display.name"]', '大安門市')
  await page.fill('[name="settings.display.support_url"]', support)
  await page.getByRole('button', { name: '儲存顯示' }).click()
  expect(await set()).toEqual({ name: '大安茶行', support_url: '' })
  await approveIt()
  expect(await set()).toEqual({ name: '大安門市', support_url: support })
  await page.goto(`/merchants/${uid}`)
  await page.locator('summary', { hasText: '更改顯示' }).click()
  await page.fill('[name="settings.display.support_url"]', '')
  await page.getByRole('button', { name: '儲存顯示' }).click()
  const { html } = await served(secondOperator, `/approvals/${await approvalOf(page)}`)
  expect(html).toMatch(new RegExp(`<tr class="changed">.*客服網址.*${support}`, 's'))
  await approveIt()
  expect(await set()).toEqual({ name: '大安門市', support_url: '' })
  await page.goto(`/merchants/${uid}`)
  await page.locator('summary', { hasText: '更改顯示' }).click()
  await page.getByRole('button', { name: '改回商戶名稱' }).click()
  await approveIt()
  expect(await set()).toEqual({ name: '大安茶行', support_url: '' })
  await page.locator('summary', { hasText: '停用商戶' }).click()
  await page.getByRole('button', { name: `停用 ${uid}` }).click()
  expect((await ask(operator, 'GET', `/merchants/${uid}`)).enabled).toBe(false)
  await page.getByRole('button', { name: `啟用 ${uid}` }).click()
  expect((await ask(operator, 'GET', `/merchants/${uid}`)).enabled).toBe(true)
})

test('auditors read merchants, products and holds without a form; agents see none of it', async () => {
  const { uid } = await aShop()
  const auditor = await openAs('vera:auditor', `/merchants/${uid}`)
  for (const path of [`/merchants/${uid}`, `/merchants/${uid}/ledger`, '/products', '/holds']) {
    await auditor.goto(path)
    expect(await auditor.locator('h1').innerText()).not.toContain('角色')
    expect(await auditor.locator('main form[method=post]').count()).toBe(0)
  }
  const agent = await openAs('ann:agent', '/merchants')
  const kept = ['/merchants', `/merchants/${uid}`, '/merchants/~new', '/products', '/holds']
  for (const path of kept) {
    await agent.goto(path)
    expect([path, await agent.locator('h1').innerText()]).toEqual([path, '您的角色看不到這一頁'])
    expect(await agent.locator('main').innerText()).not.toContain(uid)
  }
})
