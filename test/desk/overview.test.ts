import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { keepView } from '../browser/support/looks.ts'
import { open, openAs } from './support/pages.ts'
import { aDeposit, aLink, anAccount, aShop, ask, type Body, operator } from './support/shop.ts'

let account: Body
let waiting: Body
beforeAll(async () => {
  const shop = await aShop('總覽商行')
  account = await anAccount()
  waiting = await aLink(shop, 4_321)
  await aDeposit(account.id, 8_765)
  const exception = await aLink(shop, 4_322)
  const path = `/collections/${exception.trade_no}`
  await ask(operator, 'POST', `${path}/take`, {})
  await ask(operator, 'POST', `${path}/exception`, { reason: '金額不符' })
  await ask(operator, 'PUT', '/people/overview@platform.example', { role: 'agent' })
})

const figure = (page: Page, name: string) =>
  page.locator('#now a, .figure', { hasText: name }).first()
// "1,000+" is a thousand or more.
const numberOf = async (page: Page, name: string) =>
  Number((await figure(page, name).locator('b').textContent())?.replace(/[,+]/g, ''))

test('the overview tells what waits and for how long, and what needs a person is in another colour', async () => {
  const page = await open('/overview')
  expect(await numberOf(page, '待指定帳戶')).toBeGreaterThan(0)
  expect(await figure(page, '待指定帳戶').textContent()).toContain('最久')
  expect(await figure(page, '例外').getAttribute('class')).toContain('care')
  expect(await figure(page, '待核准').getAttribute('class')).toContain('care')
  expect(await page.locator('#summary').textContent()).not.toContain('沒有逾時')
  expect(await page.locator('main').getAttribute('data-refresh-seconds')).toBe('30')
})

const pageMax = 200

test('what is a tile is no figure again, and what there is nothing of is one line', async () => {
  for (const [locale, names] of [
    ['zh-TW', /^(待指定帳戶|待出款|待核准)/],
    ['en', /^(Needs an account|To pay out|To approve)/],
  ] as const) {
    const page = await open('/overview', { locale })
    const tiles = await page.locator('#now a').allTextContents()
    expect(tiles.filter((text) => names.test(text))).toHaveLength(3)
    const figures = await page.locator('.figure').allTextContents()
    expect(figures.filter((text) => names.test(text.trim()))).toEqual([])
    expect(await page.locator('#figures details').count()).toBe(0)
    expect(await page.locator('#all-clear').count()).toBeLessThanOrEqual(1)
    const none = await page.locator('#all-clear b').allTextContents()
    expect(none).toEqual(none.map(() => '0'))
  }
})

test('the tile of what is ready has its sum, and the tiles of a phone leave no hole', async () => {
  const to = await aLink(await aShop('總覽商行'), 6_543, { payer_account_no: '004-0012360606' })
  const own = await anAccount()
  await ask(operator, 'POST', `/collections/${to.trade_no}/match`, { bank_account: own.id })
  await aDeposit(own.id, 6_543, '60606')
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open('/overview', { viewport: { width: 390, height: 844 }, colorScheme })
    const ready = figure(page, '可入帳')
    expect(await ready.locator('small').textContent()).toMatch(/^NT\$[\d,]{5,}\+?$/)
    const boxes = await page.locator('#now a').evaluateAll((all) =>
      all.map((one) => {
        const { top, right } = one.getBoundingClientRect()
        return { top, right }
      }),
    )
    const rows = [...Map.groupBy(boxes, ({ top }) => top).values()]
    expect(new Set(rows.map((row) => Math.round(row.at(-1)?.right ?? 0))).size).toBe(1)
    await keepView(page, `desk/overview-390-${colorScheme}`)
  }
})

// What each figure counts, and the call whose list its link shows.
const lists = [
  ['例外', ({ status, collection_status: to }) => `${status}/${to}`, 'pending/exception'],
  ['未認列的銀行交易', ({ state }) => state, 'unclaimed'],
] as const satisfies [string, (one: Body) => unknown, string][]

