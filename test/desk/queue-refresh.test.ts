import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { anOwnAmount } from './support/own-amount.ts'
import { openAs } from './support/pages.ts'
import { lookedAtAgain } from './support/people.ts'
import { aDeposit, aLink, anAccount, aShop, ask, type Body, type Shop } from './support/shop.ts'

// A page of the desk that stays open.

let shop: Shop
let account: Body
beforeAll(async () => {
  ;[shop, account] = await Promise.all([aShop(), anAccount()])
})

async function aMatchedOrder(on = account): Promise<Body> {
  const collection = await aLink(shop, anOwnAmount())
  const path = `/collections/${collection.trade_no}`
  await ask('ann:agent', 'POST', `${path}/match`, { bank_account: on.id })
  return ask('ann:agent', 'GET', path)
}

/** Has the page ask again, and waits until it shows the answer. */
async function refresh(page: Page): Promise<void> {
  const answered = page.waitForResponse((one) => one.request().resourceType() === 'fetch')
  await page.evaluate(lookedAtAgain)
  await (await answered).finished()
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))')
}

const textOf = (page: Page, selector: string) => page.locator(selector).textContent()
const htmlOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.outerHTML)

test('it asks by itself, and adds what has come without a reload', async () => {
  const page = await openAs('ann:agent', '/desk?show=pending&who=free')
  await page.evaluate('window.marked = true')
  const { trade_no: tradeNo } = await aLink(shop, 900)
  await page.locator(`#waits-${tradeNo}`).waitFor()
  expect(await page.evaluate('window.marked')).toBe(true)
})

