import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepView } from '../browser/support/looks.ts'
import { anOwnAmount } from './support/own-amount.ts'
import { aPerson, type Person } from './support/people.ts'
import { aLink, aPayout, aShop, ask, operator, type Shop } from './support/shop.ts'

// What is a test merchant's is marked wherever it is shown, stands in no list unless it is asked for, and nothing of a
// real merchant is marked. Without scripts, because nothing of it needs them.

type Records = {
  readonly shop: Shop
  readonly collection: string
  readonly payout: string
  readonly told: string
  readonly callback: string
}

const asked = anOwnAmount(20_000, 49_000)

// What the same is of both: an order that waits for money, one that waits to be paid out, and one whose end is told.
async function madeBy(shop: Shop): Promise<Records> {
  const [{ trade_no: collection }, { trade_no: payout }, { trade_no: told }] = [
    await aLink(shop, asked),
    await aPayout(shop, asked + 1),
    await aPayout(shop, asked + 2),
  ]
  await ask(operator, 'POST', `/payouts/${told}/cancel`, { reason: 'asked for twice' })
  await ask(operator, 'POST', '/holds', { trade_no: payout, reason: 'looked into', case_no: '' })
  const { callback } = await ask(operator, 'GET', `/payouts/${told}`)
  return { shop, collection, payout, told, callback: callback.callback_id }
}

let person: Person
let page: Page
let [real, trial]: Records[] = []
beforeAll(async () => {
  person = await aPerson(operator, { locale: 'en', javaScriptEnabled: false })
  page = person.page
  real = await madeBy(await aShop('Real shop'))
  trial = await madeBy(await aShop('Trial shop', { test: true }))
})
afterAll(async () => {
  await person.close()
  expect(person.problems).toEqual([])
})

const marks = () => page.locator('main').getByText('TEST', { exact: true })
const rows = (list: string) => page.locator(`${list} tbody tr, ${list} [data-row]`)

async function textsOf(list: string): Promise<readonly string[]> {
  return rows(list).allTextContents()
}

// With what its links lead to: a held order is called by its merchant's number.
async function markupOf(list: string): Promise<readonly string[]> {
  return Promise.all((await rows(list).all()).map((row) => row.innerHTML()))
}

const lists = [
  ['/merchants', '#merchants', ({ shop }) => shop.uid],
  ['/collections', '#collections', ({ collection }) => collection],
  ['/payouts', '#payouts', ({ payout }) => payout],
  ['/callbacks', '#callbacks', ({ told }) => told],
  ['/receivers', '#receivers', ({ shop }) => shop.uid],
  ['/holds', '#holds', ({ payout }) => payout],
] as const satisfies [string, string, (made: Records) => string][]

test.each(lists)(
  'the list at %s leaves test merchants out, or shows them alone, each with a mark',
  async (path, list, nameOf) => {
    const ofTrial = (row: string) => row.includes(nameIn(trial, nameOf).slice(-6))
    const ofReal = (row: string) => row.includes(nameIn(real, nameOf).slice(-6))
    await page.goto(path)
    expect((await markupOf(list)).filter(ofTrial)).toEqual([])
    expect(await marks().count()).toBe(0)
    await page.goto(`${path}?test=only`)
    const chosen = page.getByLabel('Real or test').locator('[aria-current], option:checked')
    expect(await chosen.textContent()).toBe('Test merchants')
    const shown = await markupOf(list)
    expect(shown.filter(ofTrial)).toHaveLength(1)
    expect(shown.filter((row) => ofReal(row) || !row.includes('TEST'))).toEqual([])
  },
)

function nameIn(made: Records | undefined, nameOf: (made: Records) => string): string {
  if (made === undefined) throw new Error('nothing was made')
  return nameOf(made)
}

test.each([
  ['a merchant', ({ shop }) => `/merchants/${shop.uid}`],
  ['a ledger', ({ shop }) => `/merchants/${shop.uid}/ledger`],
  ['a collection', ({ collection }) => `/collections/${collection}`],
  ['a payout', ({ payout }) => `/payouts/${payout}`],
  ['a callback', ({ callback }) => `/callbacks/${callback}`],
  ['a collection at the desk', ({ collection }) => `/desk?order=${collection}`],
  ['a payout at the desk', ({ payout }) => `/desk/payouts?order=${payout}`],
] as const satisfies [string, (made: Records) => string][])(
  'the page of %s has a mark where it is a test merchant’s',
  async (_what, addressOf) => {
    await page.goto(nameIn(trial, addressOf))
    expect(await marks().count()).toBe(1)
    await page.goto(nameIn(real, addressOf))
    expect(await marks().count()).toBe(0)
  },
)