test.each(lists)('the figure of %s leads to a list that shows just those', async (...list) => {
  const [name, of, expected] = list
  const page = await open('/overview')
  // Other tests go on meanwhile.
  const differs = async () => {
    await page.goto('/overview')
    const to = await figure(page, name).getAttribute('href')
    const { items } = await ask(operator, 'GET', `${to}&limit=${pageMax}`)
    expect([...new Set(items.map(of))]).toEqual([expected])
    return items.length - Math.min(pageMax, await numberOf(page, name))
  }
  await expect.poll(differs).toBe(0)
})

// What each tile counts.
test.each([
  ['待指定帳戶', '/collections?status=pending&collection_status=pending'],
  ['待核准', '/approvals?state=waiting'],
])('the tile of %s tells how many there are in its list', async (name, list) => {
  const page = await open('/overview')
  const differs = async () => {
    await page.goto('/overview')
    const { items } = await ask(operator, 'GET', `${list}&limit=${pageMax}`)
    return items.length - Math.min(pageMax, await numberOf(page, name))
  }
  await expect.poll(differs).toBe(0)
})

test('the chart of the last day has a table of the same figures, each hour with its orders', async () => {
  const page = await openAs('audrey:auditor', '/overview', {
    locale: 'en',
    javaScriptEnabled: false,
  })
  const drawing = page.getByRole('img', { name: 'Collections created and settled by hour' })
  expect(await drawing.locator('g').count()).toBe(24)
  expect(await page.locator('#hours').textContent()).toContain(
    'counts as settled when it is declared, not when it is confirmed',
  )
  await page.getByText('The same as a table').click()
  const rows = page.locator('#hours-table tbody tr')
  const cells = rows.locator('td[data-name=Collections]')
  // An hour that was not counted, before the first one, has a dash.
  const created = (await cells.allTextContents()).map((text) => (text === '—' ? 0 : Number(text)))
  expect(created).toHaveLength(24)
  const drawn = await drawing.locator('title').allTextContents()
  expect(drawn.map((text) => Number(text.split(' / ')[1]))).toEqual(created.toReversed())
  const order = await ask(operator, 'GET', `/collections/${waiting.trade_no}`)
  const hour = order.created_at.slice(5, 13).replace('-', '/')
  const link = await page.getByRole('link', { name: `${hour}:00` }).getAttribute('href')
  const { items } = await ask('audrey:auditor', 'GET', `${link}&limit=200`)
  expect(items.map((one: Body) => one.trade_no)).toContain(waiting.trade_no)
})

test('today stands beside a day before that has orders, and leads to its own', async () => {
  const today = await aLink(await aShop('今日商行'), 4_323)
  const page = await open('/overview')
  const card = page.locator('#day li', { hasText: '代收建立' })
  await expect
    .poll(async () => {
      await page.reload()
      return Number((await card.locator('b').textContent())?.replaceAll(',', ''))
    })
    .toBeGreaterThan(0)
  // A run that began before midnight has orders of yesterday; none has any of a week ago.
  expect((await card.locator('small').allTextContents()).join()).toMatch(/^(?:昨日[^,]*)?$/)
  const to = await card.locator('a').getAttribute('href')
  const { items } = await ask(operator, 'GET', `${to}&limit=${pageMax}`)
  expect(items.map((one: Body) => one.trade_no)).toContain(today.trade_no)
})

test('an auditor sees the overview without a form, an agent does not see it', async () => {
  const page = await openAs('audrey:auditor', '/overview')
  expect(await page.locator('main form[method=post]').count()).toBe(0)
  const agent = await openAs('ann:agent', '/overview')
  expect(await agent.locator('.figure').count()).toBe(0)
})

test('the deployment’s page tells its settings, its keys by their check values, and what is under others', async () => {
  const { secrets_key: sealing, link_signing_key: signing } = await ask(
    operator,
    'GET',
    '/service/keys',
  )
  const page = await open('/service')
  expect(await page.locator('#settings').textContent()).toMatch(/資料庫1第二人核准需要.*NT\$/)
  const told = await page.locator('#deployed-keys').textContent()
  expect(told).toContain(sealing.seals_with)
  expect(told).toContain(signing.signs_with)
  expect(told).not.toContain('亦可解密')
  expect(await page.locator('#books').textContent()).toMatch(/帳目檢查.*資料庫.*不符/s)
  const cells = page.locator('#sealed tbody td')
  // Of the first database, and of that of test merchants.
  expect(await cells.allTextContents()).toEqual(['0', '0', '0', '0'])
})
