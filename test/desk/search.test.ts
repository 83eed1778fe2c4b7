import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepView } from '../browser/support/looks.ts'
import { anOwnAmount } from './support/own-amount.ts'
import { open, openAs } from './support/pages.ts'
import { aDeposit, aLink, anAccount, aShop, ask } from './support/shop.ts'

// Digits and an amount that no other test has.
const digits = () => String(randomInt(10_000, 99_999))
const amount = () => anOwnAmount(20_000, 50_000)

test('a pasted amount opens the only thing that it can be, however it is written', async () => {
  const asked = amount()
  const { trade_no: tradeNo } = await aLink(await aShop(), asked)
  const wide = String(asked).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
  const page = await openAs('ann:agent', '/search', { locale: 'en' })
  for (const text of [` ${asked} `, `NT$${asked.toLocaleString('en-US')}.00`, wide]) {
    await page.keyboard.press('/')
    await page.keyboard.insertText(text)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/collections/${tradeNo}`)
    await page.goto('/search')
  }
})

test('of several hits the order that waits is first and in focus: Enter opens it', async () => {
  const [last5, asked] = [digits(), amount()]
  const account = await anAccount()
  const { trade_no: tradeNo } = await aLink(await aShop(), asked, {
    payer_account_no: `004-00123${last5}`,
  })
  await aDeposit(account.id, asked, last5)
  const page = await openAs('ann:agent', '/search')
  expect(await page.locator('main').textContent()).toContain('末五碼')
  await page.keyboard.press('/')
  await page.keyboard.insertText(last5)
  await page.keyboard.press('Enter')
  await page.locator('#collection').waitFor()
  const by = '，符合：帳號末五碼相同'
  const headings = await page.locator('main h2').allTextContents()
  expect(headings).toEqual([`代收 1${by}`, `銀行交易 1${by}`])
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/collections/${tradeNo}`)
})

test('results stand in columns that name people and money, and the order opens where all else is its money', async () => {
  const [last5, shop, account] = [digits(), await aShop(), await anAccount()]
  const payer_account_no = `004-00123${last5}`
  const made = (amount: number, member_name: string, merchant_order_no: string) =>
    aLink(shop, amount, { payer_account_no, member_name, merchant_order_no })
  const [first, second] = [
    await made(41_001, '王小明', `YS-${last5}-1`),
    await made(41_002, '林美麗', `YS-${last5}-2`),
  ]
  for (const { trade_no: order } of [first, second]) {
    await ask('ann:agent', 'POST', `/collections/${order}/match`, { bank_account: account.id })
  }
  await aDeposit(account.id, 41_002, last5, { counterpartyName: '林○麗' })
  await aDeposit(account.id, 41_000, last5)
  const page = await openAs('ann:agent', `/search?q=${last5}`)
  const headings = (id: string) => page.locator(`#${id} thead th`).allInnerTexts()
  const ofOrders = ['訂單編號', '付款人', '金額', '狀態', '帳戶', '商戶', '建立']
  expect(await headings('collection')).toEqual(ofOrders)
  const ofLines = ['對方', '金額', '狀態', '帳戶', '訂單', '建立']
  expect(await headings('bank_transaction')).toEqual(ofLines)
  const rows = page.locator('#collection tbody tr')
  const shown = await rows.filter({ hasText: `YS-${last5}-1` }).innerText()
  const ending = `…${account.account_no.slice(-5)}`
  for (const text of ['王小明', `…${last5}`, 'NT$41,001', ending, '金額不符']) {
    expect(shown).toContain(text)
  }
  expect(await rows.filter({ hasText: `YS-${last5}-2` }).innerText()).toContain('可入帳')
  // What belongs together is told, or in what the nearest differs.
  const nearest = page.locator('#nearest')
  expect(await nearest.innerText()).toMatch(/^完全相符：訂單 NT\$41,002/)
  const heights = () =>
    page.evaluate("[...document.querySelectorAll('tbody tr')].map((row) => row.offsetHeight)")
  expect(new Set((await heights()) as number[])).toEqual(new Set([44]))
  await page.setViewportSize({ width: 390, height: 844 })
  expect(new Set((await heights()) as number[])).toEqual(new Set([56]))
  // What a name keeps is one order and its deposit.
  await page.goto(`/search?q=${encodeURIComponent(`${last5} 林`)}`)
  expect(page.url()).toContain(`/collections/${second.trade_no}`)
  await page.goto(`/search?q=ys-${last5}`)
  expect(await rows.count()).toBe(2)
})

