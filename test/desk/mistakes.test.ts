import { mkdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { open, openAs } from './support/pages.ts'
import {
  aDeposit,
  aLink,
  anAccount,
  aShop,
  ask,
  type Body,
  operator,
  type Shop,
  type Told,
} from './support/shop.ts'

// What a person could do to an order by mistake.

const agent = 'mia:agent'
const phone = { viewport: { width: 390, height: 844 } }
let shop: Shop
let account: Body
beforeAll(async () => {
  ;[shop, account] = await Promise.all([aShop(), anAccount({ agents: ['mia'] })])
  mkdirSync('.screenshots/desk', { recursive: true })
})

async function aMatched(amount: number, told?: Told): Promise<Body> {
  const link = await aLink(shop, amount)
  await ask(agent, 'POST', `/collections/${link.trade_no}/match`, { bank_account: account.id })
  if (told === undefined) return link
  return { ...link, deposit: await aDeposit(account.id, amount, '67890', told) }
}

test('a reversal asks why before anything, and for what went back where it did', async () => {
  const { trade_no: no, deposit } = await aMatched(3_100, {})
  const paid = { bank_transactions: [deposit.id] }
  await ask(agent, 'POST', `/collections/${no}/settle`, paid)
  const page = await open(`/collections/${no}`)
  await page.locator('#reverse-open > summary').click()
  const [why, fields] = [page.locator('#reverse [name=because]'), page.locator('.went-back')]
  expect([await why.inputValue(), await fields.isVisible()]).toEqual(['', false])
  await page.locator('#reverse [name=reason]').fill('誤認')
  await page.locator('#reverse button').click()
  expect(await page.locator('#reverse select:invalid').count()).toBe(1)
  await why.selectOption('money_returned')
  expect(await fields.isVisible()).toBe(true)
  await page.screenshot({ path: '.screenshots/desk/reverse.png' })
})

test('what is released is named, and taken again at a press', async () => {
  const { trade_no: no, merchant_order_no: name } = await aMatched(3_200)
  for (const to of [`/collections/${no}`, `/desk?bank_account=${account.id}&order=${no}`]) {
    const page = await openAs(agent, to, phone)
    await page.keyboard.press('r')
    const told = page.locator('.notice.done')
    await told.waitFor()
    expect(await told.getByRole('link').getAttribute('href')).toBe(`/collections/${no}`)
    expect(await told.textContent()).toContain(name)
    await page.screenshot({ path: '.screenshots/desk/released.png' })
    await page.locator('#undo button').click()
    await page.locator('#release').waitFor()
    expect(await ask(operator, 'GET', `/collections/${no}`)).toMatchObject({ agent: 'mia' })
  }
})
