import { beforeAll, expect, test } from 'vitest'
import { keepView } from '../browser/support/looks.ts'
import { openAs, withoutScripts } from './support/pages.ts'
import {
  aDeposit,
  aLink,
  anAccount,
  aShop,
  ask,
  type Body,
  operator,
  type Shop,
} from './support/shop.ts'

// What the desk says of an order once something was done to it.

const agent = 'nia:agent'
let shop: Shop
let account: Body
beforeAll(async () => {
  ;[shop, account] = await Promise.all([aShop(), anAccount({ agents: ['nia'] })])
})

async function aMatchedOrder(amount: number, on = account): Promise<Body> {
  const link = await aLink(shop, amount)
  await ask(agent, 'POST', `/collections/${link.trade_no}/match`, { bank_account: on.id })
  return link
}

test('after a settlement the next order of the section opens by itself, with the way back, without scripts too', async () => {
  for (const [options, amount] of [
    [{}, 2_100],
    [{ viewport: { width: 390, height: 844 }, locale: 'en' }, 2_200],
    [withoutScripts, 2_300],
  ] as const) {
    const [first, second] = [await aMatchedOrder(amount), await aMatchedOrder(amount + 1)]
    const deposits = []
    for (const n of [0, 1]) deposits.push(await aDeposit(account.id, amount + n))
    const page = await openAs(agent, `/desk?bank_account=${account.id}`, options)
    await page.locator(`#open-${first.trade_no}`).click()
    await page.locator('#settle button[type=submit]').click()
    await page.waitForURL(`**order=${second.trade_no}`)
    const notice = page.locator('.notice.done')
    expect(await notice.getByRole('link').getAttribute('href')).toBe(
      `/collections/${first.trade_no}`,
    )
    expect(await page.locator(`#transaction-${deposits[1].id}`).isChecked()).toBe(true)
    await keepView(page, `desk/next-${amount}`)
    // The last of its section stays open.
    await page.locator('#settle button[type=submit]').click()
    await page
      .locator('#panel-order')
      .getByText(/已付款|Paid/)
      .waitFor()
    expect(new URL(page.url()).searchParams.get('order')).toBe(second.trade_no)
    expect(await notice.getByRole('link').count()).toBe(0)
  }
})

test('after the last of the list the first that waits opens, or is one key away', async () => {
  const own = await anAccount({ agents: ['nia'] })
  const orders: Body[] = []
  for (const n of [0, 1, 2]) orders.push(await aMatchedOrder(2_700 + n, own))
  const [first, second, last] = orders.map((one) => String(one.trade_no))
  const { id } = await aDeposit(own.id, 2_702)
  const page = await openAs(agent, `/desk?show=matched&bank_account=${own.id}&order=${last}`)
  expect(await page.locator('#panel-ways [data-key=n]').count()).toBe(0)
  await page.locator(`#transaction-${id}`).check()
  await page.locator('#settle button[type=submit]').click()
  await page.waitForURL(`**order=${first}`)
  await page.keyboard.press('n')
  await page.waitForURL(`**order=${second}`)
  await page.locator('#put-aside-open summary').click()
  await page.locator('#put-aside input[type=text]').fill('查核')
  await page.locator('#put-aside button').click()
  const { merchant_order_no: number } = orders[1] ?? {}
  await page.locator('.notice.done', { hasText: `已列為例外。 ${number}` }).waitFor()
  expect(await page.locator('#panel-ways [data-key=n]').textContent()).toContain('第一筆')
  await page.keyboard.press('n')
  await page.waitForURL(`**order=${first}`)
})

test('each id is on the page once, beside a section of exceptions too', async () => {
  const own = await anAccount({ agents: ['nia'] })
  const [open, aside] = [await aMatchedOrder(2_750, own), await aMatchedOrder(2_751, own)]
  await ask(agent, 'POST', `/collections/${aside.trade_no}/exception`, { reason: '查核' })
  const page = await openAs(agent, `/desk?bank_account=${own.id}&order=${open.trade_no}`)
  expect(await page.locator(`#exception #waits-${aside.trade_no}`).count()).toBe(1)
  const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([])
})

