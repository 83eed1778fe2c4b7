import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { desktop, phone } from '../browser/support/browser.ts'
import { keepView } from '../browser/support/looks.ts'
import { anOwnAmount } from './support/own-amount.ts'
import { open, openAs, withoutScripts } from './support/pages.ts'
import { lookedAtAgain } from './support/people.ts'
import { served } from './support/served.ts'
import { aDeposit, aLink, anAccount, aShop, ask, type Body, type Shop } from './support/shop.ts'
import { endPage } from './support/stored.ts'

// What an agent does all day, on the desk's own pages.

let shop: Shop
let account: Body
beforeAll(async () => {
  ;[shop, account] = await Promise.all([aShop(), anAccount()])
})

/** The collection of a new payment link. */
const aCollection = async (amount = anOwnAmount()): Promise<Body> => ({
  ...(await aLink(shop, amount)),
  amount,
})

/** One that an agent has matched to the account. */
async function aMatchedOrder(agent = 'ann:agent'): Promise<Body> {
  const collection = await aCollection()
  await ask(agent, 'POST', `/collections/${collection.trade_no}/match`, {
    bank_account: account.id,
  })
  return collection
}

const shown = (tradeNo: string) => ask('olga:operator', 'GET', `/collections/${tradeNo}`)

describe('what waits', () => {
  test('is listed from the oldest on, with the member’s time left, and opens beside the list', async () => {
    const [first, second] = [await aCollection(), await aCollection()]
    const page = await openAs('ann:agent', '/desk?show=pending', { locale: 'en' })
    const rows = await page.locator('[data-row]').evaluateAll((all) => all.map(({ id }) => id))
    const [older, newer] = [first, second].map(({ trade_no: no }) => rows.indexOf(`waits-${no}`))
    expect(older).toBeGreaterThanOrEqual(0)
    expect(newer).toBe((older ?? 0) + 1)
    const row = page.locator(`#waits-${first.trade_no}`)
    expect(await row.textContent()).toContain('…67890')
    expect(await row.locator('[data-ends-at]').textContent()).toMatch(/^(29|30):\d\d$/)
    await row.locator('a').click()
    await page.waitForURL(`**/desk?show=pending&order=${first.trade_no}`)
    expect(await page.locator('#panel').textContent()).toContain('004-0012367890')
    expect(await page.locator('#lists [aria-current]').getAttribute('id')).toBe(
      `open-${first.trade_no}`,
    )
  })

  test('is counted on the tabs of the other sections, by the pages before, but of a part of it', async () => {
    await Promise.all([aCollection(), aMatchedOrder()])
    const page = await openAs('ida:agent', '/desk', { locale: 'en' })
    const countOf = (name: string) =>
      page
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .locator('small')
        .allTextContents()
    const tab = 'Awaiting payment'
    const counted = await countOf(tab)
    expect(counted).toEqual([expect.stringMatching(/^[1-9]\d?\+?$/)])
    await page.goto('/desk?show=pending')
    expect(await countOf(tab)).toEqual(counted)
    await page.goto('/desk?show=pending&who=free')
    expect(await countOf(tab)).toEqual([])
  })

  test('is narrowed to one’s own, to what is free, and to an account', async () => {
    const [own, other, free] = [
      await aMatchedOrder('zoe:agent'),
      await aMatchedOrder(),
      await aCollection(),
    ]
    const page = await openAs('zoe:agent', '/desk', { locale: 'en' })
    const isShown = ({ trade_no: tradeNo }: Body) => page.locator(`#waits-${tradeNo}`).isVisible()
    await page.getByRole('link', { name: 'Mine', exact: true }).click()
    await page.waitForURL('**/desk?who=mine')
    expect(await Promise.all([own, other, free].map(isShown))).toEqual([true, false, false])
    await page.goto('/desk?who=free&show=pending')
    expect(await isShown(own)).toBe(false)
    const elsewhere = await anAccount()
    await page.goto('/desk?who=mine')
    await page.locator('#narrowing summary').click()
    await page.getByLabel('Bank account').selectOption(String(elsewhere.id))
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(`**/desk?who=mine&bank_account=${elsewhere.id}`)
    expect(await isShown(own)).toBe(false)
    expect(await page.locator('#panel').textContent()).toContain('No order waits here')
    await page.goto(`/desk?who=mine&bank_account=${account.id}`)
    expect(await isShown(own)).toBe(true)
    expect(await page.locator('#panel').textContent()).toContain('Choose an order')
    expect(await page.locator('#narrowing summary').textContent()).toBe('Filter (set)')
    await page.goto('/desk?who=mine&bank_account=')
    expect(await page.locator('#narrowing summary').textContent()).toBe('Filter')
  })

  test('is shown to an auditor, who can do nothing with it and is told why', async () => {
    const { trade_no: tradeNo } = await aMatchedOrder()
    const page = await openAs('abe:auditor', `/desk?order=${tradeNo}`, { locale: 'en' })
    const acts = page.locator('#acts')
    expect(await acts.locator('form').count()).toBe(0)
    expect(await acts.textContent()).toContain('Nothing just now')
    expect(await acts.locator('#not-now [title=forbidden]').count()).toBeGreaterThan(0)
  })
})

