import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { keepView } from '../browser/support/looks.ts'
import { aPerson } from './support/people.ts'
import { aPhone } from './support/phone.ts'
import {
  aDebit,
  aDeposit,
  aLink,
  anAccount,
  aPayout,
  aShop,
  ask,
  type Body,
  operator,
  type Shop,
} from './support/shop.ts'
import { makeYesterdays } from './support/stored.ts'

// How many taps the work of a day takes on a phone, where only what is in sight is tapped. DESK_ORDERS names how many
// orders wait; two of three are paid.
const waiting = Number(process.env.DESK_ORDERS ?? 6)
const paid = Math.floor((waiting * 2) / 3)

const agent = 'tess:agent'

let shop: Shop
beforeAll(async () => {
  shop = await aShop()
})

const digitsOf = (n: number) => String(20_000 + n)

async function anOwnAccount(more: object = {}): Promise<Body> {
  return anAccount({ agents: ['tess'], ...more })
}

/** A collection that the agent has matched to an account. */
async function aMatchedOrder(account: Body, n: number, amount = 1_000 + n): Promise<Body> {
  const link = await aLink(shop, amount, { payer_account_no: `004-00123${digitsOf(n)}` })
  await ask(agent, 'POST', `/collections/${link.trade_no}/match`, { bank_account: account.id })
  return { ...link, amount, last5: digitsOf(n) }
}

const statusOf = async ({ trade_no: no }: Body) =>
  (await ask(operator, 'GET', `/collections/${no}`)).status

test(`of ${waiting} waiting orders the queue says which ${paid} are paid, and exactly those are settled`, {
  timeout: 120_000 + waiting * 3_000,
}, async () => {
  const account = await anOwnAccount()
  const orders: Body[] = []
  for (let n = 0; n < waiting; n += 1) orders.push(await aMatchedOrder(account, n))
  const pays = (n: number) => n % 3 !== 0
  for (const [n, order] of orders.entries()) {
    if (pays(n)) await aDeposit(account.id, order.amount, digitsOf(n))
  }
  const phone = await aPhone(agent)
  await phone.page.goto(`/desk?bank_account=${account.id}`)
  expect(await phone.page.title()).toContain(`${paid} 筆可入帳`)
  const marked = await phone.page
    .locator('#lists [data-row]', { hasText: '可入帳' })
    .evaluateAll((rows) => rows.map(({ id }) => id))
  const shown = orders.filter((_, n) => pays(n)).slice(0, 8)
  expect(marked).toEqual(expect.arrayContaining(shown.map((one) => `waits-${one.trade_no}`)))
  expect(phone.counted).toEqual({ taps: 0, swipes: 0 })
  await phone.tap(phone.page.getByRole('link', { name: '一次入帳多筆' }))
  for (let left = paid; left > 0; left -= 20) {
    await phone.page.locator('#ready').waitFor()
    await phone.tap(phone.page.getByRole('button', { name: /^入帳 \d+ 筆/ }))
    await phone.page.getByText(`已入帳 ${Math.min(20, left)} 筆，`).waitFor()
  }
  const statuses = await Promise.all(orders.map(statusOf))
  expect(statuses).toEqual(orders.map((_, n) => (pays(n) ? 'succeeded' : 'pending')))
  console.log(`${paid} of ${waiting} settled on a phone: ${phone.counted.taps} taps`)
  expect(phone.counted.taps).toBeLessThanOrEqual(80)
})