test('at any width the reasons of exceptions are cut, rows are of one height, and names have their room', async () => {
  const own = await anAccount({ agents: ['nia'] })
  const reasons = ['查核', '會員來電表示已由另一個帳戶付款，等候銀行回覆後再處理，請勿重複指定']
  for (const [n, reason] of reasons.entries()) {
    const { trade_no: tradeNo } = await aMatchedOrder(2_800 + n, own)
    await ask(agent, 'POST', `/collections/${tradeNo}/exception`, { reason })
  }
  const page = await openAs(agent, `/desk?show=exception&bank_account=${own.id}`)
  await page.locator('#exception [data-row] a').first().click()
  await page.locator('#panel-order').waitFor()
  for (const [width, listMin] of [
    [1280, 340],
    [1600, 430],
    [1920, 500],
  ] as const) {
    await page.setViewportSize({ width, height: 1080 })
    const rows = await page.locator('#exception [data-row] > a').all()
    const boxes = await Promise.all(rows.map((row) => row.boundingBox()))
    expect(new Set(boxes.map((box) => box?.height)).size).toBe(1)
    expect(boxes[0]?.height).toBeLessThanOrEqual(44)
    expect(boxes[0]?.width).toBeGreaterThan(listMin)
    await keepView(page, `desk/queue-exceptions-${width}`)
  }
})

test('a second tap where the button was does nothing to the next order, without scripts too', async () => {
  const phone = { viewport: { width: 390, height: 844 } }
  for (const [options, amount] of [
    [phone, 2_500],
    [{ ...phone, ...withoutScripts }, 2_600],
  ] as const) {
    const [first, second] = [await aMatchedOrder(amount), await aMatchedOrder(amount + 1)]
    for (const n of [0, 1]) await aDeposit(account.id, amount + n)
    const page = await openAs(
      agent,
      `/desk?show=matched&bank_account=${account.id}&order=${first.trade_no}`,
      options,
    )
    const button = page.locator('#settle button[type=submit]')
    await button.click({ trial: true })
    // However late the second tap comes on a busy machine: no animation of the next page goes on.
    const protocol = await page.context().newCDPSession(page)
    await protocol.send('Animation.enable')
    await protocol.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await button.click()
    await page.waitForURL(`**order=${second.trade_no}`)
    const { x, y, width, height } = (await button.boundingBox()) ?? expect.fail('no button')
    const tap = () => page.mouse.click(x + width / 2, y + height / 2)
    await tap()
    await page.waitForTimeout(300)
    expect(await ask(agent, 'GET', `/collections/${second.trade_no}`)).toMatchObject({
      status: 'pending',
    })
    await protocol.send('Animation.setPlaybackRate', { playbackRate: 1 })
    await button.click()
    await page.locator('#panel-order').getByText('已付款').waitFor()
  }
})

const opened = ({ searchParams }: URL) => searchParams.get('order') ?? ''

test('after an account was given the next that waits for one opens by itself', async () => {
  const [first] = [await aLink(shop, 3_100), await aLink(shop, 3_101)]
  const page = await openAs(agent, `/desk?show=pending&order=${first.trade_no}`)
  await page.locator(`#account-${account.id}`).check()
  await page.getByRole('button', { name: '顯示給會員' }).click()
  // Other tests' orders wait for one, too.
  await page.waitForURL((url) => opened(url) !== first.trade_no)
  expect(opened(new URL(page.url())) > first.trade_no).toBe(true)
  const told = await page.locator('.notice.done').textContent()
  expect(told).toContain(`已指定帳戶。 ${account.bank_name} …${account.account_no.slice(-5)}`)
  expect(told).toContain(`查看訂單 ${first.merchant_order_no}`)
  await keepView(page, 'desk/next-account')
})

test('of one’s own order that has an account it says so, and of a paid one nothing that cannot be done', async () => {
  const { trade_no: tradeNo } = await aMatchedOrder(4_100)
  const page = await openAs(agent, `/collections/${tradeNo}`)
  const reason = page.locator('#not-now [title=taken]')
  expect(await reason.textContent()).toBe('已指定帳戶；要改須先列為例外')
  const { id } = await aDeposit(account.id, 4_100)
  await ask(agent, 'POST', `/collections/${tradeNo}/settle`, { bank_transactions: [id] })
  await page.reload()
  expect(await page.locator('#not-now').count()).toBe(0)
})

test('what ran out unpaid is called so in the queue, on its page and in the list', async () => {
  const trial = await aShop('Trial shop', { test: true })
  const { trade_no: tradeNo } = await aLink(trial, 1_000)
  await trial.call('sandbox/outcome', { trade_no: tradeNo, outcome: 'expired' })
  for (const [to, place] of [
    [`/desk?test=only&order=${tradeNo}`, '#panel-title'],
    [`/collections/${tradeNo}`, '#stand'],
    ['/collections?test=only', `#collections-${tradeNo}`],
  ] as const) {
    const page = await openAs(operator, to)
    const badge = page.locator(`${place} .badge`, { hasText: /逾時未付|例外/ })
    expect(await badge.textContent()).toBe('逾時未付')
  }
})
