import { afterEach, expect, inject, test } from 'vitest'
import { aPerson, type Person } from './support/people.ts'
import { aDeposit, aLink, anAccount, aShop, ask } from './support/shop.ts'

let person: Person
afterEach(() => person.close())

test('a person sees the pages of their role, in their language, and is told of no others', async () => {
  person = await aPerson('ann:agent', { locale: 'en' })
  const { page, problems } = person
  await person.goTo('/overview')
  expect(await page.locator('h1').textContent()).toBe('Your role does not see this')
  expect(await page.locator('#menu').textContent()).not.toContain('Journal')
  expect(problems.filter((text) => !text.includes('403'))).toEqual([])
})

test('the language that is chosen stays, whatever the browser prefers', async () => {
  person = await aPerson('olga:operator', { locale: 'en' })
  const { page, problems } = person
  await person.goTo('/overview')
  await page.locator('.person summary').click()
  await page.getByRole('button', { name: '中文' }).click()
  await page.waitForURL(/overview/)
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant-TW')
  expect(problems).toEqual([])
})

test('one chooses locally whom to be, and the pages are theirs from then on', async () => {
  person = await aPerson('olga:operator')
  const { page } = person
  await person.goTo('/overview')
  await page.locator('.person summary').click()
  await page.getByRole('button', { name: '稽核' }).click()
  await page.waitForURL(/overview/)
  expect(await page.locator('.person summary').textContent()).toContain('auditor')
})

test('a form without the token of its browser is refused, and does nothing', async () => {
  person = await aPerson('olga:operator')
  const answer = await fetch(`${inject('deskUrl')}/acts/createMerchant`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    body: new URLSearchParams({ uid: 'forged', name: 'Forged', _token: 'x' }).toString(),
  })
  expect(answer.status).toBe(403)
  await expect(ask('olga:operator', 'GET', '/merchants/forged')).rejects.toThrow('404')
})

test('what the tests of pages begin with can be made', async () => {
  person = await aPerson('olga:operator')
  const shop = await aShop()
  const account = await anAccount()
  const link = await aLink(shop, 700)
  await ask('ann:agent', 'POST', `/collections/${link.trade_no}/take`, {})
  await ask('ann:agent', 'POST', `/collections/${link.trade_no}/match`, {
    bank_account: account.id,
  })
  const line = await aDeposit(account.id, 700)
  const settled = await ask('ann:agent', 'POST', `/collections/${link.trade_no}/settle`, {
    bank_transactions: [line.id],
  })
  expect(settled).toMatchObject({ status: 'succeeded', backed: true })
})