test('the one exact deposit is settled in two taps without a swipe, a split of two in four', async () => {
  const account = await anOwnAccount()
  const one = await aMatchedOrder(account, 1)
  await aDeposit(account.id, one.amount, digitsOf(1))
  const phone = await aPhone(agent)
  const settle = phone.page.locator('#settle').getByRole('button', { name: '入帳' })
  await phone.page.goto(`/desk?bank_account=${account.id}`)
  await phone.tap(phone.page.locator(`#open-${one.trade_no}`))
  await phone.tap(settle)
  await phone.page.locator('.notice.done').waitFor()
  expect(phone.counted).toEqual({ taps: 2, swipes: 0 })

  const split = await aMatchedOrder(account, 2, 3_000)
  const parts = [
    await aDeposit(account.id, 1_000, digitsOf(2)),
    await aDeposit(account.id, 2_000, digitsOf(2)),
  ]
  const other = await aPhone(agent)
  await other.page.goto(`/desk?bank_account=${account.id}`)
  await other.tap(other.page.locator(`#open-${split.trade_no}`))
  for (const { id } of parts) await other.tap(other.page.locator(`#transaction-${id}`))
  await other.tap(other.page.locator('#settle').getByRole('button', { name: '入帳 NT$3,000' }))
  await other.page.locator('.notice.done').waitFor()
  expect(other.counted).toEqual({ taps: 4, swipes: 0 })
  expect(await statusOf(split)).toBe('succeeded')
})

test('an account is given in three taps, a payout is made in three', async () => {
  const account = await anOwnAccount()
  const link = await aLink(shop, 4_321)
  const phone = await aPhone(agent)
  await phone.page.goto('/desk?show=pending')
  await phone.tap(phone.page.locator(`#open-${link.trade_no}`))
  await phone.tap(phone.page.locator(`#account-${account.id}`))
  await phone.tap(phone.page.getByRole('button', { name: '顯示給會員' }))
  await phone.page.locator('.notice.done').waitFor()
  expect(phone.counted.taps).toBe(3)

  const payout = await aPayout(shop, 640, { payee_account: '808-001255555' })
  await aDebit(account.id, 640, '808-001255555')
  const other = await aPhone(agent)
  await other.page.goto('/desk/payouts')
  await other.tap(other.page.locator(`#open-${payout.trade_no}`))
  await other.tap(other.page.getByRole('button', { name: '領取' }))
  await other.page.locator('#panel-order').getByText('您').waitFor()
  await other.tap(other.page.locator('#process').getByRole('button', { name: '已出款' }))
  await other.page.locator('.notice.done', { hasText: '已出款' }).waitFor()
  expect(other.counted.taps).toBe(3)
})

test('an order is put aside, and a payout cancelled, in three taps: open, the usual reason, the button', async () => {
  const account = await anOwnAccount()
  const order = await aMatchedOrder(account, 3)
  const payout = await aPayout(shop, 641, { payee_account: '808-001255556' })
  await ask(agent, 'POST', `/payouts/${payout.trade_no}/take`, {})
  for (const [to, id, reason] of [
    [`/collections/${order.trade_no}`, 'put-aside', '查無匯款'],
    [`/payouts/${payout.trade_no}`, 'cancel', '銀行退匯'],
  ] as const) {
    const phone = await aPhone(agent)
    await phone.page.goto(to)
    await phone.tap(phone.page.locator(`#${id}-open > summary`))
    const chip = phone.page.locator(`#${id} .chips label`, { hasText: reason })
    expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await phone.tap(chip)
    await keepView(phone.page, `desk/reasons-${id}`)
    await phone.tap(phone.page.locator(`#${id} button`))
    await phone.page.locator('.notice.done').waitFor()
    expect(phone.counted.taps).toBe(3)
    const { events } = await ask(operator, 'GET', to)
    expect(events.at(-1)).toMatchObject({ reason })
  }
})