test('money that has paid an order is the nearest of none', async () => {
  const [shop, account] = await Promise.all([aShop(), anAccount({ agents: ['ann'] })])
  const sum = anOwnAmount(43_000, 48_000)
  const orders = []
  for (const last5 of ['43001', '43002']) {
    const order = await aLink(shop, sum, { payer_account_no: `004-00123${last5}` })
    await ask('ann:agent', 'POST', `/collections/${order.trade_no}/match`, {
      bank_account: account.id,
    })
    orders.push(order)
  }
  const { id } = await aDeposit(account.id, sum, '43001')
  const page = await openAs('ann:agent', `/search?q=${sum}`)
  expect(await page.locator('#nearest').count()).toBe(1)
  const by = { bank_transactions: [id] }
  await ask('ann:agent', 'POST', `/collections/${orders[0].trade_no}/settle`, by)
  await page.reload()
  expect(await page.locator('#bank_transaction tbody tr').count()).toBe(1)
  expect(await page.locator('#nearest').count()).toBe(0)
})

test('a link leads to its collection, and one without an amount says why it has none', async () => {
  const shop = await aShop()
  const link = await aLink(shop, amount())
  const page = await open(`/search?q=${link.third_party_session}`, { locale: 'en' })
  expect(page.url()).toContain(`/collections/${link.trade_no}`)
  await ask('olga:operator', 'PUT', `/merchants/${shop.uid}/payment-amounts`, {
    fixed_amounts: [100],
    allow_custom: false,
    custom_min: 0,
    custom_max: 0,
  })
  const { third_party_session: bare } = await shop.call('payment-links', {
    merchant_order_no: `P-${digits()}`,
    member_no: 'member-7',
    member_name: 'Wang',
    payer_bank_name: '臺灣銀行',
    payer_account_no: '004-0012367890',
    notify_url: 'http://127.0.0.1:9/n',
    return_url: 'https://shop.example/back',
  })
  await page.goto(`/search?q=${bare}`)
  expect(await page.locator('#link').textContent()).toContain('chosen no amount yet')
})

test('a name alone finds the collections that wait, and says what to add to it for others', async () => {
  const [name, shop] = ['歐陽', await aShop()]
  const { trade_no: tradeNo } = await aLink(shop, amount(), { member_name: `${name}明月` })
  await aLink(shop, amount())
  const to = `/search?q=${encodeURIComponent(name)}&merchant_uid=${shop.uid}`
  for (const [locale, width] of [
    ['en', 1280],
    ['zh-TW', 390],
  ] as const) {
    const page = await openAs('olga:operator', to, { locale, viewport: { width, height: 844 } })
    await keepView(page, `desk/named-${width}`)
    expect(await page.locator('#named h2').textContent()).toContain(
      locale === 'en' ? 'Of that name 1 collection waits' : '姓名相符：1 筆待收款',
    )
    // As any order that was found: its digits, its state, its time.
    const row = await page.locator('#named tbody tr').textContent()
    expect(row).toMatch(locale === 'en' ? /…67890.*Needs an account/s : /…67890.*待指定帳戶/s)
    const links = page.locator('#named tbody a')
    expect(await links.count()).toBe(1)
    expect(await links.getAttribute('href')).toBe(`/collections/${tradeNo}`)
    expect(await page.locator('#by-name').textContent()).toContain(
      locale === 'en' ? 'Add five digits or an amount to a name' : '請加上金額或末五碼',
    )
  }
})

test('what is found nowhere is told as text, with what can be searched for', async () => {
  const text = `<script>alert(1)</script>"'\u202e${'名'.repeat(70)}`
  const page = await openAs('rita:auditor', `/search?q=${encodeURIComponent(text)}`, {
    locale: 'en',
    javaScriptEnabled: false,
  })
  expect(await page.locator('main bdi').first().textContent()).toBe(text)
  expect(await page.locator('main').textContent()).toContain('What can be searched for')
  await page.getByLabel('Search this merchant only').fill('nobody')
  await page.locator('#narrow button').click()
  await page.waitForURL(/merchant_uid=nobody/)
  expect(await page.locator('main').textContent()).toContain('at the merchant nobody')
})
