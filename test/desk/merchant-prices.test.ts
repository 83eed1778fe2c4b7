import { expect, test } from 'vitest'
import { openAs } from './support/pages.ts'
import { served } from './support/served.ts'
import { aShop, ask, askTwo, type Body, operator } from './support/shop.ts'

// A merchant's price (fees §5): set in percent, told in words, and agreed to by somebody who reads the same.

const look = { locale: 'en', viewport: { width: 1280, height: 900 } } as const

test('a price is told in words, with what it makes of NT$1,000', async () => {
  const { uid } = await aShop()
  const collection = { rate_ppm: 15_000, fixed: 3, min: 5 }
  const withdrawal = { min: 10, max: 10.5 }
  await askTwo('PUT', `/merchants/${uid}/pricing`, {
    collection,
    payout: { rate_ppm: 12_345, max: 9_999_999_999.99 },
    withdrawal,
  })
  for (const [locale, words] of [
    [
      'en',
      [
        '1.5 % + NT$3, at least NT$5',
        'NT$18 of NT$1,000, for example',
        '1.2345 %, at most NT$9,999,999,999.99',
        'at least NT$10, at most NT$10.50',
      ],
    ],
    ['zh-TW', ['1.5 % + NT$3，至少 NT$5', '例如 NT$1,000 收 NT$18', '至少 NT$10，至多 NT$10.50']],
  ] as const) {
    const page = await openAs(operator, `/merchants/${uid}`, { ...look, locale })
    const text = await page.locator('main').innerText()
    for (const said of words) expect(text).toContain(said)
    await page.context().close()
  }
})

test('it is set in percent, and what is no such share is refused in percent', async () => {
  const { uid } = await aShop()
  const page = await openAs(operator, `/merchants/${uid}`, look)
  const set = async (fields: Readonly<Record<string, string>>) => {
    await page.locator('#pricing').waitFor({ state: 'attached' })
    await page.locator('#pricing-open').evaluate((form) => form.setAttribute('open', ''))
    for (const [name, value] of Object.entries(fields)) {
      await page.fill(`#pricing [name="${name}"]`, value)
    }
    await page.locator('#pricing button[type=submit]').click()
  }
  for (const share of ['100.0001', '1.23456', '-1', 'x']) {
    await set({ 'collection.rate_ppm': share })
    await page.waitForURL(/_outcome=/)
    const problem = page.locator('#pricing .problem', { hasText: 'Must be 0 to 100 %' })
    await expect.poll(() => problem.count(), { message: share }).toBe(1)
    await page.goto(page.url().replace(/\?.*/, ''))
  }
  await set({ 'collection.rate_ppm': '0.1', 'collection.min': '' })
  const invalid = page.locator('#pricing input:invalid')
  expect(await invalid.getAttribute('name')).toBe('collection.min')
  await set({
    'collection.rate_ppm': '0.1',
    'collection.fixed': '3',
    'collection.min': '5',
    'payout.rate_ppm': '1.2345 %',
    'withdrawal.rate_ppm': '100',
  })
  await page.getByText('A second person has to approve it').waitFor()
  const { items }: Body = await ask(operator, 'GET', '/approvals?state=waiting')
  const found = items.find(({ path }: Body) => path.uid === uid)
  expect(found.body).toMatchObject({
    collection: { rate_ppm: 1_000, fixed: 3, min: 5, max: null },
    payout: { rate_ppm: 12_345 },
    withdrawal: { rate_ppm: 1_000_000 },
  })
  const approval = await openAs('otto:operator', `/approvals/${found.id}`, look)
  const asked = await approval.locator('main').innerText()
  expect(asked).toContain('Share 0.1 %; Fixed for each NT$3; At least NT$5; At most —')
  expect(asked).toContain('Share 1.2345 %')
  expect(asked).toMatch(/Fee of money that went back\s+—\s+Given back/)
})

test('a price to come is withdrawn by two, and its form says so', async () => {
  const { uid } = await aShop()
  const later = { collection: { rate_ppm: 1 }, valid_from: '2090-01-01 00:00:00' }
  await askTwo('PUT', `/merchants/${uid}/pricing`, later)
  const page = await openAs(operator, `/merchants/${uid}`, look)
  const form = page.locator('form[action*="withdrawPricing"]')
  expect(await form.textContent()).toContain('only once another operator has approved it')
})

test('whoever approves reads which account is removed or paid, and which price is withdrawn', async () => {
  const { uid } = await aShop()
  const merchant = `/merchants/${uid}`
  const made = (account_no: string) => ({ bank_code: '004', account_no, holder_name: '費率商行' })
  const first: Body = await askTwo('POST', `${merchant}/settlement-accounts`, made('11112222'))
  await askTwo('POST', `${merchant}/settlement-accounts`, made('33334444'))
  await askTwo('PUT', `${merchant}/pricing`, { valid_from: '2090-01-01 00:00:00' })
  await askTwo('PUT', `${merchant}/pricing`, {
    collection: { fixed: 77 },
    valid_from: '2091-01-01 00:00:00',
  })
  const credit = { amount: 900_000, bucket: 'available', reason: 'x', idempotency_key: uid }
  await askTwo('POST', `${merchant}/adjustments`, credit)
  const content = async (method: string, path: string, body?: object) => {
    const { approval_id: id } = await ask(operator, method, merchant + path, body)
    const { html } = await served('otto:operator', `/approvals/${id}`, 'en')
    return html.replaceAll(/<[^>]*>/g, ' ')
  }
  const removed = await content('DELETE', `/settlement-accounts/${first.id}`)
  expect(removed).toMatch(/Settlement account\s+004 11112222 費率商行/)
  const withdrawal = { serial_no: uid, amount: 500 }
  expect(await content('POST', '/withdrawals', withdrawal)).toContain('004 11112222 費率商行')
  const price = await content('DELETE', '/pricing/2')
  expect(price).toMatch(/Version\s+2\s.*2091-01-01.*NT\$77/s)
})
