import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { anOwnAmount } from './support/own-amount.ts'
import { open, openAs } from './support/pages.ts'
import { aDeposit, aLink, anAccount, aShop, ask, type Body } from './support/shop.ts'

const texts = `<script>alert(1)</script>"'&\u202e${'名'.repeat(84)}`.slice(0, 110)

/** A collection that was settled with a deposit, and its bank account and transaction. */
async function aSettled(amount: number, more: object = {}) {
  const [shop, account] = await Promise.all([aShop(), anAccount()])
  const { trade_no: tradeNo } = await aLink(shop, amount, { ...more })
  const path = `/collections/${tradeNo}`
  await ask('ann:agent', 'POST', `${path}/take`, {})
  await ask('ann:agent', 'POST', `${path}/match`, { bank_account: account.id })
  const line = await aDeposit(account.id, amount)
  await ask('ann:agent', 'POST', `${path}/settle`, { bank_transactions: [line.id] })
  return { shop, account, line, tradeNo, path }
}

async function attempted(path: string): Promise<Body> {
  for (;;) {
    const order = await ask('rita:auditor', 'GET', path)
    if (order.attempts.length > 0) return order
    await new Promise((later) => setTimeout(later, 100))
  }
}

test('a collection’s page tells its whole story, from the link to the reversal', async () => {
  const { path, line, tradeNo, account } = await aSettled(700, { extra: '{"basket":"<b>3</b>"}' })
  await attempted(path)
  const page = await open(path, { locale: 'en' })
  const section = (id: string) => page.locator(`#${id}`).textContent()
  expect(await section('stand')).toMatch(/NT\$700.*Paid/s)
  expect(await section('asked')).toContain('{"basket":"<b>3</b>"}')
  expect(await section('transactions')).toContain(`${line.id}`)
  expect(await section('callbacks')).toMatch(/Transaction number.*Connection (?:failed|refused)/s)
  expect(await section(`cb_${tradeNo}`)).toMatch(
    /Only the callback is resent: no money moves\.\s*Resend the callback/,
  )
  expect(await page.frameLocator('#member-page iframe').locator('#status').textContent()).toContain(
    'Payment received',
  )
  await ask('pia:operator', 'POST', `${path}/reverse`, {
    reason: 'another member’s money',
    because: 'wrong_match',
  })
  await page.goto(path)
  const moves = await page.locator('.moves > li').allTextContents()
  expect(moves).toHaveLength(5)
  for (const [n, told] of [
    /Created by the merchant/,
    /Taken by ann/,
    new RegExp(`Account given by ann.*${account.account_no.slice(-5)}`),
    new RegExp(`Settled by ann.*NT\\$700 from outside to available.*…${tradeNo.slice(-6)}`),
    new RegExp(
      `Reversed by pia.*Freed${line.id}.*another member’s money.*from available to outside`,
    ),
  ].entries()) {
    expect(moves[n]).toMatch(told)
  }
  expect(await section('transactions')).toContain('None yet')
})

test('texts of others stand on the pages as text, however they are written', async () => {
  const shop = await aShop(texts)
  const { trade_no: tradeNo } = await aLink(shop, 700, {
    member_name: texts,
    payer_bank_name: texts.slice(0, 60),
    extra: JSON.stringify(texts),
  })
  const page = await open(`/collections/${tradeNo}`)
  expect(await page.locator('#stand bdi').allTextContents()).toContain(texts)
  expect(await page.locator('#asked').textContent()).toContain(JSON.stringify(texts))
  const picture = page.frameLocator('#member-page iframe')
  expect(await picture.locator('#summary b').first().textContent()).toBe(texts)
  await page.goto(`/collections?merchant_uid=${shop.uid}`)
  expect(await page.locator('#collections bdi').allTextContents()).toContain(texts)
  expect(await page.locator('main script').count()).toBe(0)
})

test('filters stand in the address, without scripts too; the file is of the same orders', async () => {
  const shop = await aShop()
  const amount = anOwnAmount(20_000, 50_000)
  const wanted = [await aLink(shop, amount), await aLink(shop, amount)]
  await aLink(shop, 100)
  const page = await openAs('rita:auditor', '/collections?limit=1', {
    locale: 'en',
    javaScriptEnabled: false,
  })
  await page.locator('.filters summary').click()
  await page.getByLabel('Merchant', { exact: true }).fill(shop.uid)
  await page.getByLabel('Amount', { exact: true }).fill(`NT$${amount.toLocaleString('en-US')}`)
  await page.getByLabel('Payment').selectOption('pending')
  await page.getByRole('button', { name: 'Apply' }).click()
  const shown = () =>
    page
      .locator('#collections tbody tr')
      .evaluateAll((rows) => rows.map(({ id }) => id.replace('collections-', '')))
  await page.locator('.chips', { hasText: 'Payment: Unpaid' }).waitFor()
  expect((await shown()).sort()).toEqual(wanted.map((link) => link.trade_no).sort())
  const file = await page.getByText('Download CSV').getAttribute('href')
  const read = await fetch(new URL(file ?? '', page.url()), {
    headers: { 'x-local-actor': 'rita:auditor' },
  })
  expect((await read.text()).split('\r\n').filter((line) => line.includes(shop.uid))).toHaveLength(
    2,
  )
  await page.goto(`${page.url()}&limit=1`)
  await page.getByRole('link', { name: 'Earlier ones' }).click()
  await page.waitForURL(/[?&]cursor=/)
  expect(page.url()).toContain(`merchant_uid=${shop.uid}`)
  await expect.poll(shown).toHaveLength(1)
  await page.getByRole('link', { name: 'Show the oldest first' }).click()
  await page.getByRole('link', { name: 'Show the newest first' }).waitFor()
  expect(await shown()).toEqual([wanted[0]?.trade_no])
  // So it stays when a filter is set or removed.
  await page.locator('.filters summary').click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => page.url()).not.toContain('limit=1')
  expect(await shown()).toEqual([wanted[0]?.trade_no, wanted[1]?.trade_no])
  const clear = page.locator('.filters').getByText('Clear', { exact: true })
  expect(await clear.getAttribute('href')).toBe('/collections?order=oldest')
  await page.goto(`${page.url()}&limit=1`)
  await page.locator('.chips a', { hasText: 'Amount' }).click()
  await page.getByRole('link', { name: 'Next page' }).waitFor()
  expect(page.url()).not.toContain('amount=')
  await page.goto('/collections?merchant_uid=nobody')
  expect(await page.locator('main').textContent()).toMatch(/No order fits\.$/)
})

