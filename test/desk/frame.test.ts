import { expect, inject, test } from 'vitest'
import { keepView } from '../browser/support/looks.ts'
import { open, openAs, withoutScripts } from './support/pages.ts'
import { aDeposit, aLink, anAccount, aShop, ask } from './support/shop.ts'

test('a person sees the pages of their role, in their language, and is told of no others', async () => {
  const page = await openAs('ann:agent', '/overview', { locale: 'en' })
  expect(await page.locator('h1').textContent()).toBe('Your role does not see this')
  expect(await page.locator('#menu').textContent()).not.toContain('Journal')
})

test('the language that is chosen stays, whatever the browser prefers', async () => {
  const page = await open('/overview', { locale: 'en' })
  await page.locator('.person summary').click()
  await page.getByRole('button', { name: '中文' }).click()
  await page.waitForURL(/overview/)
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant-TW')
})

test('one chooses locally whom to be, and the pages are theirs from then on', async () => {
  const page = await open('/overview')
  await page.locator('.person summary').click()
  await page.getByRole('button', { name: '稽核' }).click()
  await page.waitForURL(/overview/)
  expect(await page.locator('.person summary').textContent()).toContain('auditor')
})

test('a form without the token of its browser is refused, and does nothing', async () => {
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
    method: 'POST',
    redirect: 'manual',
    body: body.replace('TOKEN', token),
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
  const fields = (more: object) =>
    String(new URLSearchParams({ _token: 'TOKEN', _from: from, ...more }))
  const refused = await sendAs('/acts/createMerchant', fields({ uid: '', name: '' }))
  expect([303, 404, 422]).toContain(refused.status)
  const told = new URL(refused.headers.get('location') ?? '/', inject('deskUrl'))
  expect(told.origin).toBe(inject('deskUrl'))
  const chosen = await sendAs('/language', fields({ language: 'en' }))
  expect(chosen.status).toBe(303)
  const { origin } = new URL(chosen.headers.get('location') ?? '', inject('deskUrl'))
  expect(origin).toBe(inject('deskUrl'))
})

test.each(['/language', '/local-actor', '/acts/createMerchant'])(
  'what is no form is refused as such: %s',
  async (path) => {
    expect((await sendAs(path, '{"a":1}', 'application/json')).status).toBe(415)
    expect((await sendAs(path, 'x', 'multipart/form-data')).status).toBe(415)
  },
)

test('what the tests of pages begin with can be made', async () => {
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

test('the help tells each key beside what it does, and neither stands in the other', async () => {
  const { trade_no: tradeNo } = await aLink(await aShop('Keys'), 1_234)
  const page = await open(`/desk?order=${tradeNo}`, { locale: 'en' })
  await page.keyboard.press('?')
  const rows = await page
    .locator('#keys dl > div')
    .evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('dt kbd')?.textContent,
        row.querySelector('dd')?.textContent,
      ]),
    )
  const told = new Map(rows.map(([key, name]) => [key ?? '', name ?? '']))
  expect(told.get('m')).toBe('Go to "Give an account"; Enter sends it')
  expect(told.get('/')).toBe('Search')
  const texts = await page
    .locator('main [data-key]:has(kbd)')
    .evaluateAll((all) =>
      all.map((one) => [one.querySelector('kbd')?.textContent, one.textContent?.trim()]),
    )
  expect(texts.length).toBeGreaterThan(0)
  for (const [key, text] of texts) expect(text?.endsWith(` ${key}`)).toBe(true)
  await keepView(page, 'desk/help-with-keys')
})

test.each([
  ['a field of 60,000 points', 'a.'.repeat(30_000), '"errors":{"form":["'],
  ['a name that makes no member', '__proto__', ''],
])('%s is refused, and the Worker serves on', async (_, name, told) => {
  const page = await openAs('ann:agent', '/desk', { locale: 'en' })
  const token = await page.locator('input[name="_token"]').first().inputValue()
  const answer = await fetch(`${inject('deskUrl')}/acts/settleCollection?trade_no=M1`, {
    method: 'POST',
    headers: { 'x-local-actor': 'ann:agent', cookie: `desk_token=${token}` },
    body: new URLSearchParams({ _token: token, [name]: 'x' }),
  })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain(told)
  expect((await fetch(`${inject('deskUrl')}/health`)).status).toBe(200)
})

test.each([
  ['with scripts', {}],
  ['without', withoutScripts],
])('who comes Back to a form that was refused finds what was typed, %s', async (_, options) => {
  const page = await open('/merchants/~new', { locale: 'en', ...options })
  await page.fill('[name="uid"]', 'no uid!')
  await page.fill('[name="name"]', 'Tea & Co. "茶"')
  const form = page.locator('form.act', { has: page.locator('[name="uid"]') })
  const typed = () => form.locator('[name="name"]').inputValue()
  await form.locator('button[type="submit"]').last().click()
  await page.locator('#refused').waitFor()
  expect(new URL(page.url()).pathname).toBe('/merchants/~new')
  expect(decodeURIComponent(page.url())).not.toMatch(/Tea|uid/)
  expect(await typed()).toBe('Tea & Co. "茶"')
  await page.reload()
  await page.locator('#refused').waitFor()
  await page.goto('/overview')
  await page.goBack()
  await page.locator('#refused').waitFor()
  expect(await typed()).toBe('Tea & Co. "茶"')
  await page.goBack()
  await page.waitForURL('**/merchants/~new')
  expect(await page.locator('#refused').count()).toBe(0)
  expect(await typed()).toBe('Tea & Co. "茶"')
})

const fiveMebibytes = 5 * 1024 * 1024
const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'

test.each([
  ['as a form without a file', 413, 'application/x-www-form-urlencoded', 'a=&'],
  ['around a file', 403, 'multipart/form-data; boundary=b', part],
])(
  '5 MiB of small fields %s are refused, and the Worker serves on',
  async (_, status, type, one) => {
    const answer = await fetch(`${inject('deskUrl')}/acts/importStatement?id=1`, {
      method: 'POST',
      headers: { 'x-local-actor': 'ann:agent', 'content-type': type },
      body: `${one.repeat(fiveMebibytes / one.length)}${type.includes('b') ? '--b--\r\n' : ''}`,
    })
    expect(answer.status).toBe(status)
    expect((await fetch(`${inject('deskUrl')}/health`)).status).toBe(200)
  },
)

test.each(['/.//evil.example', '/%2e//evil.example/desk', '/a/..//evil.example'])(
  'the language’s form leads from %s to a page of this host',
  async (from) => {
    const page = await open('/overview', { locale: 'en' })
    const token = await page.locator('input[name="_token"]').first().inputValue()
    const answer = await fetch(`${inject('deskUrl')}/language`, {
      method: 'POST',
      headers: { cookie: `desk_token=${token}` },
      body: new URLSearchParams({ _token: token, _from: from, language: 'en' }),
      redirect: 'manual',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
  },
)
