import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { startReceiver } from '../../scripts/demo/receiver-process.ts'
import { callbacksOf, cancelledPayouts, until } from './support/callbacks.ts'
import { open, openAs, withoutScripts } from './support/pages.ts'
import { aPerson } from './support/people.ts'
import { acknowledges, aReceiver, fails, type Receiver } from './support/receivers.ts'
import { aDeposit, aLink, anAccount, aShop, ask, operator, type Shop } from './support/shop.ts'
import { park } from './support/stored.ts'

// Callbacks as people see them: lists, one callback, resending and reviving, one at a time or what a filter names.

let receiver: Receiver | null = null
afterEach(() => {
  receiver?.stop()
  receiver = null
})

async function aFailingShop(count: number): Promise<Shop> {
  receiver = await aReceiver(fails)
  const shop = await aShop()
  await cancelledPayouts(shop, count, receiver.url)
  await until(async () => (await callbacksOf(shop, '&outcome=http_5xx')).length === count)
  return shop
}

async function totals(page: Page): Promise<string | undefined> {
  return (await page.locator('#progress dl').textContent())?.trim()
}

test('a settled order’s callback is found with what was sent and answered, and sent once more by a key', async () => {
  const shop = await aShop()
  const merchant = await startReceiver(shop.secret)
  const account = await anAccount()
  const { trade_no: order } = await aLink(shop, 900, { notify_url: merchant.url })
  await ask('ann:agent', 'POST', `/collections/${order}/take`, {})
  await ask('ann:agent', 'POST', `/collections/${order}/match`, { bank_account: account.id })
  const line = await aDeposit(account.id, 900)
  await ask('ann:agent', 'POST', `/collections/${order}/settle`, { bank_transactions: [line.id] })
  const first = await merchant.next(10_000)
  await until(async () => (await callbacksOf(shop, '&state=delivered')).length === 1)

  const page = await open(`/callbacks?merchant_uid=${shop.uid}`)
  expect(await page.locator('#callbacks tbody tr').textContent()).toContain('已送達')
  await page.locator(`#callbacks a[href="/callbacks/cb_${order}"]`).click()
  await page.waitForURL(/\/callbacks\/cb_/)
  const body = page.locator('section:has(h2:text-is("送出的內容")) dl')
  expect(await body.textContent()).toContain(`入帳金額${first.body.paid_amount}`)
  expect(await page.locator('#attempts-1').textContent()).toMatch(/依排程已送達.*success/)
  expect(await page.locator('.warning').textContent()).toContain(shop.uid)
  const wire = page.locator('#attempt')
  expect(await wire.textContent()).toMatch(/第 1 次的請求與回應.*正確.*POST http.*webhook-id/s)
  expect(await wire.locator('pre').allTextContents()).toContain(JSON.stringify(first.body))
  expect(await page.content()).not.toContain(shop.secret)

  await page.keyboard.press('r')
  await page.getByText('已要求重送通知').waitFor()
  const second = await merchant.next(10_000)
  expect([second.id, second.attempt, second.webhook_ok]).toEqual([first.id, '2', true])
  await until(async () => {
    await page.reload()
    return (await page.locator('#attempts-2').count()) === 1
  })
  expect(await page.locator('#attempts-2').textContent()).toContain('後台要求')
  await page.locator('#attempts a[href="?attempt=1#attempt"]').click()
  await page.waitForURL(/attempt=1/)
  expect(await page.locator('#attempt h2').textContent()).toContain('第 1 次')
  merchant.stop()
})

test('one that fails says what its merchant’s engineer should do, and shows the answer as text', async () => {
  const shop = await aFailingShop(1)
  const page = await open(`/callbacks?merchant_uid=${shop.uid}&state=due&failing=true`, {
    locale: 'en',
  })
  const row = page.locator('#callbacks tbody tr')
  expect(await row.textContent()).toMatch(/Due.*HTTP 500/)
  await row.locator('a').first().click()
  await page.waitForURL(/\/callbacks\/cb_/)
  expect(await page.locator('section .notice.care').textContent()).toContain('Look into its log')
  expect(await page.locator('#attempts').textContent()).toContain('<h1>Internal Server Error</h1>')
})

test('the page of one that is due shows the next attempt by itself, and keeps what the reader has open', async () => {
  const shop = await aFailingShop(1)
  const [one] = await callbacksOf(shop)
  const page = await openAs('audrey:auditor', `/callbacks/${one.callback_id}`)
  await page.locator('#attempts-1 summary').click()
  await ask(operator, 'POST', `/callbacks/${one.callback_id}/resend`, {})
  await page.locator('#attempts-2').waitFor()
  expect(await page.locator('#attempts-1 details').getAttribute('open')).toBe('')
  expect(await page.locator('#attempts-1 summary:focus').count()).toBe(1)
})