/** What the notice of a settlement says, with the way back where the next order has opened. */
async function settledNotice({ trade_no: no, amount }: Body, told: string, back: string) {
  const { merchant_order_no: number } = await shown(no)
  const sum = amount.toLocaleString('en-US')
  return expect.stringMatching(`^${told} NT\\$${sum} · 王小明 (${back} )?${number}$`)
}

/** From a free order to a settled one, by what `press` does. */
async function workOff(
  page: Page,
  order: Body,
  press: { take(): Promise<void>; match(): Promise<void>; settle(): Promise<void> },
): Promise<void> {
  const panel = page.locator('#panel-order')
  await press.take()
  await panel.getByText('您').waitFor()
  await press.match()
  await page.getByText('已指定帳戶。').waitFor()
  // In a section the next order may have opened by itself.
  await page.goto(`/desk?order=${order.trade_no}`)
  await panel.getByText('待匯款').waitFor()
  await aDeposit(account.id, order.amount)
  await page.evaluate(lookedAtAgain)
  await page.getByText('唯一候選').waitFor()
  await press.settle()
  // The next order may have opened by itself.
  await page.getByRole('status').getByText('已入帳，將通知商戶。').waitFor()
  expect(await page.getByRole('status').allTextContents()).toContainEqual(
    await settledNotice(order, '已入帳，將通知商戶。', '查看訂單'),
  )
  expect(await shown(order.trade_no)).toMatchObject({ status: 'succeeded', backed: true })
}

const matchWith = '#account-'

test('an agent works an order off by mouse: take, account, and the deposit that appears by itself', async () => {
  const order = await aCollection()
  const page = await openAs('ann:agent', `/desk?order=${order.trade_no}`)
  await workOff(page, order, {
    take: () => page.getByRole('button', { name: '領取' }).click(),
    match: async () => {
      await page.locator(matchWith + account.id).check()
      await page.getByRole('button', { name: '顯示給會員' }).click()
    },
    settle: () => page.locator('#settle').getByRole('button', { name: '入帳' }).click(),
  })
})

test('the same by keyboard alone: j, Enter, t, m, s', async () => {
  const order = await aCollection()
  const page = await openAs('ann:agent', '/desk?show=pending&who=free')
  const press = (key: string) => page.keyboard.press(key)
  const focused = () => page.evaluate('document.activeElement.id')
  for (let n = 0; n < 60 && (await focused()) !== `open-${order.trade_no}`; n += 1) await press('j')
  await press('Enter')
  await page.waitForURL(`**order=${order.trade_no}`)
  await workOff(page, order, {
    take: () => press('t'),
    match: async () => {
      await press('m')
      const place = `document.activeElement.id !== '${matchWith.slice(1)}${account.id}'`
      for (let n = 0; n < 60 && (await page.evaluate(place)); n += 1) await press('ArrowDown')
      await press('Space')
      await press('Enter')
    },
    settle: async () => {
      await press('s')
      await press('Enter')
    },
  })
})

