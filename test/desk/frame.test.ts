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

// A form that its own browser sends; its cookies and token are those of a page that was opened.
async function sendAs(path: string, body: string, type = 'application/x-www-form-urlencoded') {
  const opened = await fetch(`${inject('deskUrl')}/overview`, { headers: { accept: 'text/html' } })
  const token = /desk_token=([^;]+)/.exec(opened.headers.get('set-cookie') ?? '')?.[1] ?? ''
  return fetch(inject('deskUrl') + path, {
    ...{ method: 'POST', redirect: 'manual', body: body.replace('TOKEN', token) },
    headers: { 'content-type': type, accept: 'text/html', cookie: `desk_token=${token}` },
  })
}

test.each([
  ['/collections/%E0%A4%A', 'no text in the encoding of addresses'],
  ['//elsewhere.example/x', 'another host'],
  ['/\t/elsewhere.example', 'another host to a browser, which leaves out the tab'],
  ['/\\elsewhere.example', 'another host to a browser, to which both slashes are one'],
  ['/a\r\nlocation: x', 'a line of its own'],
  ['http://[', 'no address'],
])('a form from %j, %s, is answered on a page of this host', async (from) => {
  person = await aPerson('olga:operator')
  const fields = (more: object) =>
    String(new URLSearchParams({ _token: 'TOKEN', _from: from, ...more }))
  const refused = await sendAs('/acts/createMerchant', fields({ uid: '', name: '' }))
  expect([404, 422]).toContain(refused.status)
  const chosen = await sendAs('/language', fields({ language: 'en' }))
  expect(chosen.status).toBe(303)
  const { origin } = new URL(chosen.headers.get('location') ?? '', inject('deskUrl'))
  expect(origin).toBe(inject('deskUrl'))
})

test.each(['/language', '/local-actor', '/acts/createMerchant'])(
  'what is no form is refused as such: %s',
  async (path) => {
    person = await aPerson('olga:operator')
    expect((await sendAs(path, '{"a":1}', 'application/json')).status).toBe(415)
    expect((await sendAs(path, 'x', 'multipart/form-data')).status).toBe(415)
  },
)

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