test('what waits on a frozen account gets another one in two taps', async () => {
  const account = await anOwnAccount()
  // Amounts that wait on no account of another test: one of those is where they go.
  const orders = [await aMatchedOrder(account, 8_010), await aMatchedOrder(account, 8_011)]
  await ask(operator, 'PATCH', `/bank-accounts/${account.id}`, { state: 'frozen' })
  const phone = await aPhone(operator)
  await phone.page.goto(`/bank-accounts/${account.id}`)
  const both = '2 筆、NT$18,021'
  expect(await phone.page.locator('#frozen').textContent()).toContain(both)
  await keepView(phone.page, 'desk/frozen-390')
  // The banner has what waits; what is seldom needed is a tab of its own.
  expect(await phone.page.getByText('等待匯款').count()).toBe(0)
  expect(await phone.page.locator('#facts').count()).toBe(0)
  await phone.tap(phone.page.getByRole('link', { name: '改指定至其他帳戶' }))
  expect(await phone.page.locator('#reassign .warning').textContent()).toContain(both)
  expect(await phone.page.locator('#reassign [name=trade_nos]:checked').count()).toBe(2)
  await keepView(phone.page, 'desk/reassign-390')
  await phone.tap(phone.page.getByRole('button', { name: '改指定 2 筆至此帳戶' }))
  await phone.page.getByText('已完成 2 筆。').waitFor()
  expect(phone.counted.taps).toBe(2)
  const { pathname } = new URL(phone.page.url())
  expect(pathname).toBe(`/bank-accounts/${account.id}/reassign`)
  const [moved] = await Promise.all(
    orders.map(({ trade_no: no }) => ask(operator, 'GET', `/collections/${no}`)),
  )
  expect(moved.bank_account).not.toBe(account.id)
  expect(moved.collection_status).toBe('matched')
})

test('yesterday’s payment that is missing is open by five digits in seven taps, each digit one', async () => {
  const account = await anOwnAccount()
  // Digits that no order of the other tests has.
  const [first, second] = [7_010, 7_011]
  const late = await aMatchedOrder(account, first)
  await ask(operator, 'POST', `/collections/${late.trade_no}/exception`, { reason: '逾期未付' })
  const unclaimed = await aDeposit(account.id, late.amount, digitsOf(first))
  const settled = await aMatchedOrder(account, second)
  const line = await aDeposit(account.id, settled.amount, digitsOf(second))
  const paid = { bank_transactions: [line.id] }
  await ask(operator, 'POST', `/collections/${settled.trade_no}/settle`, paid)
  for (const [order, money] of [
    [late, `#transaction-${unclaimed.id}`],
    [settled, `[href="/bank-transactions/${line.id}"]`],
  ] as const) {
    makeYesterdays(order.trade_no)
    const phone = await aPhone(agent)
    await phone.page.goto('/desk')
    await phone.tap(phone.page.locator('#search'))
    await phone.press(...order.last5, 'Enter')
    await phone.page.waitForURL(`**/collections/${order.trade_no}`)
    expect(phone.counted).toEqual({ taps: 7, swipes: 0 })
    expect(await phone.page.locator(`main ${money}`).count()).toBeGreaterThan(0)
  }
})

/** Follows Next from the first order of a section, and takes an act on some of them. */
async function followed(page: Page, act: () => Promise<void>): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const order = new URL(page.url()).searchParams.get('order') ?? ''
    seen.push(order)
    if (seen.length % 3 === 0) await act()
    const next = page.getByRole('link', { name: '下一筆' })
    if ((await next.count()) === 0) return seen
    await next.click()
    await page.waitForURL((url) => url.searchParams.get('order') !== order)
  }
}

test('Next goes over a section once, with acts between that take orders out of it', {
  timeout: 120_000 + waiting * 3_000,
}, async () => {
  const account = await anOwnAccount()
  const orders: Body[] = []
  for (let n = 0; n < Math.min(waiting, 30); n += 1) orders.push(await aMatchedOrder(account, n))
  const { page } = await aPerson(agent)
  await page.goto(`/desk?bank_account=${account.id}`)
  await page.locator('#matched a').first().click()
  await page.waitForURL(/order=/)
  const seen = await followed(page, async () => {
    await page.locator('#put-aside-open summary').click()
    await page.locator('#put-aside input[type=text]').fill('查核')
    await page.locator('#put-aside button').click()
    await page.locator('.notice.done').waitFor()
  })
  expect(seen).toEqual(orders.map((one) => one.trade_no))
})
