import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelledPayouts, until } from './support/callbacks.ts'
import { open, openAs, withoutScripts } from './support/pages.ts'
import { acknowledges, aReceiver, fails, type Receiver } from './support/receivers.ts'
import { aShop, ask, operator, type Shop } from './support/shop.ts'

// Merchants' servers in trouble, test callbacks, and who sees them.

let shop: Shop
let receiver: Receiver
beforeAll(async () => {
  receiver = await aReceiver()
  shop = await aShop()
})
afterAll(() => receiver.stop())

test('a receiver whose breaker opens is shown as paused, with its failures and what it is owed', async () => {
  // Each failure costs the seconds that it held a connection, and a hundred of them open the breaker.
  receiver.answer = { ...fails, afterMs: 4_100 }
  const [one] = await cancelledPayouts(shop, 22, receiver.url)
  const shown = () => ask(operator, 'GET', `/receivers?merchant_uid=${shop.uid}`)
  await until(async () => (await shown()).items[0]?.breaker !== 'closed')

  const page = await open('/receivers')
  const row = page.locator('#receivers tbody tr', { hasText: shop.uid })
  expect(await row.textContent()).toMatch(/暫停送出.*100%.*HTTP 500.*22/)
  await row.locator('.answers a').first().click()
  await page.waitForURL(/\/callbacks\/cb_/)
  expect(await page.locator('main').textContent()).toContain(receiver.origin)
  await page.goto(`/callbacks/${one.callback_id}`)
  expect(await page.locator('main').textContent()).toContain('暫停送出')
})

test('a test that is acknowledged says so, and one that is not says what to do', async () => {
  const page = await open(`/callbacks/test?merchant_uid=${shop.uid}`)
  receiver.answer = acknowledges
  await page.locator('#test-url').fill(receiver.url)
  await page.getByRole('button', { name: '送出測試' }).click()
  await page.locator('#tested').waitFor()
  expect(await page.locator('#tested').textContent()).toMatch(/已送達.*200.*success/)

  receiver.answer = { status: 200, body: '{"ok":true}' }
  await page.getByRole('button', { name: '送出測試' }).click()
  await page.locator('#tested .notice.care').waitFor()
  expect(await page.locator('#tested').textContent()).toMatch(/"ok":true.*必須只有 success 這個字/)
  expect(await page.locator('#test-url').inputValue()).toBe(receiver.url)
})

test('a test of an unknown merchant is refused, and keeps the address', async () => {
  const page = await open('/callbacks/test', withoutScripts)
  await page.locator('#test-merchant_uid').fill('nobody')
  await page.locator('#test-url').fill('https://shop.example/notify')
  await page.getByRole('button', { name: '送出測試' }).click()
  expect(await page.locator('#refused [title=not_found]').count()).toBe(1)
  expect(await page.locator('#test-url').inputValue()).toBe('https://shop.example/notify')
})

test('an auditor reads all of it and can do nothing', async () => {
  receiver.answer = acknowledges
  const [one] = await cancelledPayouts(shop, 1, receiver.url)
  const page = await openAs('audrey:auditor', `/callbacks?merchant_uid=${shop.uid}`)
  const forms = () => page.locator('main form[method=post]').count()
  expect(await forms()).toBe(0)
  expect(await page.locator('#callbacks tbody tr').count()).toBeGreaterThan(0)
  await page.goto(`/callbacks/${one.callback_id}`)
  expect(await forms()).toBe(0)
  await page.goto(`/receivers?merchant_uid=${shop.uid}`)
  expect(await forms()).toBe(0)
  expect(await page.locator('#receivers tbody tr').count()).toBe(1)
  await page.goto('/callbacks/test')
  expect(await page.locator('h1').textContent()).toBe('您的角色看不到這一頁')
})

test('an agent sees no callbacks and no receivers', async () => {
  for (const path of ['/callbacks', '/receivers', '/callbacks/cb_X', '/callbacks/progress']) {
    const page = await openAs('ann:agent', path)
    expect(await page.locator('h1').textContent()).toBe('您的角色看不到這一頁')
    expect(await page.locator('#menu a[href^="/callbacks"]').count()).toBe(0)
  }
})