test('a filter that the API refuses is told, and stays as it was typed', async () => {
  const page = await openAs('ann:agent', '/payouts?last5=12', { locale: 'en' })
  expect(await page.locator('main [title=validation_error]').count()).toBe(1)
  expect(await page.getByLabel('Last five digits').inputValue()).toBe('12')
})

test('the hour that a link to a list names stays when another filter is applied', async () => {
  const page = await openAs('ann:agent', '/collections?from=2026-11-22+09%3A00%3A00')
  await page.locator('.filters summary').click()
  await page.getByLabel('會員帳號末五碼').fill('12345')
  await page.getByRole('button', { name: '套用' }).click()
  await page.waitForURL(/last5=12345/)
  expect(new URL(page.url()).searchParams.get('from')).toBe('2026-11-22 09:00:00')
})

test('an auditor sees the same story without forms, an agent no more than the API gives', async () => {
  const { path, shop } = await aSettled(900)
  const page = await openAs('rita:auditor', path, { locale: 'en', javaScriptEnabled: false })
  expect(await page.locator('.moves > li').count()).toBe(4)
  expect(await page.locator('main form').count()).toBe(0)
  const agent = await openAs('ann:agent', path, { locale: 'en' })
  expect(await agent.locator('#callbacks').textContent()).toContain('Transaction number')
  expect(await agent.locator('#callbacks form, #callbacks h3 a').count()).toBe(0)
  expect(await agent.locator(`a[href="/merchants/${shop.uid}"]`).count()).toBe(0)
})

test('a payout’s page tells whom it goes to, what it holds, and what was done', async () => {
  const { shop } = await aSettled(5_000)
  const { trade_no: tradeNo } = await shop.call('payouts', {
    serial_no: `S-${randomInt(1_000_000)}`,
    amount: 900,
    payee_name: texts.slice(0, 60),
    payee_bank: '玉山銀行',
    payee_account: '0012345678901',
    notify_url: 'http://127.0.0.1:9/n',
    reverse_url: 'http://127.0.0.1:9/r',
  })
  const path = `/payouts/${tradeNo}`
  await ask('pia:operator', 'POST', `${path}/process`, { voucher_no: 'V-77', reason: 'urgent' })
  const page = await open('/payouts', { locale: 'en' })
  await page.locator(`a[href="${path}"]`).click()
  await page.locator('#moves').waitFor()
  expect(await page.locator('#stand').textContent()).toMatch(/NT\$900.*Paid out.*Unbacked/s)
  expect(await page.locator('#moves').textContent()).toMatch(
    /Requested.*Frozen.*from available to frozen.*Paid out by pia.*urgent.*from frozen to outside/s,
  )
  expect(await page.locator('#asked').textContent()).toContain('V-77')
  await ask('pia:operator', 'POST', `${path}/reverse`, {
    reason: 'sent back',
    because: 'money_returned',
  })
  await page.goto(path)
  expect(await page.locator('#stand').textContent()).toMatch(/NT\$900.*Cancelled.*Reversed/s)
})

test('of an order that names its payer and its member, both are shown, and whose name the bank has told', async () => {
  const [shop, account] = await Promise.all([aShop(), anAccount()])
  const { trade_no: tradeNo } = await aLink(shop, 830, { payer_name: '王大明' })
  const path = `/collections/${tradeNo}`
  await ask('ann:agent', 'POST', `${path}/take`, {})
  await ask('ann:agent', 'POST', `${path}/match`, { bank_account: account.id })
  const names = ['王小明', '王　大明', '陳美玲']
  const lines = await Promise.all(
    names.map((counterpartyName) => aDeposit(account.id, 830, '67890', { counterpartyName })),
  )
  const page = await openAs('ann:agent', path, { locale: 'en' })
  expect(await page.locator('#stand').textContent()).toMatch(/Payer王大明.*Member王小明/)
  const told = (id: number) =>
    page.locator('.offer', { has: page.locator(`[value="${id}"]`) }).textContent()
  expect(await told(lines[0].id)).toContain('NamePayer 王大明Member 王小明王小明same as the member')
  expect(await told(lines[1].id)).toContain('王　大明same as the payer')
  expect(await told(lines[2].id)).toMatch(/The bankNamePayer 王大明Member 王小明陳美玲differs/)
  const reasons = async (id: number) => {
    await page.goto(`/bank-transactions/${id}`)
    return page.locator(`#candidate-${tradeNo} .badges`).allTextContents()
  }
  expect(await reasons(lines[0].id)).toEqual([expect.stringContaining('Same name')])
  expect(await reasons(lines[1].id)).toEqual([expect.stringContaining("Same as the payer's name")])
  expect(await reasons(lines[2].id)).toEqual([expect.not.stringMatching(/Same (?:name|as)/)])
})