test('the same on a phone of 360 pixels, where the open order takes the place of the list', async () => {
  const order = await aCollection()
  const page = await openAs('ann:agent', '/desk?show=pending&who=free', {
    viewport: phone,
    hasTouch: true,
  })
  await page.locator(`#open-${order.trade_no}`).tap()
  await page.waitForURL(`**order=${order.trade_no}`)
  expect(await page.locator('#lists').isVisible()).toBe(false)
  await workOff(page, order, {
    take: () => page.getByRole('button', { name: '領取' }).tap(),
    match: async () => {
      await page.locator(matchWith + account.id).tap()
      await page.getByRole('button', { name: '顯示給會員' }).tap()
    },
    settle: () => page.locator('#settle').getByRole('button', { name: '入帳' }).tap(),
  })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width)
  await page.getByRole('link', { name: '回到清單' }).tap()
  await page.locator('#lists').waitFor()
})

test('without scripts every step can be taken too', async () => {
  const order = await aCollection()
  const page = await openAs('ann:agent', `/desk?order=${order.trade_no}`, {
    javaScriptEnabled: false,
    locale: 'en',
  })
  await page.getByRole('button', { name: 'Take' }).click()
  await page.locator(matchWith + account.id).check()
  await page.getByRole('button', { name: 'Show it to the member' }).click()
  await aDeposit(account.id, order.amount)
  await page.reload()
  await page.locator('#settle').getByRole('button', { name: 'Settle' }).click()
  expect(await page.locator('#notices').textContent()).toEqual(
    await settledNotice(order, 'Settled. The merchant will be notified.', 'See order'),
  )
  expect(await shown(order.trade_no)).toMatchObject({ status: 'succeeded' })
})

test('from five digits that are pasted to a settled order with one candidate take three keys', async () => {
  const last5 = String(randomInt(10_000, 99_999))
  const amount = anOwnAmount()
  const { trade_no: tradeNo } = await aLink(shop, amount, { payer_account_no: `004-00123${last5}` })
  const path = `/collections/${tradeNo}`
  await ask('ann:agent', 'POST', `${path}/match`, { bank_account: account.id })
  await aDeposit(account.id, amount, last5)
  const page = await openAs('ann:agent', '/desk')
  await page.keyboard.press('/')
  await page.keyboard.insertText(last5)
  let keys = 0
  const press = (key: string) => {
    keys += 1
    return page.keyboard.press(key)
  }
  await press('Enter')
  // The order and its deposit have these digits: the order is open at once.
  await page.waitForURL(`**${path}`)
  await press('s')
  await press('Enter')
  await page.getByText('已入帳，將通知商戶。').waitFor()
  expect(await shown(tradeNo)).toMatchObject({ status: 'succeeded', backed: true })
  expect(keys).toBe(3)
})

test('a candidate that differs is marked, and is not chosen by itself', async () => {
  const { trade_no: tradeNo, amount } = await aMatchedOrder()
  await aDeposit(account.id, amount, '11111')
  const page = await openAs('ann:agent', `/desk?order=${tradeNo}`, {
    locale: 'en',
    ...withoutScripts,
  })
  const offer = page.locator('.offer', { hasText: '11111' })
  expect(await offer.locator('input').isChecked()).toBe(false)
  expect(await offer.locator('.differs').textContent()).toBe('Last five6789011111differs')
  await offer.locator('input').check()
  await page.locator('#settle').getByRole('button', { name: 'Settle' }).click()
  expect(await page.locator('#refused [title=evidence_differs]').count()).toBe(1)
  expect(await page.locator('#refused').textContent()).toContain('Another last five')
  expect(await page.locator('#settle .problem').textContent()).toBe(
    'Last five: order 67890, bank 11111',
  )
  expect(await offer.locator('input').isChecked()).toBe(true)
  expect(await shown(tradeNo)).toMatchObject({ status: 'pending' })
})