test('while nobody looks the title counts what is new, until somebody does', async () => {
  const page = await openAs('ann:agent', '/desk?show=pending', { locale: 'en' })
  await page.evaluate('document.hasFocus = () => false')
  // Other tests' orders come, and go, at the same time.
  const counted = async () => Number(/^\((\d+)\) (.*)$/.exec(await page.title())?.[1])
  await aLink(shop, 901)
  await refresh(page)
  expect(await counted()).toBeGreaterThanOrEqual(1)
  expect(await textOf(page, '#announcer')).toMatch(/^\d+ new$/)
  await Promise.all([aLink(shop, 902), aLink(shop, 903)])
  await refresh(page)
  expect(await counted()).toBeGreaterThanOrEqual(3)
  await page.evaluate('document.hasFocus = () => true')
  await page.evaluate("window.dispatchEvent(new Event('focus'))")
  // How many can be settled stands in the title as well, and changes with other tests' deposits.
  expect(await page.title()).not.toMatch(/^\(/)
})

test('what is half typed stays, with the cursor in it, and its part says that it has changed', async () => {
  const { trade_no: tradeNo, amount } = await aMatchedOrder()
  const page = await openAs('ann:agent', `/desk?order=${tradeNo}`, { locale: 'en' })
  await page.keyboard.press('s')
  await page.locator('#settle summary', { hasText: 'More fields' }).click()
  await page.locator('#settle-reason').fill('half a rea')
  await page.keyboard.press('ArrowLeft')
  await aDeposit(account.id, amount)
  await ask('olga:operator', 'POST', `/collections/${tradeNo}/release`)
  await refresh(page)
  await page.locator('#panel-order').getByText('free').waitFor()
  await page.keyboard.type('XY')
  expect(await page.locator('#settle-reason').inputValue()).toBe('half a reXYa')
  expect(await textOf(page, '#settle-open .stale')).toContain('This part has changed')
  expect(await page.locator('#settle-open').getAttribute('open')).not.toBeNull()
  expect(await page.locator('#settle .offer').count()).toBe(0)

  await page.locator('#settle-reason').fill('')
  await page.locator('#settle-reason').blur()
  await refresh(page)
  expect(await page.locator('.stale').count()).toBe(0)
})

test('a row that changes keeps the focus, and an unchanged part stays the same element', async () => {
  const { trade_no: tradeNo } = await aMatchedOrder()
  const page = await openAs('ann:agent', `/desk?order=${tradeNo}&show=matched`, { locale: 'en' })
  await page.setViewportSize({ width: 1280, height: 300 })
  await page.evaluate("document.querySelector('#ways').marked = true")
  const waysBefore = await htmlOf(page, '#ways')
  await page.locator(`#open-${tradeNo}`).focus()
  const scrolled = await page.evaluate('scrollTo(0, 60), scrollY')
  await ask('olga:operator', 'POST', `/collections/${tradeNo}/release`)
  await ask('olga:operator', 'POST', `/collections/${tradeNo}/take`, { agent: 'ben' })
  await refresh(page)
  expect(await textOf(page, `#waits-${tradeNo}`)).toContain('ben')
  expect(await page.evaluate('document.activeElement.id')).toBe(`open-${tradeNo}`)
  expect(await page.evaluate('scrollY')).toBe(scrolled)
  // It lists the bank accounts: another test may have made one.
  const isUnchanged = (await htmlOf(page, '#ways')) === waysBefore
  expect((await page.evaluate("document.querySelector('#ways').marked")) ?? false).toBe(isUnchanged)
  expect(await textOf(page, '#acts')).toContain('taken')
})

test('a row whose place alone is another moves there', async () => {
  const own = await anAccount()
  const numbers: string[] = []
  // No time goes by in the rows of exceptions, which are listed newest first.
  for (let n = 0; n < 3; n += 1) {
    const { trade_no: tradeNo } = await aMatchedOrder(own)
    await ask('ann:agent', 'POST', `/collections/${tradeNo}/exception`, { reason: 'x' })
    numbers.unshift(tradeNo)
  }
  const address = `/desk?show=exception&bank_account=${own.id}`
  const page = await openAs('ann:agent', address, { locale: 'en' })
  const rows = () => page.locator('[data-row]').evaluateAll((all) => all.map(({ id }) => id))
  const [first, second, third] = numbers.map((number) => `waits-${number}`)
  expect(await rows()).toEqual([first, second, third])
  // The server's list, with its last row at the beginning.
  await page.evaluate(`{
    const get = fetch
    fetch = async (...given) => {
      const fresh = new DOMParser().parseFromString(await (await get(...given)).text(), 'text/html')
      const row = fresh.getElementById('${third}')
      row.parentElement.prepend(row)
      return new Response(fresh.documentElement.outerHTML)
    }
  }`)
  const focused = `open-${numbers[1]}`
  await page.locator(`#${focused}`).focus()
  await page.evaluate(lookedAtAgain)
  await expect.poll(rows).toEqual([third, first, second])
  expect(await page.evaluate('document.activeElement.id')).toBe(focused)
})

test('what somebody has opened stays open when it changes, and what is closed stays closed', async () => {
  const { trade_no: tradeNo, amount } = await aMatchedOrder()
  const page = await openAs('ann:agent', `/desk?order=${tradeNo}`, { locale: 'en' })
  await page.locator('#not-now summary').click()
  await aDeposit(account.id, amount)
  await ask('olga:operator', 'POST', `/collections/${tradeNo}/release`)
  await refresh(page)
  expect(await page.locator('#not-now').getAttribute('open')).not.toBeNull()
  expect(await page.locator('#put-aside-open').count()).toBe(0)
})

test('another person at the same browser, or another language, has the whole page', async () => {
  const page = await openAs('ann:agent', '/desk?show=pending', { locale: 'en' })
  const [shown] = await page.context().cookies()
  const other = {
    ...(shown ?? expect.fail('no cookie')),
    name: 'local_actor',
    value: 'ben%3Aagent',
  }
  await page.context().addCookies([other])
  await page.evaluate(lookedAtAgain)
  await page.locator('.person summary b', { hasText: 'ben' }).waitFor()
  await page.context().addCookies([{ ...other, name: 'desk_language', value: 'zh' }])
  await page.evaluate(lookedAtAgain)
  await page.locator('html[lang=zh-Hant-TW]').waitFor()
})

test('an outage is told, and is over when the server is back', async () => {
  const page = await openAs('ann:agent', '/desk?show=pending', { locale: 'en' })
  await page.route('**/desk?*', (route) => route.abort())
  await page.evaluate(lookedAtAgain)
  await page.getByText('No connection. Trying again.').waitFor()
  await page.unroute('**/desk?*')
  await refresh(page)
  expect(await textOf(page, '#connection')).toBe('')
})

test('the member’s time goes by the server’s clock', async () => {
  const page = await openAs('ann:agent', '/desk')
  await page.addInitScript('Date.now = () => 0')
  const { trade_no: tradeNo } = await aLink(shop, 904)
  await page.goto('/desk?show=pending')
  const left = page.locator(`#waits-${tradeNo} [data-ends-at]`)
  const before = await left.textContent()
  expect(before).toMatch(/^(29:\d\d|30:00)$/)
  await expect.poll(() => left.textContent()).not.toBe(before)
})
