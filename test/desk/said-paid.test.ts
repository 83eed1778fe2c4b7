import { beforeAll, expect, test } from 'vitest'
import { phone } from '../browser/support/browser.ts'
import { keepPicture } from '../browser/support/looks.ts'
import { anOwnAmount } from './support/own-amount.ts'
import { openAs } from './support/pages.ts'
import { lookedAtAgain } from './support/people.ts'
import { aLink, anAccount, aShop, ask, type Body, type Shop } from './support/shop.ts'

// What a member says on the wait page, as the desk shows it (matching §6).

let shop: Shop
let account: Body
beforeAll(async () => {
  ;[shop, account] = await Promise.all([aShop(), anAccount()])
})

/** A payment link whose collection is matched to the account. */
async function aMatchedOrder(): Promise<Body> {
  const link = await aLink(shop, anOwnAmount())
  const body = { bank_account: account.id }
  await ask('ann:agent', 'POST', `/collections/${link.trade_no}/match`, body)
  return link
}

/** Presses the button of a link's wait page. */
async function sayPaid({ payment_url: page }: Body): Promise<void> {
  const { status } = await fetch(`${page}/paid`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  })
  expect(status).toBe(303)
}

test('the queue shows first, and says so, what its member says is paid', async () => {
  const [first, second, third] = [
    await aMatchedOrder(),
    await aMatchedOrder(),
    await aMatchedOrder(),
  ]
  await sayPaid(third)
  const address = `/desk?show=matched&bank_account=${account.id}`
  const page = await openAs('ann:agent', address, { locale: 'en' })
  const rows = () => page.locator('[data-row]').evaluateAll((all) => all.map(({ id }) => id))
  const listed = (...links: Body[]) => links.map(({ trade_no: tradeNo }) => `waits-${tradeNo}`)
  expect(await rows()).toEqual(listed(third, first, second))
  const said = page.locator(`#waits-${third.trade_no}`)
  expect(await said.textContent()).toContain('Member says paid')
  expect(await page.locator(`#waits-${first.trade_no}`).textContent()).not.toContain('says paid')
  await sayPaid(second)
  await page.evaluate(lookedAtAgain)
  await expect.poll(rows).toEqual(listed(second, third, first))
  await page.goto(`/desk?bank_account=${account.id}`)
  const inSection = () =>
    page.locator('#matched [data-row]').evaluateAll((all) => all.map(({ id }) => id))
  expect(await inSection()).toEqual(listed(second, third, first))
  await page.locator(`#open-${third.trade_no}`).click()
  await page.locator('#panel').getByText('Member says paid').waitFor()
  await keepPicture(page, 'desk-said-paid')
  const { said_paid_at: at } = await ask('ann:agent', 'GET', `/collections/${third.trade_no}`)
  expect(at).toMatch(/^\d{4}-\d\d-\d\d /)
  await page.goto(`/collections/${third.trade_no}`)
  expect(await page.locator('main').textContent()).toContain('Member says paid')
  await page.goto(`/collections?said_paid=true&bank_account=${account.id}`)
  const numbers = await page.locator('main').textContent()
  expect(numbers).toContain(third.merchant_order_no)
  expect(numbers).not.toContain(first.merchant_order_no)
})

test('so it does of exceptions, whether all of them are in the list or not', async () => {
  const own = await anAccount()
  const aside = async () => {
    const link = await aLink(shop, anOwnAmount())
    const path = `/collections/${link.trade_no}`
    await ask('ann:agent', 'POST', `${path}/match`, { bank_account: own.id })
    return { link, putAside: () => ask('ann:agent', 'POST', `${path}/exception`, { reason: 'x' }) }
  }
  const said = await aside()
  await sayPaid(said.link)
  await said.putAside()
  const first = async () => {
    const page = await openAs('ann:agent', `/desk?bank_account=${own.id}`, { locale: 'en' })
    const rows = page.locator('#exception [data-row]')
    return [await rows.first().getAttribute('id'), await rows.count()]
  }
  await (await aside()).putAside()
  expect(await first()).toEqual([`waits-${said.link.trade_no}`, 2])
  for (let n = 0; n < 20; n += 1) await (await aside()).putAside()
  expect(await first()).toEqual([`waits-${said.link.trade_no}`, 21])
})

test('on a phone the words are whole, and the list is as wide as the page', async () => {
  const link = await aMatchedOrder()
  await sayPaid(link)
  const address = `/desk?show=matched&bank_account=${account.id}`
  const page = await openAs('ann:agent', address, { locale: 'zh-TW', viewport: phone })
  const badge = page.locator(`#waits-${link.trade_no}`).getByText('會員表示已付款')
  await badge.waitFor()
  const wide = await badge.evaluate((one) => one.scrollWidth <= one.clientWidth + 1)
  expect(wide).toBe(true)
  const overflow = 'document.documentElement.scrollWidth <= innerWidth'
  expect(await page.evaluate(overflow)).toBe(true)
  await keepPicture(page, 'desk-said-paid-phone')
})
