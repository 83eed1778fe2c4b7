import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { deskLooksOf } from '../browser/support/looks.ts'
import { openAs } from './support/pages.ts'
import { served } from './support/served.ts'
import {
  aDeposit,
  aLink,
  anAccount,
  aPayout,
  aShop,
  ask,
  openBalance,
  operator,
  secondOperator,
} from './support/shop.ts'
import { storeDoubts } from './support/stored.ts'

// The menu tells on every page how much waits, and a phone has what is needed most at its lower edge.

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, locale: 'en' }
const agent = 'thea:agent'

test('what the queue counts stands in the menu of every page after it, and in the tabs', async () => {
  const [account, shop] = await Promise.all([anAccount({ agents: ['thea'] }), aShop()])
  const { trade_no: tradeNo } = await aLink(shop, 3_333, { payer_account_no: '004-0012350505' })
  await ask(agent, 'POST', `/collections/${tradeNo}/match`, { bank_account: account.id })
  await aDeposit(account.id, 3_333, '50505')
  const unclear = await aDeposit(account.id, 3_334, '50506')
  storeDoubts(unclear.id, ['late'])
  const page = await openAs(agent, '/desk', phone)
  const count = page.locator('.thumbs [data-count="/desk/ready"]')
  // Other tests' orders may be among them, or fill the list's first page.
  const waits = /^(?:[1-9]\d*\+?|0\+)$/
  const told = (await count.textContent()) ?? ''
  expect(told).toMatch(waits)
  const both = await page.locator('#menu [data-count="/desk"]').textContent()
  expect(await page.locator('.tabs a[href="/desk?show=ready"]').textContent()).toMatch(
    /^Ready\d+\+?$/,
  )
  await page.goto('/desk?show=matched')
  expect(await page.locator('.tabs a[href="/desk?show=ready"]').textContent()).toMatch(/\d/)
  // One figure on every page: what a page shows a part of, or nothing of, changes none.
  const parts = [
    '/desk/payouts',
    `/desk?bank_account=${account.id}`,
    '/desk?who=free',
    '/desk/ready?cursor=0.9',
  ]
  await openBalance(shop, 3_335)
  await aPayout(shop, 3_335)
  const payouts = page.locator('.thumbs [data-count="/desk/payouts"]')
  expect(await payouts.textContent()).toBe('')
  const waiting: (string | null)[] = []
  for (const to of [...parts, '/collections']) {
    await page.goto(to)
    waiting.push(await payouts.textContent())
    expect(await count.textContent()).toBe(told)
    expect(await page.locator('#menu [data-count="/desk"]').textContent()).toBe(both)
  }

  expect(waiting[0]).toMatch(waits)
  expect(new Set(waiting).size).toBe(1)

  // The bar is within the window, and leads on; an open order has its act there.
  const bar = await page.locator('.thumbs').boundingBox()
  expect([bar?.x, (bar?.y ?? 0) + (bar?.height ?? 0)]).toEqual([0, 740])
  expect((await deskLooksOf(page)).crowdedBars).toEqual([])
  expect(await smallWords(page, '.thumbs')).toEqual([])
  await page.locator('.thumbs a[href="/desk/ready"]').tap()
  await page.waitForURL('**/desk/ready')
  await page.goto(`/desk?order=${tradeNo}`)
  expect(await page.locator('.thumbs').isVisible()).toBe(false)
  // Back and the menu are there in its place.
  const ways = await page.locator('.panel-ways').boundingBox()
  expect([ways?.x, (ways?.y ?? 0) + (ways?.height ?? 0)]).toEqual([0, 740])
  expect((await deskLooksOf(page)).crowdedBars).toEqual([])
  expect(await smallWords(page, '.panel-ways')).toEqual([])
  await page.locator('.panel-ways .to-menu').tap()
  expect(await page.locator('#menu').isVisible()).toBe(true)
})

// The links of a bar without an icon, or in letters that are too small.
function smallWords(page: Page, bar: string): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('${bar} a')].flatMap((link) => {
    const height = link.querySelector('svg')?.getBoundingClientRect().height ?? 0
    return height < 18 || parseFloat(getComputedStyle(link).fontSize) < 13 ? [link.textContent] : []
  })`)
}

test('a row that another has is told apart; a list alone has the width of the window', async () => {
  const [account, shop] = await Promise.all([anAccount({ agents: ['thea', 'theo'] }), aShop()])
  const numbers = []
  for (const by of [agent, 'theo:agent']) {
    const { trade_no: tradeNo } = await aLink(shop, 3_340, { payer_account_no: '004-0012350508' })
    await ask(by, 'POST', `/collections/${tradeNo}/match`, { bank_account: account.id })
    numbers.push(tradeNo)
  }
  const at = `/desk?show=matched&bank_account=${account.id}`
  const page = await openAs(agent, at, { viewport: { width: 1600, height: 900 }, locale: 'en' })
  const [own, others] = numbers.map((one) => page.locator(`#waits-${one}`))
  expect(await own?.locator('svg').count()).toBe(0)
  expect(await others?.locator('svg').isVisible()).toBe(true)
  expect(await own?.getAttribute('class')).not.toBe(await others?.getAttribute('class'))
  const [list, main] = await Promise.all(
    ['#matched', '#main'].map((one) => page.locator(one).boundingBox()),
  )
  expect(list?.width ?? 0).toBeGreaterThan((main?.width ?? 0) - 60)
})

test('the overview says first what can be done now; a name alone is told how it is searched for', async () => {
  const { uid } = await aShop()
  const change = { settings: { trusted: true } }
  await ask(secondOperator, 'PATCH', `/merchants/${uid}`, change)
  const { html } = await served(operator, '/overview')
  const now = html.indexOf('id="now"')
  expect(now).toBeGreaterThan(0)
  expect(now).toBeLessThan(html.indexOf('id="summary"'))
  const links = html.slice(now, html.indexOf('</nav>', now))
  // Money in doubt is what needs a person.
  const account = await anAccount({ agents: ['thea'] })
  storeDoubts((await aDeposit(account.id, 3_335, '50507')).id, ['late'])
  const { html: doubtful } = await served(operator, '/overview')
  expect(doubtful).toMatch(
    /id="now"[^>]*><a href="\/desk\?show=doubt" class="care">款項待判斷 <b>[1-8]/,
  )
  expect(links).toMatch(/href="\/desk\/ready">可入帳 <b>\d+\+?<\/b>/)
  expect(links).toMatch(/href="\/approvals" class="care">待核准 <b>\d+\+?<\/b>/)
  const named = await served(operator, '/search?q=%E7%8E%8B%E5%A4%A7%E8%94%A5')
  expect(named.html).toContain('12345 <bdi>王大蔥</bdi>')
  const digits = await served(operator, '/search?q=nothing-like-77')
  expect(digits.html).not.toContain('id="by-name"')
})