test('a parked callback is revived, and delivered', async () => {
  receiver = await aReceiver()
  const shop = await aShop()
  const [one] = await cancelledPayouts(shop, 1, receiver.url)
  await until(async () => (await callbacksOf(shop, '&state=delivered')).length === 1)
  park(one.trade_no)
  const page = await open(`/callbacks?merchant_uid=${shop.uid}&state=parked`, withoutScripts)
  await page.locator('#callbacks tbody a').first().click()
  await page.getByRole('button', { name: '恢復送出' }).click()
  expect(await page.locator('#notices').textContent()).toContain('已恢復')
  await until(async () => (await callbacksOf(shop, '&state=delivered')).length === 1)
  const times = receiver.received.filter(({ id }) => id === one.callback_id)
  expect(times).toHaveLength(2)
})

test('what a filter names is sent again page by page by itself, and a reload sends nothing', async () => {
  const shop = await aFailingShop(7)
  const page = await open(`/callbacks?merchant_uid=${shop.uid}&state=due`)
  await page.locator('#resend-named-open summary').click()
  expect(await page.locator('#resend-named').textContent()).toContain('共 7 則')
  await page.locator('#resend-named-limit').fill('3')
  if (receiver !== null) receiver.answer = acknowledges
  await page.getByRole('button', { name: '開始重送' }).click()
  await page.getByText('全部處理完畢').waitFor()
  expect(await totals(page)).toBe('符合條件7已要求重送7略過0')

  await until(async () => (await callbacksOf(shop, '&state=delivered')).length === 7)
  await page.reload()
  await page.goBack()
  await page.waitForURL(/\/callbacks/)
  const asked = await Promise.all(
    (await callbacksOf(shop)).map(async ({ callback_id: id }) => {
      const { attempts } = await ask(operator, 'GET', `/callbacks/${id}`)
      return attempts.filter(({ trigger }: { trigger: string }) => trigger === 'back_office').length
    }),
  )
  expect(asked).toEqual([1, 1, 1, 1, 1, 1, 1])
})

test('without scripts a button goes on with the next page, and a sent link to the middle sends nothing', async () => {
  const shop = await aFailingShop(3)
  const page = await open(
    `/callbacks?merchant_uid=${shop.uid}&state=due&failing=true`,
    withoutScripts,
  )
  await page.locator('#resend-named-open summary').click()
  await page.locator('#resend-named-limit').fill('2')
  await page.getByRole('button', { name: '開始重送' }).click()
  expect(await totals(page)).toBe('符合條件2已要求重送2略過0')
  const middle = page.url()

  const other = await aPerson(operator)
  await other.page.goto(middle)
  expect(await other.page.locator('#progress').textContent()).toContain('還有通知未處理')
  await other.close()

  await page.getByRole('button', { name: '繼續下一批' }).click()
  expect(await totals(page)).toBe('符合條件3已要求重送3略過0')
  await page.getByRole('link', { name: '回到這些通知' }).click()
  expect(page.url()).toContain(`merchant_uid=${shop.uid}&state=due&failing=true`)
})

test('parked ones that a filter names are revived together', async () => {
  receiver = await aReceiver()
  const shop = await aShop()
  const all = await cancelledPayouts(shop, 3, receiver.url)
  await until(async () => (await callbacksOf(shop, '&state=delivered')).length === 3)
  for (const { trade_no } of all) park(trade_no)
  const page = await open(`/callbacks?state=parked&merchant_uid=${shop.uid}`)
  await page.locator('#revive-named-open summary').click()
  await page.locator('#revive-named-limit').fill('2')
  await page.getByRole('button', { name: '開始恢復' }).click()
  await page.getByText('全部處理完畢').waitFor()
  expect(await totals(page)).toBe('符合條件3已恢復3略過0')
  await until(async () => (await callbacksOf(shop, '&state=delivered')).length === 3)
})

test('a batch that is refused keeps what was typed', async () => {
  const shop = await aFailingShop(1)
  const page = await open(`/callbacks?merchant_uid=${shop.uid}`)
  await page.locator('#resend-named-open summary').click()
  await page.locator('#resend-named-limit').fill('999')
  await page.getByRole('button', { name: '開始重送' }).click()
  await page.locator('#refused').waitFor()
  expect(await page.locator('#resend-named-limit').inputValue()).toBe('999')
  expect(await callbacksOf(shop, '&state=delivered')).toEqual([])
})