test('an account that will be refused says why, comes last, and is refused by the API', async () => {
  const small = await anAccount({ daily_cap: 10 })
  const { trade_no: tradeNo } = await aCollection()
  const at = `/desk?order=${tradeNo}`
  const agents = await openAs('ann:agent', at)
  expect(await agents.locator(matchWith + small.id).isDisabled()).toBe(true)
  // An operator may go past it, and has to say so.
  const page = await open(at, { locale: 'en' })
  const choice = page.locator('.choice label', { has: page.locator(matchWith + small.id) })
  expect(await choice.textContent()).toContain('Over the daily cap: NT$10 left')
  expect(await page.locator('.choice label').last().getAttribute('class')).toBe('refused')
  await choice.locator('input').check()
  await page.getByRole('button', { name: 'Show it to the member' }).click()
  await page.locator('#refused [title=daily_cap_reached]').waitFor()
  expect(await choice.locator('input').isChecked()).toBe(true)
})

test('an exception needs its reason, and is listed among the exceptions with it', async () => {
  const { trade_no: tradeNo } = await aMatchedOrder()
  const page = await openAs('ann:agent', `/desk?order=${tradeNo}`)
  await page.keyboard.press('e')
  await page.keyboard.type('會員匯錯帳戶')
  await page.keyboard.press('Enter')
  await page.locator('#panel-order').getByText('例外').waitFor()
  await page.goto('/desk?show=exception')
  expect(await page.locator(`#waits-${tradeNo}`).textContent()).toContain('會員匯錯帳戶')
})

test('the queue and the page of an order have the same account that it is paid from', async () => {
  const { trade_no: tradeNo } = await aLink(shop, 1_000, { payer_account_no: '004-00998877665' })
  for (const at of [`/desk?order=${tradeNo}`, `/collections/${tradeNo}`]) {
    const { html } = await served('ann:agent', at, 'en')
    expect(/Pays from.*?data-copy="(.*?)"/s.exec(html)?.[1], at).toBe('004-00998877665')
  }
})

test('what is told of an account and of an exception is true of a link, and of an order without a page', async () => {
  const { trade_no: ofApi } = await shop.call('collections', {
    orderid: `A-${randomUUID().slice(0, 8)}`,
    amount: 1_000,
    user_id: 'm',
    user_name: '王小明',
    counterparty_account: '0040012367890',
    notify_url: 'http://127.0.0.1:9/notify',
  })
  const { trade_no: ofLink } = await aLink(shop, 1_000)
  const act = (tradeNo: string, name: string, body: object) =>
    ask('ann:agent', 'POST', `/collections/${tradeNo}/${name}`, body)
  const told = async (tradeNo: string, id: string) => {
    const { html } = await served('ann:agent', `/desk?order=${tradeNo}`)
    const [, text = ''] =
      new RegExp(`(?:<form|care") id="${id}"(.*?)</(?:form|section)>`, 's').exec(html) ?? []
    return text.replaceAll(/<[^>]*>/g, '')
  }
  const before = async (tradeNo: string) => [
    await told(tradeNo, 'match'),
    await told(tradeNo, 'put-aside'),
  ]
  await act(ofApi, 'take', {})
  await act(ofLink, 'take', {})
  expect(await before(ofApi)).toEqual([
    expect.stringMatching(/商戶查詢訂單時取得這個帳戶.*指定帳戶/s),
    expect.stringContaining('商戶查詢訂單時會看到例外與原因'),
  ])
  expect(await before(ofLink)).toEqual([
    expect.stringMatching(/會員的付款頁會立即顯示.*顯示給會員/s),
    expect.stringContaining('請會員先不要轉帳'),
  ])
  for (const tradeNo of [ofApi, ofLink]) {
    await act(tradeNo, 'match', { bank_account: account.id })
    await act(tradeNo, 'exception', { reason: '查無匯款' })
  }
  const after = /例外 \d\d\/\d\d \d\d:\d\d ann，未通知商戶。(.*)請告知會員：先不要匯款/
  expect(after.exec(await told(ofApi, 'exception-now'))?.[1]).toBe('')
  expect(after.exec(await told(ofLink, 'exception-now'))?.[1]).toContain('會員的頁面')
  for (const [to, locale, viewport] of [
    [`/desk?order=${ofLink}`, 'zh-TW', phone],
    [`/collections/${ofApi}`, 'en', desktop],
    [`/desk?order=${ofApi}`, 'en', phone],
  ] as const) {
    const page = await openAs('olga:operator', to, { locale, viewport })
    const name = `${to.startsWith('/desk') ? 'panel' : 'page'}-${locale}-${viewport.width}`
    await keepView(page, `desk/exception-${name}`)
  }
})