test.each([
  '/collections?status=cancelled&merchant_uid=',
  '/payouts?status=processed&merchant_uid=',
  '/callbacks?state=parked&merchant_uid=',
  '/receivers?merchant_uid=',
  '/callbacks/test?merchant_uid=',
])('%s of a test merchant says whose it is, with rows or without', async (path) => {
  await page.goto(path + nameIn(trial, uidOf))
  const notice = page.locator('#test-merchant')
  expect(await notice.textContent()).toContain(`${nameIn(trial, uidOf)} is a test merchant`)
  const picture = path.split('?')[0]?.replaceAll('/', '-') ?? ''
  await keepView(page, `desk/test-merchant${picture}`)
  await page.goto(path + nameIn(real, uidOf))
  expect(await notice.count()).toBe(0)
})

test.each([
  ['/desk', ({ collection }) => collection],
  ['/desk/payouts', ({ payout }) => payout],
] as const satisfies [string, (made: Records) => string][])(
  'what waits at %s is of real merchants, or marked',
  async (path, nameOf) => {
    const row = (made: Records | undefined) => page.locator(`#waits-${nameIn(made, nameOf)}`)
    await page.goto(path)
    expect([await row(trial).count(), await marks().count()]).toEqual([0, 0])
    await page.locator('#narrowing summary').click()
    await page.getByRole('link', { name: 'Test', exact: true }).click()
    await page.waitForURL(/test=only/)
    expect(await row(real).count()).toBe(0)
    expect(await row(trial).textContent()).toContain('TEST')
  },
)

test('a search finds the real order alone, and of both marks that of the test merchant', async () => {
  await page.goto(`/search?q=${asked}`)
  expect(page.url()).toContain(`/collections/${real?.collection}`)
  await page.goto(`/search?q=${asked}&test=all`)
  expect(await page.locator('main').textContent()).toContain('Real and test merchants')
  const found = await textsOf('#collection')
  expect(found.map((row) => [row.includes(nameIn(trial, uidOf)), row.includes('TEST')])).toEqual(
    expect.arrayContaining([
      [true, true],
      [false, false],
    ]),
  )
  expect(found).toHaveLength(2)
})

const uidOf = ({ shop }: Records) => shop.uid

test('a search of test merchants that is narrowed stays with them', async () => {
  await page.goto('/search?q=nothing-like-it&test=only')
  await page.getByLabel('Search this merchant only').fill('nobody')
  await page.locator('#narrow button').click()
  await page.waitForURL(/test=only/)
  expect(page.url()).toContain('merchant_uid=nobody')
})

test('the overview has figures of real merchants, or by its switch those of test merchants, and says so', async () => {
  const waiting = page.locator('#now a, a.figure', { hasText: 'Needs an account' })
  await page.goto('/overview')
  expect([await marks().count(), await page.locator('#test-figures').count()]).toEqual([0, 0])
  expect(await waiting.getAttribute('href')).not.toContain('test')
  await page.getByRole('link', { name: 'Test merchants', exact: true }).click()
  await page.waitForURL(/test=only/)
  expect(await page.locator('h1').textContent()).toBe('Overview of test merchants')
  expect(await page.locator('#test-figures').textContent()).toContain('None of it is real money')
  expect(await page.locator('.figure.care, #summary').count()).toBe(0)
  const links = await page.locator('#figures a, #hours-table a').evaluateAll((all) => {
    return all.map((one) => one.getAttribute('href') ?? '')
  })
  expect(links.length).toBeGreaterThan(24)
  expect(links.filter((to) => !to.includes('test=only'))).toEqual([])
  await waiting.click()
  await page.waitForURL(/\/desk\?show=pending&test=only/)
  const found = await page.locator('#lists [data-row]').allTextContents()
  expect(found).toEqual([expect.stringContaining('TEST')])
  await page.goto('/overview?test=all')
  expect(await page.locator('h1').textContent()).toBe('Overview')
})