test('a reason of five hundred characters hides neither the payer nor who has the order', async () => {
  const { trade_no: tradeNo } = await aMatchedOrder()
  const reason = { reason: '查'.repeat(500) }
  await ask('ann:agent', 'POST', `/collections/${tradeNo}/exception`, reason)
  for (const viewport of [phone, desktop]) {
    const page = await openAs('olga:operator', '/desk?show=exception', { viewport })
    const row = page.locator(`#waits-${tradeNo}`)
    const { x = 0, width = 0 } = (await row.boundingBox()) ?? {}
    for (const part of [row.getByText('…67890'), row.getByText('ann')]) {
      const box = await part.boundingBox()
      expect(box?.x).toBeGreaterThan(x)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(x + width)
    }
  }
})

test('the money of an order that was put aside is found on another account, of its amount and payer', async () => {
  const order = await aMatchedOrder()
  await ask('ann:agent', 'POST', `/collections/${order.trade_no}/exception`, { reason: '查核' })
  const other = await anAccount()
  const { id } = await aDeposit(other.id, order.amount)
  const page = await openAs('olga:operator', `/desk?order=${order.trade_no}`, { locale: 'en' })
  await page.locator('#settle-open summary').first().click()
  expect(await page.locator('#settle').textContent()).toContain('On another account')
  // Whoever gives it another account has made sure that it is not paid.
  const giving = await page.locator('#match').textContent()
  expect(giving).toContain('Not paid yet: Show it to the member')
  expect(giving).toContain('Money that has come may be for this order.')
  expect(await page.locator(`#transaction-${id}`).isChecked()).toBe(false)
})

test('links that ran out stand apart from the exceptions, in a list of their own', async () => {
  const trial = await aShop('Trial shop', { test: true })
  const [expired, aside] = [await aLink(trial, 1_000), await aLink(trial, 1_100)]
  await trial.call('sandbox/outcome', { trade_no: expired.trade_no, outcome: 'expired' })
  const reason = { reason: 'expired' }
  await ask('olga:operator', 'POST', `/collections/${aside.trade_no}/exception`, reason)
  const page = await openAs('olga:operator', '/desk?test=only', { locale: 'en' })
  const isIn = (section: string, { trade_no: tradeNo }: Body) =>
    page.locator(`#${section} #waits-${tradeNo}`).isVisible()
  expect([await isIn('exception', aside), await isIn('exception', expired)]).toEqual([true, false])
  await page.getByRole('link', { name: 'Expired unpaid', exact: true }).click()
  await page.waitForURL('**/desk?show=expired&test=only')
  expect([await isIn('expired', aside), await isIn('expired', expired)]).toEqual([false, true])
  expect(await page.locator(`#waits-${expired.trade_no}`).textContent()).toMatch(
    /Never had an account.*\d\d\/\d\d \d\d:\d\d expired/,
  )
  await page.locator(`#open-${expired.trade_no}`).click()
  await page.locator('#panel-order').getByText('Expired unpaid').waitFor()
})

test('a link whose time is over is given no account, also before it is listed as expired', async () => {
  const { trade_no: tradeNo } = await aLink(await aShop(), 1_000)
  const at = `/desk?order=${tradeNo}`
  expect((await served('ann:agent', at)).html).toContain('顯示給會員')
  endPage(tradeNo)
  const { html } = await served('ann:agent', at)
  expect(html).toMatch(/id="page-over">\s*付款時間已過/)
  expect(html).not.toContain('顯示給會員')
})
